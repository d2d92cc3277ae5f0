"""Check a played event from its document alone: conditions, best draws, table; shares no code with the draws."""

from __future__ import annotations

from tournaments.checker.event import Finding, check_event

__all__ = ["Finding", "check_event"]
