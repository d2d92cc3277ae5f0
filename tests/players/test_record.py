"""What the record says of matches and players, as the ladders and figures read it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.figures import CATEGORIES
from players.record import idle_months
from scoring.engine import CATEGORIES as ENGINE_CATEGORIES
from scoring.models import Hand, Match
from scoring.selectors import record
from scoring.selectors.record import places
from tests import factories
from tests.factories import MONDAY, finish, hand, match, played

pytestmark = [pytest.mark.db, pytest.mark.django_db]


@pytest.fixture
def club():
    return factories.ClubFactory()


@pytest.fixture
def four(club):
    return factories.players(club, 4)


def test_a_finished_match_says_who_played_and_who_came_where(four):
    anna, bice, carlo, dario = four
    found = record.rated_match(played([anna, bice], [carlo, dario], winner=1).pk)
    assert found.sides == ((str(anna.pk), str(bice.pk)), (str(carlo.pk), str(dario.pk)))
    assert found.places == (2, 1)
    assert (found.played_on, found.target_score, found.hands) == (MONDAY, 51, None)


@pytest.mark.parametrize(
    ("winner", "scores", "expected"),
    [
        pytest.param(0, [51, 30], (1, 2), id="two sides"),
        pytest.param(0, [20, 48], (1, 2), id="a cappotto wins from behind"),
        pytest.param(None, [51, 51], (1, 1), id="drawn"),
        pytest.param(2, [30, 40, 51], (3, 2, 1), id="three in order"),
        pytest.param(1, [30, 51, 30], (2, 1, 2), id="two losers level"),
        pytest.param(2, [48, 44, 20], (2, 3, 1), id="three, a cappotto from behind"),
        pytest.param(None, [51, 51, 20], (1, 1, 3), id="two of three drawn"),
    ],
)
def test_places_are_the_winner_and_then_by_score(winner, scores, expected):
    assert places(winner, scores) == expected


def test_a_series_is_placed_by_games_won(four):
    anna, bice, carlo, _ = four
    series = match([anna], [bice], [carlo], ruleset={"preset": "sbiro", "best_of": 3})
    games = [
        {"totals": [51, 10, 20], "winner": 0},
        {"totals": [20, 51, 50], "winner": 1},
        {"totals": [52, 9, 51], "winner": 0},
    ]
    assert record.rated_match(finish(series, 0, [52, 9, 51], games).pk).places == (1, 2, 3)


def test_a_match_of_one_hand_says_how_many_hands_it_took(four):
    single = match([four[0]], [four[1]], ruleset={"preset": "sbiro", "single_hand": True})
    hand(single, 1, [5, 5])
    hand(single, 2, [4, 6])
    assert record.rated_match(finish(single, 1, [9, 11]).pk).hands == 2


@pytest.mark.parametrize("why", ["open", "abandoned", "unrated", "without hands", "without a club"])
def test_not_rated(four, why):
    anna, bice, *_ = four
    one = played([anna], [bice])
    changes = {
        "open": {"status": Match.Status.OPEN},
        "abandoned": {"status": Match.Status.ABANDONED},
        "unrated": {"rated": False},
        "without hands": {"hands_count": 0},
        "without a club": {"club": None},
    }
    Match.objects.filter(pk=one.pk).update(**changes[why])
    assert record.rated_match(one.pk) is None
    assert list(record.rated_matches(anna.club_id)) == []


def test_matches_come_by_session_day_then_by_id_whatever_finished_first(club, four):
    anna, bice, carlo, dario = four
    later = played([anna], [bice], day=MONDAY + timedelta(1))
    second = played([carlo], [dario])
    third = played([anna], [bice])
    stream = list(record.rated_matches(club.pk))
    assert [one.match_id for one in stream] == [second.pk, third.pk, later.pk]
    assert [one.key for one in stream] == sorted(one.key for one in stream)
    assert list(record.rated_matches(club.pk, stream[1].key)) == stream[1:]


def test_the_stream_is_the_same_page_by_page(club, four, monkeypatch):
    for number in range(5):
        played([four[0]], [four[1]], day=MONDAY + timedelta(number // 2))
    whole = list(record.rated_matches(club.pk))
    monkeypatch.setattr(record, "PAGE", 2)
    assert list(record.rated_matches(club.pk)) == whole
    assert len(whole) == 5


def test_a_merged_player_is_followed_to_the_end(club, four):
    anna, bice, carlo, dario = four
    one = played([anna], [bice])
    _merge(anna, carlo)
    _merge(carlo, dario)
    assert record.rated_match(one.pk).sides == ((str(dario.pk),), (str(bice.pk),))
    assert [found.sides for found in record.rated_matches(club.pk)] == [((str(dario.pk),), (str(bice.pk),))]
    assert record.matches_of([dario.pk]) == [one.pk]
    assert [row.player_id for row in record.played_among([one.pk])] == [dario.pk, bice.pk]
    assert set(record.match_people(one.pk).players) == {anna.pk, bice.pk, dario.pk}


def test_a_match_that_a_merge_seats_against_oneself_is_not_rated(club, four):
    anna, bice, *_ = four
    one = played([anna], [bice])
    _merge(anna, bice)
    assert record.rated_match(one.pk) is None
    assert list(record.rated_matches(club.pk)) == []


def test_a_match_adds_up_its_hands_with_all_their_categories(four):
    anna, bice, carlo, dario = four
    one = match([anna, bice], [carlo, dario])
    hand(one, 1, [13, 18], score={"sides": [_side(carte=1, scope=2, total=13), _side(denari=1, scope=1, total=18)]})
    hand(one, 2, [40, 9], state=Hand.State.DISPUTED)
    assert record.played_in(one.pk) == []
    finish(one, 0, [53, 27])
    found = {row.player_id: row for row in record.played_in(one.pk)}
    assert found.keys() == {player.pk for player in four}
    assert _counted(found[anna.pk]) == _played(one, anna, won=True, hands=2, points=(53, 27), told=1, carte=1, scope=2)
    lost = _played(one, carlo, won=False, hands=2, points=(27, 53), told=1, denari=1, scope=1)
    assert _counted(found[carlo.pk]) == lost
    assert record.matches_of([anna.pk, dario.pk]) == [one.pk]
    assert record.played_among([one.pk]) == list(found.values())


def test_a_match_leaves_out_void_unknown_and_late_hands(four):
    one = match([four[0]], [four[1]])
    hand(one, 1, [51, 10])
    hand(one, 2, [7, 7], state=Hand.State.VOID)
    hand(one, 3, None)
    hand(one, 4, [3, 4])
    one.after_end = [4]
    finish(one, 0, [51, 10])
    (found,) = [line for line in record.played_in(one.pk) if line.player_id == four[1].pk]
    assert _counted(found) == _played(one, four[1], won=False, hands=1, points=(10, 51), told=0)


def test_turned_cards_that_are_not_told_apart_belong_to_no_category(four):
    one = match([four[0]], [four[1]])
    hand(one, 1, [51, 10], score={"sides": [_side(carte=1, marked=4, total=5), _side(denari=1, total=1)]})
    finish(one, 0)
    first, second = sorted(record.played_in(one.pk), key=lambda row: row.won, reverse=True)
    assert (first.hands, first.hands_with_categories, first.carte) == (1, 0, 0)
    assert (second.hands_with_categories, second.denari) == (1, 1)


def test_in_a_match_of_three_the_points_against_are_those_of_both_others(four):
    anna, bice, carlo, _ = four
    new = finish(match([anna], [bice], [carlo]), 2, [20, 30, 51])
    assert record.played_in(new.pk)[0].points_against == 81


def test_a_match_against_oneself_counts_once(four):
    anna, bice, *_ = four
    one = played([anna], [bice])
    _merge(anna, bice)
    assert [row.player_id for row in record.played_in(one.pk)] == [bice.pk]


def test_the_categories_are_those_of_the_engine():
    assert CATEGORIES == ENGINE_CATEGORIES


def test_reading_costs_the_same_queries_however_much_is_on_record(club, four):
    anna, bice, carlo, dario = four

    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            list(record.rated_matches(club.pk))
            record.played_among(record.matches_of([player.pk for player in four]))
        return len(queries)

    played([anna, bice], [carlo, dario])
    one = cost()
    for _ in range(4):
        played([anna, bice], [carlo, dario])
    assert cost() == one


@pytest.mark.parametrize(
    ("last", "now", "months"),
    [
        pytest.param(None, date(2026, 3, 2), 0, id="a newcomer"),
        pytest.param(date(2026, 3, 2), date(2026, 3, 2), 0, id="the same evening"),
        pytest.param(date(2026, 1, 31), date(2026, 2, 28), 0, id="a short month is not whole"),
        pytest.param(date(2026, 1, 15), date(2026, 2, 15), 1, id="to the day"),
        pytest.param(date(2025, 11, 20), date(2026, 2, 19), 2, id="over new year"),
        pytest.param(date(2024, 2, 29), date(2026, 2, 28), 23, id="from a leap day"),
    ],
)
def test_idle_months_are_whole(last, now, months):
    assert idle_months(last, now) == months


def _merge(player, into):
    player.merged_into = into
    player.save()


def _side(**points):
    return dict.fromkeys(CATEGORIES, 0) | points


def _played(one, player, *, won, hands, points, told, **categories):
    head = (one.pk, player.pk, one.session_day, won, hands, *points, told)
    return (*head, *(dict.fromkeys(CATEGORIES, 0) | categories).values())


def _counted(line):
    return line[: line._fields.index("cappotto") + 1]
