"""Keep a club's ladder true to the record: append a match, or replay from where the record changed (RATINGS 3).

Whatever happens to a ladder happens under the lock of its pool's row, and the record is read after the lock was taken:
tasks may run twice, late, out of order and at the same time. The pool keeps its matches (`PoolMatch`): a replay reads
those, and the record alone says whether they are right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from players.models import Rating, RatingPool
from players.rankings.kept import FORM, match_bytes, match_read
from players.ratings import RULE_VERSION
from players.record import RatedMatch, Record
from players.selectors.kept import kept_matches
from players.services.differences import Difference, Report, unreported
from players.services.histories import Histories
from players.services.ladder import MICRO, Standing, ladder_digest, ranks
from players.services.pool_matches import first_keys, keep, pages, settle, settle_from

_STANDING = ("mu", "rd", "matches", "wins", "last_played_on")


class Moved(NamedTuple):
    """Tell what became of a match in its club's ladder: whether it `changed`, its key before and now."""

    changed: bool
    was: str | None
    now: str | None

    @property
    def first(self) -> str | None:
        """Return the key from which whatever follows from the ladder is to be replayed."""
        return min([key for key in (self.was, self.now) if key is not None], default=None)


@transaction.atomic(savepoint=False)
def ratings_refresh(*, club_id: UUID, match_id: UUID, record: Record) -> Moved:
    """Make the club's ladder say what the record says of one match.

    Nothing happens when the match is applied as it stands. A match after all others is appended; a
    correction, a late entry, a match that no longer counts are replayed from their place on.
    """
    pool = _lock(club_id)
    match = record.rated_match(match_id)
    now = None if match is None else match.key
    if not _current(pool):
        known = bool(pool.rule_version)
        _rebuild(pool, record, unreported)
        alone = not known and match is not None and pool.matches == 1
        return Moved(True, None if alone else "", now)
    applied = pool.played.filter(match_id=match_id).values_list("key", "told").first()
    was = None if applied is None else applied[0]
    if applied is None:
        if match is None:
            return Moved(False, None, None)
        keep(pool, match)
    elif match is None:
        pool.played.filter(match_id=match_id).delete()
    elif (match.key, match_bytes(match)) == (was, bytes(applied[1])):
        return Moved(False, was, now)
    elif gone := set(match_read(match_id, applied[0], bytes(applied[1])).players) - set(match.players):
        # Somebody was merged, or took another's seat: all of his matches are somebody else's, in one replay.
        first = min([applied[0], match.key, *first_keys(pool, gone)])
        return Moved(True, _follow(pool, record, first).first, now)
    else:
        pool.played.filter(match_id=match_id).update(key=match.key, told=match_bytes(match))
    moved = Moved(True, was, now)
    rated = _rated(pool)
    histories = Histories(pool, _standings(rated), whole=False, report=unreported)
    if match is not None and was is None and match.key > pool.last_key:
        histories.play([match])
        last_key = match.key
    else:
        assert moved.first is not None
        last_key = _replay(pool, histories, moved.first)
    histories.finish()
    _publish(pool, rated, histories.standings, pool.matches + (now is not None) - (was is not None), last_key)
    return moved


class Followed(NamedTuple):
    """Tell the first key where a match was not applied as it stands, None when all were, and the matches now there."""

    first: str | None
    matches: list[RatedMatch]


@transaction.atomic(savepoint=False)
def ratings_follow(*, club_id: UUID, record: Record, from_key: str) -> Followed:
    """Make the club's ladder say what the record says of all matches from a key on."""
    pool = _lock(club_id)
    if not _current(pool):
        _rebuild(pool, record, unreported)
        return Followed("", [])
    return _follow(pool, record, from_key)


@transaction.atomic(savepoint=False)
def ratings_rebuild(*, club_id: UUID, record: Record, report: Report = unreported) -> str | None:
    """Recompute the whole ladder of a club from the record; every row that was not right is given to `report`.

    Returns the key from which the boards are to be replayed, None where the matches were those that the record tells.
    """
    return _rebuild(_lock(club_id), record, report)


@transaction.atomic(savepoint=False)
def ratings_current(*, club_id: UUID, record: Record) -> str | None:
    """Rebuild the ladder of a club if it is of older rules or another form, so that its matches can be read.

    Returns the key from which whatever was made of them is to be replayed, None where they are as they were.
    """
    if RatingPool.objects.filter(club=club_id, rule_version=RULE_VERSION, form=FORM).exists():
        return None
    pool = _lock(club_id)
    return None if _current(pool) else _rebuild(pool, record, unreported)


