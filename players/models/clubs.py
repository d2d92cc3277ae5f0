"""Clubs, the people of a club, and what each account may do in it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from cirulla.lib.ids import uuid7


class Club(models.Model):
    """A club: its people, its house rules, its clock."""

    class Visibility(models.TextChoices):
        """Who may see the club: everybody, by its name alone, or only its own people know that there is one."""

        PUBLIC = "public"
        MEMBERS = "members"
        HIDDEN = "hidden"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=60)
    time_zone = models.CharField(max_length=40, default="Europe/Rome")
    language = models.CharField(max_length=5, default="it")
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC)
    # What a new match starts with: a preset's name or preset plus overrides (RULES 10).
    default_ruleset = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """What an account may do in a club."""

    class Role(models.TextChoices):
        """From the most to the least: an owner may do all that the others may."""

        OWNER = "owner", gettext_lazy("Owner")
        DIRECTOR = "director", gettext_lazy("Director")
        SCORER = "scorer", gettext_lazy("Scorer")
        MEMBER = "member", gettext_lazy("Member")
        READER = "reader", gettext_lazy("Reader")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="membership_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} of {self.club_id}"


class Invitation(models.Model):
    """A role that waits for whoever owns an e-mail address. Whether there is an account is told to nobody."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField()
    role = models.CharField(max_length=10, choices=Membership.Role.choices)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    # Taken up, declined or withdrawn: whichever, it is over.
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "email"], name="invitation_once", condition=Q(closed_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.club_id}"


class Player(models.Model):
    """A person as one club knows them. Without `user` a guest; hands refer to players, never to accounts."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players", null=True)
    name = models.CharField(max_length=60)
    name_key = models.CharField(max_length=180)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="players", null=True)
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, related_name="merged", null=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name_key"], name="player_name_once", condition=Q(merged_into__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.name
