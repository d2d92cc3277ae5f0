"""The pages of figures: what they show, what is grey, where they lead, and what a filter does to them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.figures.achievements import ACHIEVEMENTS
from players.figures.summary import results, split
from players.models import Award, Player
from players.tasks import match_changed
from players.words.lines import record_figure
from players.words.numbers import percent, signed
from scoring.models import Match
from tests import factories
from tests.factories import MONDAY, finish, hand, match

pytestmark = [pytest.mark.db, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def in_english(client):
    client.cookies["django_language"] = "en"


@pytest.fixture
def pair():
    """Return Anna and Bice after three matches of one hand with all its points known, all won by Anna."""
    anna, bice = factories.players(factories.ClubFactory(), 2)
    for number in range(3):
        one = match([anna], [bice], day=MONDAY + timedelta(number))
        hand(one, 1, [55, 20], score={"sides": [told(scope=8, buone=13, total=55), told(scope=2, total=20)]})
        match_changed(str(finish(one, 0, [55, 20]).pk), [])
    return anna, bice


def told(**points):
    names = ("carte", "denari", "settebello", "primiera", "scope", "buone", "dealer", "piccola", "grande", "re_bello")
    return {**dict.fromkeys((*names, "cappotto"), 0), **points}


def text(client, path, status=200):
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


def test_a_player_s_page_shows_measures_points_records_and_achievements(client, pair):
    page = text(client, f"/players/{pair[0].pk}/")
    assert '<dt>Won</dt><dd class="num">100%</dd>' in page
    assert "Over 3 hands whose categories are known." in page
    assert "Clean table" in page
    assert re.search(r'href="/m/[A-Z]{8}/"><span>Most scope in a hand</span><span class="num">8</span>', page)
    assert "Computed at" in page
    assert f'href="/players/{pair[0].pk}/against/{pair[1].pk}/"' in page


def test_what_rests_on_too_little_is_grey_and_says_so(client, pair):
    page = text(client, f"/players/{pair[0].pk}/")
    assert '<div class="few"><dt>Won</dt>' in page
    assert "over only 3 matches" in page
    assert "it takes ten matches together" in page
    for number in range(3, 12):
        one = match([pair[0]], [pair[1]], day=MONDAY + timedelta(number))
        match_changed(str(finish(one, 0).pk), [])
    assert '<div><dt>Won</dt><dd class="num">100%</dd>' in text(client, f"/players/{pair[0].pk}/")


def test_every_chart_has_a_title_a_description_and_a_table_behind(client, pair):
    page = text(client, f"/players/{pair[0].pk}/")
    for chart in re.findall(r'<svg class="chart.*?</svg>', page, re.S):
        assert re.search(r'role="img" aria-labelledby="(\S+) (\S+)"', chart)
        assert "<title" in chart
        assert "<desc" in chart
    assert page.count('<details class="tbl"') >= 3


def test_a_head_to_head_and_a_pair_lead_to_each_other(client, pair):
    anna, bice = pair
    page = text(client, f"/players/{anna.pk}/against/{bice.pk}/")
    assert "3 matches, 3 won by" in page
    assert f'href="/players/{anna.pk}/with/{bice.pk}/"' in page
    assert "0 matches" in text(client, f"/players/{anna.pk}/with/{bice.pk}/")


def test_a_club_s_figures_and_records_name_their_people(client, pair):
    club = pair[0].club
    page = text(client, f"/clubs/{club.pk}/figures/")
    assert "3 finished matches, 2 players." in page
    assert f'<a href="/players/{pair[0].pk}/">{pair[0].name}</a>' in page
    page = text(client, f"/clubs/{club.pk}/records/")
    assert f'<span>{pair[0].name}</span><span class="num">35</span>' in page
    assert "Latest achievements" in page


def test_a_club_without_a_match_has_no_figures_yet(client):
    club = factories.ClubFactory()
    assert "No match counts here" in text(client, f"/clubs/{club.pk}/figures/")
    assert "No record yet" in text(client, f"/clubs/{club.pk}/records/")


def test_a_filter_stays_in_the_form_and_in_the_sheets(client, pair):
    page = text(client, f"/players/{pair[0].pk}/?from=2026-03-03&to=&discipline=singles&ruleset=")
    assert 'value="2026-03-03"' in page
    assert '<option value="singles" selected>' in page
    assert f"/api/v1/players/{pair[0].pk}/lines.csv?from=2026-03-03&amp;discipline=singles" in page
    assert "over only 2 matches" in page


def test_a_filter_that_cannot_be_is_a_problem_page(client, pair):
    assert "bad_parameter" in text(client, f"/players/{pair[0].pk}/?from=soon", 400)


def test_a_stranger_sees_no_figures_of_a_private_club(client, pair):
    club = pair[0].club
    club.visibility = "members"
    club.save()
    for path in (
        f"/players/{pair[0].pk}/against/{pair[1].pk}/",
        f"/clubs/{club.pk}/figures/",
        f"/clubs/{club.pk}/records/",
    ):
        assert client.get(path).status_code == 404


def test_a_hostile_name_is_shown_as_it_is(client, pair):
    anna, bice = pair
    bice.name = "<img src=x onerror=alert(1)>"
    bice.save()
    club = anna.club
    for path in (f"/players/{anna.pk}/", f"/players/{anna.pk}/against/{bice.pk}/", f"/clubs/{club.pk}/figures/"):
        page = text(client, path)
        assert "&lt;img src=x" in page
        assert "<img src=x" not in page


def test_a_page_costs_the_same_queries_however_much_was_played(client, pair):
    path = f"/players/{pair[0].pk}/"

    def cost():
        with CaptureQueriesContext(connection) as queries:
            text(client, path)
        return len(queries)

    before = cost()
    for number in range(3, 9):
        match_changed(str(finish(match([pair[0]], [pair[1]], day=MONDAY + timedelta(number)), 0).pk), [])
    assert cost() == before


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.44, "+0.4"), (-0.44, "\u22120.4"), (0.04, "0.0"), (-0.04, "0.0"), (12.0, "+12.0")],
)
def test_a_signed_number_has_a_real_minus_and_zero_no_sign(value, words):
    assert signed(value) == words


def test_a_comeback_is_told_as_the_chance_it_came_from():
    assert record_figure("comeback", 437) == "4.4%"
    assert record_figure("best_scope", 8) == "8"
    assert percent(0.625) == "62%"


def test_nothing_played_says_nothing():
    assert results({}).rate.value is None
    assert split({}).luck_share is None


def test_one_player_twice_is_that_player_alone(client, pair):
    anna = pair[0].pk
    for way in ("with", "against"):
        answer = client.get(f"/players/{anna}/{way}/{anna}/")
        assert (answer.status_code, answer["Location"]) == (302, f"/players/{anna}/")


def test_two_players_of_whom_one_was_merged_lead_to_who_they_are_now(client, pair):
    anna, bice = pair
    again = factories.PlayerFactory(club=anna.club, merged_into=anna)
    answer = client.get(f"/players/{again.pk}/against/{bice.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/players/{anna.pk}/against/{bice.pk}/")
    assert client.get(f"/players/{again.pk}/with/{anna.pk}/")["Location"] == f"/players/{anna.pk}/"


def test_a_club_s_records_know_no_comeback_of_who_was_never_behind(client, pair):
    assert "Greatest comeback" not in text(client, f"/clubs/{pair[0].club_id}/records/")


def test_a_pair_that_loses_more_than_expected_is_nobody_s_best(client):
    club = factories.ClubFactory()
    anna, bice, carla, dora = factories.players(club, 4)
    for number in range(10):
        match_changed(str(finish(match([anna, bice], [carla, dora], day=MONDAY + timedelta(number)), 1).pk), [])
    page = text(client, f"/players/{anna.pk}/")
    assert "<dt>Best partner</dt><dd>nobody yet</dd>" in page
    assert f"<dt>Best partner</dt><dd>{dora.name}</dd>" in text(client, f"/players/{carla.pk}/")


def test_fewer_than_ten_matches_say_that_they_say_little(client, pair):
    anna, bice = pair
    assert "Fewer than ten matches say little." in text(client, f"/players/{anna.pk}/against/{bice.pk}/")
    assert ", two times out of three" in text(client, f"/players/{anna.pk}/")


def test_the_calendar_reaches_to_the_evening_on_the_club_s_own_wall(client):
    """At 22:00 UTC of the last of November it is the first of December in Auckland, where a match was just played."""
    club = factories.ClubFactory(time_zone="Pacific/Auckland")
    anna, bice = factories.players(club, 2)
    with time_machine.travel(datetime(2026, 11, 30, 22, tzinfo=UTC), tick=False):
        match_changed(str(finish(match([anna], [bice], day=date(2026, 12, 1)), 0).pk), [])
        for path in (f"/players/{anna.pk}/", f"/clubs/{club.pk}/figures/"):
            assert "1 Dec: 1 match" in text(client, path)


def test_a_share_of_wins_over_fewer_than_ten_matches_is_grey_in_a_club_s_table_too(client):
    """Nine matches of four hands are hands enough for a margin, and too few matches for a rate."""
    anna, bice = factories.players(factories.ClubFactory(), 2)
    for number in range(10):
        one = match([anna], [bice], day=MONDAY + timedelta(number))
        for turn in range(1, 5):
            hand(one, turn, [14, 9])
        match_changed(str(finish(one, 0, [56, 36]).pk), [])
        if number == 8:
            assert '<td class="r nowrap few">100%</td>' in text(client, f"/clubs/{anna.club_id}/figures/")
            assert '<tr class="few">' not in text(client, f"/clubs/{anna.club_id}/figures/")
    assert '<td class="r nowrap">100%</td>' in text(client, f"/clubs/{anna.club_id}/figures/")


def test_a_page_that_is_asked_for_again_is_the_same_page(client, pair):
    path = f"/players/{pair[0].pk}/"
    first, again = (text(client, path).partition("<footer")[0] for _ in range(2))
    assert again == first


@pytest.mark.parametrize("what", ["a match", "a correction", "a new name", "language", "pack", "filter", "badge"])
def test_figures_drawn_before_are_drawn_anew_when_what_they_show_changes(client, pair, what):
    anna, bice = pair
    one = match([anna], [bice], day=MONDAY)
    hand(one, 1, [55, 20], score={"sides": [told(denari=1, total=55), told(total=20)]})
    match_changed(str(finish(one, 0, [55, 20]).pk), [])
    path = f"/players/{anna.pk}/"
    before = text(client, path)
    last = Match.objects.order_by("-session_day").first()
    assert last is not None
    if what == "a match":
        match_changed(str(finish(match([anna], [bice], day=MONDAY + timedelta(5)), 1).pk), [])
        found = '<dt>Won</dt><dd class="num">80%</dd>'
    elif what == "a correction":
        finish(last, 1, [20, 55])
        match_changed(str(last.pk), [])
        found = '<dt>Won</dt><dd class="num">75%</dd>'
    elif what == "a new name":
        Player.objects.filter(pk=bice.pk).update(name="Bice Malatesta")
        found = f'<a href="/players/{anna.pk}/against/{bice.pk}/">Bice Malatesta</a>'
    elif what == "language":
        client.cookies["django_language"] = "it"
        found = "Che cosa dicono le partite"
    elif what == "pack":
        client.cookies["pack"] = "italian"
        found = "Coins"
    elif what == "filter":
        path += "?from=2026-03-03"
        found = "Over 2 hands whose categories are known."
    else:
        Award.objects.filter(player=anna).delete()
        found = f"{len(ACHIEVEMENTS)} still to come"
    assert found not in before
    assert found in text(client, path)
