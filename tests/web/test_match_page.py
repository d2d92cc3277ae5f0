"""The match page's chart of who wins, and the scoreboard: what they show, to whom, and when they stay silent."""

from __future__ import annotations

import re
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from players.models import Club, User
from players.principals import SCOPES, Principal
from players.services.clubs import club_create
from scoring.models import Match
from scoring.selectors.board import board_page
from scoring.selectors.pages import first_names, match_page, with_seats
from scoring.selectors.win_chart import WinChart
from scoring.services.hands import hand_record
from scoring.services.matches import match_start
from tests.worked_hand import plain

pytestmark = [pytest.mark.db, pytest.mark.django_db]

# One hand like another: 8 to 5 (worked out in RULES' example), so a match up to 31 ends with the fourth, 32 to 20.
TO_31 = {"preset": "sbiro", "target_score": 31}
EVEN = {"preset": "sbiro", "target_score": 31, "low_hand_points": 1}


@pytest.fixture
def owner() -> Principal:
    user = User.objects.create_user("owner@example.org", "a-long-password")
    return Principal(f"user:{user.pk}", user.pk, frozenset(SCOPES))


@pytest.fixture
def club(owner: Principal) -> Club:
    return club_create(by=owner, name="Circolo di Prova")


def begun(club: Club, owner: Principal, ruleset: object = TO_31, names: tuple[str, ...] = ("Ada", "Beppe")) -> Match:
    seats = [{"name": name} for name in names]
    return match_start(by=owner, club_id=club.pk, ruleset=ruleset, seats=seats, first_dealer=0)


def played(match: Match, owner: Principal, *numbers: int) -> Match:
    for number in numbers:
        body = plain(number, (number - 1) % 2)
        hand_record(match_id=match.pk, hand_id=uuid4(), body=body, by=owner)
    return with_seats(Match.objects.filter(pk=match.pk)).get()


def chart_of(match: Match) -> WinChart | None:
    return match_page(match, "french").chart


def test_before_the_first_hand_there_is_no_chart(club: Club, owner: Principal) -> None:
    assert chart_of(played(begun(club, owner), owner)) is None


def test_between_equals_the_line_begins_in_the_middle_and_a_lead_lifts_it(club: Club, owner: Principal) -> None:
    chart = chart_of(played(begun(club, owner, EVEN), owner, 1, 2))
    assert chart is not None
    assert (chart.rows[0].left, chart.rows[0].right) == (50, 50)
    assert [row.left for row in chart.rows] == sorted(row.left for row in chart.rows)
    assert chart.leader == 0
    assert not chart.decided


def test_both_sides_make_a_hundred_and_nothing_is_certain_before_the_end(club: Club, owner: Principal) -> None:
    chart = chart_of(played(begun(club, owner), owner, 1, 2, 3))
    assert chart is not None
    assert all(row.left + row.right == 100 and 0 < row.left < 100 for row in chart.rows)


def test_a_match_that_is_over_ends_at_a_hundred(club: Club, owner: Principal) -> None:
    match = played(begun(club, owner), owner, 1, 2, 3, 4)
    assert match.winner == 0
    chart = chart_of(match)
    assert chart is not None
    assert (chart.rows[-1].left, chart.percent, chart.decided) == (100, 100, True)
    assert [tick.number for tick in chart.ticks] == [1, 2, 3, 4]


def test_the_hand_that_turned_it_is_the_one_with_the_widest_step(club: Club, owner: Principal) -> None:
    chart = chart_of(played(begun(club, owner), owner, 1, 2, 3, 4))
    assert chart is not None
    steps = [abs(after.left - before.left) for before, after in zip(chart.rows, chart.rows[1:], strict=False)]
    assert chart.turn is not None
    assert steps[chart.turn.number - 1] == max(steps)


def test_while_a_hand_is_missing_nobody_says_who_will_win(club: Club, owner: Principal) -> None:
    assert chart_of(played(begun(club, owner), owner, 1, 3)) is None


