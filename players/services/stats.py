"""Keep the counted figures of players true to the record: what each match adds, and the sums."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone

from players.models import Player, PlayerMatch, PlayerStats
from players.record import CATEGORIES, Played, Record
from players.services.differences import Difference, Report, unreported


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of one player as they are stored; `categories` holds those that are not 0."""

    matches: int
    wins: int
    hands: int
    points_for: int
    points_against: int
    hands_with_categories: int
    categories: Mapping[str, int]
    last_played_on: date | None


_TALLY = tuple(field.name for field in fields(Tally))
_SUMMED = ("hands", "points_for", "points_against", "hands_with_categories", *CATEGORIES)


@transaction.atomic(savepoint=False)
def stats_refresh(*, match_id: UUID, player_ids: Iterable[UUID], record: Record) -> bool:
    """Make the figures of everybody in a match what the record says; tell whether one changed.

    `player_ids` are who sits in the match and whom they have become by merging. Their rows are locked,
    in order, before the record is read.
    """
    stored = PlayerMatch.objects.filter(match_id=match_id)
    people = _lock({*player_ids, *stored.values_list("player_id", flat=True)})
    return _settle(people, stored, record.played_in(match_id), unreported)


@transaction.atomic(savepoint=False)
def stats_rebuild(*, player_ids: Iterable[UUID], record: Record, report: Report = unreported) -> bool:
    """Recompute the figures of some players from all their matches; tell whether one changed.

    Who has finished no match has no figures, nor has who was merged into another. Rows that differed
    are given to `report`.
    """
    people = _lock(set(player_ids))
    themselves = [player for player, into in people.items() if into is None]
    return _settle(people, PlayerMatch.objects.filter(player__in=people), record.played_by(themselves), report)


def _lock(players: set[UUID]) -> dict[UUID, UUID | None]:
    """Lock players' rows and return whom each was merged into."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk")
    return dict(rows.values_list("pk", "merged_into"))


def _settle(people: Collection[UUID], matches: QuerySet[PlayerMatch], played: Iterable[Played], report: Report) -> bool:
    """Make `matches` what was `played`, then the sums of `people` what their matches are."""
    stored = {Played(*row): pk for pk, *row in matches.values_list("id", *Played._fields)}
    fresh = set(played)
    for gone in stored.keys() - fresh:
        report(Difference("match", f"{gone.player_id} in {gone.match_id}", gone, None))
    for new in fresh - stored.keys():
        report(Difference("match", f"{new.player_id} in {new.match_id}", None, new))
    PlayerMatch.objects.filter(pk__in=[pk for row, pk in stored.items() if row not in fresh]).delete()
    PlayerMatch.objects.bulk_create([PlayerMatch(**row._asdict()) for row in sorted(fresh - stored.keys())])
    return _sum_up(people, report)


def _sum_up(people: Collection[UUID], report: Report) -> bool:
    rows = PlayerStats.objects.filter(player__in=people).values_list("player_id", *_TALLY)
    stored = {player: Tally(*figures) for player, *figures in rows}
    sums = _tallies(people)
    differing = sorted(player for player in people if stored.get(player) != sums.get(player))
    for player in differing:
        report(Difference("statistics", str(player), stored.get(player), sums.get(player)))
    PlayerStats.objects.filter(player__in=[player for player in differing if player not in sums]).delete()
    now = timezone.now()
    PlayerStats.objects.bulk_create(
        [
            PlayerStats(player_id=player, computed_at=now, **asdict(sums[player]))
            for player in differing
            if player in sums
        ],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=[*_TALLY, "computed_at"],
    )
    return bool(differing)


def _tallies(players: Collection[UUID]) -> dict[UUID, Tally]:
    rows = PlayerMatch.objects.filter(player__in=players).values("player_id").order_by()
    sums = rows.annotate(
        matches=Count("id"),
        wins=Count("id", filter=Q(won=True)),
        last_played_on=Max("played_on"),
        **{f"sum_{name}": Sum(name) for name in _SUMMED},
    )
    return {row["player_id"]: _tally(dict(row)) for row in sums}


def _tally(row: Mapping[str, Any]) -> Tally:
    return Tally(
        matches=row["matches"],
        wins=row["wins"],
        hands=row["sum_hands"],
        points_for=row["sum_points_for"],
        points_against=row["sum_points_against"],
        hands_with_categories=row["sum_hands_with_categories"],
        categories={name: row[f"sum_{name}"] for name in CATEGORIES if row[f"sum_{name}"]},
        last_played_on=row["last_played_on"],
    )
