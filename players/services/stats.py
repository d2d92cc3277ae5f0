"""Keep the counted figures of players true to the record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from players.models import Player, PlayerStats
from players.record import Record, Tally
from players.services.differences import Difference, Report, unreported

_FIGURES = tuple(field.name for field in fields(Tally))


@transaction.atomic
def stats_refresh(*, player_ids: Iterable[UUID], record: Record, report: Report = unreported) -> bool:
    """Make the figures of some players what the record says; tell whether one changed.

    The players' rows are locked, in order, before the record is read. Who has finished no match has
    no figures, nor has who was merged into another. Rows that differed are given to `report`.
    """
    people = Player.objects.select_for_update(no_key=True).filter(pk__in=set(player_ids)).order_by("pk")
    merged = dict(people.values_list("pk", "merged_into"))
    tallies = record.tallies([player for player, into in merged.items() if into is None])
    rows = PlayerStats.objects.filter(player__in=merged).values_list("player_id", *_FIGURES)
    stored = {player: Tally(*figures) for player, *figures in rows}
    differing = [player for player in merged if stored.get(player) != tallies.get(player)]
    for player in differing:
        report(Difference("statistics", str(player), stored.get(player), tallies.get(player)))
    _write(differing, tallies)
    return bool(differing)


def _write(players: Sequence[UUID], tallies: dict[UUID, Tally]) -> None:
    PlayerStats.objects.filter(player__in=[player for player in players if player not in tallies]).delete()
    now = timezone.now()
    PlayerStats.objects.bulk_create(
        [
            PlayerStats(player_id=player, computed_at=now, **asdict(tallies[player]))
            for player in players
            if player in tallies
        ],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=[*_FIGURES, "computed_at"],
    )
