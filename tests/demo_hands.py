"""Make `cirulla/demo/hands.txt` from hands that simulated players play: `python -m tests.demo_hands`.

They are whole hands under the preset `sbiro`, one after the other as they come, so that buone, dealer's tables, scope
and cappotti are as frequent as at a real table and the luck of the demo club is that of the cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from scoring.engine.cards import cards_mask
from scoring.engine.rulesets import PRESETS
from scoring.engine.simulate import SimulatedHand, simulate_hand

HANDS = Path(__file__).parents[1] / "cirulla" / "demo" / "hands.txt"
HEAD = """\
# Counted hands of two sides, one a line: the cards of side 0 as ten hexadecimal digits (bit n is card n
# in card order), the scope of both, then what was declared: 0:AS,2S,4S or 1:KH,KS,7H=K (side, cards, the
# matta's rank), and the dealer's bonus d1:KD,KS,4H,6H (side of the dealer, opening table).
"""
SEED = "castelletto 5"
COUNT = 480


def played() -> Iterator[SimulatedHand]:
    """Play the hands, the deal passing from side to side."""
    dice = random.Random(SEED)
    for number in range(COUNT):
        yield simulate_hand(PRESETS["sbiro"], 2, number % 2, dice, ("careful",))


def hand_line(hand: SimulatedHand) -> str:
    """Return a hand as a line of the file."""
    body = hand.cards_body(1)
    first, second = body["sides"]
    words = [f"{cards_mask(first['captured']):010x}", f"{first['scope']}-{second['scope']}"]
    for side, told in enumerate(body["sides"]):
        words += [f"{side}:{_declared(buona['cards'], buona['matta_as'])}" for buona in told["buone"]]
    if hand.judged.outcome == "dealer_bonus":
        bonus = body["dealer_bonus"]
        words.append(f"d{hand.dealer}:{_declared(bonus['table'], bonus['matta_as'])}")
    return " ".join(words)


def _declared(cards: list[str], matta_as: str | None) -> str:
    return ",".join(cards) + (f"={matta_as}" if matta_as else "")


def text() -> str:
    """Return the whole file."""
    return HEAD + "\n".join(hand_line(hand) for hand in played() if hand.replay is not None) + "\n"


if __name__ == "__main__":
    HANDS.write_text(text(), encoding="utf-8")
