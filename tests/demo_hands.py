"""Make `cirulla/demo/hands.txt` from the golden hands: `python -m tests.demo_hands`.

Kept are hands of two sides that may be under the preset `sbiro`, with declarations, dealer's bonuses and
cappotti about as often as they come at a real table (research of 60,000 played hands).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scoring.engine.cards import cards_mask
from scoring.engine.errors import EngineError
from scoring.engine.operations import answer

GOLDEN = Path(__file__).parent / "data" / "golden" / "score.jsonl"
HANDS = Path(__file__).parents[1] / "cirulla" / "demo" / "hands.txt"
HEAD = """\
# Counted hands of two sides, one a line: the cards of side 0 as ten hexadecimal digits (bit n is card n
# in card order), then what was declared: 0:AS,2S,4S or 1:KH,KS,7H=K (side, cards, the matta's rank), and the
# dealer's bonus d1:KD,KS,4H,6H (side of the dealer, opening table).
"""
MOST_DECINI = 30
MOST_CAPPOTTI = 2
MOST_BONUSES = 36


def golden_cases() -> Iterator[dict[str, Any]]:
    """Yield the golden cases of two sides."""
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)["case"]
        if len(case["sides"]) == 2:
            yield case


def hand_line(case: dict[str, Any]) -> str:
    """Return a case as a line of the file."""
    words = [f"{cards_mask(case['sides'][0]['cards']):010x}"]
    for side, told in enumerate(case["sides"]):
        words += [f"{side}:{_declared(buona['cards'], buona['matta_as'])}" for buona in told.get("buone", [])]
    if "dealer_side" in case:
        words.append(f"d{case['dealer_side']}:{_declared(case['dealer_table'], case.get('dealer_matta_as'))}")
    return " ".join(words)


def _declared(cards: list[str], matta_as: str | None) -> str:
    return ",".join(cards) + (f"={matta_as}" if matta_as else "")


def chosen() -> Iterator[str]:
    """Yield the lines of the file."""
    decini = cappotti = bonuses = 0
    for case in golden_cases():
        try:
            judged = answer("score", {**case, "ruleset": "sbiro"})
        except EngineError:
            continue
        decino = any(side["buone"] >= 10 for side in judged["sides"])
        cappotto, bonus = judged["cappotto"] is not None, "dealer_side" in case
        decini, cappotti, bonuses = decini + decino, cappotti + cappotto, bonuses + bonus
        over = (
            decino and decini > MOST_DECINI,
            cappotto and cappotti > MOST_CAPPOTTI,
            bonus and bonuses > MOST_BONUSES,
        )
        if not any(over):
            yield hand_line(case)


def text() -> str:
    """Return the whole file."""
    return HEAD + "\n".join(chosen()) + "\n"


if __name__ == "__main__":
    HANDS.write_text(text(), encoding="utf-8")
