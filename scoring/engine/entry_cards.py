"""Read and score the mode `cards`: every card of the pack is given to a side.

Source: CONTRACT 2 (`cards`), RULES 8.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import DECK, cards_list
from scoring.engine.entry_fields import (
    DealerBonus,
    SeatBuona,
    Seating,
    need,
    ordered,
    read_buone,
    read_cards,
    read_count,
    read_dealer_bonus,
    read_list,
    read_object,
)
from scoring.engine.entry_score import EntryScore
from scoring.engine.errors import EngineError
from scoring.engine.explain import explain_hand
from scoring.engine.hand import CountedHand, SidePile, score_piles
from scoring.engine.hand_buone import declared_worth
from scoring.engine.rulesets import Ruleset

REST = "rest"
BODY_NAMES = {
    "/cards": "/captured",
    "/dealer_table": "/dealer_bonus/table",
    "/dealer_matta_as": "/dealer_bonus/matta_as",
}
"""How a counted hand's pointers are called in a body; a declaration's `cards` keep their name."""


@dataclass(frozen=True, slots=True)
class CardsSide:
    """Hold one side's part: its mask of captured cards, None for the rest, and what it marked."""

    captured: int | None
    scope: int
    buone: tuple[SeatBuona, ...]
    knocks: int

    def to_dict(self, captured: int | None) -> dict[str, Any]:
        """Return the side as a body holds it, with `captured` in the place of its cards (None: the rest)."""
        return {
            "captured": REST if captured is None else cards_list(captured),
            "scope": self.scope,
            "buone": [declared.to_dict() for declared in ordered(self.buone)],
            "knocks": self.knocks,
        }


@dataclass(frozen=True, slots=True)
class CardsEntry:
    """Hold the sides of a body in mode `cards`, None where one is still open, and the dealer's bonus."""

    sides: tuple[CardsSide | None, ...]
    bonus: DealerBonus | None

    @classmethod
    def read(cls, body: Mapping[str, Any], seating: Seating) -> CardsEntry:
        """Return the entry of a body; raise the codes of shape."""
        listed = read_sides(body, seating)
        sides = tuple(None if side is None else _read_side(side, place, seating) for place, side in enumerate(listed))
        rest = [place for place, side in enumerate(sides) if side is not None and side.captured is None]
        if len(rest) > 1:
            detail = "Only one side can be given the rest."
            errors = [(f"/sides/{place}/captured", "too_many_rest", detail) for place in rest]
            raise EngineError("too_many_rest", detail, errors[0][0], errors=errors)
        return cls(sides, read_dealer_bonus(body.get("dealer_bonus")))

    @property
    def open_sides(self) -> tuple[int, ...]:
        """Return the sides still to be entered."""
        return tuple(place for place, side in enumerate(self.sides) if side is None)

    def canonical(self) -> dict[str, Any]:
        """Return the body's fields, with `rest` as it was given."""
        return self._fields([None if side is None else side.captured for side in self.sides])

    def content(self) -> dict[str, Any]:
        """Return the body's fields with the rest written out, once the other sides are there."""
        return self._fields(self._masks())

    def _fields(self, masks: list[int | None]) -> dict[str, Any]:
        sides = [None if side is None else side.to_dict(mask) for side, mask in zip(self.sides, masks, strict=True)]
        return {"sides": sides, "dealer_bonus": self.bonus.to_dict() if self.bonus else None}

    def _masks(self) -> list[int | None]:
        masks = [None if side is None else side.captured for side in self.sides]
        if masks.count(None) == 1 and not self.open_sides:
            taken = 0
            for mask in masks:
                taken |= mask or 0
            masks[masks.index(None)] = DECK & ~taken
        return masks

    def counted(self, seating: Seating) -> CountedHand | None:
        """Return the counted hand, None while a side is open."""
        if self.open_sides:
            return None
        piles = tuple(
            SidePile(mask or 0, side.scope, tuple(declared.buona for declared in side.buone), side.knocks)
            for side, mask in zip(self.sides, self._masks(), strict=True)
            if side is not None
        )
        if self.bonus is None:
            return CountedHand(piles)
        return CountedHand(piles, seating.dealer_side, self.bonus.table, self.bonus.matta_as)

    def score(self, rules: Ruleset, seating: Seating) -> EntryScore:
        """Score the 40 cards.

        Raises `duplicate_card` and `missing_card` naming the cards, `dealer_table_not_taken`, `no_dealer_bonus`,
        `matta_not_held`, `too_many_scope`, `not_three_cards`, `not_a_buona`, `too_many_buone`.
        """
        self._refuse_doubles()
        hand = self.counted(seating)
        if hand is None:
            self._check_what_is_there(rules)
            return EntryScore()
        self._refuse_missing()
        refuse_shared_declarations(
            [() if side is None else side.buone for side in self.sides], self.bonus.table if self.bonus else 0
        )
        try:
            score = score_piles(hand, rules)
        except EngineError as no:
            raise in_body_words(no) from None
        return EntryScore.of(score, tuple(explain_hand(hand, score, rules)))

    def _check_what_is_there(self, rules: Ruleset) -> None:
        for place, side in enumerate(self.sides):
            for number, declared in enumerate(side.buone if side else ()):
                declared_worth(declared.buona, rules, f"/sides/{place}/buone/{number}")

    def _refuse_doubles(self) -> None:
        masks = [side.captured or 0 if side else 0 for side in self.sides]
        seen = double = 0
        for mask in masks:
            double |= seen & mask
            seen |= mask
        if double:
            errors = [
                (
                    f"/sides/{place}/captured",
                    "duplicate_card",
                    f"{' '.join(cards_list(mask & double))} of another side too.",
                )
                for place, mask in enumerate(masks)
                if mask & double
            ]
            detail = f"{' '.join(cards_list(double))} cannot be in two piles."
            raise EngineError("duplicate_card", detail, errors[0][0], errors=errors, cards=cards_list(double))

    def _refuse_missing(self) -> None:
        held = 0
        for mask in self._masks():
            held |= mask or 0
        if held != DECK:
            missing = cards_list(DECK & ~held)
            detail = f"{' '.join(missing)} in no pile."
            errors = [(f"/sides/{place}/captured", "missing_card", detail) for place in range(len(self.sides))]
            raise EngineError("missing_card", detail, "/sides", errors=errors, cards=missing)


