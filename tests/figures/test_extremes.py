"""Records, streaks, calendar and achievements of invented lives."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.figures.achievements import ACHIEVEMENTS, BY_CODE, Before, earned
from players.figures.extremes import RECORDS, calendar, records, streaks
from players.figures.line import discipline_of
from players.words.names import AWARDS
from players.words.names import RECORDS as RECORD_WORDS
from tests.figures.lines import MONDAY, moment


def life(outcomes):
    """Return a life of matches: W won, L lost, D drawn."""
    return [moment(number, won=one == "W", drawn=one == "D") for number, one in enumerate(outcomes, start=1)]


@pytest.mark.parametrize(
    ("outcomes", "wins", "losses", "current"),
    [
        pytest.param("", 0, 0, 0, id="nothing"),
        pytest.param("WWLWWWL", 3, 1, 1, id="the longest is in the middle"),
        pytest.param("LLWDW", 1, 2, 1, id="a draw ends a row"),
        pytest.param("LWW", 2, 1, 2, id="going on"),
        pytest.param("WWD", 2, 0, 0, id="a draw goes on with nothing"),
    ],
)
def test_streaks(outcomes, wins, losses, current):
    found = streaks(life(outcomes))
    assert (found.wins.length, found.losses.length, found.current.length) == (wins, losses, current)


moments = st.lists(
    st.tuples(
        st.booleans(), st.integers(0, 1), st.integers(0, 3), st.sampled_from([2, 3, 4]), st.sampled_from("abcdef")
    ),
    max_size=60,
)


@given(told=moments, share=st.floats(0, 1))
def test_what_is_earned_match_by_match_is_what_the_whole_life_earns(told, share):
    matches = [
        moment(
            1 + number * 2 // 3,
            key=f"{number:05}",
            won=won,
            decini=decini,
            scope=30 * scope,
            seats=seats,
            preset=preset,
        )
        for number, (won, decini, scope, seats, preset) in enumerate(told)
    ]
    cut = int(share * len(matches))
    first, rest = matches[:cut], matches[cut:]
    row = 0
    for one in first:
        row = row + 1 if one.won else 0
    before = Before(
        matches=cut,
        wins=sum(one.won for one in first),
        scope=sum(one.scope for one in first),
        decini=sum(one.decini for one in first),
        streak=row,
        presets=frozenset(one.preset for one in first),
        disciplines=frozenset(discipline_of(one.seats) for one in first if one.won),
        evenings=len({one.played_on for one in first}),
        last_day=first[-1].played_on if first else None,
    )
    had = earned(first)
    missing = [one for one in ACHIEVEMENTS if one.code not in {award.code for award in had}]
    assert had + earned(rest, before, missing) == earned(matches)


def test_a_streak_says_from_when_to_when():
    found = streaks(life("LWWWL")).wins
    assert (found.first, found.last) == (MONDAY + timedelta(2), MONDAY + timedelta(4))


def test_records_name_the_match_and_the_hand_and_the_first_of_equals():
    lines = [
        moment(1, won=True, won_by=12, best_scope=6, best_scope_hand=3, lowest_chance=4000, lowest_hand=1),
        moment(2, won=True, won_by=3, best_scope=6, best_scope_hand=1, lowest_chance=900, lowest_hand=2),
        moment(3, best_scope=2, best_scope_hand=5, lowest_chance=5, lowest_hand=4, hands=9),
    ]
    found = {one.code: one for one in records(lines)}
    assert (found["best_scope"].value, found["best_scope"].match_id, found["best_scope"].hand) == (
        6,
        lines[0].match_id,
        3,
    )
    assert (found["widest"].value, found["closest"].value) == (12, 3)
    assert (found["comeback"].value, found["comeback"].hand) == (900, 2)
    assert found["longest"].value == 9
    assert "decini" not in found


def test_a_chance_that_is_not_known_is_no_comeback():
    assert "comeback" not in {one.code for one in records([moment(won=True)])}


def test_the_calendar_counts_by_day():
    found = calendar([moment(1, won=True), moment(1), moment(4)])
    assert [(one.day, one.matches, one.wins) for one in found] == [
        (MONDAY + timedelta(1), 2, 1),
        (MONDAY + timedelta(4), 1, 0),
    ]


CASES = {
    "first_match": ("L", {}, 0),
    "first_win": ("LW", {}, 0),
    "five_in_a_row": ("WWWWW", {}, 0),
    "ten_in_a_row": ("W" * 10, {}, 0),
    "fifty_matches": ("L" * 50, {}, 0),
    "two_hundred_matches": ("L" * 200, {}, 0),
    "hundred_wins": ("W" * 100, {}, 0),
    "twenty_evenings": ("L" * 20, {}, 0),
    "thirty_points": ("L", {"best_points": 30, "best_points_hand": 2}, 2),
    "eight_scope": ("L", {"best_scope": 8, "best_scope_hand": 4}, 4),
    "hundred_scope": ("LL", {"scope": 50}, 0),
    "thousand_scope": ("L" * 10, {"scope": 100}, 0),
    "first_decino": ("L", {"decini": 1}, 0),
    "twenty_decini": ("L" * 20, {"decini": 1}, 0),
    "two_decini": ("L", {"decini": 2}, 0),
    "hundred_barseghe": ("L" * 4, {"barseghe": 25}, 0),
    "whole_piccola": ("L", {"best_piccola": 6, "best_piccola_hand": 1}, 1),
    "both_scales": ("L", {"both_scales": 3}, 3),
    "all_four": ("L", {"all_four": 2}, 2),
    "cappotto": ("L", {"cappotto_hand": 5}, 5),
    "comeback": ("W", {"lowest_chance": 500, "lowest_hand": 3}, 3),
    "great_comeback": ("W", {"lowest_chance": 100, "lowest_hand": 3}, 3),
    "by_one_point": ("W", {"won_by": 1}, 0),
    "landslide": ("W", {"won_by": 40}, 0),
}


@pytest.mark.parametrize("code", CASES)
def test_an_achievement_is_earned_by_its_last_match_and_not_a_match_before(code):
    outcomes, told, hand = CASES[code]
    lines = [moment(number, won=one == "W", **told) for number, one in enumerate(outcomes, start=1)]
    found = {one.code: one for one in earned(lines)}
    assert (found[code].match_id, found[code].hand) == (lines[-1].match_id, hand)
    assert found[code].earned_on == lines[-1].played_on
    assert code not in {one.code for one in earned(lines[:-1])}


def test_winning_at_every_table_takes_singles_threes_and_pairs():
    lines = [moment(number, won=True, seats=seats) for number, seats in enumerate((2, 4, 2, 3), start=1)]
    assert {one.code: one for one in earned(lines)}["every_table"].match_id == lines[3].match_id
    lost = [moment(number, won=seats != 3, seats=seats) for number, seats in enumerate((2, 4, 3), start=1)]
    assert "every_table" not in {one.code for one in earned(lost)}


def test_five_houses_are_five_presets():
    names = ("sbiro", "pagat", "aula2", "sbiro", "molassana", "laspezia")
    lines = [moment(number, preset=name) for number, name in enumerate(names, start=1)]
    assert {one.code: one for one in earned(lines)}["five_houses"].match_id == lines[5].match_id


@pytest.mark.parametrize(
    ("code", "told"),
    [
        pytest.param("comeback", {"lowest_chance": 501}, id="just too likely"),
        pytest.param("comeback", {"lowest_chance": -1}, id="no chance known"),
        pytest.param("by_one_point", {"won_by": 2}, id="two points"),
        pytest.param("landslide", {"won_by": 39}, id="thirty-nine points"),
    ],
)
def test_just_too_little(code, told):
    assert code not in {one.code for one in earned([moment(won=True, **told)])}


def test_who_lost_has_not_come_back():
    assert "comeback" not in {one.code for one in earned([moment(won=False, lowest_chance=10)])}


@given(st.lists(st.sampled_from("WLD"), max_size=30), st.integers(0, 30))
def test_what_is_earned_stays_earned_while_matches_are_added(outcomes, cut):
    lines = life(outcomes)
    before = earned(lines[:cut])
    assert earned(lines)[: len(before)] == before


def test_there_are_about_twenty_and_each_has_its_words():
    assert 20 <= len(ACHIEVEMENTS) <= 30
    assert len(BY_CODE) == len(ACHIEVEMENTS)
    assert set(AWARDS) == set(BY_CODE)
    assert set(RECORD_WORDS) == {kind.code for kind in RECORDS}
    assert set(CASES) | {"every_table", "five_houses"} == set(BY_CODE)


@pytest.mark.parametrize(
    ("chance", "hand", "came_back"),
    [(5_000, 1, False), (4_999, 1, True), (4_870, 0, False)],
    ids=["even", "less than even", "less than even before the first hand"],
)
def test_who_was_never_behind_has_not_come_back(chance, hand, came_back):
    found = {one.code for one in records([moment(won=True, lowest_chance=chance, lowest_hand=hand)])}
    assert ("comeback" in found) == came_back
