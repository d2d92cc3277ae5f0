"""Say exactly how likely the gifts of the cards are under a ruleset: buone, the dealer's bonus, a redeal.

Every opening table and every hand of three is counted, cards that the rules do not tell apart together. Source:
RULES 2.4, 5 to 7; RATINGS 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, sqrt

from scoring.engine.cards import BIT, RANK_MASK, card_bits
from scoring.engine.declarations import buona_readings
from scoring.engine.hand_buone import Worth
from scoring.engine.rulesets import Ruleset
from scoring.engine.table import opening

HAND = 3
PLAYED = ("play", "dealer_bonus")
"""Outcomes of an opening table after which the hand is played: a valid table."""

Kinds = tuple[int, ...]
"""How many cards of each kind are drawn, in the order of the kinds."""


@dataclass(frozen=True, slots=True)
class Chances:
    """Hold the exact chances under one ruleset; all but `redeal` and `dealer_wins_match` are for valid tables.

    `barsega` and `decino` are those of a hand of three cards, read as the declaration with most points; `any_buona`
    also counts a grande in hand. `buone_mean` and `buone_variance` are points of one hand of three. `bonus` is the
    chance of each dealer's bonus by its scope; `bonus_mean` and `bonus_variance` are scope a hand.
    """

    redeal: Fraction
    dealer_wins_match: Fraction
    barsega: Fraction
    decino: Fraction
    any_buona: Fraction
    buone_mean: Fraction
    buone_variance: Fraction
    bonus: Mapping[int, Fraction]
    bonus_mean: Fraction
    bonus_variance: Fraction

    @property
    def buone_sd(self) -> float:
        """Return the standard deviation of the points of one hand of three."""
        return sqrt(self.buone_variance)

    @property
    def bonus_sd(self) -> float:
        """Return the standard deviation of the dealer's scope a hand."""
        return sqrt(self.bonus_variance)

    def luck(self, points: int, deals: int) -> float:
        """Return the luck index of a player who marked `points` for buone in `deals` deals of three (RATINGS 4).

        0 is what the cards give on average; 2 is more than 97 of 100 such players have.
        """
        if not deals or not self.buone_variance:
            return 0.0
        return float((points - self.buone_mean * deals) / (Fraction(self.buone_sd) * Fraction(sqrt(deals))))


@lru_cache(maxsize=256)
def chances(rules: Ruleset) -> Chances:
    """Return the chances under `rules`, counted once for each ruleset."""
    kinds = _kinds(rules)
    sizes = [len(kind) for kind in kinds]
    tables = [(drawn, opening(_cards(drawn, kinds), rules)) for drawn in _draws(sizes, rules.table_cards)]
    everything = comb(40, rules.table_cards)
    ways = dict.fromkeys(("redeal", "dealer_wins_match"), 0)
    bonus: dict[int, int] = {}
    valid: list[Kinds] = []
    for drawn, judged in tables:
        count = _ways(drawn, sizes)
        if judged.outcome in PLAYED:
            valid.append(drawn)
            bonus[judged.scope] = bonus.get(judged.scope, 0) + count
        else:
            ways[judged.outcome] += count
    total = sum(bonus.values())
    hands = _judged_hands(kinds, sizes, valid, rules)
    dealt = total * comb(40 - rules.table_cards, HAND)
    points: dict[int, int] = {}
    named = {"barsega": 0, "decino": 0, "any": 0}
    for worth, count in hands:
        points[worth.points] = points.get(worth.points, 0) + count
        named["any"] += count
        if "decino" in worth.kinds:
            named["decino"] += count
        elif "barsega" in worth.kinds:
            named["barsega"] += count
    buone_mean, buone_variance = _moments(points, dealt)
    bonus_mean, bonus_variance = _moments(bonus, total)
    return Chances(
        redeal=Fraction(ways["redeal"], everything),
        dealer_wins_match=Fraction(ways["dealer_wins_match"], everything),
        barsega=Fraction(named["barsega"], dealt),
        decino=Fraction(named["decino"], dealt),
        any_buona=Fraction(named["any"], dealt),
        buone_mean=buone_mean,
        buone_variance=buone_variance,
        bonus={scope: Fraction(count, total) for scope, count in sorted(bonus.items()) if scope},
        bonus_mean=bonus_mean,
        bonus_variance=bonus_variance,
    )


def _kinds(rules: Ruleset) -> tuple[tuple[int, ...], ...]:
    """Return the cards that the rules of tables and buone do not tell apart, as lists of bits."""
    apart = [rules.matta_bit] if rules.matta_bit else []
    if rules.grande_in_hand_points:
        apart += [BIT["JD"], BIT["QD"], BIT["KD"]]
    alone = sum(apart)
    return (*((bit,) for bit in apart), *(tuple(card_bits(cards & ~alone)) for cards in RANK_MASK.values()))


def _draws(sizes: Sequence[int], count: int) -> Iterator[Kinds]:
    """Yield every way to draw `count` cards, told by how many of each kind."""
    if not sizes:
        if not count:
            yield ()
        return
    for drawn in range(min(sizes[0], count) + 1):
        for others in _draws(sizes[1:], count - drawn):
            yield (drawn, *others)


def _ways(drawn: Kinds, sizes: Sequence[int]) -> int:
    ways = 1
    for some, size in zip(drawn, sizes, strict=True):
        ways *= comb(size, some)
    return ways


def _cards(drawn: Kinds, kinds: Sequence[Sequence[int]]) -> int:
    return sum(sum(kind[:some]) for some, kind in zip(drawn, kinds, strict=True))


def _judged_hands(
    kinds: Sequence[Sequence[int]], sizes: Sequence[int], tables: Sequence[Kinds], rules: Ruleset
) -> Iterator[tuple[Worth, int]]:
    """Yield each buona at its best, with how many pairs of such a hand and a valid table there are."""
    for drawn in _draws(sizes, HAND):
        readings = buona_readings(_cards(drawn, kinds), rules)
        if not readings:
            continue
        best = max((worth for _, worth in readings), key=lambda worth: worth.points)
        left = [size - some for size, some in zip(sizes, drawn, strict=True)]
        yield best, _ways(drawn, sizes) * sum(_ways(table, left) for table in tables)


def _moments(counts: Mapping[int, int], total: int) -> tuple[Fraction, Fraction]:
    """Return mean and variance of values that occur `counts[value]` times of `total`, 0 in all other cases."""
    mean = Fraction(sum(value * count for value, count in counts.items()), total)
    square = Fraction(sum(value * value * count for value, count in counts.items()), total)
    return mean, square - mean * mean
