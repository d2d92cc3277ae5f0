"""Build cases and bodies of hands from a few words."""

from __future__ import annotations

from typing import Any

from scoring.engine.cards import CODES, cards_mask


def cards(words: str) -> list[str]:
    """Return the codes of `7D AD`."""
    return words.split()


def mask(words: str) -> int:
    return cards_mask(cards(words))


def rest(*taken: list[str]) -> list[str]:
    """Return the cards of the pack that none of the piles holds."""
    held = {code for pile in taken for code in pile}
    return [code for code in CODES if code not in held]


def two_sides(first: str, **of_first: Any) -> dict[str, Any]:
    """Return a `score` case: the first side has these cards, the second all others."""
    pile = cards(first)
    return {"sides": [{"cards": pile, **of_first}, {"cards": rest(pile)}]}


def three_sides(first: str, second: str) -> dict[str, Any]:
    one, two = cards(first), cards(second)
    return {"sides": [{"cards": one}, {"cards": two}, {"cards": rest(one, two)}]}
