"""Players, matches, hands: the rows without which there would be no hand."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Player(models.Model):
    name = models.CharField(max_length=60)
    rating = models.FloatField(default=1500)
    deviation = models.FloatField(default=70)
    matches = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class Match(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    ruleset = models.JSONField()
    status = models.CharField(max_length=10, default="open")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.pk)


class Seat(models.Model):
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT)
    number = models.PositiveSmallIntegerField()
    total = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"


class Hand(models.Model):
    id = models.UUIDField(primary_key=True)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    dealer_seat = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="baseline_number_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"


class Side(models.Model):
    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    captured = models.JSONField()
    scope = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.hand_id} {self.number}"
