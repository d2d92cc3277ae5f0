"""Show the 40 cards as the reader's pack has them: letter, suit, name.

Packs are `french` (cuori, quadri, fiori, picche: the Genoese pack) and `italian` (coppe, denari, bastoni, spade).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from scoring.engine import names
from scoring.engine.cards import card_bit
from scoring.engine.names import PACKS

__all__ = ["PACKS", "CardWords", "card_name", "card_words", "grid_cards"]

RANKS: Mapping[str, Mapping[str, StrPromise]] = {
    "french": {
        "J": pgettext_lazy("letter on the card, French suits", "J"),
        "Q": pgettext_lazy("letter on the card, French suits", "Q"),
        "K": pgettext_lazy("letter on the card, French suits", "K"),
    },
    "italian": {
        "J": pgettext_lazy("letter on the card, Italian suits", "J"),
        "Q": pgettext_lazy("letter on the card, Italian suits", "N"),
        "K": pgettext_lazy("letter on the card, Italian suits", "K"),
    },
}

RANK_NAMES: Mapping[str, StrPromise] = {
    "A": _("an ace"),
    "2": _("a two"),
    "3": _("a three"),
    "4": _("a four"),
    "5": _("a five"),
    "6": _("a six"),
    "7": _("a seven"),
    "J": _("an eight (jack)"),
    "Q": _("a nine (queen)"),
    "K": _("a ten (king)"),
}


SUIT_NAMES: Mapping[str, Mapping[str, StrPromise]] = {
    "french": {"H": _("hearts"), "D": _("diamonds"), "C": _("clubs"), "S": _("spades")},
    "italian": {"H": _("cups"), "D": _("coins"), "C": _("batons"), "S": _("swords")},
}


@dataclass(frozen=True, slots=True)
class CardWords:
    """Hold a card as a page shows it: its code, the letter or figure on it, its suit's code, its name."""

    code: str
    rank: str
    suit: str
    name: str


def card_name(code: str, pack: str = "french") -> str:
    """Return a card's name in the reader's language."""
    language = (get_language() or names.FALLBACK).split("-")[0]
    return names.card_name(card_bit(code), language if language in names.LANGUAGES else names.FALLBACK, pack)


def card_words(code: str, pack: str = "french") -> CardWords:
    """Return a card of RULES 1.1 as the reader's pack shows it."""
    rank, suit = code[0], code[1]
    return CardWords(code, str(RANKS[pack].get(rank, rank)), suit, card_name(code, pack))


def grid_cards(pack: str = "french") -> list[CardWords]:
    """Return the 40 cards as the grid of the entry page has them: a row for each rank, a column for each suit."""
    return [card_words(rank + suit, pack) for rank in "A234567JQK" for suit in "HDCS"]
