"""Refuse what no hand can hold: too many scope, declarations or knocks, and a bonus that an opening table is not worth.

Sources: RULES 4.4, 5.6, 7, 8.10.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.cards import DECK, cards_list
from scoring.engine.errors import EngineError
from scoring.engine.hand_bonus import bonus_scope
from scoring.engine.hand_buone import declarations_limit, knocks_limit
from scoring.engine.hand_deck import scope_limit
from scoring.engine.rulesets import Ruleset
from scoring.engine.table import opening


def refuse_scope(scope: Sequence[int], rules: Ruleset, *, after_bonus: bool) -> None:
    """Raise `too_many_scope` when the sides' scope are more than a hand can hold (RULES 4.4)."""
    limit = scope_limit(rules, after_bonus=after_bonus)
    if sum(scope) > limit:
        detail = f"{sum(scope)} scope are more than the {limit} a hand can hold."
        errors = [(f"/sides/{place}/scope", "too_many_scope", detail) for place, count in enumerate(scope) if count]
        raise EngineError("too_many_scope", detail, errors[0][0], errors=errors, limit=limit)


def refuse_declarations(counts: Sequence[int], rules: Ruleset) -> None:
    """Raise `too_many_buone` when a side or all of them declared more often than a hand allows (RULES 5.6)."""
    _refuse_count(counts, declarations_limit(rules, len(counts)), "buone", "declarations")


def refuse_knocks(counts: Sequence[int], rules: Ruleset) -> None:
    """Raise `too_many_buone` when more knocks of the last deal are marked than it can hold (RULES 8.10)."""
    _refuse_count(counts, knocks_limit(rules, len(counts)), "knocks", "knocks")


def _refuse_count(counts: Sequence[int], limits: tuple[int, int], field: str, noun: str) -> None:
    each, together = limits
    over = [place for place, count in enumerate(counts) if count > each]
    if not over and sum(counts) > together:
        over = [place for place, count in enumerate(counts) if count]
    if over:
        detail = f"A hand holds at most {each} {noun} of one side and {together} in all."
        errors = [(f"/sides/{place}/{field}", "too_many_buone", detail) for place in over]
        raise EngineError("too_many_buone", detail, errors[0][0], errors=errors, limit=together, limit_of_a_side=each)


def dealer_bonus_points(table: int, matta_as: int, rules: Ruleset) -> int:
    """Return the scope of a dealer's bonus that was taken.

    Raises `bad_request` for another number of cards than `table_cards`, `matta_not_held`, `no_dealer_bonus`, with
    pointers to `dealer_table` and `dealer_matta_as`. Source: RULES 7.
    """
    if table.bit_count() != rules.table_cards:
        raise EngineError("bad_request", f"The opening table has {rules.table_cards} cards.", "/dealer_table")
    if matta_as and not table & rules.matta_bit:
        raise EngineError("matta_not_held", "The matta is not on the opening table.", "/dealer_matta_as")
    points = bonus_scope(table, matta_as, rules)
    if not points or opening(table, rules).outcome != "dealer_bonus":
        shown = " ".join(cards_list(table))
        raise EngineError("no_dealer_bonus", f"{shown} is worth no bonus in this reading.", "/dealer_table")
    return points


def refuse_table_not_taken(table: int, pile: int, rules: Ruleset) -> None:
    """Raise `dealer_table_not_taken` when a pile lacks cards of the opening table that its side took (RULES 7.1)."""
    missing = table & ~pile
    if missing and table.bit_count() == rules.table_cards:
        cards = cards_list(missing)
        detail = f"The dealer's side does not hold {' '.join(cards)} of the table it took."
        raise EngineError("dealer_table_not_taken", detail, "/dealer_table", cards=cards)


def refuse_other_than_the_deck(piles: Sequence[int]) -> None:
    """Raise `duplicate_card` or `missing_card` when piles together are not the 40 cards, naming cards and sides."""
    seen = double = 0
    for pile in piles:
        double |= seen & pile
        seen |= pile
    if double:
        cards = cards_list(double)
        detail = f"{' '.join(cards)} cannot be in two piles."
        where = [place for place, pile in enumerate(piles) if pile & double]
        errors = [(f"/sides/{place}/cards", "duplicate_card", detail) for place in where]
        raise EngineError("duplicate_card", detail, errors[0][0], errors=errors, cards=cards, sides=where)
    if seen != DECK:
        raise refused_missing(DECK & ~seen)


def refused_missing(missing: int) -> EngineError:
    """Return the refusal of piles that are not the whole pack, naming the cards."""
    cards = cards_list(missing)
    return EngineError("missing_card", f"{' '.join(cards)} in no pile.", "/sides", cards=cards)
