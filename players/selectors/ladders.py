"""Read whom a ladder ranks: its clubs, and which players of them are one person."""

from __future__ import annotations

from uuid import UUID

from django.core.cache import cache

from players.models import CircuitClub, Ladder, Player


def ladder_clubs(ladder: Ladder) -> list[UUID]:
    """Return the clubs of a ladder: its own, or those that have joined its circuit."""
    if ladder.club_id is not None:
        return [ladder.club_id]
    joined = CircuitClub.objects.filter(circuit=ladder.circuit_id, joined_at__isnull=False)
    return list(joined.order_by("club_id").values_list("club_id", flat=True))


def persons(ladder: Ladder) -> dict[UUID, UUID]:
    """Return for each player of a circuit's clubs whose account has several the one that stands for all; one query.

    In a club's own ladder everybody is himself.
    """
    if ladder.club_id is not None:
        return {}
    return persons_of(ladder_clubs(ladder))


def persons_of(clubs: list[UUID]) -> dict[UUID, UUID]:
    """Return who stands for each player of an account that has several in `clubs`: the one known longest."""
    people = Player.objects.filter(club__in=clubs, user__isnull=False, merged_into__isnull=True).order_by("id")
    first: dict[UUID, UUID] = {}
    found: dict[UUID, UUID] = {}
    for player, user in people.values_list("pk", "user_id"):
        if first.setdefault(user, player) != player:
            found[player] = first[user]
    return found


def replay_percent(ladder_id: int) -> int | None:
    """Return how far a replay of the ladder is, in whole per cent, None when none is known to be at work."""
    try:
        found = cache.get(f"replay-{ladder_id}")
    except Exception:
        # A page is not refused because the cache is away.
        return None
    return None if found is None else min(99, 100 * found[0] // max(found[1], 1))
