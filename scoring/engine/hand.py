"""Score one counted hand: what each side marks for its pile, its scope, its buone and the dealer's bonus.

Sources: RULES 4.4, 5.6, 7, 8; CONTRACT 1 (`score`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.engine.hand_buone import Buona, declared_worth
from scoring.engine.hand_deck import ALL_TEN, DeckTables, deck_tables, primiera_of, sole_most
from scoring.engine.hand_limits import (
    dealer_bonus_points,
    refuse_declarations,
    refuse_knocks,
    refuse_other_than_the_deck,
    refuse_scope,
    refuse_table_not_taken,
)
from scoring.engine.rulesets import Ruleset

SIDE_COUNTS = (2, 3, 5)
_NOTHING = {sides: (0,) * sides for sides in SIDE_COUNTS}
# Which side alone has a point: row n is side n, and the last row, which -1 finds, is nobody.
_ONLY = {
    sides: tuple(tuple(int(side == winner) for side in range(sides)) for winner in range(sides + 1))
    for sides in SIDE_COUNTS
}
_KNOWN_BUONE = 4096
_DUEL: tuple[tuple[int, ...], ...] = ((0, 0), (1, 0), (0, 1))
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


Points = dict[str, int]
"""One side's points as the `score` answer of CONTRACT 1 holds them: the fields of `SideScore`, in their order."""


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
            "sides": [side._asdict() for side in self.sides],
            "cappotto": self.cappotto,
            "wins_match": self.wins_match,
        }


def score_hand(hand: CountedHand, rules: Ruleset) -> HandScore:
    """Score one counted hand under `rules`.

    The piles together are the 40 cards. Raises EngineError in this order: `duplicate_card`, `missing_card`,
    `dealer_table_not_taken`, `matta_not_held`, `no_dealer_bonus`, `too_many_scope`, `not_three_cards`,
    `not_a_buona`, `too_many_buone`. Source: RULES 8.

    >>> from scoring.engine.cards import DECK, cards_mask
    >>> from scoring.engine.rulesets import PRESETS
    >>> pile = cards_mask(["7D", "AD", "2D", "3D"])
    >>> score_hand(CountedHand((SidePile(pile, scope=1), SidePile(DECK ^ pile))), PRESETS["sbiro"]).totals
    (5, 8)
    """
    refuse_other_than_the_deck([side.cards for side in hand.sides])
    return score_piles(hand, rules)


def score_piles(hand: CountedHand, rules: Ruleset) -> HandScore:
    """Score piles that may lack the leftovers nobody captured (RULES 4.3); otherwise as `score_hand`."""
    piles, scope, buone, knocks = zip(*hand.sides, strict=True)
    dealer = hand[1:] if hand.dealer_side >= 0 else None
    sides = score_columns(piles, scope, buone if any(buone) else None, knocks if any(knocks) else None, dealer, rules)
    return _hand_score(*sides, rules)


def score_columns(
    piles: Sequence[int],
    scope: Sequence[int],
    buone: Sequence[Sequence[tuple[int, int]]] | None,
    knocks: Sequence[int] | None,
    dealer: tuple[int, int, int] | None,
    rules: Ruleset,
) -> tuple[list[Points], int | None]:
    """Return each side's points and the side with a cappotto, of a hand given by columns, one value a side in each.

    `buone` and `knocks` are None where nobody has any; `dealer` is side, opening table and the matta's value of a bonus
    that was taken. Refuses as `score_piles`.
    """
    tables = deck_tables(rules)
    declared = bonus = _NOTHING[len(piles)]
    if dealer is not None:
        bonus = _bonus_points(piles, *dealer, rules)
    if sum(scope) > tables.scope_after_bonus:
        refuse_scope(scope, rules, after_bonus=dealer is not None)
    if buone is not None:
        declared = _buone_points(buone, rules)
    if knocks is not None:
        refuse_knocks(knocks, rules)
        each = rules.last_deal_low_card_points
        declared = tuple([points + each * knocked for points, knocked in zip(declared, knocks, strict=True)])
    worth = tables.primiera
    carte, denari, primiera = [], [], []
    for pile in piles:
        ranks = pile >> 10 & 1023
        carte.append(pile.bit_count())
        denari.append(ranks)
        primiera.append(worth[pile & 1023] + worth[ranks] + worth[pile >> 20 & 1023] + worth[pile >> 30])
    if tables.by_count:
        primiera = [primiera_of(pile, tables) for pile in piles]
    return _points(carte, denari, primiera, scope, declared, bonus, tables)


