"""Bodies in and out of clubs, people, tokens and rankings. Shape only: what may be is the services' business."""

from __future__ import annotations

from rest_framework import serializers

from cirulla.lib.api import StrictSerializer
from players.principals import SCOPES

LANGUAGES = ["it", "en"]
VISIBILITIES = ["public", "members", "hidden"]
ROLES = ["owner", "director", "scorer", "member", "reader"]


class ClubBody(StrictSerializer):
    """A new club."""

    name = serializers.CharField(max_length=200, trim_whitespace=False)
    time_zone = serializers.CharField(max_length=60, default="Europe/Rome")
    language = serializers.ChoiceField(choices=LANGUAGES, default="it")
    visibility = serializers.ChoiceField(choices=VISIBILITIES, default="public")


class ClubChange(StrictSerializer):
    """Fields of a club to change."""

    name = serializers.CharField(max_length=200, trim_whitespace=False, required=False)
    time_zone = serializers.CharField(max_length=60, required=False)
    language = serializers.ChoiceField(choices=LANGUAGES, required=False)
    visibility = serializers.ChoiceField(choices=VISIBILITIES, required=False)


class ClubOut(serializers.Serializer[object]):
    """A club."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    time_zone = serializers.CharField()
    language = serializers.ChoiceField(choices=LANGUAGES)
    visibility = serializers.ChoiceField(choices=VISIBILITIES)
    default_ruleset = serializers.JSONField()
    created_at = serializers.DateTimeField()
    version = serializers.IntegerField()
    url = serializers.CharField()


class PlayerBody(StrictSerializer):
    """A new player of a club."""

    club = serializers.UUIDField()
    name = serializers.CharField(max_length=200, trim_whitespace=False)


class PlayerChange(StrictSerializer):
    """A new name."""

    name = serializers.CharField(max_length=200, trim_whitespace=False)


class MergeBody(StrictSerializer):
    """Who the player really is."""

    into = serializers.UUIDField()


class PlayerOut(serializers.Serializer[object]):
    """A player as one club knows them; a guest has no account."""

    id = serializers.UUIDField()
    club = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    guest = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    version = serializers.IntegerField()
    url = serializers.CharField()


class StatsOut(serializers.Serializer[object]):
    """Counted figures of a player over the finished matches on record."""

    player = serializers.UUIDField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    hands = serializers.IntegerField()
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()
    hands_with_categories = serializers.IntegerField()
    categories = serializers.DictField(child=serializers.IntegerField())
    rating = serializers.FloatField(allow_null=True)
    deviation = serializers.FloatField(allow_null=True)
    provisional = serializers.BooleanField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    last_played_on = serializers.DateField(allow_null=True)
    computed_at = serializers.DateTimeField(allow_null=True)


class TokenBody(StrictSerializer):
    """A new personal token."""

    name = serializers.CharField(max_length=200)
    scopes = serializers.ListField(child=serializers.CharField(max_length=40), min_length=1, max_length=len(SCOPES))
    expires_at = serializers.DateTimeField(required=False, allow_null=True)


class TokenOut(serializers.Serializer[object]):
    """A token without its text."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    hint = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True)


class TokenMade(TokenOut):
    """A token with its text, shown this once."""

    token = serializers.CharField()


class MyClub(serializers.Serializer[object]):
    """A club of the account and its role there."""

    club = serializers.UUIDField()
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=ROLES)


class MeOut(serializers.Serializer[object]):
    """Who asks."""

    id = serializers.UUIDField()
    email = serializers.EmailField()
    scopes = serializers.ListField(child=serializers.CharField())
    clubs = MyClub(many=True)


class RankingRow(serializers.Serializer[object]):
    """One place: ranked players first, then the provisional ones with `rank` null, each by rating."""

    rank = serializers.IntegerField(allow_null=True)
    player = serializers.UUIDField()
    name = serializers.CharField()
    rating = serializers.FloatField()
    deviation = serializers.FloatField()
    provisional = serializers.BooleanField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    last_played_on = serializers.DateField(allow_null=True)


class RankingOut(serializers.Serializer[object]):
    """A club's ranking at one version."""

    results = RankingRow(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    version = serializers.IntegerField()
    computed_at = serializers.DateTimeField(allow_null=True)
