"""Keep beside a pool the matches it has applied, as the record tells them: what replays and boards are made of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple
from uuid import UUID

from players.models import PoolMatch, RatingPool
from players.rankings.history import SIZE, changes_read
from players.rankings.kept import margin_bytes, match_bytes, match_read
from players.record import RatedMatch, Record
from players.selectors.margins import margins
from players.services.bulk_rows import insert_pool_matches
from players.services.differences import Difference, Report, unreported

PAGE = 2000
"""Matches held in memory at a time."""


class Settled(NamedTuple):
    """Tell what was not as the record says: the keys where it lay or lies, the matches now there, those no longer."""

    keys: list[str]
    new: list[RatedMatch]
    gone: set[UUID]


class _Kept(NamedTuple):
    key: str
    told: bytes
    margin: bytes


def pages(stream: Iterator[RatedMatch]) -> Iterator[list[RatedMatch]]:
    """Yield the matches of a stream some at a time."""
    while page := list(islice(stream, PAGE)):
        yield page


def settle(
    pool: RatingPool,
    page: Sequence[RatedMatch],
    after: str,
    last: str,
    report: Report = unreported,
    *,
    within: bool = False,
) -> Settled:
    """Make the kept matches after one key (with `within` from it on), up to another or the end, those of `page`."""
    stretch = pool.played.filter(key__gte=after) if within else pool.played.filter(key__gt=after)
    rows = (stretch.filter(key__lte=last) if last else stretch).values_list("match_id", "key", "told", "margin")
    stored = {match_id: _Kept(key, bytes(told), bytes(margin)) for match_id, key, told, margin in rows}
    known = margins(page)
    fresh = {
        match.match_id: _Kept(match.key, match_bytes(match), margin_bytes(known.get(match.match_id))) for match in page
    }
    stale = [match for match, kept in stored.items() if fresh.get(match) != kept]
    new = [match for match in page if stored.get(match.match_id) != fresh[match.match_id]]
    keys = [stored[match].key for match in stale] + [match.key for match in new]
    differing = {*stale, *(match.match_id for match in new)}
    if stale or (new and pool.matches):
        gone = pool.played.filter(match_id__in=differing)
        # A match whose day has changed lies elsewhere in the order.
        keys += gone.values_list("key", flat=True)
        gone.delete()
    insert_pool_matches([(pool.pk, match.match_id, *fresh[match.match_id]) for match in new])
    for match_id in sorted(differing):
        report(Difference("ladder match", str(match_id), stored.get(match_id), fresh.get(match_id)))
    return Settled(keys, new, set(stale) - fresh.keys())


def settle_from(pool: RatingPool, record: Record, from_key: str) -> Settled:
    """Make all kept matches from a key on, that one too, what the record says."""
    keys: list[str] = []
    new: list[RatedMatch] = []
    gone: set[UUID] = set()
    after, within = from_key, True
    for page in pages(record.rated_matches(pool.club_id, from_key)):
        found = settle(pool, page, after, page[-1].key, within=within)
        keys, new, gone = keys + found.keys, new + found.new, gone | found.gone
        after, within = page[-1].key, False
    found = settle(pool, [], after, "", within=within)
    keys, gone = keys + found.keys, (gone | found.gone) - {match.match_id for match in new}
    for match_id in sorted(gone):
        # Whose day has changed to one before the key counts there.
        if (match := record.rated_match(match_id)) is not None:
            keep(pool, match)
            keys, new, gone = [*keys, match.key], [*new, match], gone - {match_id}
    return Settled(keys, new, gone)


def keep(pool: RatingPool, match: RatedMatch) -> None:
    """Keep one more match; what the index reads of it is not known yet."""
    insert_pool_matches([(pool.pk, match.match_id, match.key, match_bytes(match), b"")])


def first_keys(pool: RatingPool, players: Collection[str]) -> list[str]:
    """Return the keys of the first matches of some players in a pool."""
    rows = pool.histories.filter(player__in=[UUID(player) for player in players], number=0)
    return [next(changes_read(bytes(stored[:SIZE]))).key for stored in rows.values_list("changes", flat=True)]


def margin_settle(*, club_id: UUID, match_id: UUID) -> tuple[bool, bool]:
    """Keep beside a match of the club's ladder what the index reads of its figures.

    Returns whether that was not so, and whether something else was kept before. The caller's transaction holds the pool
    and has brought the figures up to the record.
    """
    kept = PoolMatch.objects.filter(pool__club=club_id, match_id=match_id)
    found = kept.values_list("pk", "key", "told", "margin").first()
    if found is None:
        return False, False
    pk, key, told, margin = found
    now = margin_bytes(margins([match_read(match_id, key, bytes(told))]).get(match_id))
    if now == bytes(margin):
        return False, False
    PoolMatch.objects.filter(pk=pk).update(margin=now)
    return True, bool(margin)
