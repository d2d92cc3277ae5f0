"""Rows of clubs, people, tokens, and of what is derived for people."""

from __future__ import annotations

from players.models.accounts import ApiToken, User
from players.models.audit import AuditEvent
from players.models.clubs import Club, Invitation, Membership, Player
from players.models.derived import PoolMatch, Rating, RatingHistory, RatingPool
from players.models.figures import Award, PlayerMatch, PlayerStats
from players.models.rankings import (
    Circuit,
    CircuitClub,
    CircuitEvent,
    EventPlace,
    Ladder,
    LadderCheckpoint,
    LadderMark,
    LadderPart,
    RankingSnapshot,
    Season,
)

__all__ = [
    "ApiToken",
    "AuditEvent",
    "Award",
    "Circuit",
    "CircuitClub",
    "CircuitEvent",
    "Club",
    "EventPlace",
    "Invitation",
    "Ladder",
    "LadderCheckpoint",
    "LadderMark",
    "LadderPart",
    "Membership",
    "Player",
    "PlayerMatch",
    "PlayerStats",
    "PoolMatch",
    "RankingSnapshot",
    "Rating",
    "RatingHistory",
    "RatingPool",
    "Season",
    "User",
]
