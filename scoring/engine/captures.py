"""Find what a played card can take from the table.

Sets are found by their sums, never by trying all subsets: the black cards of a table are grouped by
sum once, and every set of red ones asks for the group that is left. Source: RULES 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from scoring.engine.cards import (
    CLUBS,
    DECK,
    DENARI,
    HEARTS,
    SPADES,
    SUIT_BITS,
    VALUE_MASK,
    VALUE_OF,
    card_bit,
    card_bits,
    cards_list,
    cards_mask,
)
from scoring.engine.case_shape import read_code, read_codes, read_matta_as, required
from scoring.engine.errors import EngineError
from scoring.engine.rulesets import Ruleset, read_ruleset

FIFTEEN = 15
LARGEST_SUM = FIFTEEN - 1
"""No capture takes more than an ace's fifteen does, apart from the ace's sweep."""

# One number carries a set of cards (the low 40 bits) and its place in a list of captures (above):
# a plain sort puts fewer cards first, then the set with the earliest card (RULES 3.5).
_WEIGHT: Mapping[int, int] = {1 << index: (((1 << 40) - (1 << (39 - index))) << 40) | 1 << index for index in range(40)}

NONE = -1
_VALUES = tuple(tuple(rank + 1 for rank in range(10) if ranks >> rank & 1) for ranks in range(SUIT_BITS + 1))
"""Capture values of each set of one suit's ranks."""
_RANKS_VALUE = tuple(map(sum, _VALUES))
"""Sum of the capture values of each set of one suit's ranks."""


def legal_captures(played: int, table: int, rules: Ruleset, matta_as: int = 0) -> list[int]:
    """Return every set of table cards that `played` can take, as masks, in the order of RULES 3.5.

    `played` is a card's bit, `table` a mask without it. `matta_as` is the value 1..10 that the
    matta, as played or as table card, was declared as; 0 when it was not, and ignored when no matta
    is in play. Empty when nothing can be taken. Source: RULES 3.1 to 3.5, 6.2.

    >>> from scoring.engine.rulesets import PRESETS
    >>> table = cards_mask(["JS", "5H", "3D"])
    >>> [cards_list(taken) for taken in legal_captures(card_bit("JC"), table, PRESETS["sbiro"])]
    [['JS'], ['5H', '3D']]
    """
    if not table:
        return []
    matta = rules.matta_bit if matta_as else 0
    value = matta_as if played == matta else VALUE_OF[played]
    matta &= table
    if value == 1:
        return _ace_captures(table, rules, matta, matta_as)
    if rules.capture_choice == "free":
        return _in_order(_sets_of((value, FIFTEEN - value), table, matta, matta_as))
    fifteens = _sets_of((FIFTEEN - value, NONE), table, matta, matta_as)
    return _in_order(_restricted(value, table, rules, matta, matta_as) + fifteens)


def _restricted(value: int, table: int, rules: Ruleset, matta: int, matta_value: int) -> list[int]:
    if rules.capture_choice == "equal_before_sum":
        equal = cards_of_value(value, table, matta, matta_value)
        if equal:
            return [_WEIGHT[bit] for bit in card_bits(equal)]
    sets = _sets_of((value, NONE), table, matta, matta_value)
    if rules.capture_choice == "fewest_cards" and sets:
        fewest = min((weighed & DECK).bit_count() for weighed in sets)
        return [weighed for weighed in sets if (weighed & DECK).bit_count() == fewest]
    return sets


def _ace_captures(table: int, rules: Ruleset, matta: int, matta_value: int) -> list[int]:
    aces = cards_of_value(1, table, matta, matta_value)
    if not aces:
        if rules.ace_sweep_exclusive:
            return [table]
        fifteens = _in_order(_sets_of((LARGEST_SUM, NONE), table, matta, matta_value))
        return fifteens if table in fifteens else [*fifteens, table]
    way = rules.ace_with_ace_on_table
    if way == "sweep_all":
        return [table]
    if way == "ace_or_whole_table_fifteen" and table_value(table, matta, matta_value) == LARGEST_SUM:
        return [table]
    each = [_WEIGHT[bit] for bit in card_bits(aces)]
    if way == "ace_or_fifteen":
        each += _sets_of((LARGEST_SUM, NONE), table, matta, matta_value)
    return _in_order(each)


def is_capture(played: int, table: int, taken: int, rules: Ruleset, matta_as: int = 0) -> bool:
    """Tell whether `taken` is one of `legal_captures`, without listing them."""
    if not taken or taken & ~table:
        return False
    matta = rules.matta_bit if matta_as else 0
    value = matta_as if played == matta else VALUE_OF[played]
    if value == 1:
        return taken in _ace_captures(table, rules, matta & table, matta_as)
    total = table_value(taken, matta & taken, matta_as)
    if total == FIFTEEN - value:
        return True
    if total != value:
        return False
    if rules.capture_choice == "free":
        return True
    return taken in legal_captures(played, table, rules, matta_as)


