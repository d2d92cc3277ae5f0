"""Read and score the mode `counts`: piles counted by hand, with what is not known left open.

Source: CONTRACT 2 (`counts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import RANK_OF_VALUE, SUITS, cards_list
from scoring.engine.counts import Best, PileCount, best_codes, primiera_numbers, refuse_impossible
from scoring.engine.entry_cards import in_body_words, read_sides, refuse_shared_declarations
from scoring.engine.entry_fields import (
    DealerBonus,
    SeatBuona,
    Seating,
    need,
    ordered,
    read_buone,
    read_cards,
    read_count_or_unknown,
    read_dealer_bonus,
    read_object,
    read_rank,
)
from scoring.engine.entry_score import EntryScore
from scoring.engine.errors import EngineError
from scoring.engine.explain import (
    buone_lines,
    carte_lines,
    count_lines,
    dealer_lines,
    denari_lines,
    knocks_lines,
    primiera_lines,
    scope_lines,
    settebello_lines,
)
from scoring.engine.explain_scales import Line, cappotto_lines, grande_lines, piccola_lines, re_bello_lines
from scoring.engine.hand import CountedHand, score_measures
from scoring.engine.hand_buone import declared_worth
from scoring.engine.hand_deck import ALL_TEN
from scoring.engine.hand_limits import dealer_bonus_points, refuse_declarations, refuse_knocks, refuse_scope
from scoring.engine.rulesets import Ruleset

SIDE_FIELDS = ("carte", "denari", "primiera", "scope", "buone", "knocks")


@dataclass(frozen=True, slots=True)
class CountsSide:
    """Hold one side's counts; None is unknown."""

    pile: PileCount
    scope: int | None
    buone: tuple[SeatBuona, ...] | None
    knocks: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return the side as a body holds it."""
        carte, denari, best = self.pile
        ranks = None if best is None else [RANK_OF_VALUE[rank] or None for rank in best]
        return {
            "carte": carte,
            "denari": None if denari is None else cards_list(denari << 10),
            "primiera": None if ranks is None else dict(zip(SUITS, ranks, strict=True)),
            "scope": self.scope,
            "buone": None if self.buone is None else [declared.to_dict() for declared in ordered(self.buone)],
            "knocks": self.knocks,
        }

    def buone_points(self, rules: Ruleset) -> int | None:
        """Return the points of declarations and knocks, None when some are not known."""
        if self.buone is None or self.knocks is None:
            return None
        knocked = self.knocks * rules.last_deal_low_card_points
        return knocked + sum(declared_worth(declared.buona, rules).points for declared in self.buone)


@dataclass(frozen=True, slots=True)
class CountsEntry:
    """Hold the sides of a body in mode `counts`, None where one is still open, and the dealer's bonus."""

    sides: tuple[CountsSide | None, ...]
    bonus: DealerBonus | None

    @classmethod
    def read(cls, body: Mapping[str, Any], seating: Seating) -> CountsEntry:
        """Return the entry of a body; raise the codes of shape."""
        listed = read_sides(body, seating)
        sides = tuple(None if side is None else _read_side(side, place, seating) for place, side in enumerate(listed))
        return cls(sides, read_dealer_bonus(body.get("dealer_bonus")))

    @property
    def open_sides(self) -> tuple[int, ...]:
        """Return the sides still to be entered."""
        return tuple(place for place, side in enumerate(self.sides) if side is None)

    def canonical(self) -> dict[str, Any]:
        """Return the body's fields, defaults filled in, lists in order."""
        sides = [None if side is None else side.to_dict() for side in self.sides]
        return {"sides": sides, "dealer_bonus": self.bonus.to_dict() if self.bonus else None}

    def content(self) -> dict[str, Any]:
        """Return what the digest is taken of."""
        return self.canonical()

    def counted(self, seating: Seating) -> CountedHand | None:
        """Return None: single cards are not known in this mode."""
        return None

    def score(self, rules: Ruleset, seating: Seating) -> EntryScore:
        """Score the counts as far as they are known.

        Raises the codes of `refuse_impossible`, then `duplicate_card` (declarations), `dealer_table_not_taken`,
        `matta_not_held`, `no_dealer_bonus`, `too_many_scope`, `not_three_cards`, `not_a_buona`, `too_many_buone`.
        """
        refuse_impossible([None if side is None else side.pile for side in self.sides], rules)
        refuse_shared_declarations(
            [side.buone or () if side else () for side in self.sides], self.bonus.table if self.bonus else 0
        )
        dealer = self._dealer_points(rules, seating)
        self._refuse_marked(rules)
        sides = [side for side in self.sides if side is not None]
        if len(sides) < len(self.sides):
            return EntryScore()
        return _Known(sides, rules, self.bonus, seating.dealer_side, dealer).score()

    def _dealer_points(self, rules: Ruleset, seating: Seating) -> int:
        if self.bonus is None:
            return 0
        side = self.sides[seating.dealer_side]
        if side is not None:
            _refuse_table_not_taken(self.bonus.table, side.pile)
        try:
            return dealer_bonus_points(self.bonus.table, self.bonus.matta_as, rules)
        except EngineError as no:
            raise in_body_words(no) from None

    def _refuse_marked(self, rules: Ruleset) -> None:
        scope = [(side.scope or 0) if side else 0 for side in self.sides]
        refuse_scope(scope, rules, after_bonus=self.bonus is not None)
        buone = [(side.buone or ()) if side else () for side in self.sides]
        for place, declarations in enumerate(buone):
            for number, declared in enumerate(declarations):
                declared_worth(declared.buona, rules, f"/sides/{place}/buone/{number}")
        refuse_declarations([len(declarations) for declarations in buone], rules)
        refuse_knocks([(side.knocks or 0) if side else 0 for side in self.sides], rules)


