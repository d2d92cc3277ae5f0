"""Bodies of what is done to hands and matches beside recording."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from cirulla.lib.api import StrictSerializer

SYNC_OPERATIONS = ["hand", "confirm", "redeal"]


class ActBody(StrictSerializer):
    """Why, and for `resolve` which report is right."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)
    report = serializers.UUIDField(
        required=False, default=None, allow_null=True, help_text="The client's UUID of the report that is right."
    )


class SeatsBody(StrictSerializer):
    """Who really sat where, in seat order."""

    players = serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=5)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class SubstituteBody(StrictSerializer):
    """Who takes over which seat, from which hand on."""

    seat = serializers.IntegerField(min_value=0, max_value=4)
    player = serializers.UUIDField()
    from_hand = serializers.IntegerField(min_value=1, max_value=10_000)


class RedealBody(StrictSerializer):
    """A deal that was no hand, under an id the client made."""

    id = serializers.UUIDField()
    table = serializers.ListField(child=serializers.CharField(min_length=1, max_length=3), min_length=4, max_length=5)


class RedealOut(serializers.Serializer[Any]):
    """How many redeals in a row this dealer has now."""

    id = serializers.UUIDField()
    in_a_row = serializers.IntegerField()


class ImpactMatch(serializers.Serializer[Any]):
    """The match before and after."""

    before = serializers.DictField()
    after = serializers.DictField()
    winner_changes = serializers.BooleanField()
    end_changes = serializers.BooleanField()


class ImpactRating(serializers.Serializer[Any]):
    """One player's place before and after; null where there is none."""

    player = serializers.UUIDField()
    before = serializers.DictField(allow_null=True)
    after = serializers.DictField(allow_null=True)


class ImpactOut(serializers.Serializer[Any]):
    """What a correction would change."""

    match = ImpactMatch()
    ratings = ImpactRating(many=True)


class SyncOperation(serializers.Serializer[Any]):
    """One operation: `hand`, `confirm` or `redeal`."""

    op_id = serializers.JSONField(required=False, help_text="Text or a number of your own; it comes back.")
    op = serializers.ChoiceField(choices=SYNC_OPERATIONS)
    match = serializers.UUIDField()
    hand = serializers.UUIDField(required=False)
    redeal = serializers.UUIDField(required=False)
    if_match = serializers.CharField(required=False)
    table = serializers.ListField(child=serializers.CharField(), required=False)
    body = serializers.DictField(required=False)


class SyncBody(serializers.Serializer[Any]):
    """A queue of operations, in order."""

    operations = SyncOperation(many=True)


class SyncResult(serializers.Serializer[Any]):
    """What became of one operation: the resource, or the problem."""

    op_id = serializers.JSONField(help_text="As it was sent, null when it was neither text nor a number.")
    status = serializers.IntegerField()
    body = serializers.DictField()


class SyncOut(serializers.Serializer[Any]):
    """A result for each operation, in the same order."""

    results = SyncResult(many=True)