def _lock(club_id: UUID) -> RatingPool:
    locked = RatingPool.objects.select_for_update().filter(club_id=club_id)
    if (pool := locked.first()) is not None:
        return pool
    RatingPool.objects.get_or_create(club_id=club_id)  # another worker may make it at this moment
    return locked.get()


def _current(pool: RatingPool) -> bool:
    return (pool.rule_version, pool.form) == (RULE_VERSION, FORM)


def _replay(pool: RatingPool, histories: Histories, from_key: str) -> str:
    """Play all matches from `from_key` on again, one change moves all that follow; return the key of the last one."""
    histories.rewind(from_key)
    last_key = pool.played.filter(key__lt=from_key).order_by("-key").values_list("key", flat=True).first() or ""
    for page in pages(match for match, _ in kept_matches(pool.club_id, from_key)):
        histories.play(page)
        last_key = page[-1].key
    return last_key


def _follow(pool: RatingPool, record: Record, from_key: str) -> Followed:
    settled = settle_from(pool, record, from_key)
    first = min(settled.keys, default=None)
    if first is not None:
        rated = _rated(pool)
        histories = Histories(pool, _standings(rated), whole=False, report=unreported)
        last_key = _replay(pool, histories, first)
        histories.finish()
        _publish(pool, rated, histories.standings, pool.played.count(), last_key)
    return Followed(first, settled.new)


def _rebuild(pool: RatingPool, record: Record, report: Report) -> str | None:
    """Play every match again, as the record tells it, and write what differs from what is stored."""
    histories = Histories(pool, {}, whole=True, report=report)
    matches, last_key = 0, ""
    keys: list[str] = []
    for page in pages(record.rated_matches(pool.club_id)):
        keys += sorted(settle(pool, page, last_key, page[-1].key, report).keys)[:1]
        histories.play(page)
        matches, last_key = matches + len(page), page[-1].key
    keys += settle(pool, [], last_key, "", report).keys
    histories.finish()
    _publish(pool, _rated(pool), histories.standings, matches, last_key, whole=True, report=report)
    return min(keys, default=None)


Rated = dict[str, tuple[int | None, Standing, float]]
"""What is stored of the players of a pool: rank, standing, and the deviation as it is written."""


def _rated(pool: RatingPool) -> Rated:
    rows = pool.ratings.values_list("player_id", "rank", *_STANDING)
    return {
        str(player): (rank, Standing(mu, round(rd * rd, MICRO), matches, wins, day), rd)
        for player, rank, mu, rd, matches, wins, day in rows
    }


def _standings(rated: Rated) -> dict[str, Standing]:
    return {player: standing for player, (_, standing, _) in rated.items()}


def _publish(
    pool: RatingPool,
    stored: Rated,
    standings: Mapping[str, Standing],
    matches: int,
    last_key: str,
    *,
    whole: bool = False,
    report: Report = unreported,
) -> None:
    """Write the ratings and ranks that differ, and the pool's row.

    `standings` are those that may have changed, or with `whole` all there are. Who stands at no
    matches any more leaves the ladder.
    """
    now = {} if whole else _standings(stored)
    now = {player: standing for player, standing in {**now, **standings}.items() if standing.matches}
    rank = ranks(now)
    fresh = {player: (rank[player], standing, standing.rd) for player, standing in now.items()}
    differing = sorted(player for player in stored.keys() | fresh.keys() if stored.get(player) != fresh.get(player))
    for player in differing:
        report(Difference("rating", player, stored.get(player), fresh.get(player)))
    if gone := [player for player in differing if player not in fresh]:
        pool.ratings.filter(player__in=[UUID(player) for player in gone]).delete()
    Rating.objects.bulk_create(
        [
            Rating(
                pool=pool,
                player_id=UUID(player),
                rank=rank[player],
                mu=now[player].mu,
                rd=now[player].rd,
                matches=now[player].matches,
                wins=now[player].wins,
                last_played_on=now[player].last_played_on,
            )
            for player in differing
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
    pool.form = FORM
    pool.version += bool(differing)
    pool.computed_at = timezone.now()
    pool.save()
