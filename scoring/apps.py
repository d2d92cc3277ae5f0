"""The scoring app."""

from __future__ import annotations

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Name the app; its modules are found by their place (docs/architecture.md)."""

    name = "scoring"
