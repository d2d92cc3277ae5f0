"""Rows of clubs, people, tokens, and of what is derived for people."""

from __future__ import annotations

from players.models.accounts import ApiToken, User
from players.models.audit import AuditEvent
from players.models.clubs import Club, Invitation, Membership, Player
from players.models.derived import PlayerMatch, PlayerStats, Rating, RatingChange, RatingPool

__all__ = [
    "ApiToken",
    "AuditEvent",
    "Club",
    "Invitation",
    "Membership",
    "Player",
    "PlayerMatch",
    "PlayerStats",
    "Rating",
    "RatingChange",
    "RatingPool",
    "User",
]
