"""Draw how a player's rating moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from players.rankings.history import Change
from players.ratings import START_MU, START_RD
from players.selectors.pages import MIDDLE, svg

MOST_POINTS = 200
"""Points that a chart of a rating shows: more lie on top of each other on any screen."""
MOST_ROWS = 50
"""Rows of the table behind it."""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """Hold a player's rating after one match, and the chance he had before it, in per cent."""

    day: date
    rating: int
    deviation: int
    chance: int


@dataclass(frozen=True, slots=True)
class RatingChart:
    """Hold a drawn rating line in a box of 360 by 140, and its rows."""

    path: str
    spread: str
    dot_x: str
    dot_y: str
    label_y: str
    middle: str | None
    middle_text: str | None
    first: int
    last: int
    low: int
    high: int
    first_day: date
    last_day: date
    every: int
    rows: list[ChartRow]


def rating_chart(every: Sequence[Change]) -> RatingChart | None:
    """Return the drawn line of a player's rating after each match, None with fewer than two of them.

    Of more than 200 matches every so many are drawn, and told of more than 50; the first and the last are among them.
    """
    if len(every) < 2:
        return None
    shown = [every[index] for index in _spread(len(every), MOST_POINTS)]
    figures = [(START_MU, START_RD), *((change.mu, change.rd) for change in shown)]
    low = min(mu - rd for mu, rd in figures)
    high = max(mu + rd for mu, rd in figures)

    def x(index: int) -> float:
        return round(44 + index * 306 / (len(figures) - 1), 1)

    def y(figure: float) -> float:
        return round(114 - (figure - low) / (high - low) * 96, 1)

    upper = [f"{x(index)},{y(mu + rd)}" for index, (mu, rd) in enumerate(figures)]
    lower = [f"{x(index)},{y(mu - rd)}" for index, (mu, rd) in enumerate(figures)]
    last = figures[-1][0]
    middle = y(MIDDLE) if low <= MIDDLE <= high else None
    told = [START_MU, *(change.mu for change in every)]
    return RatingChart(
        path=" ".join(f"{x(index)},{y(mu)}" for index, (mu, _) in enumerate(figures)),
        spread=" ".join([*upper, *reversed(lower)]),
        dot_x=svg(x(len(figures) - 1)),
        dot_y=svg(y(last)),
        label_y=svg(max(14.0, y(last) - 12)),
        middle=None if middle is None else svg(middle),
        middle_text=None if middle is None else svg(middle + 5),
        first=round(told[0]),
        last=round(last),
        low=round(min(told)),
        high=round(max(told)),
        first_day=every[0].played_on,
        last_day=every[-1].played_on,
        every=len(every),
        rows=[
            ChartRow(change.played_on, round(change.mu), round(change.rd), round(change.chance * 100))
            for change in [every[index] for index in reversed(_spread(len(every), MOST_ROWS))]
        ],
    )


def _spread(count: int, most: int) -> list[int]:
    """Return at most `most` of the numbers below `count`, evenly spread, the first and the last among them.

    >>> _spread(3, 5), _spread(9, 3)
    ([0, 1, 2], [0, 4, 8])
    """
    if count <= most:
        return list(range(count))
    return [round(index * (count - 1) / (most - 1)) for index in range(most)]
