"""Matches, who sits in them, and the rules they are played by."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from cirulla.lib.ids import public_code, uuid7
from players.models import Club, Player


class Ruleset(models.Model):
    """A club's own rules: a preset and what differs from it (RULES 10)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rulesets")
    name = models.CharField(max_length=60)
    preset = models.CharField(max_length=30)
    overrides = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="ruleset_name_once")]

    def __str__(self) -> str:
        return self.name


class Match(models.Model):
    """One recorded match: frozen rules, seats in playing order, and the state that follows from its hands.

    `version` rises with every change and is the token of everything: ETag, live fragment, events.
    `totals`, `games`, `winner`, `status`, `next_dealer`, `missing` and `cut` are a fold of the hands and of
    `time_called`, which stays until the match is reopened; `cut`: it was time, not its hands, that ended it.
    """

    class Status(models.TextChoices):
        """The life of a match (CONTRACT 2)."""

        DRAFT = "draft"
        OPEN = "open"
        FINISHED = "finished"
        ABANDONED = "abandoned"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="matches", null=True, db_index=False)
    code = models.CharField(max_length=12, unique=True, default=public_code)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    ruleset = models.JSONField()
    seats_count = models.PositiveSmallIntegerField()
    sides_count = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField()
    next_dealer = models.PositiveSmallIntegerField()
    totals = models.JSONField()
    games = models.JSONField(default=list)
    missing = models.JSONField(default=list)
    # Numbers of hands that lie after the end once a correction has moved it; kept, not counted.
    after_end = models.JSONField(default=list)
    hands_count = models.PositiveIntegerField(default=0)
    winner = models.PositiveSmallIntegerField(null=True)
    time_called = models.BooleanField(default=False, db_default=False)
    cut = models.BooleanField(default=False, db_default=False)
    rated = models.BooleanField(default=True)
    session_day = models.DateField()
    version = models.PositiveIntegerField(default=1)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="matches_created"
    )
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["club", "-id"], name="match_of_club"),
            models.Index(
                fields=["club", "session_day", "id"], name="match_rated_order", condition=Q(status="finished")
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="match_finished_has_time",
                condition=~Q(status="finished") | Q(finished_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """Who sits where: seats are numbered from 0 in playing order (RULES 2.2).

    `player` is who started; a Substitution says who took over, and from which hand on.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats", db_index=False)

    class Meta:
        ordering = ["number"]
        # Ids of matches are in the order of their beginnings: this has a player's last matches at its end.
        indexes = [models.Index(fields=["player", "match"], name="seat_of_player")]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="seat_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} seat {self.number}"


class Substitution(models.Model):
    """Somebody took over a seat in mid-match. The result stays the seat's; such a match is not rated."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="substitutions")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="substitutions")
    from_hand = models.PositiveIntegerField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["from_hand", "id"]
        constraints = [models.UniqueConstraint(fields=["match", "seat", "from_hand"], name="substitution_once")]

    def __str__(self) -> str:
        return f"{self.player_id} on seat {self.seat} of {self.match_id} from hand {self.from_hand}"
