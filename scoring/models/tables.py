"""Phones at a table: the code that lets one in, and the token that it then holds."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from cirulla.lib.ids import public_code, uuid7
from scoring.models.matches import Match


class JoinCode(models.Model):
    """Eight letters on a table card: whoever types them may choose a seat of one match, until they end."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="join_codes")
    code = models.CharField(max_length=8, unique=True, default=public_code)
    created_by = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match"], name="join_code_once", condition=Q(revoked_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"code of {self.match_id}"


class TableToken(models.Model):
    """One phone's right to record at one match. Only its SHA-256 is stored; the phone alone has the text."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="table_tokens")
    join_code = models.ForeignKey(JoinCode, on_delete=models.CASCADE, related_name="tokens")
    seat = models.PositiveSmallIntegerField(null=True)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=24)
    device = models.CharField(max_length=64, default="")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    last_seen_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["match", "-id"], name="table_tokens_of_match")]

    def __str__(self) -> str:
        return f"{self.hint} at {self.match_id}"
