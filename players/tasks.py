"""Tasks of people and clubs: what follows from a match, and the nightly proof that it is true."""

from __future__ import annotations

import logging
from uuid import UUID

from celery import shared_task

from cirulla.lib import outbox
from cirulla.lib.tasks import outbox_task
from players.services.differences import Difference
from players.services.invitation_mail import invitation_mail
from players.services.ratings import ratings_refresh
from players.services.rebuild import rebuild
from players.services.stats import stats_refresh
from scoring.selectors import record

logger = logging.getLogger("players.tasks")


@outbox_task("players.match_changed")
def match_changed(key: str) -> None:
    """Bring ladder and figures of everybody in a match up to the record; `key` is the match's id."""
    match_id = UUID(key)
    concerned = record.match_people(match_id)
    if concerned is None:
        return
    if concerned.club_id is not None:
        ratings_refresh(club_id=concerned.club_id, match_id=match_id, record=record)
    stats_refresh(match_id=match_id, player_ids=concerned.players, record=record)


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
def rebuild_check() -> None:
    """Recompute everything that is derived, and log each figure that is not what the record says.

    Rows of the outbox that still wait explain a difference: then it is only told, not an error.
    """
    level = logging.INFO if outbox.pending() else logging.ERROR

    def report(difference: Difference) -> None:
        logger.log(level, "rebuilt is not incremental: %s", difference)

    rebuild(record=record, report=report, check=True)
