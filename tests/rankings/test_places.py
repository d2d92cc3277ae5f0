"""Who has a place in a published ranking, and why it changed since another one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.rankings.boards import BOARDS, Line
from players.rankings.places import Place, places
from players.rankings.reasons import reasons

TODAY = date(2026, 11, 30)
ALL, PAIRS = BOARDS["all"], BOARDS["pairs"]


def line(mu, rd, matches=40, last=TODAY):
    return Line(mu, rd * rd, matches, matches // 2, last.toordinal())


def listed(lines, board=ALL, today=TODAY):
    return {place.key: (place.rank, place.standing) for place in places(board, lines, today)}


def test_equal_ratings_share_a_rank_and_the_next_is_skipped():
    lines = {"a": line(1600, 40), "b": line(1550, 40), "c": line(1550, 60), "d": line(1500, 40)}
    assert [rank for rank, _ in listed(lines).values()] == [1, 2, 2, 4]


@pytest.mark.parametrize(
    ("one", "standing"),
    [
        pytest.param(line(1600, 62), "ranked", id="62 is enough"),
        pytest.param(line(1600, 62.001), "provisional", id="wider is provisional"),
        pytest.param(line(1600, 40, last=date(2025, 12, 1)), "ranked", id="eleven months away"),
        pytest.param(line(1600, 40, last=date(2025, 11, 30)), "inactive", id="a year away to the day"),
        pytest.param(line(1600, 61, last=date(2026, 8, 30)), "provisional", id="the months away make it uncertain"),
    ],
)
def test_certainty_and_time_away_decide_on_a_place(one, standing):
    assert listed({"a": one})["a"] == (1 if standing == "ranked" else None, standing)


def test_a_pair_needs_ten_matches_together():
    assert listed({"a b": line(1600, 48, 9), "c d": line(1500, 48, 10)}, PAIRS) == {
        "c d": (1, "ranked"),
        "a b": (None, "provisional"),
    }


def test_a_deviation_is_shown_as_wide_as_the_time_away_made_it():
    away = places(ALL, {"a": line(1600, 40, last=date(2026, 5, 30))}, TODAY)[0]
    # RATINGS 1: 99 for each of six whole months.
    assert away.deviation == pytest.approx((1600 + 6 * 99) ** 0.5, abs=1e-6)


def place(key, rank, rating, standing="ranked", deviation=50.0, matches=40, **more):
    return Place(key, rank, standing, rating, deviation, matches, 20, "2026-11-01", **more)


def why(before, after, key):
    return next(one for one in reasons(before, after) if one.key == key)


def test_a_win_that_passes_another_is_new_matches():
    found = why(
        [place("a", 1, 1600.0), place("b", 2, 1590.0)],
        [place("b", 1, 1604.0, matches=41), place("a", 2, 1600.0)],
        "b",
    )
    assert (found.cause, found.steps["matches"], found.moved["matches"]) == ("matches", -1, 14.0)


def test_who_is_passed_without_playing_learns_that_another_played():
    found = why(
        [place("a", 1, 1600.0), place("b", 2, 1590.0)],
        [place("b", 1, 1604.0, matches=41), place("a", 2, 1600.0)],
        "a",
    )
    assert (found.rating_before, found.rating_after, found.steps["matches"]) == (1600.0, 1600.0, 1)
    assert found.cause == "matches"


def test_a_correction_is_told_from_matches_played_meanwhile():
    found = why(
        [place("a", 1, 1600.0, corrected=2.0)],
        [place("a", 1, 1590.0, corrected=-18.0, matches=41)],
        "a",
    )
    assert found.moved == {"matches": 10.0, "correction": -20.0, "rule": 0.0, "inactivity": 0.0}
    assert found.cause == "correction"


def test_new_rules_are_a_cause_of_their_own():
    assert why([place("a", 1, 1600.0)], [place("a", 1, 1611.0, ruled=11.0)], "a").cause == "rule"


def test_who_stays_away_loses_the_place_and_gives_one_to_who_is_behind():
    before = [place("a", 1, 1600.0), place("b", 2, 1590.0)]
    after = [place("b", 1, 1590.0), place("a", None, 1600.0, "inactive", deviation=60.0)]
    assert why(before, after, "a").became == "unlisted"
    assert why(before, after, "a").cause == "inactivity"
    assert why(before, after, "b").steps["inactivity"] == -1
    assert why(before, after, "b").cause == "inactivity"


def test_who_has_become_certain_enough_is_listed_by_matches():
    found = why([place("a", None, 1600.0, "provisional", 63.0)], [place("a", 1, 1610.0, matches=41)], "a")
    assert (found.became, found.cause) == ("listed", "matches")


def test_whose_only_match_was_taken_away_is_gone_by_a_correction():
    found = why([place("a", 1, 1600.0)], [], "a")
    assert (found.became, found.cause, found.rating_after) == ("unlisted", "correction", None)


def test_nobody_moved_means_no_reasons():
    rows = [place("a", 1, 1600.0), place("b", None, 1500.0, "provisional", 65.0)]
    assert reasons(rows, rows) == []


@st.composite
def two_rankings(draw):
    keys = "abcdefg"
    told = []
    for _ in range(2):
        lines = {
            key: line(draw(st.integers(1490, 1510)), draw(st.sampled_from([40, 65])), draw(st.integers(8, 12)))
            for key in draw(st.sets(st.sampled_from(keys)))
        }
        shares = st.floats(-5, 5).map(lambda x: round(x, 3))
        moved = {key: {"correction": draw(shares), "rule": draw(shares)} for key in lines}
        told.append(places(ALL, lines, TODAY, moved))
    return told


@given(two_rankings())
def test_the_causes_add_up_to_the_change_of_place_and_of_rating(told):
    before, after = told
    old, new = ({one.key: one for one in rows} for rows in told)
    for one in reasons(before, after):
        if one.rank_before is not None and one.rank_after is not None:
            assert sum(one.steps.values()) == one.rank_after - one.rank_before
        if one.key in old and one.key in new:
            assert sum(one.moved.values()) == pytest.approx(one.rating_after - one.rating_before, abs=1e-5)


@given(two_rankings())
def test_a_rank_is_one_more_than_how_many_are_better(told):
    rows = [one for one in told[0] if one.rank is not None]
    assert all(one.rank == 1 + sum(other.rating > one.rating for other in rows) for one in rows)
    assert all(replace(one, rank=None).rank is None for one in rows)
