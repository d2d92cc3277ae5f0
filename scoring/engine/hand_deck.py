"""Compare piles: carte, denari, settebello, primiera, the two scales, re bello, cappotto.

What one suit of a pile is worth is looked up by its ten rank bits, in tables made once for a ruleset.
Source: RULES 1.3 and 8.1-8.7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from scoring.engine.cards import RANK_MASK, SUIT_BITS
from scoring.engine.hand_buone import declarations_limit
from scoring.engine.rulesets import Ruleset

NO_SUIT = -1000
"""The worth of a missing suit where it disqualifies: no sum of three other suits reaches 0 again."""
ALL_TEN = SUIT_BITS
PRIMIERA_VALUES = {
    "standard": (16, 12, 13, 14, 15, 18, 21, 10, 10, 10),
    "figures_10_9_8": (16, 12, 13, 14, 15, 18, 21, 8, 9, 10),
}
"""Primiera value of each rank A..K (RULES 1.3)."""
CAPPOTTO_POINTS = {"win_match": 0, "flat_60_opponent_zero": 60, "bonus_30": 30, "none": 0}
SEVENS, SIXES, ACES = RANK_MASK["7"], RANK_MASK["6"], RANK_MASK["A"]


@dataclass(frozen=True, slots=True)
class DeckTables:
    """Hold what the ten rank bits of a suit are worth under one ruleset, and its few numbers.

    `of_denari` holds a side's points as far as they follow from its denari, by their rank bits, to be copied.
    `buone` remembers the points of declarations (cards, matta's value) met so far; `declarations` are the limits by
    number of sides.
    """

    primiera: tuple[int, ...]
    of_denari: tuple[dict[str, int], ...]
    denari_total: tuple[int, ...]
    least_carte: int
    least_denari: int
    by_count: bool
    scope_after_bonus: int
    flat: bool
    wins: bool
    buone: dict[tuple[int, int], int]
    declarations: dict[int, tuple[int, int]]


def run_from_ace(ranks: int) -> int:
    """Return how many ranks from A up are there without a gap, 0..7."""
    run = 0
    while run < 7 and ranks >> run & 1:
        run += 1
    return run


def piccola_points(ranks: int, most: int) -> int:
    """Return the piccola of ten rank bits of denari: 0, or 3 up to `most` (RULES 8.4)."""
    run = run_from_ace(ranks)
    return min(run, most) if run >= 3 else 0


def grande_points(ranks: int, extension: str) -> int:
    """Return the grande of ten rank bits of denari: 0, 5, or more by `grande_extension` (RULES 8.5)."""
    if ranks >> 7 != 0b111:
        return 0
    points = 5
    for place in {"none": (), "down_to_7": (6,), "down_to_6": (6, 5)}[extension]:
        if not ranks >> place & 1:
            break
        points += 1
    return points


def deck_tables(rules: Ruleset) -> DeckTables:
    """Return the tables of a ruleset; made once, then remembered with it."""
    tables: DeckTables | None = rules.derived.get("deck")
    if tables is None:
        tables = rules.derived["deck"] = _make_tables(rules)
    return tables


def _make_tables(rules: Ruleset) -> DeckTables:
    threshold = rules.majority_rule == "threshold"
    of_denari = _of_denari(rules.piccola_max, rules.grande_extension, rules.re_bello, rules.cappotto)
    return DeckTables(
        primiera=_primiera(rules.primiera_values, rules.primiera_missing_suit),
        of_denari=of_denari,
        denari_total=tuple([points["total"] for points in of_denari]),
        least_carte=21 if threshold else 0,
        least_denari=6 if threshold else 0,
        by_count=rules.primiera_method == "count_sevens_sixes_aces",
        scope_after_bonus=scope_limit(rules, after_bonus=True),
        flat=rules.cappotto == "flat_60_opponent_zero",
        wins=rules.cappotto == "win_match",
        buone={},
        declarations={sides: declarations_limit(rules, sides) for sides in (2, 3, 5)},
    )


# Rulesets are many, values of these options few: what is large is shared.
@cache
def _primiera(values_name: str, missing_suit: str) -> tuple[int, ...]:
    values = PRIMIERA_VALUES[values_name]
    missing = NO_SUIT if missing_suit == "disqualified" else 0
    return tuple(
        max((values[rank] for rank in range(10) if ranks >> rank & 1), default=missing) for ranks in range(1024)
    )


@cache
def _of_denari(piccola_max: int, extension: str, re_bello: bool, cappotto: str) -> tuple[dict[str, int], ...]:
    of_denari = []
    for ranks in range(1024):
        points = {
            "carte": 0,
            "denari": 0,
            "settebello": ranks >> 6 & 1,
            "primiera": 0,
            "scope": 0,
            "buone": 0,
            "dealer": 0,
            "piccola": piccola_points(ranks, piccola_max),
            "grande": grande_points(ranks, extension),
            "re_bello": ranks >> 9 if re_bello else 0,
            "cappotto": CAPPOTTO_POINTS[cappotto] if ranks == ALL_TEN else 0,
        }
        of_denari.append({**points, "total": sum(points.values())})
    return tuple(of_denari)


def scope_limit(rules: Ruleset, *, after_bonus: bool) -> int:
    """Return how many scope all sides together can make in play (RULES 4.4).

    >>> from scoring.engine.rulesets import PRESETS
    >>> scope_limit(PRESETS["sbiro"], after_bonus=False), scope_limit(PRESETS["sbiro"], after_bonus=True)
    (18, 17)
    """
    plays = 40 - rules.table_cards - after_bonus - (not rules.last_card_scopa)
    return (plays + 1) // 2


def sole_most(values: Sequence[int], least: int = 0) -> int:
    """Return the place of the only highest value that is at least `least`, -1 when there is none (RULES 8.1).

    >>> sole_most([14, 13, 13]), sole_most([14, 14, 12]), sole_most([14, 13, 13], 21)
    (0, -1, -1)
    """
    if len(values) == 2:
        first, second = values
        if first == second:
            return -1
        return int(second > first) if first >= least or second >= least else -1
    best = max(values)
    return values.index(best) if best >= least and values.count(best) == 1 else -1


def primiera_of(mask: int, tables: DeckTables) -> int:
    """Return the number by which a pile's primiera is compared; below 0 it is disqualified (RULES 8.3)."""
    if tables.by_count:
        return (mask & SEVENS).bit_count() * 100 + (mask & SIXES).bit_count() * 10 + (mask & ACES).bit_count()
    worth = tables.primiera
    return worth[mask & 1023] + worth[mask >> 10 & 1023] + worth[mask >> 20 & 1023] + worth[mask >> 30]


def pile_totals(masks: Sequence[int], tables: DeckTables) -> list[int]:
    """Return what each pile alone is worth: deck points, scales, re bello and cappotto, without the breakdown.

    `masks` are whole piles. For simulations and statistics, where only the sum is wanted. Source: RULES 8.1-8.7.
    """
    worth, of_denari = tables.primiera, tables.denari_total
    carte, denari, primiera, totals = [], [], [], []
    for mask in masks:
        ranks = mask >> 10 & 1023
        if ranks == ALL_TEN and tables.flat:
            return [CAPPOTTO_POINTS["flat_60_opponent_zero"] if mask == other else 0 for other in masks]
        totals.append(of_denari[ranks])
        denari.append(ranks.bit_count())
        carte.append(mask.bit_count())
        primiera.append(worth[mask & 1023] + worth[ranks] + worth[mask >> 20 & 1023] + worth[mask >> 30])
    if tables.by_count:
        primiera = [primiera_of(mask, tables) for mask in masks]
    winner = sole_most(carte, tables.least_carte)
    if winner >= 0:
        totals[winner] += 1
    winner = sole_most(denari, tables.least_denari)
    if winner >= 0:
        totals[winner] += 1
    winner = sole_most(primiera)
    if winner >= 0:
        totals[winner] += 1
    return totals
