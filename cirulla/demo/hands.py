"""The counted hands that the demo club plays: real piles, told as a phone sends them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from scoring.engine.cards import cards_list

DECK = (1 << 40) - 1
_TOLD = re.compile(r"(d?)([01]):([0-9A-Z,]+)(?:=([0-9A-Z]))?")


@dataclass(frozen=True, slots=True)
class Declared:
    """What a side showed: a buona of three cards, or with `bonus` the opening table it took as the dealer's."""

    side: int
    cards: tuple[str, ...]
    matta_as: str | None
    bonus: bool


@dataclass(frozen=True, slots=True)
class CountedPiles:
    """One hand of two sides: the cards of the first as a mask, and what was declared."""

    cards: int
    declared: tuple[Declared, ...]

    @property
    def dealer_side(self) -> int | None:
        """Return the side whose dealer took the opening table, None when nobody did."""
        return next((told.side for told in self.declared if told.bonus), None)

    def turned(self) -> CountedPiles:
        """Return the same hand with the sides exchanged."""
        declared = (Declared(1 - told.side, told.cards, told.matta_as, told.bonus) for told in self.declared)
        return CountedPiles(DECK & ~self.cards, tuple(declared))

    def body(self, *, number: int, dealer_seat: int, scope: Sequence[int], seats: Sequence[int]) -> dict[str, Any]:
        """Return the hand as the body of CONTRACT 2; `scope` by side, `seats` who of each side declared."""
        sides: list[dict[str, Any]] = [
            {
                "captured": cards_list(self.cards) if side == 0 else "rest",
                "scope": scope[side],
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
    cards, *told = line.split()
    return CountedPiles(int(cards, 16), tuple(_declarations(told)))


def _declarations(words: Sequence[str]) -> Iterator[Declared]:
    for word in words:
        found = _TOLD.fullmatch(word)
        assert found, word
        bonus, side, cards, matta_as = found.groups()
        yield Declared(int(side), tuple(cards.split(",")), matta_as, bool(bonus))
