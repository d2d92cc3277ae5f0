"""What the record of matches says, in the words of the players app: plain frozen data and who reads it.

Players never learn what a match is. The doors hand services a `Record`, and services ask it by id
under their own lock, so that what is derived never stems from a state older than the lock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple, Protocol
from uuid import UUID

from players.figures import Played


class RatedMatch(NamedTuple):
    """One match as a ladder sees it.

    `key` sorts a club's matches: session day, tournament round, match id (RATINGS 3). `sides` are ids
    of players, as text, in seat order, merged ones followed. `places`: one a side, 1 best, equal = drawn.
    `target_score` in points; `hands` is given where the match was fixed or cut by hands, else None.
    """

    match_id: UUID
    key: str
    played_on: date
    sides: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]
    target_score: int
    hands: int | None

    @property
    def players(self) -> tuple[str, ...]:
        """Return everybody who played, side by side in seat order."""
        return tuple(player for side in self.sides for player in side)


class Record(Protocol):
    """Who reads the record; the module `scoring.selectors.record` is one."""

    def rated_match(self, match_id: UUID) -> RatedMatch | None:
        """Return a match if it counts for its club's ladder now, else None."""

    def rated_matches(self, club_id: UUID, from_key: str = "") -> Iterator[RatedMatch]:
        """Yield a club's rated matches in the order of their keys, from `from_key` on, that one too."""

    def played_in(self, match_id: UUID) -> list[Played]:
        """Return what a match adds to its players' figures, merged ones followed; nothing unless it is finished."""

    def matches_of(self, player_ids: Sequence[UUID]) -> list[UUID]:
        """Return the ids of all finished matches of these players and of whoever was merged into one of them."""

    def played_among(self, match_ids: Sequence[UUID]) -> list[Played]:
        """Return what these matches add to everybody in them, as `played_in` does of one."""


def idle_months(last: date | None, now: date) -> int:
    """Return the whole months from the last day played to `now`, 0 for a newcomer (RATINGS 1).

    A month is whole when its day of the month has come round again.

    >>> idle_months(date(2026, 1, 15), date(2026, 3, 14)), idle_months(date(2026, 1, 15), date(2026, 3, 15))
    (1, 2)
    """
    if last is None or now <= last:
        return 0
    months = (now.year - last.year) * 12 + now.month - last.month
    return months - 1 if now.day < last.day else months
