"""Rows that every service may write beside its own: the outbox and the answers kept for retries."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Outbox(models.Model):
    """One thing that must follow from a change, written in the transaction of the change.

    A row is done when the work it asks for is done, not when a broker has taken it:
    whatever a broker or a worker loses, the sweep finds again.
    """

    topic = models.CharField(max_length=40)
    key = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    next_try_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    done_at = models.DateTimeField(null=True)
    dead_at = models.DateTimeField(null=True)
    last_error = models.TextField(default="")

    class Meta:
        indexes = [
            models.Index(
                fields=["next_try_at", "id"],
                name="outbox_pending",
                condition=Q(done_at__isnull=True, dead_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.key}"


class IdempotencyRecord(models.Model):
    """The first answer to a POST with an Idempotency-Key, kept in the transaction of its effect."""

    principal = models.CharField(max_length=64)
    method = models.CharField(max_length=8)
    path = models.CharField(max_length=300)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField(default=dict)
    body = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["principal", "method", "path", "key"], name="idempotency_once"),
        ]

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.key}"
