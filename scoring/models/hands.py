"""Hands: the official state of each, every revision of it, and the reports that did not become one."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from cirulla.lib.ids import uuid7
from scoring.models.matches import Match


class Hand(models.Model):
    """One hand of a match. Its id is the client's UUID, for ever.

    `version` rises with every change and is the hand's ETag; `revision` names the official revision.
    """

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
    revision = models.PositiveIntegerField(default=1)
    digest = models.CharField(max_length=64)
    # A cache of the official revision's points; null while something is unknown.
    totals = models.JSONField(null=True)
    score = models.JSONField(null=True)
    wins_match = models.PositiveSmallIntegerField(null=True)
    confirmed_by = models.JSONField(default=list)
    recorded_by = models.CharField(max_length=64, default="")
    recorded_at = models.DateTimeField(default=timezone.now)
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

    `version` is the hand's version at which this revision became official. It holds ids only, never a
    name, so nothing in it ever has to be erased. `answer` is what the client got, byte for byte; a
    retry gets it again for ever.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="revisions", db_index=False)
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

    def __str__(self) -> str:
        return f"{self.hand_id} v{self.version}"


class HandReport(models.Model):
    """A hand that came in but is not official: a rival of the first, too late, or half of one.

    Kept whole and never changed; the same report again gets the same answer. `hand_uuid` is the client's.
    """

    class Kind(models.TextChoices):
        """Why it is not official."""

        RIVAL = "rival"
        LATE = "late"
        HALF = "half"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    hand_uuid = models.UUIDField()
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reports")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    number = models.PositiveIntegerField()
    entry = models.JSONField()
    score = models.JSONField(null=True)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.TextField()
    principal = models.CharField(max_length=64)
    device = models.CharField(max_length=64, default="")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["recorded_at", "id"]
        constraints = [models.UniqueConstraint(fields=["hand_uuid", "digest"], name="report_once")]
        indexes = [models.Index(fields=["match", "number"], name="report_of_hand")]

    def __str__(self) -> str:
        return f"report of hand {self.number} of {self.match_id}"


class Redeal(models.Model):
    """A deal that was no hand: the opening table called for another (RULES 2.5). Logged and counted."""

    id = models.UUIDField(primary_key=True, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="redeals")
    number = models.PositiveIntegerField()
    dealer_seat = models.PositiveSmallIntegerField()
    table = models.JSONField()
    principal = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["created_at", "id"]

    def __str__(self) -> str:
        return f"redeal before hand {self.number} of {self.match_id}"


class MatchEvent(models.Model):
    """What was done to a match or a hand beside recording: who, when, why. The database refuses UPDATE and DELETE.

    Ids only, never a name. `kind` is an event of scoring.states.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="events")
    hand_id = models.UUIDField(null=True)
    kind = models.CharField(max_length=20)
    facts = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, default="")
    principal = models.CharField(max_length=64)
    device = models.CharField(max_length=64, default="")
    match_version = models.PositiveIntegerField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.kind} of {self.match_id}"
