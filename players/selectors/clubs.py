"""Reads of clubs, people and tokens, in the shapes of the API."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from cirulla.lib.errors import NotFound
from players.models import ApiToken, Club, Membership, Player
from players.policies import clubs_known, clubs_visible
from players.principals import Principal


def club_read(who: Principal, club_id: UUID) -> Club:
    """Return a club that `who` may know of, though he may not see its people and matches. Raises NotFound."""
    club = clubs_known(who).filter(pk=club_id).first()
    if club is None:
        raise NotFound("There is no such club.")
    return club


def club_get(who: Principal, club_id: UUID) -> Club:
    """Return a club whose people and matches `who` may see. Raises NotFound."""
    club = clubs_visible(who).filter(pk=club_id).first()
    if club is None:
        raise NotFound("There is no such club.")
    return club


def club_row(club: Club) -> dict[str, Any]:
    """Return a club as the API shows it."""
    return {
        "id": str(club.pk),
        "name": club.name,
        "time_zone": club.time_zone,
        "language": club.language,
        "visibility": club.visibility,
        "default_ruleset": club.default_ruleset,
        "created_at": club.created_at,
        "version": club.version,
        "url": f"/api/v1/clubs/{club.pk}",
    }


def players_visible(who: Principal) -> QuerySet[Player]:
    """Return the players of the clubs that `who` may know of; merged ones live on in another."""
    return Player.objects.filter(club__in=clubs_visible(who), merged_into__isnull=True)


def player_get(who: Principal, player_id: UUID) -> Player:
    """Return a player that `who` may know of. Raises NotFound."""
    player = players_visible(who).filter(pk=player_id).first()
    if player is None:
        raise NotFound("There is no such player.")
    return player


def player_now(who: Principal, player_id: UUID) -> Player:
    """Return a player that `who` may know of, or whom he was merged into: seats name him for ever. Raises NotFound."""
    rows = Player.objects.filter(pk=player_id, club__in=clubs_visible(who)).select_related("merged_into")
    player = rows.first()
    while player is not None and player.merged_into is not None:
        player = player.merged_into
    if player is None:
        raise NotFound("There is no such player.")
    return player


def player_row(player: Player) -> dict[str, Any]:
    """Return a player as the API shows it."""
    return {
        "id": str(player.pk),
        "club": str(player.club_id) if player.club_id else None,
        "name": player.name,
        "guest": player.user_id is None,
        "created_at": player.created_at,
        "version": player.version,
        "url": f"/api/v1/players/{player.pk}",
    }


def token_row(token: ApiToken) -> dict[str, Any]:
    """Return a token as its owner sees it: never the text."""
    return {
        "id": str(token.pk),
        "name": token.name,
        "hint": token.hint,
        "scopes": token.scopes,
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "last_used_at": token.last_used_at,
    }


def tokens_of(who: Principal) -> QuerySet[ApiToken]:
    """Return the account's tokens that still work."""
    return ApiToken.objects.filter(user_id=who.account, revoked_at__isnull=True)


def me_row(who: Principal, email: str) -> dict[str, Any]:
    """Return who asks and in which clubs, with one query."""
    memberships = Membership.objects.filter(user_id=who.account).select_related("club").order_by("pk")
    return {
        "id": str(who.user_id),
        "email": email,
        "scopes": sorted(who.scopes),
        "clubs": [{"club": str(item.club_id), "name": item.club.name, "role": item.role} for item in memberships],
    }
