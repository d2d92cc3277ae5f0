"""Keep what matches did to one player's rating as bytes, page by page (RATINGS 3)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from struct import Struct
from typing import NamedTuple
from uuid import UUID

PAGE = 128
"""Changes on a full page."""
_ENTRY = Struct("<IH16sIddd")
SIZE = _ENTRY.size
"""Bytes of one change."""
Place = tuple[int, int, bytes]
"""Where a change lies in the order of a club's matches: ordinal of the session day, round, id of the match."""


class Change(NamedTuple):
    """Hold what one match did to one player: his wins with it, his side's chance before it, where it left him."""

    day: int
    round: int
    match: bytes
    wins: int
    chance: float
    mu: float
    variance: float

    @property
    def match_id(self) -> UUID:
        """Return the id of the match."""
        return UUID(bytes=self.match)

    @property
    def played_on(self) -> date:
        """Return the session day."""
        return date.fromordinal(self.day)

    @property
    def rd(self) -> float:
        """Return the deviation after the match."""
        return float(self.variance**0.5)

    @property
    def key(self) -> str:
        """Return the key of the match."""
        return f"{self.played_on.isoformat()}/{self.round:03d}/{self.match_id}"

    def to_bytes(self) -> bytes:
        """Return the change as it is stored."""
        return _ENTRY.pack(*self)


def changes_read(stored: bytes) -> Iterator[Change]:
    """Yield the changes of a page, in their order."""
    return map(Change._make, _ENTRY.iter_unpack(stored))


def place_of(key: str) -> Place:
    """Return the place that a key names: places are in the order of their keys.

    >>> place_of("2026-03-02/000/00000000-0000-0000-0000-000000000007")[:2]
    (739677, 0)
    """
    day, number, match = key.split("/")
    return date.fromisoformat(day).toordinal(), int(number), UUID(match).bytes


def before(stored: bytes, key: str) -> int:
    """Return how many changes of a page lie before `key`; the page is in order."""
    place = place_of(key)
    return sum(1 for change in changes_read(stored) if change[:3] < place)
