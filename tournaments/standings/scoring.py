"""Turn results into tournament points: victory points 20-0, byes, no-shows, tables of three (RATINGS 6)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

HAND_SPREAD = 8.83
"""Standard deviation of one hand's margin, in points (research 1.1)."""
BLITZ_51 = 40.0
"""Margin worth 20-0 in a match to 51."""
BLITZ_THREE = 35.0
"""The same for two players of a table of three."""
GOLDEN = (sqrt(5) - 1) / 2
FULL = 20.0
EVEN = 10.0
BYE = 12.0
BYE_RANGE = (10.0, 16.0)
NO_SHOW = 14.0

BANDS: dict[str, tuple[int, ...]] = {
    "51": (0, 2, 4, 6, 9, 12, 16, 20, 24, 30, 36),
    "4": (0, 1, 3, 6, 8, 11, 14, 17, 21, 26, 32),
    "8": (0, 2, 5, 8, 11, 15, 19, 24, 30, 37, 45),
}
"""Least margin worth 10, 11, … 20 points: a match to 51, of 4 hands, of 8 hands (research 2.10)."""


def blitz_margin(hands: int | None = None) -> float:
    """Return the margin worth 20-0: 40 for a match to 51, 2 · 8.83 · √hands for fixed hands."""
    return BLITZ_51 if hands is None else 2 * HAND_SPREAD * sqrt(hands)


def victory_points(margin: float, blitz: float = BLITZ_51) -> tuple[float, float]:
    """Return both sides' points, to two decimals, for a margin of the first side; they add to 20.

    VP = 10 + 10·(1 - t^(3m/B))/(1 - t³), t = (√5 - 1)/2, never over 20. Source: RATINGS 6.

    >>> victory_points(20)
    (16.73, 3.27)
    """
    size = min(abs(margin), blitz)
    winner = round(EVEN + EVEN * (1 - GOLDEN ** (3 * size / blitz)) / (1 - GOLDEN**3), 2)
    loser = round(FULL - winner, 2)
    return (winner, loser) if margin >= 0 else (loser, winner)


def banded_points(margin: int, bands: Sequence[int] = BANDS["51"]) -> tuple[int, int]:
    """Return both sides' whole points by the table of `bands` (least margins for 10, 11, … 20); they add to 20."""
    winner = 9 + sum(abs(margin) >= least for least in bands)
    return (winner, 20 - winner) if margin >= 0 else (20 - winner, winner)


def cappotto_points(side: int) -> tuple[float, float]:
    """Return 20-0 for the side (0 or 1) that took all the denari."""
    return (FULL, 0.0) if side == 0 else (0.0, FULL)


def bye_points(setting: float = BYE) -> float:
    """Return the points of a bye; raises ValueError outside 10 … 16."""
    if not BYE_RANGE[0] <= setting <= BYE_RANGE[1]:
        raise ValueError("a bye is worth 10 to 16 victory points")
    return setting


def no_show_points(played: Sequence[float]) -> float:
    """Return what the side present gets: 14, or its own mean over its `played` matches if that is more (RATINGS 6).

    Reckoned when the event is over; to two decimals.
    """
    return max(NO_SHOW, round(sum(played) / len(played), 2)) if played else NO_SHOW


def three_table_points(totals: Sequence[int], blitz: float = BLITZ_THREE) -> tuple[float, ...]:
    """Return the points of the players of a table of three: half the sum of the two pairwise results; 30 in all."""
    return tuple(
        round(sum(victory_points(own - other, blitz)[0] for j, other in enumerate(totals) if j != i) / 2, 2)
        for i, own in enumerate(totals)
    )


def win_points(margin: float, win: float = 1.0, draw: float = 0.5) -> tuple[float, float]:
    """Return both sides' points where only the result counts."""
    if margin == 0:
        return (draw, draw)
    return (win, 0.0) if margin > 0 else (0.0, win)
