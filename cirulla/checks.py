"""System checks: what must hold before the service starts."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register()
def routes_have_policies(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Every address says who may use it."""
    from cirulla.gate import undeclared

    return [Error(f"{route.pattern} declares no policy.", id="cirulla.E003") for route in undeclared()]


@register()
def topics_have_tasks(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Every kind of outbox row is followed by a task that exists."""
    from cirulla.celery import app

    missing = [task for task in settings.OUTBOX_TOPICS.values() if task not in app.tasks]
    return [Error(f"No task is called {task}.", id="cirulla.E002") for task in missing]
