"""Who did what with roles, tokens, codes and exports. The database refuses UPDATE and DELETE."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from cirulla.lib.ids import uuid7


class AuditEvent(models.Model):
    """One act: who, when, from which device, on what, why. Ids only, never a name or an address.

    What was done to hands and matches stands in their own append-only rows; the owner reads all of them
    together. Ids are plain values, not foreign keys: an event outlives what it tells of.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club_id = models.UUIDField(null=True)
    kind = models.CharField(max_length=40)
    subject = models.UUIDField(null=True)
    facts = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, default="")
    principal = models.CharField(max_length=64)
    device = models.CharField(max_length=64, default="")
    request_id = models.CharField(max_length=64, default="")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["club_id", "-id"], name="audit_of_club")]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
