"""The hand that is carried through everything: one table, four house rules, two different winners.

X took 21 cards with two scope and showed a barsega; Y, the dealer, took the other 19, the opening
table K K 4 6 (30), one scopa and showed three fanti.
"""

from __future__ import annotations

from typing import Any

X_CARDS = "7D AD 2D 3D 4D 6D 7H 7C 6S 5C KC QC JC 2C 3C AS 2S 4S 5S KH QH".split()  # noqa: SIM905 - reads as dealt
TABLE = ["KD", "KS", "4H", "6H"]
TOTALS = {"sbiro": (13, 18), "pagat": (13, 18), "wikipedia": (13, 18), "aula2": (12, 18), "laspezia": (11, 10)}


def body(number: int = 1, dealer_seat: int = 1, x: int = 0) -> dict[str, Any]:
    """Return the hand as a phone sends it; `x` is the side of X, the dealer sits on the other."""
    x_side: dict[str, Any] = {
        "captured": X_CARDS,
        "scope": 2,
        "buone": [{"seat": x, "cards": ["AS", "2S", "4S"], "matta_as": None}],
    }
    y_side: dict[str, Any] = {
        "captured": "rest",
        "scope": 1,
        "buone": [{"seat": 1 - x, "cards": ["JD", "JH", "JS"], "matta_as": None}],
    }
    return {
        "number": number,
        "dealer_seat": dealer_seat,
        "mode": "cards",
        "sides": [x_side, y_side] if x == 0 else [y_side, x_side],
        "dealer_bonus": {"table": TABLE, "matta_as": None},
    }


def plain(number: int = 1, dealer_seat: int = 0, scope: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """Return a hand with the same piles, no declarations and no bonus: X 8, Y 5 under `sbiro`, plus scope."""
    return {
        "number": number,
        "dealer_seat": dealer_seat,
        "mode": "cards",
        "sides": [{"captured": X_CARDS, "scope": scope[0]}, {"captured": "rest", "scope": scope[1]}],
    }
