"""Name the 40 cards for the reader: a name a card and pack, never put together from parts.

Packs are `french` (cuori, quadri, fiori, picche: the Genoese pack) and `italian` (coppe, denari, bastoni, spade).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrPromise

PACKS = ("french", "italian")

NAMES: Mapping[str, Mapping[str, StrPromise]] = {
    "french": {
        "AH": _("ace of hearts"),
        "2H": _("two of hearts"),
        "3H": _("three of hearts"),
        "4H": _("four of hearts"),
        "5H": _("five of hearts"),
        "6H": _("six of hearts"),
        "7H": _("seven of hearts"),
        "JH": _("jack of hearts"),
        "QH": _("queen of hearts"),
        "KH": _("king of hearts"),
        "AD": _("ace of diamonds"),
        "2D": _("two of diamonds"),
        "3D": _("three of diamonds"),
        "4D": _("four of diamonds"),
        "5D": _("five of diamonds"),
        "6D": _("six of diamonds"),
        "7D": _("seven of diamonds"),
        "JD": _("jack of diamonds"),
        "QD": _("queen of diamonds"),
        "KD": _("king of diamonds"),
        "AC": _("ace of clubs"),
        "2C": _("two of clubs"),
        "3C": _("three of clubs"),
        "4C": _("four of clubs"),
        "5C": _("five of clubs"),
        "6C": _("six of clubs"),
        "7C": _("seven of clubs"),
        "JC": _("jack of clubs"),
        "QC": _("queen of clubs"),
        "KC": _("king of clubs"),
        "AS": _("ace of spades"),
        "2S": _("two of spades"),
        "3S": _("three of spades"),
        "4S": _("four of spades"),
        "5S": _("five of spades"),
        "6S": _("six of spades"),
        "7S": _("seven of spades"),
        "JS": _("jack of spades"),
        "QS": _("queen of spades"),
        "KS": _("king of spades"),
    },
    "italian": {
        "AH": _("ace of cups"),
        "2H": _("two of cups"),
        "3H": _("three of cups"),
        "4H": _("four of cups"),
        "5H": _("five of cups"),
        "6H": _("six of cups"),
        "7H": _("seven of cups"),
        "JH": _("knave of cups"),
        "QH": _("knight of cups"),
        "KH": _("king of cups"),
        "AD": _("ace of coins"),
        "2D": _("two of coins"),
        "3D": _("three of coins"),
        "4D": _("four of coins"),
        "5D": _("five of coins"),
        "6D": _("six of coins"),
        "7D": _("seven of coins"),
        "JD": _("knave of coins"),
        "QD": _("knight of coins"),
        "KD": _("king of coins"),
        "AC": _("ace of batons"),
        "2C": _("two of batons"),
        "3C": _("three of batons"),
        "4C": _("four of batons"),
        "5C": _("five of batons"),
        "6C": _("six of batons"),
        "7C": _("seven of batons"),
        "JC": _("knave of batons"),
        "QC": _("knight of batons"),
        "KC": _("king of batons"),
        "AS": _("ace of swords"),
        "2S": _("two of swords"),
        "3S": _("three of swords"),
        "4S": _("four of swords"),
        "5S": _("five of swords"),
        "6S": _("six of swords"),
        "7S": _("seven of swords"),
        "JS": _("knave of swords"),
        "QS": _("knight of swords"),
        "KS": _("king of swords"),
    },
}

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


def card_words(code: str, pack: str = "french") -> CardWords:
    """Return a card of RULES 1.1 as the reader's pack shows it."""
    rank, suit = code[0], code[1]
    return CardWords(code, str(RANKS[pack].get(rank, rank)), suit, str(NAMES[pack][code]))


def grid_cards(pack: str = "french") -> list[CardWords]:
    """Return the 40 cards as the grid of the entry page has them: a row for each rank, a column for each suit."""
    return [card_words(rank + suit, pack) for rank in "A234567JQK" for suit in "HDCS"]
