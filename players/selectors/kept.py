"""Read the matches that ladders have applied, in their order: what boards and replays are made of."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from players.models import PoolMatch
from players.rankings.boards import Margin
from players.rankings.kept import margin_read, match_read
from players.record import RatedMatch

PAGE = 2000


def kept_matches(club_id: UUID, from_key: str = "") -> Iterator[tuple[RatedMatch, Margin | None]]:
    """Yield a club's rated matches with what the index reads of them, from a key on, that one too, in their order."""
    kept = PoolMatch.objects.filter(pool__club=club_id).order_by("key")
    rows = kept.values_list("match_id", "key", "told", "margin")
    page = list(rows.filter(key__gte=from_key)[:PAGE])
    while page:
        for match_id, key, told, margin in page:
            yield match_read(match_id, key, bytes(told)), margin_read(bytes(margin))
        page = list(rows.filter(key__gt=page[-1][1])[:PAGE]) if len(page) == PAGE else []
