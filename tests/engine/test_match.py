"""RULES 9: when a match ends, who has won it, and that it is a fold of its hands."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.errors import EngineError
from scoring.engine.hand import SideScore
from scoring.engine.match import HandResult, MatchState, cut_state, match_state, next_state, series_state
from scoring.engine.operations import answer
from scoring.engine.rulesets import PRESETS, Ruleset, read_ruleset
from tests.engine.golden import wrong_answers

SBIRO = PRESETS["sbiro"]


def test_every_golden_case_of_match_has_its_answer() -> None:
    assert wrong_answers("match") == []


def hands(*totals: tuple[int, ...]) -> list[HandResult]:
    return [HandResult(points) for points in totals]


ENDS: dict[str, tuple[Any, list[tuple[int, ...]], tuple[int, ...], str, int | None]] = {
    "exactly 51 wins": ("sbiro", [(51, 50)], (51, 50), "finished", 0),
    "50 does not": ("sbiro", [(50, 50)], (50, 50), "in_progress", None),
    "of two over the target the higher wins": ("sbiro", [(52, 57)], (52, 57), "finished", 1),
    "a tie over the target plays on": ("sbiro", [(53, 53)], (53, 53), "in_progress", None),
    "and the next hand decides": ("sbiro", [(53, 53), (3, 1)], (56, 54), "finished", 0),
    "or the one after": ("sbiro", [(53, 53), (3, 3), (0, 1)], (56, 57), "finished", 1),
    "the third side plays the extra hand too": ("sbiro", [(53, 53, 50), (0, 0, 9)], (53, 53, 59), "finished", 2),
    "a tie behind the first is irrelevant": ("sbiro", [(50, 50, 55)], (50, 50, 55), "finished", 2),
    "61 at Aula 2": ("aula2", [(60, 0)], (60, 0), "in_progress", None),
    "a first-hand 60 and one more": ("aula2", [(60, 0), (1, 12)], (61, 12), "finished", 0),
    "exceed: 51 is not enough": ({"target_rule": "exceed"}, [(51, 3)], (51, 3), "in_progress", None),
    "exceed: 52 is": ({"target_rule": "exceed"}, [(52, 3)], (52, 3), "finished", 0),
    "exactly 51 falls back": ("cinquantuno", [(51, 3)], (0, 3), "in_progress", None),
    "and can climb again": ("cinquantuno", [(51, 3), (52, 3)], (52, 6), "finished", 0),
    "both fall back": ("cinquantuno", [(51, 51)], (0, 0), "in_progress", None),
    "a drawn tie": ({"tie_rule": "draw"}, [(53, 53)], (53, 53), "finished", None),
    "one hand": ({"single_hand": True}, [(5, 4)], (5, 4), "finished", 0),
    "one hand tied plays on": ({"single_hand": True}, [(5, 5)], (5, 5), "in_progress", None),
    "target 0 ends with the first hand": ({"target_score": 0}, [(1, 0)], (1, 0), "finished", 0),
    "no hands": ("sbiro", [], (0, 0), "in_progress", None),
}


@pytest.mark.parametrize(("ruleset", "played", "totals", "status", "winner"), ENDS.values(), ids=ENDS)
def test_the_end_of_a_match(
    ruleset: Any, played: list[tuple[int, ...]], totals: tuple[int, ...], status: str, winner: int | None
) -> None:
    state = match_state(hands(*played), read_ruleset(ruleset), len(totals))
    assert (state.totals, state.status, state.winner) == (totals, status, winner)
    assert state.finished_at == (len(played) - 1 if status == "finished" else None)


def row(**points: int) -> SideScore:
    names = SideScore._fields[:-1]
    values = [points.get(name, 0) for name in names]
    return SideScore(*values, total=sum(values))


COUNT_OUT: dict[str, tuple[tuple[int, int], SideScore, SideScore, str, int | None]] = {
    "carte are told before scope": ((50, 50), row(carte=1, settebello=1), row(scope=2), "finished", 0),
    "denari before primiera": ((50, 50), row(primiera=3), row(denari=3), "finished", 1),
    "who stands higher needs less": ((50, 45), row(cappotto=5), row(scope=10), "finished", 1),
    "buone before the dealer's bonus": ((49, 49), row(dealer=2), row(buone=2), "finished", 1),
    "the piccola before the grande": ((46, 46), row(grande=5), row(piccola=5), "finished", 1),
    "both at once are inseparable": ((50, 50), row(scope=1), row(scope=1), "in_progress", None),
}


@pytest.mark.parametrize(("before", "one", "two", "status", "winner"), COUNT_OUT.values(), ids=COUNT_OUT)
def test_a_tie_counted_out_in_order(
    before: tuple[int, int], one: SideScore, two: SideScore, status: str, winner: int | None
) -> None:
    rules = read_ruleset({"tie_rule": "count_out_order"})
    last = HandResult((one.total, two.total), (one, two))
    state = match_state([HandResult(before), last], rules, 2)
    assert state.totals[0] == state.totals[1]
    assert (state.status, state.winner) == (status, winner)


def test_counting_out_needs_the_breakdown() -> None:
    with pytest.raises(EngineError) as no:
        match_state(hands((53, 53)), read_ruleset({"tie_rule": "count_out_order"}), 2)
    assert (no.value.code, no.value.more["hand"]) == ("bad_request", 0)


def test_a_hand_can_win_the_match_by_itself() -> None:
    state = match_state([HandResult((13, 1), wins_match=1), HandResult((1, 1))], SBIRO, 2)
    assert (state.status, state.winner, state.finished_at, state.after_end) == ("finished", 1, 0, (1,))


def test_a_win_is_known_even_where_the_points_are_not() -> None:
    state = match_state([HandResult((4, 4)), HandResult(None, wins_match=0)], SBIRO, 2)
    assert (state.status, state.winner, state.totals) == ("finished", 0, (4, 4))


def test_a_match_does_not_end_on_or_after_an_unknown_hand() -> None:
    state = match_state([HandResult(None), HandResult((60, 3)), HandResult((0, 0), wins_match=1)], SBIRO, 2)
    assert (state.status, state.unknown, state.totals) == ("in_progress", (0,), (60, 3))


def test_hands_after_the_end_are_named_and_not_counted() -> None:
    state = match_state(hands((51, 3), (9, 9), (9, 9)), SBIRO, 2)
    assert (state.totals, state.after_end) == ((51, 3), (1, 2))
    with pytest.raises(EngineError) as no:
        answer("match", {"sides": 2, "hands": [{"totals": [51, 3]}, {"totals": [9, 9]}, {"totals": [9, 9]}]})
    assert (no.value.code, no.value.more["hand"]) == ("match_finished", 1)


# -- a series (9.4)


def test_each_game_of_a_series_starts_at_nothing() -> None:
    rules = read_ruleset({"best_of": 3})
    state = series_state(hands((51, 40), (10, 11)), rules, 2)
    assert [game.totals for game in state.games] == [(51, 40), (10, 11)]
    assert (state.wins, state.status, state.totals) == ((1, 0), "in_progress", (10, 11))


def test_two_games_of_three_win_the_series() -> None:
    state = series_state(hands((51, 40), (3, 55), (60, 2), (1, 1)), read_ruleset({"best_of": 3}), 2)
    assert (state.wins, state.status, state.winner, state.finished_at) == ((2, 1), "finished", 0, 2)
    assert state.after_end == (3,)


def test_a_cappotto_wins_one_game_not_the_series() -> None:
    # L16.
    first = HandResult((17, 4), wins_match=0)
    state = series_state([HandResult((3, 9)), first, HandResult((2, 3))], read_ruleset({"best_of": 3}), 2)
    assert (state.wins, state.status, state.totals) == ((1, 0), "in_progress", (2, 3))


def test_a_series_of_draws_has_no_winner() -> None:
    rules = read_ruleset({"best_of": 3, "tie_rule": "draw"})
    state = series_state(hands((53, 53), (53, 53), (53, 53)), rules, 2)
    assert (state.status, state.winner, state.wins) == ("finished", None, (0, 0))


def test_one_win_and_two_draws_win_the_series() -> None:
    rules = read_ruleset({"best_of": 3, "tie_rule": "draw"})
    state = series_state(hands((53, 53), (2, 53), (53, 53)), rules, 2)
    assert (state.status, state.winner) == ("finished", 1)


def test_a_series_does_not_go_past_an_unknown_hand() -> None:
    state = series_state([HandResult(None), *hands((51, 0), (51, 0))], read_ruleset({"best_of": 3}), 2)
    assert (state.wins, state.status, state.unknown) == ((0, 0), "in_progress", (0,))


def test_a_game_of_a_series_counts_its_hands_from_the_start() -> None:
    state = series_state(hands((51, 0), (1, 0), (51, 0)), read_ruleset({"best_of": 3}), 2)
    assert [game.finished_at for game in state.games] == [0, 2]


# -- laws

points = st.integers(0, 40)
rulesets = st.sampled_from(
    [
        read_ruleset({"target_rule": target, "tie_rule": tie, "single_hand": single, "best_of": best})
        for target in ("reach", "exceed", "exceed_exact_resets")
        for tie in ("extra_hand", "draw")
        for single in (False, True)
        for best in (1, 3)
    ]
)
played = st.lists(
    st.builds(HandResult, st.none() | st.tuples(points, points), st.none(), st.sampled_from([None, None, None, 0, 1])),
    max_size=12,
)


@given(played, rulesets)
def test_any_prefix_gives_the_state_at_that_time(given_hands: list[HandResult], rules: Ruleset) -> None:
    state = MatchState((0, 0))
    for number, hand in enumerate(given_hands):
        assert match_state(given_hands[:number], rules, 2) == state
        state = next_state(state, hand, rules)


@given(played, rulesets)
def test_what_comes_after_the_end_changes_nothing(given_hands: list[HandResult], rules: Ruleset) -> None:
    whole = series_state(given_hands, rules, 2)
    if whole.finished_at is None:
        assert whole.winner is None
    else:
        short = series_state(given_hands[: whole.finished_at + 1], rules, 2)
        assert (short.games, short.winner, short.status) == (whole.games, whole.winner, "finished")
        assert whole.after_end == tuple(range(whole.finished_at + 1, len(given_hands)))


@given(played, rulesets)
def test_the_sides_can_change_places(given_hands: list[HandResult], rules: Ruleset) -> None:
    mirrored = [
        HandResult(
            None if hand.totals is None else hand.totals[::-1],
            None,
            None if hand.wins_match is None else 1 - hand.wins_match,
        )
        for hand in given_hands
    ]
    one, two = match_state(given_hands, rules, 2), match_state(mirrored, rules, 2)
    assert one.totals == two.totals[::-1]
    assert one.winner == (None if two.winner is None else 1 - two.winner)
    assert one.finished_at == two.finished_at


SHAPES: dict[str, Any] = {
    "no sides": {"hands": []},
    "four sides": {"sides": 4, "hands": []},
    "sides are true": {"sides": True, "hands": []},
    "no hands": {"sides": 2},
    "hands are an object": {"sides": 2, "hands": {}},
    "a hand is null": {"sides": 2, "hands": [None]},
    "an empty hand": {"sides": 2, "hands": [{}]},
    "three totals of two": {"sides": 2, "hands": [{"totals": [1, 2, 3]}]},
    "a total as text": {"sides": 2, "hands": [{"totals": ["1", 2]}]},
    "a negative total": {"sides": 2, "hands": [{"totals": [-1, 2]}]},
    "no such winner": {"sides": 2, "hands": [{"totals": [1, 2], "wins_match": 2}]},
    "a row without a category": {"sides": 2, "hands": [{"sides": [{"total": 1}, {"total": 2}]}]},
    "totals that are not the rows'": {
        "sides": 2,
        "hands": [{"totals": [1, 2], "sides": [row(carte=1)._asdict(), row(carte=1)._asdict()]}],
    },
}


@pytest.mark.parametrize("case", SHAPES.values(), ids=SHAPES)
def test_a_wrong_shape_is_a_bad_request(case: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as no:
        answer("match", case)
    assert no.value.code == "bad_request"


POINTS = st.integers(0, 30)


@given(st.lists(st.tuples(POINTS, POINTS, POINTS), max_size=6), st.sampled_from([2, 3]))
def test_time_ends_a_match_for_whoever_leads_and_changes_nothing_else(told: list[tuple[int, ...]], sides: int) -> None:
    rules = read_ruleset({"preset": "sbiro", "target_score": 500})
    played = [row[:sides] for row in told]
    before = series_state([HandResult(row) for row in played], rules, sides)
    after = cut_state(before)
    if not played:
        assert after == before
        return
    totals = [sum(column) for column in zip(*played, strict=True)]
    leaders = [side for side in range(sides) if totals[side] == max(totals)]
    assert (after.status, after.cut) == ("finished", True)
    assert after.winner == (leaders[0] if len(leaders) == 1 else None)
    assert (after.games, after.wins, after.totals) == (before.games, before.wins, tuple(totals))
    assert cut_state(after) == after


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param([HandResult((51, 20))], id="over by its hands"),
        pytest.param([HandResult((30, 20)), HandResult(None)], id="a hand is not known"),
        pytest.param([HandResult(None, None, 1)], id="a cappotto was claimed"),
    ],
)
def test_time_does_not_end_what_is_over_or_not_known(hands: list[HandResult]) -> None:
    state = series_state(hands, PRESETS["sbiro"], 2)
    assert cut_state(state) == state


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        pytest.param([(51, 3), (0, 40)], 0, id="more games outweigh the game in play"),
        pytest.param([(51, 3), (3, 51), (5, 9)], 1, id="level games: the game in play"),
        pytest.param([(51, 3), (3, 51)], None, id="level games and nothing in play"),
    ],
)
def test_of_a_series_time_asks_for_games_first(totals: list[tuple[int, int]], winner: int | None) -> None:
    rules = read_ruleset({"preset": "sbiro", "best_of": 5})
    state = cut_state(series_state([HandResult(row) for row in totals], rules, 2))
    assert (state.status, state.winner, state.cut) == ("finished", winner, True)