def can_capture(played: int, table: int, rules: Ruleset, matta_as: int = 0) -> bool:
    """Tell whether `played` can take anything from `table`; arguments as for `legal_captures`."""
    matta = rules.matta_bit if matta_as else 0
    value = matta_as if played == matta else VALUE_OF[played]
    if value == 1:
        return table != 0
    reached = 1
    if matta & table:
        reached |= reached << matta_as
        table &= ~matta
    for value_of_one in _values(table):
        reached |= reached << value_of_one
    # Bit n of `reached` is set when some of the table cards add up to n.
    return bool((reached >> value | reached >> FIFTEEN - value) & 1)


def cards_of_value(value: int, table: int, matta: int, matta_value: int) -> int:
    """Return the table cards that count as `value`, `matta` being the bit of a declared one on the table or 0."""
    cards = table & ~matta & VALUE_MASK[value]
    return cards | matta if matta_value == value else cards


def table_value(table: int, matta: int, matta_value: int) -> int:
    """Return the sum of a table, `matta` being the bit of a declared one on it or 0."""
    cards = table & ~matta
    natural = (
        _RANKS_VALUE[cards & SUIT_BITS]
        + _RANKS_VALUE[cards >> 10 & SUIT_BITS]
        + _RANKS_VALUE[cards >> 20 & SUIT_BITS]
        + _RANKS_VALUE[cards >> 30]
    )
    return natural + matta_value if matta else natural


def _values(cards: int) -> tuple[int, ...]:
    return (
        _VALUES[cards & SUIT_BITS]
        + _VALUES[cards >> 10 & SUIT_BITS]
        + _VALUES[cards >> 20 & SUIT_BITS]
        + _VALUES[cards >> 30]
    )


def _in_order(weighed: list[int]) -> list[int]:
    weighed.sort()
    return [item & DECK for item in weighed]


def _sets_of(totals: tuple[int, int], table: int, matta: int, matta_value: int) -> list[int]:
    """Return the weighed sets of table cards with one of two totals; a negative total is nobody's."""
    if not matta:
        return _natural_sets(totals, table)
    low, high = totals
    natural, weight = table & ~matta, _WEIGHT[matta]
    with_matta = _natural_sets((low - matta_value, high - matta_value), natural)
    return _natural_sets(totals, natural) + [weighed + weight for weighed in with_matta]


def _natural_sets(totals: tuple[int, int], table: int) -> list[int]:
    low, high = min(totals), max(totals)
    hearts, denari = _suit_sets(table & HEARTS), _suit_sets(table & DENARI)
    clubs, spades = _suit_sets(table & CLUBS), _suit_sets(table & SPADES)
    blacks: list[list[int]] = [[], [], [], [], [], [], [], [], [], [], [], [], [], [], []]
    for club_sum, club in clubs:
        for spade_sum, spade in spades:
            black_sum = club_sum + spade_sum
            if black_sum > high:
                break
            blacks[black_sum].append(club + spade)
    found: list[int] = []
    further = low - high
    for heart_sum, heart in hearts:
        for denaro_sum, denaro in denari:
            rest = high - heart_sum - denaro_sum
            if rest < 0:
                break
            red = heart + denaro
            if blacks[rest]:
                found += [red + black for black in blacks[rest]]
            rest += further
            if rest >= 0 and blacks[rest]:
                found += [red + black for black in blacks[rest]]
    return found


@cache
def _suit_sets(cards: int) -> tuple[tuple[int, int], ...]:
    """Return the subsets of cards of one suit as (sum up to LARGEST_SUM, weighed set), smallest sum first."""
    sets = [(0, 0)]
    for bit in card_bits(cards):
        value, weight = VALUE_OF[bit], _WEIGHT[bit]
        sets += [(total + value, weighed + weight) for total, weighed in sets if total + value <= LARGEST_SUM]
    return tuple(sorted(sets))


def empties_as_scopa(played: int, table: int, taken: int, rules: Ruleset, matta_as: int = 0) -> bool:
    """Tell whether taking `taken` from `table` is a scopa, the last card of a hand apart.

    Source: RULES 3.4 (which sweeps of an ace are none), 4.1.
    """
    if taken != table or not table:
        return False
    matta = rules.matta_bit if matta_as else 0
    if (matta_as if played == matta else VALUE_OF[played]) != 1:
        return True
    aces = cards_of_value(1, table, matta & table, matta_as)
    if not aces:
        return rules.ace_sweep_is_scopa
    return aces != table or rules.ace_takes_ace_is_scopa or table.bit_count() > 1


def captures_answer(case: Mapping[str, Any]) -> dict[str, Any]:
    """Answer the operation `captures` of CONTRACT 1.

    Raises `bad_request`, the codes of `read_ruleset`, `unknown_card` and `duplicate_card`.
    """
    card = read_code(required(case, "card"), "/card")
    codes = read_codes(required(case, "table"), "/table")
    matta_as = read_matta_as(case.get("matta_as"), "/matta_as")
    rules = read_ruleset(case.get("ruleset"))
    played = card_bit(card, "/card")
    table = cards_mask(codes, "/table")
    if played & table:
        raise EngineError("duplicate_card", f"{card} is played and on the table.", "/card", cards=[card])
    return {"captures": [cards_list(taken) for taken in legal_captures(played, table, rules, matta_as)]}
