"""List every way to declare three cards in hand, and answer the operation `buone`.

What a declaration is worth is judged in `hand_buone`; here are its readings. Source: RULES 5 and 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any

from scoring.engine.cards import RANK_OF_VALUE, VALUE_OF, card_bits, cards_mask
from scoring.engine.case_shape import read_codes, required
from scoring.engine.errors import EngineError
from scoring.engine.hand_buone import Buona, Worth, buona_worth
from scoring.engine.rulesets import Ruleset, read_ruleset

Reading = tuple[int, Worth]
"""The value 1..10 given to the matta, 0 for the cards as printed, and what they are worth so."""


@lru_cache(maxsize=16384)
def buona_readings(cards: int, rules: Ruleset) -> tuple[Reading, ...]:
    """Return every reading in which three cards are a buona: as printed first, then by the matta's value A..K.

    `cards` is a mask of three. The matta's own value is the reading as printed, not a second one. Empty when
    the cards are no buona. Source: RULES 5.1 to 5.4, 6.1, 6.4.

    >>> from scoring.engine.rulesets import PRESETS
    >>> [(value, worth.points) for value, worth in buona_readings(cards_mask(["4D", "4C", "7H"]), PRESETS["sbiro"])]
    [(1, 3), (4, 10)]
    """
    values = [0]
    matta = rules.matta_bit & cards
    if matta:
        values += [value for value in range(1, 11) if value != VALUE_OF[matta]]
    judged = ((value, buona_worth(Buona(cards, value), rules)) for value in values)
    return tuple((value, worth) for value, worth in judged if worth is not None)


def best_declarations(cards: int, rules: Ruleset) -> tuple[Buona, ...]:
    """Return the declarations of a hand that mark most, as disjoint threes; empty when there are none.

    `cards` is the hand at a player's first turn of a deal, three cards or a multiple. Among equal ones the reading
    as printed, then the lowest value of the matta. Source: RULES 5.5, 5.6.
    """
    return _best(cards, rules)[1]


@lru_cache(maxsize=16384)
def _best(cards: int, rules: Ruleset) -> tuple[int, tuple[Buona, ...]]:
    best: tuple[int, tuple[Buona, ...]] = (0, ())
    for three in combinations(card_bits(cards), 3):
        shown = sum(three)
        for value, worth in buona_readings(shown, rules):
            # What is left below the first card of this three has been tried before.
            rest = cards & ~shown & ~((three[0] << 1) - 1)
            more, others = _best(rest, rules)
            if worth.points + more > best[0]:
                best = (worth.points + more, (Buona(shown, value), *others))
    return best


def buone_answer(case: Mapping[str, Any]) -> dict[str, Any]:
    """Answer the operation `buone` of CONTRACT 1.

    Raises `bad_request`, the codes of `read_ruleset`, `unknown_card`, `duplicate_card`, `not_three_cards`.
    """
    codes = read_codes(required(case, "cards"), "/cards")
    rules = read_ruleset(case.get("ruleset"))
    cards = cards_mask(codes, "/cards")
    if len(codes) != 3:
        raise EngineError("not_three_cards", "A declaration shows three cards.", "/cards")
    return {
        "options": [
            {"matta_as": RANK_OF_VALUE[value] or None, "points": worth.points, "kinds": list(worth.kinds)}
            for value, worth in buona_readings(cards, rules)
        ]
    }
