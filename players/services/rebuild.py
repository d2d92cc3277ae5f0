"""Recompute everything that is derived for people from the record alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F

from cirulla.lib.locks import patient
from players.models import Club, Ladder, Player
from players.record import Record
from players.services.boards import ladder_of_club, ladder_rebuild, ladders_mark
from players.services.crew import in_shares
from players.services.differences import Difference, Report, unreported
from players.services.progress import forget, watched
from players.services.ratings import ratings_rebuild
from players.services.stats import stats_rebuild

PEOPLE_AT_A_TIME = 200
MOST_TOLD = 1000
"""Differences that a share of the work tells one by one; of more it tells how many."""
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
    jobs: int = 1,
) -> None:
    """Make ratings, figures and boards what the record says: of one club, or of every club, circuit and player.

    With `clubless` only players without a club, who have figures alone. Each club's ladder, two hundred of its people
    and its boards are a transaction each. Every row that was not right is given to `report` (of more than 1,000 in one
    of them how many more); with `check` it is left as it was. `progress` is told what is in hand, how many of how many
    are done.
    `jobs` processes share the work, on PostgreSQL and outside of a transaction; SQLite has one writer.
    """
    everything = club_id is None and not clubless
    clubs = Club.objects.all() if everything else Club.objects.filter(pk__in=[club_id] if club_id else [])
    # The largest clubs first: who works on one of them last would be waited for.
    ids = list(clubs.order_by(F("rating_pool__matches").desc(nulls_last=True), "id").values_list("id", flat=True))
    share = _Share(record, check, report is not unreported)
    # Other processes neither see nor may share a transaction that is open here.
    several = jobs if connection.vendor == "postgresql" and not connection.in_atomic_block else 1
    alone = [None] if club_id is None else []
    groups = [some for club in (*ids, *alone) for some in _in_batches(_people(club))]
    for stage in (
        # Ladders keep what the index reads of the figures, boards are played from what ladders keep.
        [_Part("figures", some) for some in groups],
        [_Part("ratings", club) for club in ids],
        [_Part("boards", ladder) for ladder in _ladders(ids, circuits=everything)],
    ):
        of = Counter(part.what for part in stage)
        done: Counter[str] = Counter()
        for part, differences in zip(stage, in_shares(share, stage, several), strict=True):
            done[part.what] += 1
            progress(part.what, done[part.what], of[part.what])
            for one in differences:
                report(one)


def circuits_check(*, part: int, parts: int, record: Record, report: Report) -> None:
    """Give to `report` what differs on the boards of the circuits of one of `parts` shares, and change nothing."""
    share = _Share(record, check=True, told=True)
    for ladder in Ladder.objects.filter(circuit__isnull=False).order_by("pk").values_list("pk", flat=True):
        if ladder % parts == part:
            for one in share(_Part("boards", ladder)):
                report(one)


class _Part(NamedTuple):
    """A part of the work: what is rebuilt, and of which club, people or ladder."""

    what: str
    whose: Any


@dataclass(frozen=True)
class _Share:
    """Rebuilds one part in a transaction and returns what differed."""

    record: Record
    check: bool
    told: bool

    def __call__(self, part: _Part) -> list[Difference]:
        found: list[Difference] = []
        more = 0

        def note(difference: Difference) -> None:
            nonlocal more
            if len(found) < MOST_TOLD:
                found.append(difference)
            else:
                more += 1

        try:
            with transaction.atomic():
                patient()
                self._rebuild(part, note if self.told else unreported)
                transaction.set_rollback(self.check)
        finally:
            if part.what == "boards":
                forget(part.whose)
        if more:
            found.append(Difference(f"{more} more rows", f"{part.what} {part.whose}", "told above", "put right", more))
        return found

    def _rebuild(self, part: _Part, report: Report) -> None:
        if part.what == "ratings":
            first = ratings_rebuild(club_id=part.whose, record=self.record, report=report)
            if first is not None:
                # Circuits are not rebuilt with one club, and who is ended here has not come to the boards.
                ladders_mark(club_id=part.whose, from_key=first)
        elif part.what == "boards":
            ladder_rebuild(ladder_id=part.whose, record=self.record, report=report, progress=watched(part.whose))
        else:
            stats_rebuild(player_ids=part.whose, record=self.record, report=report)


def _ladders(clubs: Sequence[UUID], *, circuits: bool) -> list[int]:
    """Return the ladders of clubs, made where there are none, and those of all circuits."""
    found = [ladder_of_club(club).pk for club in clubs]
    return found + list(Ladder.objects.filter(circuit__isnull=False).values_list("pk", flat=True)) * circuits


def _people(club: UUID | None) -> list[UUID]:
    """Return a club's players, or those without one: who plays with each other is worked out together."""
    return list(Player.objects.filter(club=club).order_by("id").values_list("id", flat=True))


def _in_batches(people: Sequence[UUID]) -> Iterator[Sequence[UUID]]:
    for start in range(0, len(people), PEOPLE_AT_A_TIME):
        yield people[start : start + PEOPLE_AT_A_TIME]


def clubs_of_part(part: int, parts: int) -> list[UUID]:
    """Return the clubs of one of `parts` shares, from 0: each club is in one, whoever comes or goes."""
    return [pk for pk in Club.objects.order_by("pk").values_list("pk", flat=True) if pk.int % parts == part]
