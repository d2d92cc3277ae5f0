"""Bodies in and out of published rankings, seasons and circuits. Shape only: what may be is the services' business."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from cirulla.lib.api import StrictSerializer
from players.rankings.places import STANDINGS
from players.rankings.reasons import CAUSES
from players.selectors.snapshots import BOARD_NAMES

BOARDS = list(BOARD_NAMES)
PLACE_STANDINGS = list(STANDINGS)
MOVE_CAUSES = list(CAUSES)
LIST_MOVES = ["listed", "unlisted"]
POINTS: dict[str, Any] = {"min_value": 0, "max_value": 1000}
BEST: dict[str, Any] = {"min_value": 0, "max_value": 366}


class SnapshotLine(serializers.Serializer[object]):
    """A published ranking without its lines."""

    id = serializers.UUIDField()
    club = serializers.UUIDField(allow_null=True)
    circuit = serializers.UUIDField(allow_null=True)
    season = serializers.UUIDField(allow_null=True)
    board = serializers.ChoiceField(choices=BOARDS)
    number = serializers.IntegerField()
    as_of = serializers.DateField()
    matches = serializers.IntegerField()
    last_match = serializers.UUIDField(allow_null=True)
    rule_version = serializers.CharField()
    digest = serializers.CharField()
    created_at = serializers.DateTimeField()
    url = serializers.CharField()


class SnapshotPlace(serializers.Serializer[object]):
    """One place: a player, or the two of a pair. `points` and what follows are those of a table of points."""

    rank = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(child=serializers.UUIDField())
    wins = serializers.IntegerField()
    standing = serializers.ChoiceField(choices=PLACE_STANDINGS, allow_null=True)
    rating = serializers.FloatField(allow_null=True)
    deviation = serializers.FloatField(allow_null=True)
    matches = serializers.IntegerField(allow_null=True)
    last_played_on = serializers.DateField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    counted = serializers.IntegerField(allow_null=True)
    occasions = serializers.IntegerField(allow_null=True)


class SnapshotOut(SnapshotLine):
    """A published ranking: it never changes."""

    rows = SnapshotPlace(many=True)


class ByCause(serializers.Serializer[object]):
    """One figure for each cause."""

    matches = serializers.FloatField()
    correction = serializers.FloatField()
    rule = serializers.FloatField()
    inactivity = serializers.FloatField()


class ReasonOut(serializers.Serializer[object]):
    """Why a place changed: what each cause moved the rating by, and how many places it cost (negative: won)."""

    players = serializers.ListField(child=serializers.UUIDField())
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)
    rating_before = serializers.FloatField(allow_null=True)
    rating_after = serializers.FloatField(allow_null=True)
    cause = serializers.ChoiceField(choices=MOVE_CAUSES)
    became = serializers.ChoiceField(choices=LIST_MOVES, allow_null=True)
    moved = ByCause()
    steps = ByCause()


class ReasonsOut(serializers.Serializer[object]):
    """What changed from one published ranking to another of the same board."""

    board = serializers.ChoiceField(choices=BOARDS)
    since = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField()
    results = ReasonOut(many=True)


class SeasonBody(StrictSerializer):
    """A new season."""

    club = serializers.UUIDField()
    name = serializers.CharField(max_length=200, trim_whitespace=False)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    win = serializers.IntegerField(default=2, **POINTS)
    draw = serializers.IntegerField(default=1, **POINTS)
    loss = serializers.IntegerField(default=0, **POINTS)
    best_of = serializers.IntegerField(default=0, **BEST)


class SeasonChange(StrictSerializer):
    """Fields of a season to change."""

    name = serializers.CharField(max_length=200, trim_whitespace=False, required=False)
    starts_on = serializers.DateField(required=False)
    ends_on = serializers.DateField(required=False)
    win = serializers.IntegerField(required=False, **POINTS)
    draw = serializers.IntegerField(required=False, **POINTS)
    loss = serializers.IntegerField(required=False, **POINTS)
    best_of = serializers.IntegerField(required=False, **BEST)


class SeasonOut(serializers.Serializer[object]):
    """A season; closed, its table is final."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    win = serializers.IntegerField()
    draw = serializers.IntegerField()
    loss = serializers.IntegerField()
    best_of = serializers.IntegerField()
    closed_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    version = serializers.IntegerField()
    url = serializers.CharField()


