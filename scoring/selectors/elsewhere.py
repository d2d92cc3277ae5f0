"""Count recorded hands under the rules of other houses: the same cards, another total, sometimes another winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine import (
    PRESETS,
    Comparison,
    CountedHand,
    EngineError,
    HandResult,
    Ruleset,
    compare_presets,
    read_entry,
    read_ruleset,
    score_hand,
    series_state,
)
from scoring.engine.entry_cards import CardsEntry
from scoring.engine.explain_compare import leader
from scoring.presets_turned import match_leader
from scoring.words.rules import preset_name


@dataclass(frozen=True, slots=True)
class HandElsewhere:
    """Hold what one hand is worth under another preset; `turned`: another side has most points there."""

    preset: str
    totals: tuple[int, ...]
    sentence: str
    turned: bool


@dataclass(frozen=True, slots=True)
class MatchElsewhere:
    """Hold where a match would stand under another preset.

    `turned`: another side would lead or have won; `same`: neither points nor end differ from what was played.
    """

    name: str
    totals: tuple[int, ...]
    outcome: str
    turned: bool
    same: bool

    @property
    def score(self) -> str:
        """Return the totals as they are read."""
        return " : ".join(str(total) for total in self.totals)


def match_elsewhere(
    ruleset: Mapping[str, Any], seat_sides: Sequence[int], entries: Sequence[Mapping[str, Any]], *, cut: bool = False
) -> tuple[list[list[HandElsewhere]], list[MatchElsewhere]]:
    """Return, for each hand and for the whole match, what other presets make of it.

    Told of a hand only where the totals differ, of a match only when all its hands were entered card by
    card: counts and points do not say enough. `entries` are the bodies of CONTRACT 2 in order; `cut`: time ended it.
    """
    own = read_ruleset(ruleset)
    counted = [_counted(entry, seat_sides) for entry in entries]
    by_hand: list[list[HandElsewhere]] = []
    results: dict[str, list[HandResult]] = {preset: [] for preset in PRESETS if preset != own.preset}
    for hand in counted:
        compared = {} if hand is None else _compared(hand, own, len(seat_sides))
        best = None if hand is None else leader(score_hand(hand, own))
        by_hand.append([_hand_line(row, best) for row, differs in compared.values() if differs])
        for preset in list(results):
            if preset in compared:
                results[preset].append(HandResult.of(compared[preset][0].score))
            else:
                del results[preset]
    hands = [hand for hand in counted if hand is not None]
    if not hands or len(hands) < len(counted):
        return by_hand, []
    sides = max(seat_sides) + 1
    played = [HandResult.of(score_hand(hand, own)) for hand in hands]
    return by_hand, [_match_line(preset, scores, sides, played, own, cut) for preset, scores in results.items()]


def _counted(entry: Mapping[str, Any], seat_sides: Sequence[int]) -> CountedHand | None:
    read = read_entry(entry, seat_sides)
    return read.facts.counted(read.seating) if isinstance(read.facts, CardsEntry) else None


def _compared(hand: CountedHand, own: Ruleset, seats: int) -> dict[str, tuple[Comparison, bool]]:
    try:
        comparisons = compare_presets(hand, own, seats)
    except EngineError:
        return {}
    return {
        row.preset: (row, any(difference.category == "total" for difference in row.differences))
        for row in comparisons
        if row.preset != own.preset
    }


def _hand_line(row: Comparison, own: int | None) -> HandElsewhere:
    turned = None not in (row.leader, own) and row.leader != own
    told = _("%(rules)s: %(points)s, the hand turns.") if turned else _("%(rules)s: %(points)s.")
    points = _(" to ").join(str(total) for total in row.score.totals)
    return HandElsewhere(
        row.preset, row.score.totals, told % {"rules": preset_name(row.preset), "points": points}, turned
    )


def _match_line(
    preset: str, results: Sequence[HandResult], sides: int, played: Sequence[HandResult], own: Ruleset, cut: bool
) -> MatchElsewhere:
    rules = PRESETS[preset]
    state, here = series_state(results, rules, sides), series_state(played, own, sides)
    ahead = match_leader(played, own, sides)
    turned = ahead is not None and match_leader(results, rules, sides) not in (ahead, None)
    same = (state.totals, state.winner, state.finished_at) == (here.totals, here.winner, here.finished_at)
    if state.winner is not None and state.finished_at is not None:
        told = _("the other side wins, with hand %(n)s") if turned else _("same winner, with hand %(n)s")
        outcome = told % {"n": state.finished_at + 1}
    elif cut:
        outcome = _("the other side wins by time") if turned else _("same winner by time")
    else:
        outcome = _("the other side leads") if turned else _("up to %(n)s, goes on") % {"n": rules.target_score}
    return MatchElsewhere(preset_name(preset), state.totals, outcome, turned, same)
