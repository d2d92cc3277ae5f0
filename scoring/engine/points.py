"""Say what a paper sheet's points can be under a ruleset, and whether they fit one pack together.

Source: CONTRACT 2 (`points`), RULES 5, 7, 8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.engine.hand_buone import MAX_DECINI, declarations_limit, knocks_limit, max_barseghe
from scoring.engine.hand_deck import ALL_TEN, deck_tables
from scoring.engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class DenariClaim:
    """Hold what a side's points say about its denari; None is not known.

    `denari`, `settebello`, `primiera`, `re_bello`, `cappotto` are 0 or 1, `piccola` and `grande` points.
    """

    denari: int | None = None
    settebello: int | None = None
    primiera: int | None = None
    piccola: int | None = None
    grande: int | None = None
    re_bello: int | None = None
    cappotto: int | None = None


@lru_cache(maxsize=256)
def piccola_values(rules: Ruleset) -> tuple[int, ...]:
    """Return every number of points a piccola can have, 0 included (RULES 8.4)."""
    return tuple(sorted({points["piccola"] for points in deck_tables(rules).of_denari}))


@lru_cache(maxsize=256)
def grande_values(rules: Ruleset) -> tuple[int, ...]:
    """Return every number of points a grande can have, 0 included (RULES 8.5)."""
    return tuple(sorted({points["grande"] for points in deck_tables(rules).of_denari}))


def dealer_values(rules: Ruleset) -> tuple[int, ...]:
    """Return every number of scope a dealer's bonus can be, 0 included (RULES 7)."""
    return tuple(sorted({0, rules.table_low_bonus, *(scope for _, scope in rules.table_bonus)}))


@lru_cache(maxsize=256)
def buone_sums(rules: Ruleset, sides: int) -> tuple[frozenset[int], frozenset[int]]:
    """Return the sums that declarations and knocks of one side, and of all `sides`, can add up to.

    Barseghe, decini, low triples and the grande in hand are counted up to what the pack and the deals allow.
    Source: RULES 5.1-5.4, 5.6, 8.10.
    """
    each, together = declarations_limit(rules, sides)
    knocks, all_knocks = knocks_limit(rules, sides)
    return _sums(rules, each, knocks), _sums(rules, together, all_knocks)


def _sums(rules: Ruleset, declarations: int, knocks: int) -> frozenset[int]:
    barseghe = max_barseghe(rules.low_hand_max, rules.matta_bit) if rules.low_hand_points else 0
    low_ranks = min(rules.low_hand_max // 3, 10)
    kinds = [(rules.low_hand_points, barseghe), (rules.triple_points, MAX_DECINI if rules.triple_points else 0)]
    if rules.low_triple == "fixed_3" and rules.low_hand_points:
        kinds.append((3, low_ranks))
    if rules.low_triple == "sum_both" and rules.low_hand_points and rules.triple_points:
        kinds.append((rules.low_hand_points + rules.triple_points, low_ranks))
    kinds.append((rules.grande_in_hand_points, 1 if rules.grande_in_hand_points else 0))
    reached: dict[int, set[int]] = {0: {0}}
    for points, most in kinds:
        # By number of declarations made so far: sums that can be reached.
        longer: dict[int, set[int]] = {}
        for made, sums in reached.items():
            for more in range(min(most, declarations - made) + 1):
                longer.setdefault(made + more, set()).update(total + more * points for total in sums)
        reached = longer
    declared = set().union(*reached.values())
    return frozenset(
        total + knocked * rules.last_deal_low_card_points for total in declared for knocked in range(knocks + 1)
    )


def denari_fit(claims: Sequence[DenariClaim], rules: Ruleset) -> tuple[tuple[int, ...], ...]:
    """Return two ways of sharing out the ten denari that agree with every claim, none when there is none.

    Each way holds the ten rank bits of each side. A single one is the only one. Source: RULES 8.1, 8.2, 8.4-8.7.
    """
    able = [_able(claim, rules) for claim in claims]
    order = sorted(range(len(claims)), key=lambda side: len(able[side]))
    found = []
    for shared in _share(ALL_TEN, order, able):
        by_side = tuple(shared[side] for side in range(len(claims)))
        if _majority_agrees(by_side, claims, rules):
            found.append(by_side)
            if len(found) == 2:
                break
    return tuple(found)


@lru_cache(maxsize=4096)
def _able(claim: DenariClaim, rules: Ruleset) -> tuple[int, ...]:
    """Return the sets of denari that a side with this claim can hold, many cards first."""
    tables = deck_tables(rules)
    needs_denaro = claim.primiera == 1 and not tables.by_count and rules.primiera_missing_suit == "disqualified"
    able = [
        ranks
        for ranks in range(1024)
        if claim.piccola in (None, tables.of_denari[ranks]["piccola"])
        and claim.grande in (None, tables.of_denari[ranks]["grande"])
        and claim.settebello in (None, ranks >> 6 & 1)
        and (not rules.re_bello or claim.re_bello in (None, ranks >> 9))
        and claim.cappotto in (None, int(ranks == ALL_TEN))
        and (ranks or not needs_denaro)
    ]
    return tuple(sorted(able, key=int.bit_count, reverse=claim.denari == 1))


def _share(left: int, order: Sequence[int], able: Sequence[tuple[int, ...]]) -> Iterator[dict[int, int]]:
    first, *others = order
    if not others:
        if left in able[first]:
            yield {first: left}
        return
    for ranks in able[first]:
        if ranks & ~left == 0:
            for shared in _share(left ^ ranks, others, able):
                shared[first] = ranks
                yield shared


def _majority_agrees(by_side: Sequence[int], claims: Sequence[DenariClaim], rules: Ruleset) -> bool:
    counts = [ranks.bit_count() for ranks in by_side]
    most, least = max(counts), deck_tables(rules).least_denari
    alone = counts.count(most) == 1 and most >= least
    return all(
        claim.denari in (None, int(alone and count == most)) for claim, count in zip(claims, counts, strict=True)
    )
