"""The project's own app: commands that concern the whole service, templates and static files."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class CirullaConfig(AppConfig):
    """Load the Celery application, so that shared tasks bind to it, and the deployment checks."""

    name = "cirulla"

    def ready(self) -> None:
        """Bind tasks to the application and register checks."""
        for module in (
            "cirulla.celery",
            "cirulla.checks",
            "cirulla.lib.tasks",
            "players.tasks",
            "players.api.security",
        ):
            import_module(module)
