"""The counted hands that the demo club plays: whole hands of simulated players, told as a phone sends them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from scoring.engine import Buona, Ruleset
from scoring.engine.cards import RANK_VALUE, cards_list, cards_mask
from scoring.engine.hand_bonus import bonus_scope
from scoring.engine.hand_buone import buona_worth

DECK = (1 << 40) - 1
_TOLD = re.compile(r"(d?)([01]):([0-9A-Z,]+)(?:=([0-9A-Z]))?")


@dataclass(frozen=True, slots=True)
class Declared:
    """What a side showed: a buona of three cards, or with `bonus` the opening table it took as the dealer's."""

    side: int
    cards: tuple[str, ...]
    matta_as: str | None
    bonus: bool

    def counts(self, rules: Ruleset) -> bool:
        """Tell whether some rules know this declaration, or this bonus."""
        cards, matta_as = cards_mask(self.cards), RANK_VALUE[self.matta_as] if self.matta_as else 0
        if self.bonus:
            return bool(bonus_scope(cards, matta_as, rules))
        return buona_worth(Buona(cards, matta_as), rules) is not None


@dataclass(frozen=True, slots=True)
class CountedPiles:
    """One hand of two sides: the cards of the first as a mask, the scope of each, and what was declared."""

    cards: int
    scope: tuple[int, int]
    declared: tuple[Declared, ...]

    @property
    def dealer_side(self) -> int | None:
        """Return the side whose dealer took the opening table, None when nobody did."""
        return next((told.side for told in self.declared if told.bonus), None)

    def turned(self) -> CountedPiles:
        """Return the same hand with the sides exchanged."""
        declared = (Declared(1 - told.side, told.cards, told.matta_as, told.bonus) for told in self.declared)
        return CountedPiles(DECK & ~self.cards, self.scope[::-1], tuple(declared))

    def under(self, rules: Ruleset) -> CountedPiles:
        """Return the same hand as it would be declared under some rules."""
        return replace(self, declared=tuple(told for told in self.declared if told.counts(rules)))

    def body(self, *, number: int, dealer_seat: int, seats: Sequence[int]) -> dict[str, Any]:
        """Return the hand as the body of CONTRACT 2; `seats` say who of each side declared."""
        sides: list[dict[str, Any]] = [
            {
                "captured": cards_list(self.cards) if side == 0 else "rest",
                "scope": self.scope[side],
                "buone": [
                    {"seat": seats[side], "cards": list(told.cards), "matta_as": told.matta_as}
                    for told in self.declared
                    if told.side == side and not told.bonus
                ],
            }
            for side in (0, 1)
        ]
        bonus = next((told for told in self.declared if told.bonus), None)
        return {
            "number": number,
            "dealer_seat": dealer_seat,
            "mode": "cards",
            "sides": sides,
            "dealer_bonus": {"table": list(bonus.cards), "matta_as": bonus.matta_as} if bonus else None,
        }


@cache
def counted_piles() -> tuple[CountedPiles, ...]:
    """Return the hands of `hands.txt`, whose head says how a line reads."""
    text = files("cirulla.demo").joinpath("hands.txt").read_text(encoding="ascii")
    return tuple(_read(line) for line in text.splitlines() if not line.startswith("#"))


def _read(line: str) -> CountedPiles:
    cards, scope, *told = line.split()
    first, second = map(int, scope.split("-"))
    return CountedPiles(int(cards, 16), (first, second), tuple(_declarations(told)))


def _declarations(words: Sequence[str]) -> Iterator[Declared]:
    for word in words:
        found = _TOLD.fullmatch(word)
        assert found, word
        bonus, side, cards, matta_as = found.groups()
        yield Declared(int(side), tuple(cards.split(",")), matta_as, bool(bonus))