def score_measures(
    carte: Sequence[int],
    denari: Sequence[int],
    primiera: Sequence[int],
    scope: Sequence[int],
    buone: Sequence[int],
    dealer: Sequence[int],
    rules: Ruleset,
) -> HandScore:
    """Score what was measured of each side's pile, whoever measured it.

    `carte` are numbers of cards, `denari` ten rank bits, `primiera` the numbers of `primiera_of`; `scope`, `buone` and
    `dealer` are points. Source: RULES 8.
    """
    return _hand_score(*_points(carte, denari, primiera, scope, buone, dealer, deck_tables(rules)), rules)


def _hand_score(sides: Sequence[Points], cappotto: int | None, rules: Ruleset) -> HandScore:
    wins = cappotto if rules.cappotto == "win_match" else None
    return HandScore(tuple([SideScore._make(points.values()) for points in sides]), cappotto, wins)


def _points(
    carte: Sequence[int],
    denari: Sequence[int],
    primiera: Sequence[int],
    scope: Sequence[int],
    buone: Sequence[int],
    dealer: Sequence[int],
    tables: DeckTables,
) -> tuple[list[Points], int | None]:
    # Runs for every side of every hand: what follows from the denari alone is copied, the rest is filled in.
    if len(carte) == 2 and not tables.least_carte:
        # Two sides, as nearly always: 1, 0 or -1 finds who alone has it in _DUEL.
        (one, two), (ranks, others), (best, other) = carte, denari, primiera
        most_carte = _DUEL[(one > two) - (one < two)]
        one, two = ranks.bit_count(), others.bit_count()
        most_denari = _DUEL[(one > two) - (one < two)]
        best_primiera = _DUEL[(best > other and best >= 0) - (other > best and other >= 0)]
    else:
        only = _ONLY[len(carte)]
        most_carte = only[sole_most(carte, tables.least_carte)]
        most_denari = only[sole_most([ranks.bit_count() for ranks in denari], tables.least_denari)]
        best_primiera = only[sole_most(primiera)]
    sides = []
    for side, ranks in enumerate(denari):
        points = tables.of_denari[ranks].copy()
        points["carte"] = has_carte = most_carte[side]
        points["denari"] = has_denari = most_denari[side]
        points["primiera"] = has_primiera = best_primiera[side]
        points["scope"] = swept = scope[side]
        points["buone"] = declared = buone[side]
        points["dealer"] = bonus = dealer[side]
        points["total"] += has_carte + has_denari + has_primiera + swept + declared + bonus
        sides.append(points)
    if ALL_TEN not in denari:
        return sides, None
    if tables.flat:
        sides = [
            dict.fromkeys(points, 0) | {"cappotto": points["cappotto"], "total": points["cappotto"]} for points in sides
        ]
    return sides, denari.index(ALL_TEN)


def _bonus_points(piles: Sequence[int], side: int, table: int, matta_as: int, rules: Ruleset) -> tuple[int, ...]:
    refuse_table_not_taken(table, piles[side], rules)
    points = dealer_bonus_points(table, matta_as, rules)
    return tuple([points if place == side else 0 for place in range(len(piles))])


def _buone_points(buone: Sequence[Sequence[tuple[int, int]]], rules: Ruleset) -> tuple[int, ...]:
    tables = deck_tables(rules)
    known = tables.buone
    points = []
    declarations = 0
    for place, declared in enumerate(buone):
        total = 0
        for number, buona in enumerate(declared):
            worth = known.get(buona)
            if worth is None:
                worth = declared_worth(Buona(*buona), rules, f"/sides/{place}/buone/{number}").points
                if len(known) >= _KNOWN_BUONE:
                    known.clear()
                known[buona] = worth
            total += worth
            declarations += 1
        points.append(total)
    each, together = tables.declarations[len(buone)]
    if declarations > each or declarations > together:
        refuse_declarations([len(declared) for declared in buone], rules)
    return tuple(points)
