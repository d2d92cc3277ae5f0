"""Read a card from what people write: a code, Italian, English or Ligurian words, a name of the game's own.

There are three kinds of no: `card_unreadable` (not the name of a card at all), `card_not_in_pack` (a card that these
packs do not have, such as an eight or a queen of cups), `card_ambiguous` (the words fit several cards, which are
named). Source: RULES 1.1, 6.1.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from scoring.engine.cards import BIT, DECK, RANK_MASK, SUIT_MASK, cards_list
from scoring.engine.errors import EngineError
from scoring.engine.rulesets import Ruleset

RANK_WORDS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("a", "1", "asso", "assi", "ace", "one", "uno"), "A"),
        **dict.fromkeys(("2", "due", "two", "doi"), "2"),
        **dict.fromkeys(("3", "tre", "three", "trei"), "3"),
        **dict.fromkeys(("4", "quattro", "four"), "4"),
        **dict.fromkeys(("5", "cinque", "five"), "5"),
        **dict.fromkeys(("6", "sei", "six"), "6"),
        **dict.fromkeys(("7", "sette", "seven"), "7"),
        **dict.fromkeys(("j", "fante", "sbiro", "jack", "knave"), "J"),
        **dict.fromkeys(("q", "donna", "dama", "regina", "queen", "cavallo", "cavaliere", "knight"), "Q"),
        **dict.fromkeys(("k", "re", "ommo", "king"), "K"),
    }
)
"""Rank by its word."""

SUIT_WORDS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("h", "cuori", "hearts", "heart", "cheu", "coppe", "cups"), "H"),
        **dict.fromkeys(
            ("d", "quadri", "diamonds", "diamond", "quaddri", "denari", "ori", "oro", "coins", "dinæ"), "D"
        ),
        **dict.fromkeys(("c", "fiori", "scioi", "clubs", "club", "bastoni", "bastoin", "batons"), "C"),
        **dict.fromkeys(("s", "picche", "spades", "spade", "spoæ", "swords"), "S"),
        **dict.fromkeys(("♥", "♡"), "H"),
        **dict.fromkeys(("♦", "♢"), "D"),
        **dict.fromkeys(("♣", "♧"), "C"),
        **dict.fromkeys(("♠", "♤"), "S"),
    }
)
"""Suit by its word; the Italian `spade` is a sword, the English one a spade: both are S."""

FRENCH_ONLY = frozenset(
    {
        "cuori",
        "cheu",
        "hearts",
        "heart",
        "quadri",
        "quaddri",
        "diamonds",
        "diamond",
        "fiori",
        "scioi",
        "picche",
        "♥",
        "♡",
    }
)
ITALIAN_ONLY = frozenset(
    {"coppe", "cups", "denari", "dinæ", "ori", "oro", "coins", "bastoni", "bastoin", "batons", "swords"}
)
QUEENS = frozenset({"donna", "dama", "regina", "queen"})
KNIGHTS = frozenset({"cavallo", "cavaliere", "knight"})

NOT_IN_PACK = frozenset(
    (
        "8",
        "9",
        "10",
        "0",
        "otto",
        "nove",
        "dieci",
        "eight",
        "nine",
        "ten",
        "joker",
        "jolly",
        "jollies",
        "11",
        "12",
        "13",
    )
)
"""Cards of other packs; 8 9 10 are not read as J Q K (RULES 1.1)."""

OWN_NAMES: Mapping[str, str] = MappingProxyType(
    {"settebello": "7D", "sette bello": "7D", "poncin": "7H", "re bello": "KD", "rebello": "KD"}
)
"""Names of the game's own for one card."""

PARTICLES = frozenset({"di", "de", "d", "del", "della", "of", "the", "il", "lo", "la", "l", "i"})
MATTA = "matta"
_TOKEN = re.compile(r"10|[0-9]+|[^\W\d_]+|[♥♡♦♢♣♧♠♤]")
_CODE = re.compile(r"(10|[A2-9JQK0])\s*([HDCS])", re.IGNORECASE)
_SEPARATOR = re.compile(r"[,;\n/|]+")


