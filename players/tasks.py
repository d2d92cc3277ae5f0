"""Tasks of people and clubs: what follows from a match, and the nightly proof that it is true."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from cirulla.lib import outbox
from cirulla.lib.tasks import outbox_task
from players.services.boards import ladder_refresh, ladders_mark
from players.services.differences import Difference
from players.services.invitation_mail import invitation_mail
from players.services.pool_matches import margin_settle
from players.services.progress import forget, watched
from players.services.publish import due, ladder_publish, of_another_day
from players.services.ratings import ratings_refresh
from players.services.rebuild import circuits_check, clubs_of_part, rebuild
from players.services.seasons import seasons_close
from players.services.stats import stats_refresh
from scoring.selectors import record

logger = logging.getLogger("players.tasks")
PARTS = 7
"""Of the clubs one part is checked each night."""


@outbox_task("players.match_changed")
def match_changed(key: str) -> None:
    """Bring ladder and figures of everybody in a match up to the record; `key` is the match's id."""
    match_id = UUID(key)
    concerned = record.match_people(match_id)
    if concerned is None:
        return
    moved = None
    if concerned.club_id is not None:
        moved = ratings_refresh(club_id=concerned.club_id, match_id=match_id, record=record)
    stats_refresh(match_id=match_id, player_ids=concerned.players, record=record)
    if concerned.club_id is not None and moved is not None and moved.first is not None:
        reread, corrected = margin_settle(club_id=concerned.club_id, match_id=match_id)
        if moved.changed or reread:
            # The boards are replayed from where the match was or is in the order, whichever is first.
            corrected |= moved.changed and moved.was is not None
            cause = "correction" if corrected else "match"
            ladders_mark(club_id=concerned.club_id, from_key=moved.first, cause=cause)


@outbox_task("players.ladder_refresh")
def ladder_refreshed(key: str) -> None:
    """Replay what is marked of a ladder, and publish it when it is time; `key` is the ladder's id."""
    ladder_id = int(key)
    ladder_refresh(ladder_id=ladder_id, record=record, progress=watched(ladder_id))
    forget(ladder_id)
    if due(timezone.now()).filter(pk=ladder_id).exists():
        ladder_publish(ladder_id=ladder_id, record=record)


@outbox_task("players.ladder_publish")
def ladder_published(key: str) -> None:
    """Publish a ladder whose seasons or circuit somebody has changed; `key` is the ladder's id."""
    ladder_publish(ladder_id=int(key), record=record)


@shared_task(name="players.rankings_publish")
def rankings_publish() -> None:
    """Publish the ladders that have changed since their last run."""
    _publish_each(due(timezone.now()).values_list("pk", flat=True))


@shared_task(name="players.rankings_daily")
def rankings_daily() -> None:
    """Publish what the calendar alone has changed, who has been away too long, and close seasons that are over."""
    _publish_each(of_another_day(timezone.now()))
    seasons_close(record=record)


def _publish_each(ladders: Iterable[int]) -> None:
    """Publish one ladder after the other; one that cannot be had now is logged and comes with the next run."""
    for ladder_id in list(ladders):
        try:
            ladder_publish(ladder_id=ladder_id, record=record)
        except Exception:
            logger.exception("ladder %s is not published", ladder_id)


@shared_task(name="players.member_invited")
def member_invited(key: str, ids: list[int]) -> None:
    """Write to who was invited; `key` is the invitation's id. The mail leaves outside of any transaction."""
    try:
        invitation_mail(UUID(key))
    except Exception as exc:
        outbox.failed(ids, exc)
        raise
    outbox.done(ids)


@shared_task(name="players.rebuild_check")
def rebuild_check(part: int | None = None) -> None:
    """Recompute what is derived in a seventh of the clubs and circuits; log each figure that the record does not say.

    `part` from 0 to 6 is the seventh, today's without it: a week goes round all clubs. Rows of the outbox that still
    wait explain a difference: then it is only told, not an error.
    """
    share = timezone.now().toordinal() % PARTS if part is None else part
    level = logging.INFO if outbox.pending() else logging.ERROR

    def report(difference: Difference) -> None:
        logger.log(level, "rebuilt is not incremental: %s", difference)

    if share == 0:
        rebuild(record=record, clubless=True, report=report, check=True)
    for club_id in clubs_of_part(share, PARTS):
        rebuild(record=record, club_id=club_id, report=report, check=True)
    circuits_check(part=share, parts=PARTS, record=record, report=report)
