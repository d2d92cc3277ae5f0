"""Tables of points, who is qualified, and on which evening a moment lies."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.rankings.points import Scored, of_matches, of_places, table
from players.rankings.qualify import Event, months_before, qualified
from players.session_days import day_ends, session_day
from tests.rankings.test_boards import ANNA, BICE, CARLO, rated


def test_only_the_best_evenings_count():
    evenings = [Scored("a", day, points) for day, points in enumerate([3, 9, 1, 5])]
    assert [(row.points, row.counted, row.occasions, row.best) for row in table(evenings, best_of=2)] == [
        (14, 2, 4, (9, 5))
    ]
    assert table(evenings)[0].points == 18


def test_matches_of_one_evening_are_one_occasion():
    matches = [rated([ANNA], [BICE]), rated([ANNA], [CARLO], number=1), rated([BICE], [CARLO], number=2, places=(1, 1))]
    rows = {row.key: row for row in table(of_matches(matches, 3, 1, 0), best_of=1)}
    assert {key: (row.points, row.occasions, row.wins) for key, row in rows.items()} == {
        ANNA: (6, 1, 2),
        BICE: (1, 1, 0),
        CARLO: (1, 1, 0),
    }


def test_who_is_level_in_points_and_wins_is_placed_by_the_best_occasion():
    scored = [Scored("a", 1, 4), Scored("a", 2, 4), Scored("b", 1, 7), Scored("b", 2, 1), Scored("c", 1, 7)]
    scored += [Scored("c", 2, 1)]
    assert [(row.key, row.rank) for row in table(scored)] == [("b", 1), ("c", 1), ("a", 3)]


def test_places_beyond_the_list_give_nothing():
    rows = table(of_places({"e": {"a": 1, "b": 2, "c": 3}, "f": {"b": 1}}, [25, 18]))
    assert [(row.key, row.points) for row in rows] == [("b", 43), ("a", 25), ("c", 0)]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 5), st.integers(0, 9))), st.integers(0, 4))
def test_a_table_is_the_same_in_whatever_order_the_occasions_come(told, best_of):
    scored = [Scored(*one) for one in told]
    assert table(scored, best_of) == table(reversed(scored), best_of)


CITY = [
    Event("marassi", date(2026, 5, 31), {"old": 1}),
    Event("boccadasse", date(2026, 7, 17), {"anna": 1, "bice": 1, "carlo": 2}),
    Event("pegli", date(2026, 9, 5), {"anna": 1, "dario": 2}),
    Event("nervi", date(2026, 12, 1), {"later": 1}),
]
RATING = [("emma", 1), ("bice", 2), ("felice", 3), ("gino", 4)]


def champions(today=date(2026, 11, 30), **more):
    rule = {"months": 6, "places": 1, "total": 4} | more
    return [(one.key, one.event, one.rank) for one in qualified(CITY, RATING, today=today, **rule)]


def test_the_first_of_the_last_six_months_are_qualified_and_then_the_best_rated():
    assert champions() == [
        ("old", "marassi", None),
        ("anna", "boccadasse", None),
        ("bice", "boccadasse", None),
        ("emma", None, 1),
    ]


def test_the_window_moves_day_by_day():
    assert champions(today=date(2026, 12, 1)) == [
        ("anna", "boccadasse", None),
        ("bice", "boccadasse", None),
        ("later", "nervi", None),
        ("emma", None, 1),
    ]


def test_nobody_who_won_is_left_out_for_want_of_room():
    assert [key for key, *_ in champions(total=1)] == ["old", "anna", "bice"]


def test_second_places_may_count_too():
    assert [key for key, *_ in champions(places=2, total=0)] == ["old", "anna", "bice", "carlo", "dario"]


@pytest.mark.parametrize(
    ("day", "months", "before"),
    [
        (date(2026, 11, 30), 6, date(2026, 5, 30)),
        (date(2026, 8, 31), 6, date(2026, 2, 28)),
        (date(2028, 8, 31), 6, date(2028, 2, 29)),
        (date(2026, 1, 15), 1, date(2025, 12, 15)),
        (date(2026, 12, 31), 12, date(2025, 12, 31)),
    ],
)
def test_a_month_back_is_the_same_day_or_the_months_last(day, months, before):
    assert months_before(day, months) == before


@pytest.mark.parametrize(
    ("moment", "evening"),
    [
        # The clocks go forward on 29 March 2026: 02:30 on the wall does not exist, 01:30 UTC is 03:30.
        pytest.param("2026-03-29T00:30:00+00:00", date(2026, 3, 28), id="01:30 before the hour that is skipped"),
        pytest.param("2026-03-29T01:30:00+00:00", date(2026, 3, 28), id="03:30 just after it"),
        pytest.param("2026-03-29T03:59:59+00:00", date(2026, 3, 28), id="05:59:59 summer time"),
        pytest.param("2026-03-29T04:00:00+00:00", date(2026, 3, 29), id="06:00 summer time"),
        # They go back on 25 October 2026: 02:30 comes twice.
        pytest.param("2026-10-25T00:30:00+00:00", date(2026, 10, 24), id="02:30 for the first time"),
        pytest.param("2026-10-25T01:30:00+00:00", date(2026, 10, 24), id="02:30 for the second time"),
        pytest.param("2026-10-25T04:59:59+00:00", date(2026, 10, 24), id="05:59:59 winter time"),
        pytest.param("2026-10-25T05:00:00+00:00", date(2026, 10, 25), id="06:00 winter time"),
    ],
)
def test_an_evening_ends_at_six_on_the_wall_whatever_the_clocks_do(moment, evening):
    assert session_day(datetime.fromisoformat(moment), "Europe/Rome") == evening


@pytest.mark.parametrize(
    ("day", "moment"),
    [
        (date(2026, 3, 28), "2026-03-29T04:00:00+00:00"),
        (date(2026, 10, 24), "2026-10-25T05:00:00+00:00"),
        (date(2026, 12, 31), "2027-01-01T05:00:00+00:00"),
    ],
)
def test_a_day_ends_when_the_next_begins(day, moment):
    assert day_ends(day, "Europe/Rome") == datetime.fromisoformat(moment)


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)),
    st.sampled_from(["Europe/Rome", "America/Argentina/Buenos_Aires", "Pacific/Auckland", "UTC"]),
)
def test_every_moment_lies_before_the_end_of_its_day_and_after_that_of_the_day_before(moment, zone):
    at = moment.replace(tzinfo=UTC)
    day = session_day(at, zone)
    assert at < day_ends(day, zone)
    assert day_ends(date.fromordinal(day.toordinal() - 1), zone) <= at
