"""RATINGS 4: how likely the gifts of the cards are, exactly; and how likely a side is to win from a score."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from scoring.engine.cards import cards_mask
from scoring.engine.chances import chances
from scoring.engine.chances_win import HandPoints, closed_form, hand_points, win_chance
from scoring.engine.rulesets import PRESETS, read_ruleset
from scoring.engine.table import opening

SBIRO = PRESETS["sbiro"]


def test_the_fractions_of_ratings_4_come_out_exactly() -> None:
    told = chances(SBIRO)
    assert told.barsega == Fraction(5028859, 52041675)
    assert told.decino == Fraction(70564, 7434525)
    assert told.redeal == Fraction(785, 18278)
    assert told.bonus == {1: Fraction(5624, 87465), 2: Fraction(4653, 87465)}


def test_the_rounded_figures_of_ratings_4_come_out() -> None:
    told = chances(SBIRO)
    assert round(float(told.any_buona), 6) == 0.106123
    assert round(float(told.buone_mean), 6) == 0.384808
    assert round(told.buone_sd, 6) == 1.292573
    assert round(float(told.bonus_mean), 5) == 0.17070
    assert round(told.bonus_sd, 3) == 0.498


def test_without_a_matta_the_gifts_are_fewer() -> None:
    told = chances(read_ruleset({"matta_card": None}))
    assert round(float(told.barsega), 6) == 0.078138
    assert round(float(told.decino), 6) == 0.004040
    assert round(float(told.buone_mean), 6) == 0.274815
    assert round(told.buone_sd, 6) == 1.015736


@pytest.mark.proof
@pytest.mark.parametrize("preset", ["sbiro", "luzzati", "molassana", "laspezia"])
def test_every_opening_table_counted_one_by_one_gives_the_same(preset: str) -> None:
    rules = PRESETS[preset]
    counts: dict[tuple[str, int], int] = {}
    for cards in combinations(range(40), rules.table_cards):
        judged = opening(sum(1 << card for card in cards), rules)
        key = judged.outcome, judged.scope
        counts[key] = counts.get(key, 0) + 1
    told = chances(rules)
    everything = comb(40, rules.table_cards)
    valid = sum(count for (outcome, _), count in counts.items() if outcome in ("play", "dealer_bonus"))
    assert told.redeal == Fraction(counts.get(("redeal", 0), 0), everything)
    assert told.dealer_wins_match == Fraction(counts.get(("dealer_wins_match", 0), 0), everything)
    assert told.bonus == {
        scope: Fraction(count, valid) for (outcome, scope), count in counts.items() if outcome == "dealer_bonus"
    }


def test_luck_is_nought_at_the_mean_and_one_at_a_standard_deviation() -> None:
    told = chances(SBIRO)
    assert abs(told.luck(38, 100)) < 0.05
    assert abs(told.luck(round(0.384808 * 900 + 1.292573 * 30), 900) - 1) < 0.02
    assert told.luck(0, 0) == 0.0


# RATINGS 3.2: chance of the first of two scores, mean over the dealer, with the tolerance of simulated hands.
WIN_CHANCES = [
    (0, 0, 0.500),
    (10, 0, 0.687),
    (20, 0, 0.849),
    (20, 10, 0.709),
    (30, 0, 0.951),
    (30, 20, 0.740),
    (40, 20, 0.928),
    (40, 30, 0.791),
    (45, 40, 0.698),
    (50, 40, 0.869),
    (50, 45, 0.710),
]


@pytest.mark.parametrize(("ahead", "behind", "expected"), WIN_CHANCES)
def test_the_chance_to_win_from_a_score_is_near_the_known_table(ahead: int, behind: int, expected: float) -> None:
    mean = (win_chance(SBIRO, (ahead, behind), 0) + win_chance(SBIRO, (ahead, behind), 1)) / 2
    assert abs(mean - expected) < 0.015


@pytest.mark.parametrize(("ahead", "behind", "expected"), [case for case in WIN_CHANCES if case[0] < 45])
def test_the_closed_form_is_near_the_known_table_too(ahead: int, behind: int, expected: float) -> None:
    assert abs(closed_form(ahead - behind, ahead, behind, 51) - expected) < 0.04


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_chances_of_the_two_sides_add_up_and_a_lead_never_hurts(preset: str, seats: int) -> None:
    rules = PRESETS[preset]
    chance = [win_chance(rules, (score, 20), 0, seats) for score in (0, 10, 20, 30, 40)]
    assert chance == sorted(chance)
    assert all(0 < one < 1 for one in chance)
    assert win_chance(rules, (30, 20), 0, seats) + win_chance(rules, (20, 30), 1, seats) == pytest.approx(1)


@pytest.mark.parametrize("preset", [name for name, rules in PRESETS.items() if {2, 4} & set(rules.players)])
def test_the_shipped_hands_of_a_preset_are_whole(preset: str) -> None:
    for seats in {2, 4} & set(PRESETS[preset].players):
        known = hand_points(PRESETS[preset], seats)
        assert known is not None
        assert sum(chance for *_, chance in known.points) + sum(known.wins) == pytest.approx(1)


def test_another_target_uses_the_same_hands() -> None:
    to_31 = read_ruleset({"target_score": 31})
    assert hand_points(to_31, 2) == hand_points(SBIRO, 2)
    assert win_chance(to_31, (20, 10), 0) > win_chance(SBIRO, (20, 10), 0)


def test_house_rules_that_change_a_hand_fall_back_on_the_closed_form() -> None:
    rules = read_ruleset({"low_hand_points": 1})
    assert hand_points(rules, 2) is None
    assert win_chance(rules, (20, 20), 0) == 0.5


CERTAIN = HandPoints.counted([(10, 0, 1)])
"""Every dealer marks ten, the other nothing."""


def test_a_chance_is_worked_out_from_the_end_backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.engine.chances_win._shipped", lambda: {"sbiro/2": CERTAIN})
    rules = read_ruleset({"target_score": 20})
    assert win_chance(rules, (0, 0), 0) == 1.0
    assert win_chance(rules, (0, 10), 0) == 0.0
    assert win_chance(rules, (0, 10), 1) == 0.0
    assert win_chance(rules, (10, 10), 1) == 0.0


def test_cards_of_a_table_are_told_apart_only_where_the_rules_do() -> None:
    assert opening(cards_mask(["2D", "3C", "4S", "6H"]), SBIRO) == opening(cards_mask(["2H", "3S", "4D", "6C"]), SBIRO)
