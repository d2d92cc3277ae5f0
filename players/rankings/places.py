"""Make the ranking of a board: who has a place, who is too uncertain, who has been away too long (RATINGS 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from math import sqrt
from typing import Any

from players.rankings.boards import Board, Line
from players.ratings import Band, band
from players.ratings.glicko import IDLE_VARIANCE
from players.record import idle_months

IDLE_OFF = 12
"""Whole months without a match after which somebody is off the list, and kept (research 1.6)."""
MICRO = 6
RANKED, PROVISIONAL, INACTIVE = "ranked", "provisional", "inactive"
STANDINGS = (RANKED, PROVISIONAL, INACTIVE)
"""In this order they are listed, each by rating."""


@dataclass(frozen=True, slots=True)
class Place:
    """One line of a published ranking.

    `key`: a player's id, or a pair's. `rank` is None unless `standing` is ranked. `rating` and `deviation` to 6
    decimals, the deviation as wide as the time away makes it. `corrected` and `ruled`: all that corrections and changes
    of the rules have added to the rating since the first snapshot of the board.
    """

    key: str
    rank: int | None
    standing: str
    rating: float
    deviation: float
    matches: int
    wins: int
    last_played_on: str
    corrected: float = 0.0
    ruled: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the line as a snapshot stores it."""
        return asdict(self)


def places(
    board: Board, lines: Mapping[str, Line], today: date, moved: Mapping[str, Mapping[str, float]] | None = None
) -> list[Place]:
    """Return a board's lines as they are published on `today`: ranked first, then provisional, then inactive.

    Equal ratings share a rank: 1, 2, 2, 4. `moved` holds, by id, the sums for `corrected` and `ruled` under the names
    `correction` and `rule`.
    """
    found = [_place(board, key, line, today, (moved or {}).get(key, {})) for key, line in lines.items()]
    found.sort(key=lambda place: (STANDINGS.index(place.standing), -place.rating, place.key))
    ranked: list[Place] = []
    for index, place in enumerate(found):
        shared = index and found[index - 1].rating == place.rating
        rank = (ranked[-1].rank if shared else index + 1) if place.standing == RANKED else None
        ranked.append(Place(**{**asdict(place), "rank": rank}))
    return ranked


def _place(board: Board, key: str, line: Line, today: date, moved: Mapping[str, float]) -> Place:
    last = date.fromordinal(line.last)
    months = idle_months(last, today)
    deviation = sqrt(min(line.variance + IDLE_VARIANCE * months, max(line.variance, board.start_rd**2)))
    if months >= IDLE_OFF:
        standing = INACTIVE
    elif band(deviation) is Band.PROVISIONAL or line.matches < board.least:
        standing = PROVISIONAL
    else:
        standing = RANKED
    return Place(
        key=key,
        rank=None,
        standing=standing,
        rating=round(line.mu, MICRO),
        deviation=round(deviation, MICRO),
        matches=line.matches,
        wins=line.wins,
        last_played_on=last.isoformat(),
        corrected=round(moved.get("correction", 0.0), MICRO),
        ruled=round(moved.get("rule", 0.0), MICRO),
    )
