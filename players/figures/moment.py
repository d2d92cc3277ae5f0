"""The part of a player's lines that sums cannot tell: what happened when, for records, streaks, awards, calendar."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple
from uuid import UUID

from players.figures.line import Played


class Moment(NamedTuple):
    """Hold the columns of a line (`Played`) that achievements, streaks and records read, with their meaning."""

    match_id: UUID
    key: str
    played_on: date
    won: bool
    drawn: bool
    seats: int
    preset: str
    hands: int
    scope: int
    barseghe: int
    decini: int
    won_by: int
    best_points: int
    best_points_hand: int
    best_scope: int
    best_scope_hand: int
    best_buone: int
    best_buone_hand: int
    best_piccola: int
    best_piccola_hand: int
    all_four: int
    both_scales: int
    cappotto_hand: int
    lowest_chance: int
    lowest_hand: int

    @classmethod
    def of(cls, line: Played) -> Moment:
        """Return the moment of a whole line."""
        return cls(*(getattr(line, name) for name in cls._fields))


READ = Moment._fields
"""The columns of a line that achievements, streaks and records read."""
