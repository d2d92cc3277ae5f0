"""System checks of the deployment: what must not go wrong on a club's server."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


@register(Tags.security, deploy=True)
def secret_key_is_own(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Refuse the key that every embedded server shares."""
    if settings.SECRET_KEY.startswith("embedded-only"):
        return [Error("SECRET_KEY is the embedded one; set your own.", id="cirulla.E001")]
    return []


@register()
def topics_have_tasks(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Every kind of outbox row is followed by a task that exists."""
    from cirulla.celery import app

    missing = [task for task in settings.OUTBOX_TOPICS.values() if task not in app.tasks]
    return [Error(f"No task is called {task}.", id="cirulla.E002") for task in missing]
