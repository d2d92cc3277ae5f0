"""Say under which presets another side would have been ahead in a match whose hands are known card by card."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine import PRESETS, CountedHand, HandResult, Ruleset, cut_state, score_hand, series_state
from scoring.engine.explain_compare import preset_scores


def presets_turned(own: Ruleset, seat_sides: Sequence[int], hands: Sequence[CountedHand]) -> dict[str, bool]:
    """Return for every other preset that can count all hands whether another side would lead or have won by it.

    Nothing for a match that is level by its own rules.
    """
    if not hands:
        return {}
    sides, seats = max(seat_sides) + 1, len(seat_sides)
    ahead = match_leader([HandResult.of(score_hand(hand, own)) for hand in hands], own, sides)
    if ahead is None:
        return {}
    scores = [preset_scores(hand, seats) for hand in hands]
    common = [preset for preset in PRESETS if preset != own.preset and all(preset in told for told in scores)]
    return {
        preset: match_leader([HandResult.of(told[preset]) for told in scores], PRESETS[preset], sides)
        not in (ahead, None)
        for preset in common
    }


def match_leader(results: Sequence[HandResult], rules: Ruleset, sides: int) -> int | None:
    """Return the side that has won a match of these hands, or leads in it, first by games; None where it is level."""
    return cut_state(series_state(results, rules, sides)).winner
