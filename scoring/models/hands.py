"""Hands: the official state of each, every revision of it, and the reports that did not become one."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from cirulla.lib.ids import uuid7
from scoring.models.matches import Match


class Hand(models.Model):
    """One hand of a match. Its id is the client's UUID, for ever; `version` names its official revision."""

    class State(models.TextChoices):
        """The life of a hand (CONTRACT 2)."""

        OPEN = "open"
        RECORDED = "recorded"
        CONFIRMED = "confirmed"
        DISPUTED = "disputed"
        VOID = "void"

    id = models.UUIDField(primary_key=True, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    dealer_seat = models.PositiveSmallIntegerField()
    mode = models.CharField(max_length=10)
    state = models.CharField(max_length=10, choices=State.choices, default=State.RECORDED)
    version = models.PositiveIntegerField(default=1)
    digest = models.CharField(max_length=64)
    # A cache of the official revision's points; null while something is unknown.
    totals = models.JSONField(null=True)
    score = models.JSONField(null=True)
    wins_match = models.PositiveSmallIntegerField(null=True)
    confirmed_by = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            # Two phones at once: the database lets one hand have the number, never code that looks first.
            models.UniqueConstraint(fields=["match", "number"], name="hand_number_once", condition=~Q(state="void")),
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of {self.match_id}"


class HandRevision(models.Model):
    """What was entered, and what it was worth then. The database refuses UPDATE and DELETE.

    It holds ids only, never a name, so nothing in it ever has to be erased. `answer` is what the
    client got, byte for byte; a retry gets it again for ever.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="revisions")
    version = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    entry = models.JSONField()
    score = models.JSONField(null=True)
    explanation = models.JSONField()
    digest = models.CharField(max_length=64)
    answer = models.TextField()
    engine_version = models.CharField(max_length=20)
    principal = models.CharField(max_length=64)
    device = models.CharField(max_length=64, default="")
    reason = models.CharField(max_length=200, default="")
    recorded_at = models.DateTimeField()
    client_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hand", "version"], name="revision_once")]
        indexes = [models.Index(fields=["hand", "digest"], name="revision_digest")]

    def __str__(self) -> str:
        return f"{self.hand_id} v{self.version}"


class HandReport(models.Model):
    """A hand that came in but is not official: another one has its number, or the match was over.

    Kept whole and never changed; its retry gets the same answer.
    """

    class Kind(models.TextChoices):
        """Why it is not official."""

        RIVAL = "rival"
        LATE = "late"

    id = models.UUIDField(primary_key=True, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reports")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    number = models.PositiveIntegerField()
    entry = models.JSONField()
    score = models.JSONField(null=True)
    digest = models.CharField(max_length=64)
    answer = models.TextField()
    principal = models.CharField(max_length=64)
    device = models.CharField(max_length=64, default="")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["recorded_at"]

    def __str__(self) -> str:
        return f"report of hand {self.number} of {self.match_id}"
