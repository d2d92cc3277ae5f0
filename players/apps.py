"""The players app."""

from __future__ import annotations

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Name the app; its modules are found by their place (docs/architecture.md)."""

    name = "players"
