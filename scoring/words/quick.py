"""Say what the two quick ways of counting a hand ask for, under the rules of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.engine import read_ruleset
from scoring.engine.points import dealer_values, grande_values, piccola_values
from scoring.words.cards import RANKS, SUIT_NAMES, card_words
from scoring.words.rules import category_name

COUNTED_SUITS = ("H", "C", "S")
# By worth in the primiera, best first (RULES 1.3).
BY_PRIMIERA = "76A5432KQJ"
OFTEN_BEST = BY_PRIMIERA[:5]
FLAGS = ("carte", "denari", "settebello", "primiera")


def quick_fields(ruleset: Mapping[str, Any], pack: str = "french") -> dict[str, Any]:
    """Return the suits, ranks, points and values that the forms of counts and points offer."""
    rules = read_ruleset(ruleset)
    flags = (*FLAGS, "re_bello") if rules.re_bello else FLAGS
    return {
        "best_rows": [
            {
                "suit": suit,
                "name": str(SUIT_NAMES[pack][suit]).capitalize(),
                "cards": [card_words(rank + suit, pack) for rank in OFTEN_BEST],
            }
            for suit in COUNTED_SUITS
        ],
        "primiera_ranks": _letters(BY_PRIMIERA, pack),
        "rare_ranks": _letters(BY_PRIMIERA[len(OFTEN_BEST) :], pack),
        "point_flags": [{"key": flag, "label": category_name(flag, pack)} for flag in flags],
        "point_rows": [
            {"key": "piccola", "label": category_name("piccola"), "values": list(piccola_values(rules))},
            {"key": "grande", "label": category_name("grande"), "values": list(grande_values(rules))},
        ],
        "dealer_values": list(dealer_values(rules)),
    }


def _letters(ranks: str, pack: str) -> list[dict[str, str]]:
    return [{"code": rank, "letter": str(RANKS[pack].get(rank, rank))} for rank in ranks]
