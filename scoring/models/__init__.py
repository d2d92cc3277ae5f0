"""Rows of matches and hands, and of the rulesets clubs make."""

from __future__ import annotations

from scoring.models.hands import Hand, HandReport, HandRevision
from scoring.models.matches import Match, Ruleset, Seat

__all__ = ["Hand", "HandReport", "HandRevision", "Match", "Ruleset", "Seat"]
