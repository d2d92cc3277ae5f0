"""Make, change and close the seasons of a club."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from cirulla.lib import outbox
from cirulla.lib.errors import Conflict, FieldError, Unprocessable
from cirulla.lib.locks import hold
from cirulla.lib.retry import retrying
from players.models import Ladder, LadderMark, Season
from players.principals import Principal
from players.record import Record
from players.services.audit import audit
from players.services.boards import ladder_of_club, ladder_refresh, ladders_mark
from players.services.clubs import read_name
from players.services.pool_matches import margin_settle
from players.services.publish import key_of_day, season_snapshots
from players.services.ratings import ratings_follow
from players.services.stats import stats_refresh
from players.session_days import day_ends, session_day

logger = logging.getLogger("players.seasons")
MOST_DAYS = 3700
"""Ten years: a longer one is a slip of the pen."""


@transaction.atomic
def season_create(
    *,
    by: Principal,
    club_id: UUID,
    name: str,
    starts_on: date,
    ends_on: date,
    win: int = 2,
    draw: int = 1,
    loss: int = 0,
    best_of: int = 0,
) -> Season:
    """Make a season of a club; the caller has asked whether `by` runs it.

    Raises Unprocessable `bad_name`, `bad_window`, and Conflict `name_taken`.
    """
    _check_window(starts_on, ends_on)
    season = Season(
        club_id=club_id,
        name=read_name(name),
        starts_on=starts_on,
        ends_on=ends_on,
        win=win,
        draw=draw,
        loss=loss,
        best_of=best_of,
    )
    _save(season)
    audit("season_created", by=by, club_id=club_id, subject=season.pk)
    _publish_soon(season)
    return season


@transaction.atomic
def season_change(*, by: Principal, season_id: UUID, version: int, changes: Mapping[str, Any]) -> Season | None:
    """Change fields of a season that is still at `version`; None when it is not.

    Raises what `season_create` raises, and Conflict `season_closed`: what is final stays.
    """
    season = Season.objects.select_for_update(no_key=True).filter(pk=season_id, version=version).first()
    if season is None:
        return None
    if season.closed_at is not None:
        raise Conflict("season_closed", "This season is over; its table is final.")
    for field, value in changes.items():
        setattr(season, field, read_name(value) if field == "name" else value)
    _check_window(season.starts_on, season.ends_on)
    season.version += 1
    _save(season)
    audit("season_changed", by=by, club_id=season.club_id, subject=season.pk, facts={"fields": sorted(changes)})
    _publish_soon(season)
    return season


def seasons_close(*, record: Record, now: datetime | None = None) -> int:
    """Publish the last table of every season whose last session day is over, and close it; return how many."""
    at = now or timezone.now()
    over = Season.objects.filter(closed_at__isnull=True, ends_on__lte=at.date()).select_related("club")
    closed = 0
    for season in over.order_by("pk"):
        if season.club is not None and day_ends(season.ends_on, season.club.time_zone) <= at:
            try:
                closed += _close(season.pk, record, at)
            except Exception:
                # Its ladder may be at work; it is tried again within the hour, and the others are not kept waiting.
                logger.exception("season %s is not closed", season.pk)
    return closed


def season_close(
    *, by: Principal, season_id: UUID, version: int, record: Record, now: datetime | None = None
) -> Season | None:
    """Publish the last table of a season that is still at `version` and close it; None when it is not.

    One that still runs ends with today's session day. The caller has asked whether `by` runs the club. Raises
    Conflict `season_closed`, `season_not_begun`, and TryAgain while its ladder is being replayed.
    """
    at = now or timezone.now()
    return retrying(lambda: _close_by(by, season_id, version, record, at))


@transaction.atomic
def _close_by(by: Principal, season_id: UUID, version: int, record: Record, at: datetime) -> Season | None:
    season = _held(season_id)
    if season.version != version:
        return None
    if season.closed_at is not None:
        raise Conflict("season_closed", "This season is over; its table is final.")
    assert season.club is not None
    today = session_day(at, season.club.time_zone)
    if today < season.starts_on:
        raise Conflict("season_not_begun", "This season has not begun; change its days instead.")
    season.ends_on = min(season.ends_on, today)
    _finish(season, record, at)
    audit("season_closed", by=by, club_id=season.club_id, subject=season.pk)
    return season


@transaction.atomic(savepoint=False)
def _close(season_id: UUID, record: Record, at: datetime) -> int:
    """Close one season; whoever comes second finds it closed."""
    season = _held(season_id)
    if season.closed_at is not None:
        return 0
    _finish(season, record, at)
    return 1


def _publish_soon(season: Season) -> None:
    """Have the tables of a season published; nobody waits for a replay that is going on."""
    assert season.club_id is not None
    outbox.add("ladder_to_publish", ladder_of_club(season.club_id).pk)


def _held(season_id: UUID) -> Season:
    """Return a season, locked after the ladder of its club."""
    club_id = Season.objects.values_list("club_id", flat=True).get(pk=season_id)
    hold("ladder", ladder_of_club(club_id).pk)
    return Season.objects.select_for_update(no_key=True, of=("self",)).select_related("club").get(pk=season_id)


def _finish(season: Season, record: Record, at: datetime) -> None:
    """Publish the last tables of a season from the record, whatever still waits to be worked off, and close it."""
    assert season.club_id is not None
    ladder_id = ladder_of_club(season.club_id).pk
    begins = key_of_day(season.starts_on)
    followed = ratings_follow(club_id=season.club_id, record=record, from_key=begins)
    for match in followed.matches:
        stats_refresh(match_id=match.match_id, player_ids=map(UUID, match.players), record=record)
        margin_settle(club_id=season.club_id, match_id=match.match_id)
    first = begins if followed.first is None else min(begins, followed.first)
    if followed.first is not None:
        ladders_mark(club_id=season.club_id, from_key=first, cause=LadderMark.Cause.MATCH)
    else:
        LadderMark.objects.create(ladder_id=ladder_id, from_key=first, cause=LadderMark.Cause.MATCH)
    ladder_refresh(ladder_id=ladder_id, record=record)
    ladder = Ladder.objects.select_for_update(no_key=True).get(pk=ladder_id)
    made = season_snapshots(ladder, season, record, season.ends_on)
    Ladder.objects.filter(pk=ladder_id).update(published=F("published") + int(bool(made)))
    season.closed_at = at
    season.version += 1
    season.save(update_fields=["ends_on", "closed_at", "version"])


def _check_window(starts_on: date, ends_on: date) -> None:
    if ends_on < starts_on:
        detail = "A season ends on or after the day it starts."
    elif (ends_on - starts_on).days > MOST_DAYS:
        detail = "A season lasts ten years at most."
    else:
        return
    raise Unprocessable("bad_window", detail, errors=[FieldError("/ends_on", "bad_window", detail)])


def _save(season: Season) -> None:
    try:
        with transaction.atomic():
            season.save()
    except IntegrityError:
        detail = "The club has another season of this name."
        raise Conflict("name_taken", detail, errors=[FieldError("/name", "name_taken", detail)]) from None
