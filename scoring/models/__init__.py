"""Rows of matches and hands, and of the rulesets clubs make."""

from __future__ import annotations

from scoring.models.hands import Hand, HandReport, HandRevision, MatchEvent, Redeal
from scoring.models.matches import Match, Ruleset, Seat, Substitution

__all__ = ["Hand", "HandReport", "HandRevision", "Match", "MatchEvent", "Redeal", "Ruleset", "Seat", "Substitution"]