def read_card(text: str, rules: Ruleset | None = None, pointer: str = "") -> int:
    """Return the bit of the card that `text` names.

    A code counts in either case (`7D`, `7d`). `matta` is the wild card of `rules`; without rules it may be 7H or QH.
    Raises `card_unreadable`, `card_not_in_pack`, `card_ambiguous` (with `cards`) at `pointer`.

    >>> cards_list(read_card("cavallo di coppe"))
    ['QH']
    """
    words = _plain(text)
    if own := OWN_NAMES.get(words):
        return BIT[own]
    if words == MATTA:
        return _the_matta(text, rules, pointer)
    if code := _CODE.fullmatch(words):
        rank, suit = (part.upper() for part in code.groups())
        if rank + suit in BIT:
            return BIT[rank + suit]
        raise EngineError("card_not_in_pack", f"{text.strip()!r:.40} is no card of the 40.", pointer)
    return _read_words(text, [token for token in _TOKEN.findall(words) if token not in PARTICLES], pointer)


def read_card_list(text: str, rules: Ruleset | None = None, pointer: str = "") -> int:
    """Return the mask of the cards that `text` names, each once.

    Names are apart by commas, semicolons, bars or line ends; codes also by spaces. Raises as `read_card`, and
    `duplicate_card`.

    >>> cards_list(read_card_list("7D AD, asso di picche"))
    ['AD', '7D', 'AS']
    """
    mask = 0
    for part in _SEPARATOR.split(text):
        codes = part.split()
        names = codes if codes and all(_CODE.fullmatch(code) for code in codes) else [part]
        for name in names:
            if not name.strip():
                continue
            card = read_card(name, rules, pointer)
            if mask & card:
                raise EngineError(
                    "duplicate_card", f"{name.strip()!r:.40} is there twice.", pointer, cards=cards_list(card)
                )
            mask |= card
    return mask


def _read_words(text: str, tokens: list[str], pointer: str) -> int:
    shown = f"{text.strip()!r:.40}"
    ranks = {token for token in tokens if token in RANK_WORDS}
    suits = {token for token in tokens if token in SUIT_WORDS}
    foreign = {token for token in tokens if token in NOT_IN_PACK}
    if not tokens or len(tokens) > 2 or len(ranks) + len(suits) + len(foreign) < len(tokens):
        raise EngineError("card_unreadable", f"{shown} is no name of a card.", pointer)
    if (ranks & QUEENS and suits & ITALIAN_ONLY) or (ranks & KNIGHTS and suits & FRENCH_ONLY):
        raise EngineError("card_not_in_pack", f"{shown} mixes two packs: one has a queen, the other a knight.", pointer)
    if len(ranks | foreign) > 1 or len(suits) > 1:
        raise EngineError("card_unreadable", f"{shown} names two ranks or two suits.", pointer)
    if foreign:
        raise EngineError("card_not_in_pack", f"{shown} is no card of the 40.", pointer)
    cards = DECK
    for rank in ranks:
        cards &= RANK_MASK[RANK_WORDS[rank]]
    for suit in suits:
        cards &= SUIT_MASK[SUIT_WORDS[suit]]
    if cards.bit_count() > 1:
        names = cards_list(cards)
        raise EngineError("card_ambiguous", f"{shown} may be {' '.join(names)}.", pointer, cards=names)
    return cards


def _the_matta(text: str, rules: Ruleset | None, pointer: str) -> int:
    if rules is None:
        raise EngineError("card_ambiguous", f"{text.strip()!r:.40} may be 7H or QH.", pointer, cards=["7H", "QH"])
    if not rules.matta_bit:
        raise EngineError("card_not_in_pack", "This ruleset has no matta.", pointer)
    return rules.matta_bit


def _plain(text: str) -> str:
    """Return lower-case words without accents and with single spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(plain.replace("'", " ").replace("\u2019", " ").split())
