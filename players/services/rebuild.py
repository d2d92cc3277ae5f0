"""Recompute everything that is derived for people from the record alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from uuid import UUID

from django.db import transaction

from cirulla.lib.locks import patient
from players.models import Club, Ladder, Player
from players.record import Record
from players.services.boards import ladder_of_club, ladder_rebuild
from players.services.differences import Report, unreported
from players.services.progress import forget, watched
from players.services.ratings import ratings_rebuild
from players.services.stats import stats_rebuild

PEOPLE_AT_A_TIME = 200
Progress = Callable[[str, int, int], None]
"""Told what is in hand, and how many of how many are done."""


def unwatched(what: str, done: int, total: int) -> None:
    """Take the progress of a rebuild that nobody watches."""


def rebuild(
    *,
    record: Record,
    club_id: UUID | None = None,
    clubless: bool = False,
    check: bool = False,
    report: Report = unreported,
    progress: Progress = unwatched,
) -> None:
    """Make ratings, figures and boards what the record says: of one club, or of every club, circuit and player.

    With `clubless` only players without a club, who have figures alone. Each club's ladder and each batch of people is
    one transaction. Every row that was not right is given to
    `report`; with `check` it is left as it was. `progress` is told what is in hand, how many of how many are done.
    """
    everything = club_id is None and not clubless
    clubs = Club.objects.order_by("id") if everything else Club.objects.filter(pk__in=[club_id] if club_id else [])
    ids = list(clubs.values_list("id", flat=True))
    for number, club in enumerate(ids):
        progress("ratings", number, len(ids))
        with transaction.atomic():
            patient()
            ratings_rebuild(club_id=club, record=record, report=report)
            transaction.set_rollback(check)
    people = Player.objects.all() if everything else Player.objects.filter(club=club_id)
    everybody = list(people.order_by("id").values_list("id", flat=True))
    for start, some in _in_batches(everybody):
        progress("figures", start, len(everybody))
        with transaction.atomic():
            patient()
            stats_rebuild(player_ids=some, record=record, report=report)
            transaction.set_rollback(check)
    ladders = _ladders(ids, circuits=everything)
    for number, ladder in enumerate(ladders):
        progress("boards", number, len(ladders))
        with transaction.atomic():
            patient()
            ladder_rebuild(ladder_id=ladder, record=record, report=report, progress=watched(ladder))
            transaction.set_rollback(check)
        forget(ladder)


def _ladders(clubs: Sequence[UUID], *, circuits: bool) -> list[int]:
    """Return the ladders of clubs, made where there are none, and those of all circuits."""
    found = [ladder_of_club(club).pk for club in clubs]
    return found + list(Ladder.objects.filter(circuit__isnull=False).values_list("pk", flat=True)) * circuits


def clubs_of_part(part: int, parts: int) -> list[UUID]:
    """Return the clubs of one of `parts` shares, from 0: each club is in one, whoever comes or goes."""
    return [pk for pk in Club.objects.order_by("pk").values_list("pk", flat=True) if pk.int % parts == part]


def _in_batches(people: Sequence[UUID]) -> Iterator[tuple[int, Sequence[UUID]]]:
    for start in range(0, len(people), PEOPLE_AT_A_TIME):
        yield start, people[start : start + PEOPLE_AT_A_TIME]
