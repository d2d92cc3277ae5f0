"""Score one counted hand: what each side marks for its pile, its scope, its buone and the dealer's bonus.

Sources: RULES 4.4, 5.6, 7, 8; CONTRACT 1 (`score`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.engine.cards import DECK, cards_list
from scoring.engine.errors import EngineError
from scoring.engine.hand_bonus import bonus_scope
from scoring.engine.hand_buone import Buona, declarations_limit, declared_worth, knocks_limit
from scoring.engine.hand_deck import ALL_TEN, DeckTables, deck_tables, primiera_of, scope_limit, sole_most
from scoring.engine.rulesets import Ruleset
from scoring.engine.table import opening

SIDE_COUNTS = (2, 3, 5)
CATEGORIES = (
    "carte",
    "denari",
    "settebello",
    "primiera",
    "scope",
    "buone",
    "dealer",
    "piccola",
    "grande",
    "re_bello",
    "cappotto",
)
"""What a side marks, in the order in which points are told (RULES 9.3)."""


class SidePile(NamedTuple):
    """Hold what one side brings to the count: a mask of cards, scope, declarations, knocks of the last deal."""

    cards: int
    scope: int = 0
    buone: tuple[Buona, ...] = ()
    knocks: int = 0


class CountedHand(NamedTuple):
    """Hold a hand ready to be scored: 2, 3 or 5 piles, and the dealer's bonus when one was taken.

    `dealer_side` is -1 without a bonus; `dealer_table` is the mask of the opening table, `dealer_matta_as` the
    value 1..10 given to the matta for it, or 0.
    """

    sides: tuple[SidePile, ...]
    dealer_side: int = -1
    dealer_table: int = 0
    dealer_matta_as: int = 0


class SideScore(NamedTuple):
    """Hold a side's points by category, integers from 0; `total` is their sum (RULES 8.8)."""

    carte: int
    denari: int
    settebello: int
    primiera: int
    scope: int
    buone: int
    dealer: int
    piccola: int
    grande: int
    re_bello: int
    cappotto: int
    total: int


_row = SideScore._make


class HandScore(NamedTuple):
    """Hold the points of every side; `cappotto` and `wins_match` are a side or None."""

    sides: tuple[SideScore, ...]
    cappotto: int | None
    wins_match: int | None

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the total of each side."""
        return tuple([side.total for side in self.sides])

    def to_dict(self) -> dict[str, Any]:
        """Return the `score` answer of CONTRACT 1."""
        return {
            "sides": [_side_dict(*side) for side in self.sides],
            "cappotto": self.cappotto,
            "wins_match": self.wins_match,
        }


def _side_dict(
    carte: int,
    denari: int,
    settebello: int,
    primiera: int,
    scope: int,
    buone: int,
    dealer: int,
    piccola: int,
    grande: int,
    re_bello: int,
    cappotto: int,
    total: int,
) -> dict[str, int]:
    # A display is three times as fast as zip, and this runs for every side of every hand.
    return {
        "carte": carte,
        "denari": denari,
        "settebello": settebello,
        "primiera": primiera,
        "scope": scope,
        "buone": buone,
        "dealer": dealer,
        "piccola": piccola,
        "grande": grande,
        "re_bello": re_bello,
        "cappotto": cappotto,
        "total": total,
    }


def score_hand(hand: CountedHand, rules: Ruleset) -> HandScore:
    """Score one counted hand under `rules`.

    The piles together are the 40 cards. Raises EngineError in this order: `duplicate_card`, `missing_card`,
    `dealer_table_not_taken`, `matta_not_held`, `no_dealer_bonus`, `too_many_scope`, `not_three_cards`,
    `not_a_buona`, `too_many_buone`. Source: RULES 8.

    >>> from scoring.engine.cards import cards_mask
    >>> from scoring.engine.rulesets import PRESETS
    >>> pile = cards_mask(["7D", "AD", "2D", "3D"])
    >>> score_hand(CountedHand((SidePile(pile, scope=1), SidePile(DECK ^ pile))), PRESETS["sbiro"]).totals
    (5, 3)
    """
    _refuse_other_than_the_deck(hand)
    return score_piles(hand, rules)


def score_piles(hand: CountedHand, rules: Ruleset) -> HandScore:
    """Score piles that may lack the leftovers nobody captured (RULES 4.3); otherwise as `score_hand`."""
    sides, dealer_side, _, _ = hand
    dealer_points = 0 if dealer_side < 0 else _dealer_points(hand, rules)
    tables = deck_tables(rules)
    carte, denari, primiera, marked = [], [], [], []
    scope_in_all = 0
    declared = False
    for cards, scope, buone, knocks in sides:
        carte.append(cards.bit_count())
        denari.append(cards >> 10 & ALL_TEN)
        primiera.append(primiera_of(cards, tables))
        marked.append((scope, 0, 0))
        scope_in_all += scope
        if buone or knocks:
            declared = True
    if scope_in_all > tables.scope_after_bonus:
        refuse_scope([side.scope for side in sides], rules, after_bonus=dealer_side >= 0)
    if declared:
        marked = [(side.scope, points, 0) for side, points in zip(sides, _buone_points(sides, rules), strict=True)]
    if dealer_points:
        scope, buone_points, _ = marked[dealer_side]
        marked[dealer_side] = (scope, buone_points, dealer_points)
    return _score(carte, denari, primiera, marked, tables)


def score_measures(
    carte: Sequence[int],
    denari: Sequence[int],
    primiera: Sequence[int],
    marked: Sequence[tuple[int, int, int]],
    rules: Ruleset,
) -> HandScore:
    """Score what was measured of each side's pile, whoever measured it.

    `carte` are numbers of cards, `denari` ten rank bits, `primiera` the numbers of `primiera_of`, `marked` the points
    of scope, buone and the dealer's bonus. Source: RULES 8.
    """
    return _score(carte, denari, primiera, marked, deck_tables(rules))


def _score(
    carte: Sequence[int],
    denari: Sequence[int],
    primiera: Sequence[int],
    marked: Sequence[tuple[int, int, int]],
    tables: DeckTables,
) -> HandScore:
    most_carte = sole_most(carte, tables.least_carte)
    most_denari = sole_most([ranks.bit_count() for ranks in denari], tables.least_denari)
    best_primiera = sole_most(primiera)
    rows = []
    cappotto = None
    for place, ranks in enumerate(denari):
        scope, buone, dealer = marked[place]
        settebello, piccola, grande, re_bello, all_ten = tables.denari[ranks]
        is_carte = 1 if place == most_carte else 0
        is_denari = 1 if place == most_denari else 0
        is_primiera = 1 if place == best_primiera else 0
        total = is_carte + is_denari + settebello + is_primiera + scope + buone + dealer
        total += piccola + grande + re_bello + all_ten
        rows.append(
            _row(
                (
                    is_carte,
                    is_denari,
                    settebello,
                    is_primiera,
                    scope,
                    buone,
                    dealer,
                    piccola,
                    grande,
                    re_bello,
                    all_ten,
                    total,
                )
            )
        )
        if ranks == ALL_TEN:
            cappotto = place
    if cappotto is None:
        return HandScore(tuple(rows), None, None)
    if tables.flat:
        rows = [SideScore(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, row.cappotto, row.cappotto) for row in rows]
    return HandScore(tuple(rows), cappotto, cappotto if tables.wins else None)


def refuse_scope(scope: list[int], rules: Ruleset, *, after_bonus: bool) -> None:
    """Raise `too_many_scope` when the sides' scope are more than a hand can hold (RULES 4.4)."""
    limit = scope_limit(rules, after_bonus=after_bonus)
    if sum(scope) > limit:
        detail = f"{sum(scope)} scope are more than the {limit} a hand can hold."
        errors = [(f"/sides/{place}/scope", "too_many_scope", detail) for place, count in enumerate(scope) if count]
        raise EngineError("too_many_scope", detail, errors[0][0], errors=errors, limit=limit)


