"""Read what matches did to a player's rating."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from players.models import Player, RatingHistory
from players.rankings.history import Change, changes_read


def history(player: Player) -> list[Change]:
    """Return what each rated match did to a player's rating in his club, in their order; one query."""
    pages = RatingHistory.objects.filter(player=player, pool__club=player.club_id).order_by("number")
    return [change for stored in pages.values_list("changes", flat=True) for change in changes_read(bytes(stored))]


def chances_of(player: Player) -> dict[UUID, float]:
    """Return the chance that the player's side had before each rated match, by match; one query."""
    return chances_in(history(player))


def chances_in(moved: Iterable[Change]) -> dict[UUID, float]:
    """Return the chance that the player's side had before each match of his history, by match."""
    return {change.match_id: change.chance for change in moved}
