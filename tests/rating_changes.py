"""What matches did to ratings, as it is stored, for tests to look at."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from players.models import RatingHistory
from players.rankings.history import PAGE, changes_read


class Told(NamedTuple):
    """One match of one player: where it found and where it left him, and his side's chance before it."""

    player: UUID
    match_id: UUID
    key: str
    chance: float
    mu_before: float
    rd_before: float
    mu_after: float
    rd_after: float


def rating_changes(**where) -> list[Told]:
    """Return the stored changes by player, each player's in their order."""
    found = []
    last = {}
    for row in RatingHistory.objects.filter(**where).order_by("pool", "player", "number"):
        changes = list(changes_read(bytes(row.changes)))
        assert len(changes) <= PAGE
        assert changes[-1].key == row.last_key
        for one in changes:
            before = last.get((row.pool_id, row.player_id), (1500.0, 70.0))
            found.append(Told(row.player_id, one.match_id, one.key, one.chance, *before, one.mu, one.rd))
            last[row.pool_id, row.player_id] = (one.mu, one.rd)
    return found
