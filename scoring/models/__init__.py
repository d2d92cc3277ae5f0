"""Rows of matches and hands, of the rulesets clubs make, and of phones at a table."""

from __future__ import annotations

from scoring.models.hands import Hand, HandReport, HandRevision, MatchEvent, Redeal
from scoring.models.matches import Match, Ruleset, Seat, Substitution
from scoring.models.tables import JoinCode, TableToken

__all__ = [
    "Hand",
    "HandReport",
    "HandRevision",
    "JoinCode",
    "Match",
    "MatchEvent",
    "Redeal",
    "Ruleset",
    "Seat",
    "Substitution",
    "TableToken",
]
