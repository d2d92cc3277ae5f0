"""Sums of lines: exact, in any order, and by difference the same as anew."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from players.figures.line import CATEGORIES, DISCIPLINES, SUMMED, Played, add, discipline_of, line_sums, together
from scoring.engine import CATEGORIES as ENGINE_CATEGORIES
from tests.figures.lines import line, lines


def test_the_categories_are_those_of_the_engine():
    assert CATEGORIES == ENGINE_CATEGORIES


def test_what_is_summed_is_a_number_and_what_happened_when_is_not():
    assert {type(getattr(line(), name)) for name in SUMMED} == {int}
    assert not {"key", "version", "side", "seats", "won_by", "lowest_chance", "best_points"} & set(SUMMED)
    assert set(CATEGORIES) < set(SUMMED) < set(Played._fields)


def test_a_line_adds_one_match_and_its_hands():
    one = line(won=True, points_for=51, points_against=30, scope=7)
    assert line_sums(one) == {
        "matches": 1,
        "wins": 1,
        "hands": 5,
        "points_for": 51,
        "points_against": 30,
        "scope": 7,
    }


@given(st.lists(lines, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_lines_does_not_matter(some, dice):
    shuffled = some[:]
    dice.shuffle(shuffled)
    assert add({}, some) == add({}, shuffled)


@given(st.lists(lines, max_size=8), st.lists(lines, max_size=8), st.lists(lines, max_size=8))
def test_taking_away_what_was_added_leaves_what_there_was(kept, gone, new):
    before = add({}, [*kept, *gone])
    assert add(before, new, gone) == add({}, [*kept, *new])


@given(st.lists(st.lists(lines, max_size=4), max_size=4))
def test_the_sum_of_sums_is_the_sum_of_all_lines(parts):
    found = together(add({}, part) for part in parts)
    assert {name: value for name, value in found.items() if value} == add({}, [one for part in parts for one in part])


def test_a_discipline_is_how_many_sit_at_the_table():
    assert [discipline_of(seats) for seats in (2, 3, 4, 5, 6)] == ["singles", "threes", "pairs", "fives", ""]
    assert set(DISCIPLINES.values()) == {2, 3, 4, 5}
