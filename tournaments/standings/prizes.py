"""Share out prizes: entrants on the same rank pool what their places would get (RATINGS 6, research 2.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.standings.ranking import Row


class Prize(NamedTuple):
    """Hold what an entrant gets, in the smallest unit of the prize (cents, points), and the places pooled for it."""

    id: str
    amount: int
    places: tuple[int, ...]


def pooled_prizes(rows: Sequence[Row], amounts: Sequence[int]) -> tuple[list[Prize], int]:
    """Return who gets what, and what could not be divided.

    `amounts`: by place, 1st first, whole units. Entrants sharing a rank share the sum of the places they fill, in equal
    whole units; the rest of that division is returned as the second value, never given to one of them.
    """
    by_rank: dict[int, list[str]] = {}
    for row in rows:
        if row.rank is not None:
            by_rank.setdefault(row.rank, []).append(row.id)
    prizes: list[Prize] = []
    left = 0
    for rank in sorted(by_rank):
        sharing = by_rank[rank]
        places = tuple(range(rank, rank + len(sharing)))
        pool = sum(amounts[place - 1] for place in places if place <= len(amounts))
        if pool == 0:
            continue
        share, rest = divmod(pool, len(sharing))
        left += rest
        prizes.extend(Prize(entrant, share, places) for entrant in sharing)
    return prizes, left