def read_sides(body: Mapping[str, Any], seating: Seating) -> list[Any]:
    """Return the sides of a body, one for each side of the match, null where one is open; raise `bad_side`."""
    listed = list(read_list(need(body, "sides", ""), "/sides"))
    if len(listed) != seating.sides:
        raise EngineError("bad_side", f"This match has {seating.sides} sides.", "/sides")
    return listed


def refuse_shared_declarations(buone: list[tuple[SeatBuona, ...]], table: int) -> None:
    """Raise `duplicate_card` when one card is in two declarations, or declared and on the dealer's table."""
    seen = table
    for place, declarations in enumerate(buone):
        for number, declared in enumerate(declarations):
            double = seen & declared.buona.cards
            if double:
                cards = cards_list(double)
                raise EngineError(
                    "duplicate_card",
                    f"{' '.join(cards)} cannot be declared here: it is in another declaration or on the table.",
                    f"/sides/{place}/buone/{number}/cards",
                    cards=cards,
                )
            seen |= declared.buona.cards


def in_body_words(no: EngineError) -> EngineError:
    """Return a refusal of a counted hand with the pointers and codes of a body."""
    if no.code == "bad_request":
        return EngineError("impossible_count", no.detail, no.pointer).renamed(BODY_NAMES)
    if "/buone/" in no.pointer:
        return no
    return no.renamed(BODY_NAMES)


def _read_side(value: object, place: int, seating: Seating) -> CardsSide:
    at = f"/sides/{place}"
    fields = read_object(value, ("captured", "scope", "buone", "knocks"), at)
    captured = need(fields, "captured", at)
    return CardsSide(
        None if captured == REST else read_cards(captured, f"{at}/captured"),
        read_count(fields.get("scope", 0), f"{at}/scope"),
        read_buone(fields.get("buone", []), place, seating, f"{at}/buone"),
        read_count(fields.get("knocks", 0), f"{at}/knocks"),
    )