class CircuitChange(StrictSerializer):
    """Fields of a circuit to change."""

    name = serializers.CharField(max_length=200, trim_whitespace=False, required=False)
    place_points = serializers.ListField(child=serializers.IntegerField(**POINTS), max_length=64, required=False)
    best_of = serializers.IntegerField(required=False, **BEST)
    qualified_places = serializers.IntegerField(required=False, min_value=0, max_value=64)
    qualified_months = serializers.IntegerField(required=False, min_value=1, max_value=60)
    qualified_total = serializers.IntegerField(required=False, min_value=0, max_value=1000)


class CircuitBody(CircuitChange):
    """A new circuit."""

    club = serializers.UUIDField()
    name = serializers.CharField(max_length=200, trim_whitespace=False)


class CircuitOut(serializers.Serializer[object]):
    """A circuit and its rules."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    place_points = serializers.ListField(child=serializers.IntegerField())
    best_of = serializers.IntegerField()
    qualified_places = serializers.IntegerField()
    qualified_months = serializers.IntegerField()
    qualified_total = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    version = serializers.IntegerField()
    url = serializers.CharField()


class CircuitClubOut(serializers.Serializer[object]):
    """A club of a circuit; asked only while `joined_at` is null."""

    club = serializers.UUIDField()
    joined_at = serializers.DateTimeField(allow_null=True)


class CircuitClubsOut(serializers.Serializer[object]):
    """All clubs of a circuit."""

    results = CircuitClubOut(many=True)


class CircuitEventBody(StrictSerializer):
    """A new event of a circuit."""

    club = serializers.UUIDField()
    name = serializers.CharField(max_length=200, trim_whitespace=False)
    played_on = serializers.DateField()


class PlaceBody(StrictSerializer):
    """Where a player came; partners have the same place."""

    player = serializers.UUIDField()
    place = serializers.IntegerField(min_value=1, max_value=1000)


class PlacesBody(StrictSerializer):
    """Who came where, all of them."""

    places = PlaceBody(many=True)


class EventPlaceOut(serializers.Serializer[object]):
    """Where a player came."""

    player = serializers.UUIDField()
    place = serializers.IntegerField()


class CircuitEventOut(serializers.Serializer[object]):
    """An event of a circuit."""

    id = serializers.UUIDField()
    circuit = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    played_on = serializers.DateField()
    places = EventPlaceOut(many=True)
    created_at = serializers.DateTimeField()
    version = serializers.IntegerField()
    url = serializers.CharField()


class CircuitRow(serializers.Serializer[object]):
    """One line of a circuit's table; `best` are the events that count, best first."""

    rank = serializers.IntegerField()
    player = serializers.UUIDField()
    points = serializers.IntegerField()
    counted = serializers.IntegerField()
    occasions = serializers.IntegerField()
    wins = serializers.IntegerField()
    best = serializers.ListField(child=serializers.IntegerField())


class CircuitTableOut(serializers.Serializer[object]):
    """The table of points of a circuit."""

    results = CircuitRow(many=True)


class QualifiedRow(serializers.Serializer[object]):
    """Who is qualified: by an event's place, or by the rank of the rating."""

    player = serializers.UUIDField()
    event = serializers.UUIDField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)


class QualifiedOut(serializers.Serializer[object]):
    """Who is qualified on a day."""

    as_of = serializers.DateField()
    begun = serializers.BooleanField(
        help_text="False: no event has places yet, so nobody is qualified, unless the rating alone decides."
    )
    results = QualifiedRow(many=True)
