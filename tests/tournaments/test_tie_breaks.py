"""Tie-breaks against hand-solved and officially computed crosstables (FIDE C.07; research 2.11, 2.13)."""

from __future__ import annotations

import pytest

from tests.tournaments.crosstables import (
    HELD_2023,
    HELD_2026,
    HELD_ROUND_ROBIN,
    HELD_SWISS_5,
    HELD_SWISS_9,
    PINNED_2026,
    UNPLAYED,
    UNPLAYED_2026,
    column,
    results_of,
)
from tournaments.standings import Kind, Result, Settings, standings


def reckoned(table, metric, **settings):
    entrants = [str(entrant) for entrant in table]
    rows = standings(entrants, results_of(table), Settings((metric,), win=1, draw=0.5, **settings))
    return {row.id: float(row.values[0]) for row in rows}


def ranks(entrants, results, *metrics, **settings):
    rows = standings(entrants, results, Settings(metrics, win=1, draw=0.5, **settings))
    return {row.id: row.rank for row in rows}


@pytest.mark.parametrize("metric", HELD_2023)
def test_the_exercises_of_2023_come_out_as_solved_by_hand(metric):
    assert reckoned(HELD_SWISS_5, metric, capped=False) == pytest.approx(column(HELD_2023[metric]))


@pytest.mark.parametrize("metric", HELD_2026)
def test_the_exercises_change_with_the_text_of_2026_as_they_should(metric):
    told = reckoned(HELD_SWISS_5, metric)
    answers = column(HELD_2026[metric])
    for entrant in PINNED_2026.get(metric, HELD_SWISS_5):
        assert told[str(entrant)] == pytest.approx(answers[str(entrant)]), entrant


@pytest.mark.parametrize("metric", UNPLAYED_2026)
def test_an_event_full_of_unplayed_rounds_agrees_with_the_official_program(metric):
    assert reckoned(UNPLAYED, metric) == pytest.approx(column(UNPLAYED_2026[metric]))


@pytest.mark.parametrize(
    ("metric", "answers"),
    [
        pytest.param("sonneborn_berger", "9.25 6.25 6.25 4.25 3.25 2.25", id="exercise 14"),
        pytest.param("sonneborn_berger_cut1", "9.25 4.75 4.75 4.25 3.25 1.5", id="exercise 15"),
        pytest.param("koya", "2 0.5 0.5 1 0.5 0", id="exercise 16"),
    ],
)
def test_the_round_robin_exercises_come_out_as_solved_by_hand(metric, answers):
    assert reckoned(HELD_ROUND_ROBIN, metric, round_robin=True) == pytest.approx(column(answers))


@pytest.mark.parametrize(
    ("table", "round_robin", "answers"),
    [
        pytest.param(HELD_SWISS_5, False, {1: 2, 3: 2, 4: 2, 16: 2}, id="exercise 23"),
        pytest.param(HELD_SWISS_5, False, {5: 7, 8: 7, 11: 7}, id="exercise 24"),
        pytest.param(
            HELD_SWISS_9,
            False,
            {1: 3, 2: 5, 3: 1, 4: 3, 5: 9, 6: 2, 7: 6, 8: 6, 9: 14, 10: 9, 11: 13, 12: 14, 13: 16, 14: 9, 15: 9, 16: 6},
            id="exercise 25",
        ),
        pytest.param(HELD_ROUND_ROBIN, True, {1: 1, 2: 2, 3: 2, 4: 6, 5: 5, 6: 4}, id="exercise 26"),
    ],
)
def test_direct_encounter_ranks_as_solved_by_hand(table, round_robin, answers):
    told = ranks([str(entrant) for entrant in table], results_of(table), "points", "direct", round_robin=round_robin)
    assert {entrant: told[str(entrant)] for entrant in answers} == answers


def wins(*pairs):
    """Matches `("A", "B")` won by the first, each in a round of its own."""
    return [Result(number, a, b, (1, 0)) for number, (a, b) in enumerate(pairs, start=1)]


def test_direct_encounter_goes_on_among_those_still_level():
    # Lichess: A>B, A>C, B>C, B>D, C>D, D>A. First A and B have two, C and D one; then A beat B, and C beat D.
    four = standings(list("ABCD"), wins("AB", "AC", "DA", "BC", "BD", "CD"), Settings(("direct",), win=1, draw=0.5))
    assert [row.id for row in four] == list("ABCD")
    assert [row.rank for row in four] == [1, 2, 3, 4]


def test_direct_encounter_with_missing_matches_places_only_who_stays_on_top():
    # Lichess: C and D have not met, so A is first and B second whatever comes, and C and D stay level.
    results = wins("AB", "AC", "AD", "BC", "BD")
    rows = standings(list("ABCD"), results, Settings(("direct",), win=1, draw=0.5))
    assert {row.id: row.rank for row in rows} == {"A": 1, "B": 2, "C": 3, "D": 3}


def test_two_meetings_of_the_same_entrants_count_by_their_mean():
    # A level second meeting leaves D, who won the first, before A.
    results = [Result(1, "D", "A", (1, 0)), Result(2, "A", "D", (0.5, 0.5))]
    assert ranks(["A", "D"], results, "direct") == {"D": 1, "A": 2}


def test_a_forfeit_is_no_direct_encounter_in_a_swiss_and_is_one_in_a_round_robin():
    results = [Result(1, "A", "B", (1, 0), Kind.FORFEIT)]
    assert ranks(["A", "B"], results, "direct") == {"A": 1, "B": 1}
    assert ranks(["A", "B"], results, "direct", round_robin=True) == {"A": 1, "B": 2}


def test_direct_encounter_looks_only_at_those_level_so_far():
    results = [
        Result(1, "A", "B", (0, 1)),
        Result(1, "C", "D", (1, 0)),
        Result(2, "A", "C", (1, 0)),
        Result(2, "B", "D", (0, 1)),
        Result(3, "A", "D", (1, 0)),
        Result(3, "B", "C", (1, 0)),
    ]
    told = ranks(list("ABCD"), results, "points", "direct")
    assert told == {"B": 1, "A": 2, "C": 3, "D": 4}
