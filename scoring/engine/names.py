"""Name the cards in the words of a language and a pack.

Every name is data, whole, in `data/card_names.json`: no name is put together from parts. Source: RULES 1.1.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from scoring.engine.cards import CODE_OF

LANGUAGES = ("it", "en", "lij")
"""Italian, English, Ligurian (`lij`): each names all cards of both packs."""
PACKS = ("french", "italian")
"""`french`: hearts, diamonds, clubs, spades, with a queen. `italian`: cups, coins, batons, swords, with a knight."""
FALLBACK = "it"
"""The language of a reader whose own is none of these."""

Names = Mapping[str, Mapping[str, Mapping[str, str]]]


@lru_cache(maxsize=1)
def all_names() -> Names:
    """Return the names by language, pack and code, as the data file holds them."""
    names: Names = json.loads((files(__package__) / "data" / "card_names.json").read_text("utf-8"))
    return names


def card_name(card: int, language: str = "it", pack: str = "french") -> str:
    """Return the name of a card, given by its bit.

    `language` is one of `LANGUAGES`, `pack` one of `PACKS`.

    >>> from scoring.engine.cards import card_bit
    >>> card_name(card_bit("7D"), "it", "italian"), card_name(card_bit("QH"), "en")
    ('sette di denari', 'queen of hearts')
    """
    return all_names()[language][pack][CODE_OF[card]]
