"""Recompute everything that is derived for people from the record alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from uuid import UUID

from django.db import transaction

from players.models import Club, Player
from players.record import Record
from players.services.differences import Report, unreported
from players.services.ratings import ratings_rebuild
from players.services.stats import stats_rebuild

PEOPLE_AT_A_TIME = 200


def rebuild(
    *,
    record: Record,
    club_id: UUID | None = None,
    check: bool = False,
    report: Report = unreported,
    progress: Callable[[str], None] = lambda _: None,
) -> None:
    """Make ladders and figures what the record says: of one club, or of every club and of players without one.

    Each club's ladder and each batch of people is one transaction. Every row that was not right is given to
    `report`; with `check` it is left as it was. `progress` is told what comes next.
    """
    clubs = Club.objects.order_by("id") if club_id is None else Club.objects.filter(pk=club_id)
    ids = list(clubs.values_list("id", flat=True))
    for number, club in enumerate(ids, start=1):
        progress(f"ladder {number} of {len(ids)}")
        with transaction.atomic():
            ratings_rebuild(club_id=club, record=record, report=report)
            transaction.set_rollback(check)
    people = Player.objects.all() if club_id is None else Player.objects.filter(club=club_id)
    everybody = list(people.order_by("id").values_list("id", flat=True))
    for start, some in _in_batches(everybody):
        progress(f"figures of players {start + 1} to {start + len(some)} of {len(everybody)}")
        with transaction.atomic():
            stats_rebuild(player_ids=some, record=record, report=report)
            transaction.set_rollback(check)


def _in_batches(people: Sequence[UUID]) -> Iterator[tuple[int, Sequence[UUID]]]:
    for start in range(0, len(people), PEOPLE_AT_A_TIME):
        yield start, people[start : start + PEOPLE_AT_A_TIME]
