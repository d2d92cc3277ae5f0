"""Read the people of a club for its page of players, and what it would mean to make one person of two of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from cirulla.lib.names import name_key
from players.models import Club, EventPlace, Player

LINES = 200
"""So many people stand on one page; who looks for another types part of the name."""
OFFERED = 500


@dataclass(frozen=True, slots=True)
class PersonLine:
    """Hold a person of a club: finished matches, those won, the day last played."""

    id: UUID
    name: str
    matches: int
    wins: int
    last_played_on: date | None


@dataclass(frozen=True, slots=True)
class MergePreview:
    """Say what follows when `gone` becomes `stays`.

    `gone_matches` and `stays_matches` are those in which each sits, whatever their state, `both` those in which both
    do; `total` counts each once. `places` are the places of `gone` in events, `places_both` those of events in which
    both have one. `account`: the one of `gone` goes along; `two_accounts`: each has one, so they are two people.
    """

    gone: Player
    stays: Player
    gone_matches: int
    stays_matches: int
    both: int
    total: int
    places: int
    places_both: int
    account: bool
    two_accounts: bool


def club_people(club: Club, part: str = "") -> list[PersonLine]:
    """Return the people of a club whose names hold `part`, at most LINES, by name; one query."""
    people = club.players.filter(merged_into__isnull=True)
    if part:
        people = people.filter(name_key__contains=name_key(" ".join(part.split())))
    rows = people.values_list("pk", "name", "stats__matches", "stats__wins", "stats__last_played_on")
    return [
        PersonLine(pk, name, matches or 0, wins or 0, last)
        for pk, name, matches, wins, last in rows.order_by("name_key", "pk")[:LINES]
    ]


def others_named(player: Player) -> list[str]:
    """Return the names of the other people of a player's club, at most OFFERED, in order; one query."""
    others = Player.objects.filter(club=player.club_id, merged_into__isnull=True).exclude(pk=player.pk)
    return list(others.order_by("name_key", "pk").values_list("name", flat=True)[:OFFERED])


def merge_preview(gone: Player, stays: Player, gone_in: Collection[UUID], stays_in: Collection[UUID]) -> MergePreview:
    """Return what it means to merge `gone` into `stays`, who sit in the matches `gone_in` and `stays_in`; one query."""
    rows = EventPlace.objects.filter(player__in=[gone.pk, stays.pk]).values_list("player_id", "event_id")
    events: dict[UUID, set[UUID]] = {gone.pk: set(), stays.pk: set()}
    for player, event in rows:
        events[player].add(event)
    mine, theirs = set(gone_in), set(stays_in)
    return MergePreview(
        gone=gone,
        stays=stays,
        gone_matches=len(mine),
        stays_matches=len(theirs),
        both=len(mine & theirs),
        total=len(mine | theirs),
        places=len(events[gone.pk]),
        places_both=len(events[gone.pk] & events[stays.pk]),
        account=gone.user_id is not None and stays.user_id is None,
        two_accounts=None not in (gone.user_id, stays.user_id) and gone.user_id != stays.user_id,
    )
