"""Faults that other counting programs have (edge cases K) and that this engine must not have."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine.entry import read_entry, score_entry
from scoring.engine.errors import EngineError
from scoring.engine.hand_deck import deck_tables, primiera_of, sole_most
from scoring.engine.match import HandResult, match_state, series_state
from scoring.engine.operations import answer
from scoring.engine.rulesets import PRESETS, read_ruleset
from tests.engine.piles import mask, three_sides, two_sides

SBIRO = PRESETS["sbiro"]
TABLES = deck_tables(SBIRO)


def points(case: dict[str, Any], category: str, ruleset: Any = "sbiro") -> list[int]:
    return [side[category] for side in answer("score", {**case, "ruleset": ruleset})["sides"]]


def totals(*hands: tuple[int, ...], ruleset: Any = "sbiro") -> tuple[tuple[int, ...], str, int | None]:
    state = match_state([HandResult(hand) for hand in hands], read_ruleset(ruleset), len(hands[0]))
    return state.totals, state.status, state.winner


def test_fifty_one_is_enough() -> None:
    assert totals((51, 0)) == ((51, 0), "finished", 0)


def test_a_total_above_a_hundred_stays_what_it_is() -> None:
    assert totals((99, 40), (5, 3), ruleset={"target_score": 200}) == ((104, 43), "in_progress", None)


def test_an_exact_target_does_not_fall_back_unless_the_house_says_so() -> None:
    assert totals((51, 12))[0] == (51, 12)
    assert totals((51, 12), ruleset="cinquantuno")[0] == (0, 12)


def test_a_tie_is_no_loss_and_no_gift() -> None:
    assert totals((55, 55)) == ((55, 55), "in_progress", None)


def test_a_tie_of_two_does_not_put_the_third_out() -> None:
    assert totals((52, 52, 40), (1, 1, 20)) == ((53, 53, 60), "finished", 2)


def test_every_side_can_win_not_only_the_first() -> None:
    assert totals((3, 60)) == ((3, 60), "finished", 1)


def test_an_ace_is_sixteen_and_a_figure_ten() -> None:
    assert primiera_of(mask("AH AD AC AS"), TABLES) == 64
    assert primiera_of(mask("JH QD KC JS"), TABLES) == 40


def test_three_sevens_do_not_beat_four_suits() -> None:
    assert sole_most([primiera_of(mask("7H 7D 7C"), TABLES), primiera_of(mask("JH QD KC JS"), TABLES)]) == 1


def test_small_cards_fill_a_suit_too() -> None:
    # 7 7 7 4 is 77 and beats four aces.
    assert primiera_of(mask("7H 7D 7C 4S"), TABLES) == 77


def test_seventy_eight_are_not_needed() -> None:
    assert sole_most([primiera_of(mask("7H 7D 6C 5S"), TABLES), primiera_of(mask("7C 7S 6H 3D"), TABLES)]) == 0


def test_two_tied_for_the_most_do_not_both_have_the_point() -> None:
    case = three_sides("AH 2H 3H 4H 5H 6H 7H JH QH KH AC 2C 3C 4C", "AS 2S 3S 4S 5S 6S 7S JS QS KS 5C 6C 7C JC")
    assert points(case, "carte") == [0, 0, 0]


def test_twenty_one_and_six_are_not_needed_with_three_sides() -> None:
    case = three_sides("AD 2D 3D 5D AH 2H 3H 4H 5H 6H 7H JH QH KH", "4D 6D 7D AC 2C 3C 4C 5C 6C 7C JC QC KC")
    assert points(case, "carte") == [1, 0, 0]
    assert points(case, "denari") == [1, 0, 0]


def test_a_piccola_does_not_score_one_or_two() -> None:
    assert points(two_sides("AD 2D"), "piccola") == [0, 0]
    assert points(two_sides("AD"), "piccola") == [0, 0]


def test_a_piccola_does_not_jump_a_gap() -> None:
    assert points(two_sides("AD 2D 3D 5D 6D"), "piccola") == [3, 0]


def test_a_piccola_does_not_run_into_the_figures() -> None:
    case = two_sides("AD 2D 3D 4D 5D 6D 7D JD QD")
    assert points(case, "piccola") == [6, 0]
    assert points(case, "piccola", "wikipedia") == [7, 0]


def test_a_grande_is_five_not_three() -> None:
    assert points(two_sides("JD QD KD"), "grande") == [5, 0]


def test_scales_are_of_denari_not_of_hearts() -> None:
    case = two_sides("AH 2H 3H JH QH KH")
    assert points(case, "piccola") == [0, 6]
    assert points(case, "grande") == [0, 5]
    assert points(case, "denari") == [0, 1]


def test_the_settebello_is_with_who_took_it() -> None:
    assert points(two_sides("7D"), "settebello") == [1, 0]
    assert points(two_sides("7C"), "settebello") == [0, 1]


def test_re_bello_is_off_unless_the_house_has_it() -> None:
    assert points(two_sides("KD"), "re_bello") == [0, 0]


def test_a_cappotto_wins_the_match_and_adds_no_thousand() -> None:
    told = answer("score", two_sides("AD 2D 3D 4D 5D 6D 7D JD QD KD"))
    assert (told["wins_match"], told["sides"][0]["cappotto"]) == (0, 0)


@pytest.mark.parametrize("place", range(3))
def test_the_matta_counts_wherever_it_is_held(place: int) -> None:
    shown = ["3D", "5C"]
    shown.insert(place, "7H")
    case = two_sides("KD 7S", buone=[{"cards": shown, "matta_as": "A"}])
    assert points(case, "buone") == [3, 0]


def test_one_matta_is_not_two_values() -> None:
    case = two_sides("KD 7S", buone=[{"cards": ["4D", "4C", "7H"], "matta_as": "4"}])
    assert points(case, "buone") == [10, 0]
    assert points(case, "buone", {"low_triple": "sum_both"}) == [10, 0]


def test_the_matta_is_the_seven_of_hearts_not_of_clubs() -> None:
    case = two_sides("KD 7S", buone=[{"cards": ["4D", "4C", "7C"], "matta_as": "4"}])
    with pytest.raises(EngineError) as no:
        answer("score", case)
    assert no.value.code == "matta_not_held"


def test_figures_count_eight_nine_and_ten_in_a_low_sum() -> None:
    case = two_sides("KD 7S", buone=[{"cards": ["AS", "JC", "AC"], "matta_as": None}])
    with pytest.raises(EngineError) as no:
        answer("score", case)
    assert no.value.code == "not_a_buona"


def test_both_sides_cannot_have_what_is_one_sides() -> None:
    for name, value in (("carte", 1), ("denari", 1), ("settebello", 1), ("primiera", 1), ("piccola", 3), ("grande", 5)):
        sides = [{"settebello": 1, name: value}, {name: value}]
        with pytest.raises(EngineError) as no:
            score_entry(read_entry({"number": 1, "dealer_seat": 0, "mode": "points", "sides": sides}, (0, 1)), SBIRO)
        assert no.value.code == "both_sides"


def test_a_hand_corrected_late_moves_everything_after_it() -> None:
    # L03: hand 2 is edited after hand 4 of a series of three games.
    rules = read_ruleset({"best_of": 3})
    hands = [HandResult((30, 20)), HandResult((20, 31)), HandResult((10, 5)), HandResult((60, 2))]
    before = series_state(hands, rules, 2)
    # 50-51, then 70-7, then the third game has not begun.
    assert [game.totals for game in before.games] == [(50, 51), (70, 7), (0, 0)]
    assert (before.status, before.wins) == ("in_progress", (1, 1))
    hands[1] = HandResult((21, 20))
    after = series_state(hands, rules, 2)
    assert [game.totals for game in after.games] == [(51, 40), (70, 7)]
    assert (after.status, after.winner, after.wins) == ("finished", 0, (2, 0))


def test_hands_are_kept_after_a_win() -> None:
    state = match_state([HandResult((1, 0))] * 55, SBIRO, 2)
    assert (state.finished_at, state.hands, len(state.after_end)) == (50, 55, 4)
