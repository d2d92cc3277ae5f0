"""Tell what one hand would have been worth under other house rules.

Source: RULES 9.6, 10.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from scoring.engine.cards import cards_list
from scoring.engine.errors import EngineError
from scoring.engine.hand import CATEGORIES, CountedHand, HandScore, score_piles
from scoring.engine.hand_bonus import bonus_scope
from scoring.engine.hand_buone import buona_worth
from scoring.engine.rulesets import PRESETS, Ruleset, check_players


class Difference(NamedTuple):
    """Hold what one side marks in one category, or in all (`total`), under the rules at hand and under others."""

    side: int
    category: str
    here: int
    there: int


class Comparison(NamedTuple):
    """Hold a hand's score under another preset, and what differs.

    `not_counted` are the cards of declarations and of the dealer's bonus that this preset does not know. `leader` is
    the side with the highest total or the win by this hand alone, None in a tie.
    """

    preset: str
    score: HandScore
    leader: int | None
    differences: tuple[Difference, ...]
    not_counted: tuple[tuple[str, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON-able data."""
        return {
            "preset": self.preset,
            "score": self.score.to_dict(),
            "leader": self.leader,
            "differences": [difference._asdict() for difference in self.differences],
            "not_counted": [list(cards) for cards in self.not_counted],
        }


def compare_presets(
    hand: CountedHand, rules: Ruleset, seats: int, presets: Mapping[str, Ruleset] = PRESETS
) -> list[Comparison]:
    """Score a hand under every preset that `seats` players can play, and compare with `rules`.

    What a preset does not know is left out there rather than refused: a declaration that is no buona, an opening
    table that is worth no bonus. Raises EngineError for a hand that `rules` refuse.
    """
    here = score_piles(hand, rules)
    return [
        Comparison(name, there, leader(there), tuple(_differences(here, there)), left_out)
        for name, there, left_out in _scored(hand, seats, presets)
    ]


def preset_scores(hand: CountedHand, seats: int, presets: Mapping[str, Ruleset] = PRESETS) -> dict[str, HandScore]:
    """Return a hand's score under every preset that `compare_presets` has, by name, without what differs."""
    return {name: score for name, score, _ in _scored(hand, seats, presets)}


def _scored(
    hand: CountedHand, seats: int, presets: Mapping[str, Ruleset]
) -> Iterator[tuple[str, HandScore, tuple[tuple[str, ...], ...]]]:
    plain = hand.dealer_side < 0 and not any(side.buone for side in hand.sides)
    for name, other in presets.items():
        if not _played_by(other, seats):
            continue
        try:
            known, left_out = (hand, ()) if plain else _as_known(hand, other)
            yield name, score_piles(known, other), left_out
        except EngineError:
            # Not with so many scope or declarations.
            continue


@lru_cache(maxsize=512)
def _played_by(rules: Ruleset, seats: int) -> bool:
    try:
        check_players(rules, seats)
    except EngineError:
        return False
    return True


def leader(score: HandScore) -> int | None:
    """Return the side that is ahead by this hand, None in a tie."""
    if score.wins_match is not None:
        return score.wins_match
    totals = score.totals
    return totals.index(max(totals)) if totals.count(max(totals)) == 1 else None


def _as_known(hand: CountedHand, rules: Ruleset) -> tuple[CountedHand, tuple[tuple[str, ...], ...]]:
    left_out: list[int] = []
    sides = []
    for side in hand.sides:
        kept = []
        for buona in side.buone:
            if buona_worth(buona, rules):
                kept.append(buona)
            else:
                left_out.append(buona.cards)
        sides.append(side._replace(buone=tuple(kept)))
    known = hand._replace(sides=tuple(sides))
    if hand.dealer_side >= 0 and not _bonus_known(hand, rules):
        left_out.append(hand.dealer_table)
        known = CountedHand(known.sides)
    return known, tuple(tuple(cards_list(cards)) for cards in left_out)


def _bonus_known(hand: CountedHand, rules: Ruleset) -> bool:
    if hand.dealer_table.bit_count() != rules.table_cards:
        return False
    held = not hand.dealer_matta_as or hand.dealer_table & rules.matta_bit
    return bool(held and bonus_scope(hand.dealer_table, hand.dealer_matta_as, rules))


def _differences(here: HandScore, there: HandScore) -> list[Difference]:
    return [
        Difference(side, category, ours, theirs)
        for side, (own, other) in enumerate(zip(here.sides, there.sides, strict=True))
        for category, ours, theirs in zip((*CATEGORIES, "total"), own, other, strict=True)
        if ours != theirs
    ]
