"""Say what a declaration of three cards is worth, and how many a hand can hold.

The only place where a buona is judged: counting, entries and the referee all ask here.
Source: RULES 5 and 6.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from scoring.engine.cards import CODE_OF, RANK_OF_VALUE, VALUE_OF, VALUES, card_bits, cards_list, cards_mask
from scoring.engine.errors import EngineError
from scoring.engine.rulesets import Ruleset, deals

GRANDE_IN_HAND = cards_mask(["JD", "QD", "KD"])
MAX_DECINI = 10


class Buona(NamedTuple):
    """Hold one declaration: a mask of three cards, and the matta's declared value 1..10 or 0 (read as printed)."""

    cards: int
    matta_as: int = 0


class Worth(NamedTuple):
    """Hold the points of a declaration and its kinds: `barsega`, `decino`, `grande_in_mano`."""

    points: int
    kinds: tuple[str, ...]


@lru_cache(maxsize=16384)
def buona_worth(buona: Buona, rules: Ruleset) -> Worth | None:
    """Return what three cards are worth in one reading, None when they are no buona.

    They are none either when they are not three, or when a matta that is not among them is given a value. Source:
    RULES 5.1-5.4, 6.1.

    >>> from scoring.engine.rulesets import PRESETS
    >>> buona_worth(Buona(cards_mask(["4D", "4C", "7H"]), 4), PRESETS["sbiro"])
    Worth(points=10, kinds=('decino',))
    """
    matta = rules.matta_bit & buona.cards if buona.matta_as else 0
    if buona.cards.bit_count() != 3 or (buona.matta_as and not matta):
        return None
    first, second, third = (buona.matta_as if bit == matta else VALUE_OF[bit] for bit in card_bits(buona.cards))
    low = first + second + third <= rules.low_hand_max and rules.low_hand_points > 0
    points, kinds = 0, []
    if first == second == third:
        if low and rules.low_triple == "fixed_3":
            return Worth(3, ("decino",))
        if rules.triple_points:
            points, kinds = rules.triple_points, ["decino"]
            low = low and rules.low_triple == "sum_both"
    if low:
        points += rules.low_hand_points
        kinds.append("barsega")
    if buona.cards == GRANDE_IN_HAND and rules.grande_in_hand_points:
        points += rules.grande_in_hand_points
        kinds.append("grande_in_mano")
    return Worth(points, tuple(kinds)) if kinds else None


def declared_worth(buona: Buona, rules: Ruleset, pointer: str = "") -> Worth:
    """Return what a declaration is worth.

    Raises `not_three_cards`, `matta_not_held`, `not_a_buona` with `pointer`. Source: RULES 5, 6.
    """
    worth = buona_worth(buona, rules)
    if worth is not None:
        return worth
    if buona.cards.bit_count() != 3:
        raise EngineError("not_three_cards", "A declaration shows three cards.", f"{pointer}/cards")
    if buona.matta_as and not buona.cards & rules.matta_bit:
        raise EngineError(
            "matta_not_held", "The matta that is given a value is not among the cards.", f"{pointer}/matta_as"
        )
    shown = " ".join(cards_list(buona.cards))
    reading = f" with {CODE_OF[rules.matta_bit]} as {RANK_OF_VALUE[buona.matta_as]}" if buona.matta_as else ""
    raise EngineError("not_a_buona", f"{shown}{reading} is no buona under this ruleset.", f"{pointer}/cards")


@lru_cache(maxsize=1024)
def declarations_limit(rules: Ruleset, sides: int) -> tuple[int, int]:
    """Return how many declarations one side and all `sides` together can make in a hand.

    One per player and deal of three, in deals of six or nine one per three cards. When the ruleset is not
    played by such a number of sides, the pack alone is the limit. Source: RULES 5.6.
    """
    seats = [n for n in rules.players if n == sides or (n == 4 and sides == 2)]
    each = [(sum(size // 3 for size in deals(rules, n)) * n // sides, n) for n in seats if deals(rules, n)]
    side = max((limit for limit, _ in each), default=(40 - rules.table_cards) // 3)
    return side, min(side * sides, (40 - rules.table_cards) // 3)


@lru_cache(maxsize=1024)
def knocks_limit(rules: Ruleset, sides: int) -> tuple[int, int]:
    """Return how many knocks of the last deal one side and all `sides` together can mark.

    Different low values all score, equal ones once; only where the last deal is of one card each. Source: RULES 8.10.
    """
    seats = [n for n in rules.players if (n == sides or (n == 4 and sides == 2)) and deals(rules, n)[-1:] == (1,)]
    side = max((n // sides for n in seats), default=0)
    values = min(rules.last_deal_low_card_max, 10)
    return min(side, values), min(side * sides, values)


@lru_cache(maxsize=64)
def max_barseghe(low_hand_max: int, matta: int) -> int:
    """Return how many disjoint barseghe one pack holds, 7 under the usual rules.

    `matta` is the wild card's bit, which counts 1 here, or 0. The 3n cheapest cards decide: a dearer card never
    helps. Source: RULES 5.6.
    """
    values = sorted(1 if 1 << index == matta else value for index, value in enumerate(VALUES))
    for count in range(13, 0, -1):
        if _splits(tuple(values[: 3 * count]), low_hand_max):
            return min(count, 12)
    return 0


def _splits(values: tuple[int, ...], most: int) -> bool:
    if not values:
        return True
    *rest, top = values
    tried = set()
    # The dearest card with the dearest partner that still leaves room is tried first.
    for second in range(len(rest) - 1, 0, -1):
        for first in range(second - 1, -1, -1):
            pair = (rest[first], rest[second])
            if sum(pair) + top > most or pair in tried:
                continue
            tried.add(pair)
            if _splits(tuple(value for place, value in enumerate(rest) if place not in (first, second)), most):
                return True
    return False
