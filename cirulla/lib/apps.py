"""Shared code that knows no other app."""

from __future__ import annotations

from django.apps import AppConfig


class LibConfig(AppConfig):
    """Name the app of the outbox and the idempotency records."""

    name = "cirulla.lib"
    label = "lib"