def test_three_sides_have_no_chart_of_two(club: Club, owner: Principal) -> None:
    match = begun(club, owner, "sbiro", ("Ada", "Beppe", "Carla"))
    assert chart_of(with_seats(Match.objects.filter(pk=match.pk)).get()) is None


def test_of_a_series_the_chart_is_about_the_game_in_play(club: Club, owner: Principal) -> None:
    series = {"preset": "sbiro", "target_score": 31, "best_of": 3}
    chart = chart_of(played(begun(club, owner, series), owner, 1, 2, 3, 4, 5))
    assert chart is not None
    assert [row.number for row in chart.rows] == [4, 5]
    assert 40 < chart.rows[0].left < 60


def test_the_chart_is_told_to_who_does_not_see_it_and_has_its_table(club: Club, owner: Principal) -> None:
    match = played(begun(club, owner), owner, 1, 2, 3, 4)
    page = unescape(Client().get(reverse("match", args=[match.code])).content.decode())
    assert "Probabilità che vinca Ada, dopo ogni mano" in page
    assert "100%" in page
    assert re.search(r'<svg class="chart"[^>]*role="img" aria-labelledby="wins-t wins-d">', page)


def test_the_scoreboard_shows_each_total_twice_and_once_to_a_screen_reader(club: Club, owner: Principal) -> None:
    match = played(begun(club, owner), owner, 1, 2)
    page = Client().get(reverse("match-board", args=[match.code])).content.decode()
    assert page.count('<span class="big">16</span>') == 2
    assert page.count('class="half far"') == page.count('aria-hidden="true" tabindex="-1"') == 1


def test_the_scoreboard_says_nothing_until_something_changes(club: Club, owner: Principal) -> None:
    match = played(begun(club, owner), owner, 1)
    path = reverse("match-board", args=[match.code])
    assert Client().get(f"{path}?v={match.version}").status_code == 204
    fresh = Client().get(f"{path}?v={match.version - 1}")
    assert fresh.status_code == 200
    assert "<html" not in fresh.content.decode()


def test_who_deals_next_stands_on_the_board_until_the_match_is_over(club: Club, owner: Principal) -> None:
    match = begun(club, owner)
    assert board_page(played(match, owner, 1)).dealer == "Beppe"
    assert board_page(played(match, owner, 2, 3, 4)).dealer == ""


def test_a_board_of_a_private_club_is_nowhere_for_strangers(club: Club, owner: Principal) -> None:
    Club.objects.filter(pk=club.pk).update(visibility="private")
    match = played(begun(club, owner), owner, 1)
    assert Client().get(reverse("match-board", args=[match.code])).status_code == 404


def test_two_people_of_one_first_name_are_called_by_their_whole_names() -> None:
    names = ["Gina Risso", "Tito Bruzzone", "Gina Parodi"]
    assert first_names(names) == {
        "Gina Risso": "Gina Risso",
        "Tito Bruzzone": "Tito",
        "Gina Parodi": "Gina Parodi",
    }


def test_ligurian_is_chosen_by_the_browsers_wish_and_falls_back_to_italian(club: Club, owner: Principal) -> None:
    match = played(begun(club, owner), owner, 1)
    page = unescape(
        Client().get(reverse("match", args=[match.code]), headers={"accept-language": "lij"}).content.decode()
    )
    assert '<html lang="lij"' in page
    assert "Man 1" in page
    assert "Quaddri" in page
    assert "Da dove vengono i punti" in page


def test_what_neither_ligurian_nor_italian_says_is_english() -> None:
    with translation.override("lij"):
        assert translation.gettext("A sentence that nobody has translated") == "A sentence that nobody has translated"
        assert translation.gettext("Hand by hand") == "Man pe man"
        assert translation.gettext("Scoreboard") == "Tabellone"
