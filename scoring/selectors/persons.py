"""Follow people through merges: whoever became somebody else is that somebody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from players.models import Player
from scoring.models import Seat


def became(players: Mapping[UUID, UUID | None]) -> dict[UUID, UUID]:
    """Return who each of `players` is now, given whom each was merged into (None: still himself)."""
    links = {player: into for player, into in players.items() if into is not None}
    further = set(links.values()) - players.keys()
    while further:
        found = _links(Player.objects.filter(pk__in=further))
        links.update(found)
        further = set(found.values()) - links.keys()
    return {player: _end_of(player, links) for player in players}


def merged_into(players: Iterable[UUID]) -> set[UUID]:
    """Return everybody who has become one of `players`, at first or at last hand."""
    found: set[UUID] = set()
    heads = set(players)
    while heads:
        heads = _links(Player.objects.filter(merged_into__in=heads)).keys() - found
        found |= heads
    return found


def seated_in(players: Iterable[UUID]) -> list[UUID]:
    """Return the matches, whatever their state, in which `players` or who has become one of them sit."""
    people = set(players)
    seats = Seat.objects.filter(player__in=people | merged_into(people)).order_by()
    return list(seats.values_list("match_id", flat=True).distinct())


def sitting(player: UUID) -> QuerySet[Seat, Any]:
    """Return the matches, by id, in which a player or who was merged into him sits: one hop, as a merge leaves it."""
    people = Player.objects.filter(Q(pk=player) | Q(merged_into=player)).order_by()
    seats: QuerySet[Seat, Any] = Seat.objects.filter(player__in=people.values("pk")).order_by().values("match_id")
    return seats


def last_matches(player: UUID, limit: int) -> list[UUID]:
    """Return the last matches of a player, and as many of each who was merged into him; a query for each of them."""
    people = [player, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)]
    found: list[UUID] = []
    for person in people:
        seats = Seat.objects.filter(player=person).order_by("-match_id")
        found += seats.values_list("match_id", flat=True)[:limit]
    return found


def _links(players: QuerySet[Player]) -> dict[UUID, UUID]:
    rows = players.filter(merged_into__isnull=False).values_list("pk", "merged_into_id")
    return {player: into for player, into in rows if into is not None}


def _end_of(player: UUID, links: Mapping[UUID, UUID]) -> UUID:
    seen = {player}
    while (following := links.get(player)) is not None and following not in seen:
        seen.add(following)
        player = following
    return player