class _Known:
    """Score sides that are all there, some of whose values may be unknown."""

    def __init__(
        self, sides: list[CountsSide], rules: Ruleset, bonus: DealerBonus | None, dealer_side: int, dealer: int
    ) -> None:
        self.sides, self.rules, self.bonus, self.dealer_side, self.dealer = sides, rules, bonus, dealer_side, dealer
        self.carte = [side.pile.carte for side in sides]
        self.denari = [side.pile.denari for side in sides]
        best = [side.pile.best for side in sides if side.pile.best is not None]
        self.best = best if len(best) == len(sides) else None
        self.primiera = primiera_numbers(best, rules) if self.best else None
        self.buone = [side.buone_points(rules) for side in sides]

    def score(self) -> EntryScore:
        carte = [count for count in self.carte if count is not None]
        denari = [ranks for ranks in self.denari if ranks is not None]
        scope = [side.scope for side in self.sides if side.scope is not None]
        buone = [points for points in self.buone if points is not None]
        number = len(self.sides)
        if len(carte) == len(denari) == len(scope) == len(buone) == number and self.primiera is not None:
            dealer = [self.dealer if place == self.dealer_side else 0 for place in range(number)]
            score = score_measures(carte, denari, self.primiera, scope, buone, dealer, self.rules)
            return EntryScore.of(score, tuple(self._lines()))
        # Ten denari win whatever else is not known (RULES 9.2).
        wins = self._cappotto() if self.rules.cappotto == "win_match" else None
        return EntryScore(wins_match=wins, lines=tuple(self._lines()))

    def _cappotto(self) -> int | None:
        return self.denari.index(ALL_TEN) if ALL_TEN in self.denari else None

    def _lines(self) -> list[Line]:
        rules, cappotto = self.rules, self._cappotto()
        if cappotto is not None and rules.cappotto == "flat_60_opponent_zero":
            return cappotto_lines(cappotto, len(self.sides), rules)
        carte = [count for count in self.carte if count is not None]
        denari = [ranks for ranks in self.denari if ranks is not None]
        number = len(self.sides)
        lines = carte_lines(carte, rules) if len(carte) == number else [_unknown("carte", "8.1")]
        if len(denari) == number:
            lines += [*denari_lines(denari, rules), *settebello_lines(denari)]
        else:
            lines += [_unknown("denari", "8.1"), _unknown("settebello", "8.2")]
        lines += self._primiera_lines()
        for place, side in enumerate(self.sides):
            lines += scope_lines(place, side.scope) if side.scope is not None else [_unknown("scope", "4.1", place)]
        for place, side in enumerate(self.sides):
            if self.buone[place] is None:
                lines.append(_unknown("buone", "5.5", place))
            lines += buone_lines(place, [declared.buona for declared in side.buone or ()], rules)
            lines += knocks_lines(place, side.knocks or 0, rules)
        if self.bonus is not None:
            lines += dealer_lines(self.dealer_side, self.bonus.table, self.bonus.matta_as, rules)
        lines += [
            *piccola_lines(self.denari, rules),
            *grande_lines(self.denari, rules),
            *re_bello_lines(self.denari, rules),
        ]
        return lines if cappotto is None else [*lines, *cappotto_lines(cappotto, number, rules)]

    def _primiera_lines(self) -> list[Line]:
        if self.best is None or self.primiera is None:
            return [_unknown("primiera", "8.3")]
        if self.rules.primiera_method == "count_sevens_sixes_aces":
            counts = [(number // 100, number // 10 % 10, number % 10) for number in self.primiera]
            return count_lines(counts, [()] * len(counts))
        return primiera_lines([best_codes(side) for side in self.best], self.rules)


def _unknown(category: str, rule: str, side: int | None = None) -> Line:
    return Line(side, category, 0, (), rule, "not_known", {})


def _refuse_table_not_taken(table: int, pile: PileCount) -> None:
    """Refuse a dealer's pile that cannot hold the opening table it took."""
    lacking = table >> 10 & ALL_TEN & ~pile.denari if pile.denari is not None else 0
    suits = [
        suit for suit in range(4) if pile.best is not None and table >> 10 * suit & ALL_TEN and not pile.best[suit]
    ]
    few = pile.carte is not None and pile.carte < table.bit_count()
    if lacking or suits or few:
        raise EngineError(
            "dealer_table_not_taken",
            "The dealer's side does not hold the opening table it took.",
            "/dealer_bonus/table",
            cards=cards_list(table),
        )


def _read_side(value: object, place: int, seating: Seating) -> CountsSide:
    at = f"/sides/{place}"
    fields = read_object(value, SIDE_FIELDS, at)
    buone = fields.get("buone", [])
    return CountsSide(
        PileCount(
            read_count_or_unknown(need(fields, "carte", at), f"{at}/carte"),
            _read_denari(need(fields, "denari", at), f"{at}/denari"),
            _read_best(need(fields, "primiera", at), f"{at}/primiera"),
        ),
        read_count_or_unknown(fields.get("scope", 0), f"{at}/scope"),
        None if buone is None else read_buone(buone, place, seating, f"{at}/buone"),
        read_count_or_unknown(fields.get("knocks", 0), f"{at}/knocks"),
    )


def _read_denari(value: object, pointer: str) -> int | None:
    if value is None:
        return None
    mask = read_cards(value, pointer)
    if mask & ~(ALL_TEN << 10):
        others = cards_list(mask & ~(ALL_TEN << 10))
        raise EngineError("not_a_denaro", f"{' '.join(others)} is none of the ten denari.", pointer, cards=others)
    return mask >> 10


def _read_best(value: object, pointer: str) -> Best | None:
    if value is None:
        return None
    fields = read_object(value, SUITS, pointer)
    hearts, denari, clubs, spades = (read_rank(need(fields, suit, pointer), f"{pointer}/{suit}") for suit in SUITS)
    return hearts, denari, clubs, spades
