"""Say what the opening table means: a match won, a redeal, the dealer's bonus, or simply play.

Source: RULES 2.4 and 7.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from scoring.engine.cards import ACES, RANK_OF_VALUE, VALUE_MASK, VALUE_OF, cards_mask
from scoring.engine.case_shape import read_codes, read_integer, required
from scoring.engine.hand_bonus import bonus_scope
from scoring.engine.rulesets import Ruleset, read_ruleset

REDEALS_THAT_LOSE = 3


class Opening(NamedTuple):
    """Hold what an opening table means.

    `outcome` is `play`, `redeal`, `dealer_bonus`, `dealer_wins_match` or `dealer_loses_match`; `scope` the bonus
    or 0; `matta_as` the value 1..10 that the bonus gives to the matta, 0 as printed or without a bonus; `rule`
    the number of RULES.md that decided.
    """

    outcome: str
    scope: int = 0
    matta_as: int = 0
    rule: str = "2.4"


def opening(table: int, rules: Ruleset, redeals_before: int = 0) -> Opening:
    """Judge the opening cards in the order of RULES 2.4.

    `table` is a mask of `table_cards` cards; `redeals_before` counts the redeals in a row by this dealer. Whether
    three sides play, where no redeal loses a match (RULES 11), is for the match to know.
    """
    judged = _judge(table, rules)
    if judged.outcome == "redeal" and rules.three_redeals_lose and redeals_before >= REDEALS_THAT_LOSE - 1:
        return Opening("dealer_loses_match", rule="2.4.3")
    return judged


@lru_cache(maxsize=16384)
def _judge(table: int, rules: Ruleset) -> Opening:
    if _is_capotun(table, rules):
        return Opening("dealer_wins_match", rule="2.4.1")
    scope, matta_as = best_bonus(table, rules)
    if (table & ACES).bit_count() >= 2 and (
        rules.redeal_two_aces == "always" or (rules.redeal_two_aces == "unless_dealer_bonus" and not scope)
    ):
        return Opening("redeal", rule="2.4.2")
    if rules.redeal_three_of_a_kind and _most_of_a_rank(table) >= 3:
        return Opening("redeal", rule="2.4.3")
    return Opening("dealer_bonus", scope, matta_as, "7.1") if scope else Opening("play")


def best_bonus(table: int, rules: Ruleset) -> tuple[int, int]:
    """Return the dealer's bonus of a table and the value given to the matta for it, 0 as printed.

    The reading with most points; among equal ones as printed, then the lowest rank. Source: RULES 7.1, 7.2.

    >>> from scoring.engine.rulesets import PRESETS
    >>> best_bonus(cards_mask(["4C", "4S", "7H", "AS"]), PRESETS["sbiro"])
    (1, 6)
    """
    best = (bonus_scope(table, 0, rules), 0)
    if table & rules.matta_bit:
        for value in range(1, 11):
            scope = bonus_scope(table, value, rules)
            if scope > best[0]:
                best = (scope, value)
    return best


def _is_capotun(table: int, rules: Ruleset) -> bool:
    if rules.table_four_of_a_kind == "none":
        return False
    if _most_of_a_rank(table) >= 4:
        return True
    matta = table & rules.matta_bit
    if rules.table_four_of_a_kind == "natural" or not matta:
        return False
    others = table & ~VALUE_MASK[VALUE_OF[matta]]
    return _most_of_a_rank(others) >= 3


def _most_of_a_rank(table: int) -> int:
    return max((table & cards).bit_count() for cards in VALUE_MASK)


def table_answer(case: Mapping[str, Any]) -> dict[str, Any]:
    """Answer the operation `table` of CONTRACT 1.

    Raises `bad_request` (also for another number of cards than `table_cards`), the codes of `read_ruleset`,
    `unknown_card`, `duplicate_card`.
    """
    codes = read_codes(required(case, "table"), "/table")
    redeals_before = read_integer(case.get("redeals_before", 0), "/redeals_before", 0)
    rules = read_ruleset(case.get("ruleset"))
    read_codes(codes, "/table", count=rules.table_cards)
    judged = opening(cards_mask(codes, "/table"), rules, redeals_before)
    return {
        "outcome": judged.outcome,
        "scope": judged.scope,
        "matta_as": RANK_OF_VALUE[judged.matta_as] or None,
    }