def refuse_declarations(counts: list[int], rules: Ruleset) -> None:
    """Raise `too_many_buone` when a side or all of them declared more often than a hand allows (RULES 5.6)."""
    _refuse_count(counts, declarations_limit(rules, len(counts)), "buone", "declarations")


def refuse_knocks(counts: list[int], rules: Ruleset) -> None:
    """Raise `too_many_buone` when more knocks of the last deal are marked than it can hold (RULES 8.10)."""
    _refuse_count(counts, knocks_limit(rules, len(counts)), "knocks", "knocks")


def _refuse_count(counts: list[int], limits: tuple[int, int], field: str, noun: str) -> None:
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


def _dealer_points(hand: CountedHand, rules: Ruleset) -> int:
    missing = hand.dealer_table & ~hand.sides[hand.dealer_side].cards
    if missing and hand.dealer_table.bit_count() == rules.table_cards:
        raise EngineError(
            "dealer_table_not_taken",
            f"The dealer's side does not hold {' '.join(cards_list(missing))} of the table it took.",
            "/dealer_table",
            cards=cards_list(missing),
        )
    return dealer_bonus_points(hand.dealer_table, hand.dealer_matta_as, rules)


def _buone_points(sides: Sequence[SidePile], rules: Ruleset) -> list[int]:
    points = []
    declarations = knocks = 0
    for place, side in enumerate(sides):
        total = side.knocks * rules.last_deal_low_card_points
        for number, buona in enumerate(side.buone):
            total += declared_worth(buona, rules, place, number).points
        points.append(total)
        declarations += len(side.buone)
        knocks += side.knocks
    # Most hands hold one or two declarations, which no limit forbids.
    if declarations > 1:
        refuse_declarations([len(side.buone) for side in sides], rules)
    if knocks:
        refuse_knocks([side.knocks for side in sides], rules)
    return points


def _refuse_other_than_the_deck(hand: CountedHand) -> None:
    seen = double = 0
    for side in hand.sides:
        double |= seen & side.cards
        seen |= side.cards
    if double:
        raise refused_double(double, [side.cards for side in hand.sides])
    if seen != DECK:
        raise refused_missing(DECK & ~seen)


def refused_double(double: int, masks: list[int]) -> EngineError:
    """Return the refusal of cards that lie in several piles, naming the sides."""
    cards = cards_list(double)
    detail = f"{' '.join(cards)} cannot be in two places."
    where = [place for place, mask in enumerate(masks) if mask & double]
    errors = [(f"/sides/{place}/cards", "duplicate_card", detail) for place in where]
    return EngineError("duplicate_card", detail, errors[0][0], errors=errors, cards=cards, sides=where)


def refused_missing(missing: int) -> EngineError:
    """Return the refusal of piles that are not the whole pack, naming the cards."""
    cards = cards_list(missing)
    return EngineError("missing_card", f"{' '.join(cards)} is in no pile.", "/sides", cards=cards)
