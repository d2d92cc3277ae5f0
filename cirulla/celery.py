"""The Celery application: the same tasks run on a worker or in the relay thread of the embedded server."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cirulla.settings")

app = Celery("cirulla")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["cirulla.lib", "players", "scoring", "tournaments"])
