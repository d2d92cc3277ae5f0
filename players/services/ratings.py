"""Keep a club's ladder true to the record: append a match, or replay from where the record changed (RATINGS 3).

Whatever happens to a ladder happens under the lock of its pool's row, and the record is read after
the lock was taken: tasks may run twice, late, out of order and at the same time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from players.models import Rating, RatingChange, RatingPool
from players.ratings import RULE_VERSION
from players.record import RatedMatch, Record
from players.services.bulk_rows import insert_changes, replace_changes
from players.services.differences import Difference, Report, unreported
from players.services.ladder import NEWCOMER, Change, Standing, ladder_digest, play, players_of, ranks

PAGE = 2000
"""Matches that a replay holds in memory at a time."""
_STANDING = ("mu", "rd", "matches", "wins", "last_played_on")


@transaction.atomic(savepoint=False)
def ratings_refresh(*, club_id: UUID, match_id: UUID, record: Record) -> bool:
    """Make the club's ladder say what the record says of one match; tell whether a figure changed.

    Nothing happens when the match is applied as it stands. A match after all others is appended; a
    correction, a late entry, a match that no longer counts are replayed from their place on.
    """
    pool = _lock(club_id)
    if pool.rule_version != RULE_VERSION:
        return _replay(pool, record, "")
    match = record.rated_match(match_id)
    applied = pool.changes.filter(match_id=match_id).values_list("key", "input_digest").first()
    if (match and (match.key, match.digest)) == applied:
        return False
    if match is not None and applied is None and match.key > pool.last_key:
        return _append(pool, match)
    places = [match.key] if match is not None else []
    places += [applied[0]] if applied is not None else []
    return _replay(pool, record, min(places))


@transaction.atomic(savepoint=False)
def ratings_rebuild(*, club_id: UUID, record: Record, report: Report = unreported) -> bool:
    """Recompute the whole ladder of a club from the record; tell whether a published figure changed.

    Every row that was not what the record says is given to `report`.
    """
    return _rebuild(_lock(club_id), record, report)


def _lock(club_id: UUID) -> RatingPool:
    locked = RatingPool.objects.select_for_update().filter(club_id=club_id)
    if (pool := locked.first()) is not None:
        return pool
    RatingPool.objects.get_or_create(club_id=club_id)  # another worker may make it at this moment
    return locked.get()


def _append(pool: RatingPool, match: RatedMatch) -> bool:
    standings = _published(pool.ratings.filter(player__in=match.players))
    insert_changes(pool.pk, play(match, standings))
    return _publish(pool, standings, matches=pool.matches + 1, last_key=match.key)


def _replay(pool: RatingPool, record: Record, from_key: str) -> bool:
    """Play all matches from `from_key` on again: one change moves all that follow."""
    tail = pool.changes.filter(key__gte=from_key)
    matches = pool.matches - tail.aggregate(n=Count("match_id", distinct=True))["n"] if from_key else 0
    last_key = pool.changes.filter(key__lt=from_key).aggregate(last=Max("key"))["last"] or ""
    standings = _before(pool, from_key, set(tail.values_list("player_id", flat=True).distinct()))

    def anew() -> Iterator[list[Change]]:
        nonlocal matches, last_key
        for page in _pages(record.rated_matches(pool.club_id, from_key)):
            standings.update(_before(pool, from_key, players_of(page) - standings.keys()))
            yield [change for match in page for change in play(match, standings)]
            matches, last_key = matches + len(page), page[-1].key

    replace_changes(pool.pk, from_key, anew())
    return _publish(pool, standings, matches=matches, last_key=last_key)


def _rebuild(pool: RatingPool, record: Record, report: Report) -> bool:
    """Play every match again and write the changes that differ from what is stored."""
    standings: dict[UUID, Standing] = {}
    matches, last_key = 0, ""
    for page in _pages(record.rated_matches(pool.club_id)):
        stretch = pool.changes.filter(key__gt=last_key, key__lte=page[-1].key)
        _settle(pool, stretch, [change for match in page for change in play(match, standings)], report)
        matches, last_key = matches + len(page), page[-1].key
    _settle(pool, pool.changes.filter(key__gt=last_key), [], report)
    return _publish(pool, standings, matches=matches, last_key=last_key, whole=True, report=report)


def _pages(stream: Iterator[RatedMatch]) -> Iterator[list[RatedMatch]]:
    while page := list(islice(stream, PAGE)):
        yield page


def _settle(pool: RatingPool, stretch: QuerySet[RatingChange], changes: Iterable[Change], report: Report) -> None:
    """Make the stored changes of a stretch of the ladder what they should be."""
    stored = {Change(*row): pk for pk, *row in stretch.values_list("id", *Change._fields)}
    fresh = dict.fromkeys(changes)
    stale = {(change.match_id, change.player_id): change for change in stored if change not in fresh}
    new = [change for change in fresh if change not in stored]
    RatingChange.objects.filter(pk__in=[stored[change] for change in stale.values()]).delete()
    insert_changes(pool.pk, new)
    for change in new:
        was = stale.pop((change.match_id, change.player_id), None)
        report(Difference("rating change", f"{change.player_id} by match {change.match_id}", was, change))
    for change in stale.values():
        report(Difference("rating change", f"{change.player_id} by match {change.match_id}", change, None))


def _before(pool: RatingPool, from_key: str, players: Iterable[UUID]) -> dict[UUID, Standing]:
    """Return where players stood before `from_key`: as their last change before it left them."""
    found = dict.fromkeys(players, NEWCOMER)
    if not from_key or not found:
        return found
    earlier = pool.changes.filter(key__lt=from_key, player__in=found)
    counts = earlier.values("player_id").annotate(
        last=Max("key"), matches=Count("id"), wins=Count("id", filter=Q(won=True))
    )
    last = {row["player_id"]: row for row in counts}
    rows = earlier.filter(key__in={row["last"] for row in last.values()})
    for player, key, mu, rd, day in rows.values_list("player_id", "key", "mu_after", "rd_after", "played_on"):
        if key == last[player]["last"]:
            found[player] = Standing(mu, rd, last[player]["matches"], last[player]["wins"], day)
    return found


def _published(ratings: QuerySet[Rating]) -> dict[UUID, Standing]:
    return {player: Standing(*figures) for player, *figures in ratings.values_list("player_id", *_STANDING)}


def _publish(
    pool: RatingPool,
    standings: Mapping[UUID, Standing],
    *,
    matches: int,
    last_key: str,
    whole: bool = False,
    report: Report = unreported,
) -> bool:
    """Write the ratings and ranks that differ, and the pool's row; tell whether a published figure changed.

    `standings` are those that may have changed, or with `whole` all there are. Who stands at no
    matches any more leaves the ladder.
    """
    rows = pool.ratings.values_list("player_id", "rank", *_STANDING)
    stored = {player: (rank, Standing(*figures)) for player, rank, *figures in rows}
    now = {} if whole else {player: standing for player, (_, standing) in stored.items()}
    now = {player: standing for player, standing in {**now, **standings}.items() if standing.matches}
    rank = ranks(now)
    fresh = {player: (rank[player], standing) for player, standing in now.items()}
    differing = [player for player in stored.keys() | fresh.keys() if stored.get(player) != fresh.get(player)]
    for player in sorted(differing):
        report(Difference("rating", str(player), stored.get(player), fresh.get(player)))
    pool.ratings.filter(player__in=[player for player in differing if player not in fresh]).delete()
    Rating.objects.bulk_create(
        [
            Rating(pool=pool, player_id=player, rank=rank[player], **now[player]._asdict())
            for player in sorted(differing)
            if player in fresh
        ],
        update_conflicts=True,
        unique_fields=["pool", "player"],
        update_fields=["rank", *_STANDING],
    )
    was = (pool.matches, pool.last_key, pool.rule_version, pool.digest)
    new = (matches, last_key, RULE_VERSION, ladder_digest(now))
    if was != new and (pool.matches or matches):
        report(Difference("ladder", str(pool.club_id), was, new))
    pool.matches, pool.last_key, pool.rule_version, pool.digest = new
    pool.version += bool(differing)
    pool.computed_at = timezone.now()
    pool.save()
    return bool(differing)
