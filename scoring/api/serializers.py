"""Bodies in and out of rulesets, matches and hands. Shape only: what may be is the engine's business."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cirulla.lib.api import StrictSerializer

STATUSES = ["draft", "open", "finished", "abandoned"]
STATES = ["open", "recorded", "confirmed", "disputed", "void"]
REPORT_KINDS = ["rival", "late", "half"]
CARD = r"^[A2-7JQK][HDCS]$"
RANK = r"^[A2-7JQK]$"
MODES = ["cards", "counts", "points", "plays", "opening", "claim"]


class RulesetBody(StrictSerializer):
    """A club's own ruleset: a preset and what differs from it (RULES 10)."""

    club = serializers.UUIDField()
    name = serializers.CharField(max_length=200, trim_whitespace=False)
    preset = serializers.CharField(max_length=30)
    overrides = serializers.DictField(default=dict)


class RulesetChange(StrictSerializer):
    """Fields of a ruleset to change."""

    name = serializers.CharField(max_length=200, trim_whitespace=False, required=False)
    preset = serializers.CharField(max_length=30, required=False)
    overrides = serializers.DictField(required=False)


class RulesetOut(serializers.Serializer[Any]):
    """A club's own ruleset."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    preset = serializers.CharField()
    overrides = serializers.DictField()
    created_at = serializers.DateTimeField()
    version = serializers.IntegerField()
    url = serializers.CharField()


class RulesetValue(serializers.JSONField):
    """A preset's name, an object of options, or the id of a club's ruleset."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the value as it is. Raises a `wrong_type` error for anything but text and objects."""
        if not isinstance(data, str | dict):
            raise serializers.ValidationError("A ruleset is a name, an id or an object of options.", code="wrong_type")
        return data


class SeatDoc(serializers.Serializer[Any]):
    """A seat of a new match: one of the two."""

    player = serializers.UUIDField(required=False)
    name = serializers.CharField(required=False)


@extend_schema_field(SeatDoc)
class SeatBody(serializers.Field[Any, Any, Any, Any]):
    """`{"player": id}` or `{"name": text}`."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the seat with its id read."""
        if not isinstance(data, dict):
            raise serializers.ValidationError('A seat is {"player": id} or {"name": text}.', code="wrong_type")
        if set(data) == {"player"}:
            return {"player": serializers.UUIDField().run_validation(data["player"])}
        if set(data) == {"name"}:
            if not isinstance(data["name"], str):
                raise serializers.ValidationError({"name": "A name is text."}, code="wrong_type")
            return {"name": data["name"][:200]}
        raise serializers.ValidationError('A seat has "player" or "name", one of them.', code="bad_seat_body")

    def to_representation(self, value: Any) -> Any:
        """Return the seat as it is."""
        return value


class MatchBody(StrictSerializer):
    """A new match."""

    club = serializers.UUIDField(required=False, allow_null=True, default=None)
    ruleset = RulesetValue(required=False, default=None, allow_null=True)
    seats = serializers.ListField(child=SeatBody(), min_length=2, max_length=5)
    first_dealer = serializers.IntegerField(default=0, min_value=0, max_value=4)
    rated = serializers.BooleanField(default=True)


class SeatOut(serializers.Serializer[Any]):
    """Who sits where."""

    number = serializers.IntegerField()
    side = serializers.IntegerField()
    player = serializers.UUIDField()


class SideOut(serializers.Serializer[Any]):
    """One side: its people and its points in the game in play."""

    players = serializers.ListField(child=serializers.UUIDField())
    total = serializers.IntegerField()


class SubstitutionOut(serializers.Serializer[Any]):
    """Who took over a seat, from which hand on."""

    seat = serializers.IntegerField()
    player = serializers.UUIDField()
    from_hand = serializers.IntegerField()


class GameOut(serializers.Serializer[Any]):
    """One game of the match."""

    totals = serializers.ListField(child=serializers.IntegerField())
    winner = serializers.IntegerField(allow_null=True)


class NamedOut(serializers.Serializer[Any]):
    """A player's name now; the id stays, the name may change."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class ExpandedOut(serializers.Serializer[Any]):
    """What `expand` asked for, by id."""

    players = serializers.DictField(child=NamedOut())


class MatchOut(serializers.Serializer[Any]):
    """A match."""

    id = serializers.UUIDField()
    code = serializers.CharField()
    url = serializers.CharField()
    page = serializers.CharField()
    club = serializers.UUIDField(allow_null=True)
    status = serializers.ChoiceField(choices=STATUSES)
    ruleset = serializers.DictField()
    seats = SeatOut(many=True)
    sides = SideOut(many=True)
    totals = serializers.ListField(child=serializers.IntegerField())
    games = GameOut(many=True)
    winner = serializers.IntegerField(allow_null=True)
    cut = serializers.BooleanField(help_text="Time ended it, not its hands: who leads has won, level is drawn.")
    first_dealer = serializers.IntegerField()
    next_dealer = serializers.IntegerField()
    missing = serializers.ListField(child=serializers.IntegerField())
    after_end = serializers.ListField(child=serializers.IntegerField())
    hands_count = serializers.IntegerField()
    substitutions = SubstitutionOut(many=True)
    rated = serializers.BooleanField()
    session_day = serializers.DateField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()
    expanded = ExpandedOut(required=False)


class BuonaDoc(serializers.Serializer[Any]):
    """Three cards declared."""

    seat = serializers.IntegerField(required=False)
    cards = serializers.ListField(child=serializers.RegexField(CARD), min_length=3, max_length=3)
    matta_as = serializers.RegexField(RANK, allow_null=True, required=False)


class SideDoc(serializers.Serializer[Any]):
    """One side of a hand; which fields it has depends on the mode (CONTRACT 2)."""

    captured = serializers.JSONField(required=False, help_text='Cards, or "rest" on one side (mode cards).')
    carte = serializers.IntegerField(required=False, allow_null=True)
    denari = serializers.JSONField(required=False, help_text="Denari cards (counts) or 0/1 (points).")
    settebello = serializers.IntegerField(required=False, allow_null=True)
    primiera = serializers.JSONField(required=False, help_text="Best rank by suit (counts) or 0/1 (points).")
    piccola = serializers.IntegerField(required=False, allow_null=True)
    grande = serializers.IntegerField(required=False, allow_null=True)
    scope = serializers.IntegerField(required=False, allow_null=True)
    buone = serializers.JSONField(required=False, help_text="Declarations (cards, counts) or points (points).")
    dealer = serializers.IntegerField(required=False, allow_null=True)
    marked = serializers.IntegerField(required=False, allow_null=True)
    knocks = serializers.IntegerField(required=False)


class DealerBonusDoc(serializers.Serializer[Any]):
    """The opening table that the dealer took (RULES 7)."""

    table = serializers.ListField(child=serializers.RegexField(CARD), min_length=4, max_length=5)
    matta_as = serializers.RegexField(RANK, allow_null=True, required=False)


class HandDoc(serializers.Serializer[Any]):
    """A counted hand. The engine reads it, so that page, API and command refuse with the same codes."""

    number = serializers.IntegerField(min_value=1)
    dealer_seat = serializers.IntegerField(min_value=0)
    dealer_off_turn = serializers.BooleanField(required=False, help_text="The deal really went astray.")
    move_bonus = serializers.BooleanField(required=False, help_text="A corrected dealer takes the bonus along.")
    reason = serializers.CharField(
        required=False, allow_blank=True, max_length=200, help_text="Why a hand is corrected."
    )
    mode = serializers.ChoiceField(choices=MODES)
    sides = SideDoc(many=True, required=False, help_text="A side may be null when its own phone will send it.")
    dealer_bonus = DealerBonusDoc(required=False, allow_null=True)
    table = serializers.ListField(
        child=serializers.RegexField(CARD), required=False, help_text="The opening table (plays, opening)."
    )
    claim_dealer_bonus = serializers.BooleanField(required=False, help_text="Mode plays.")
    plays = serializers.JSONField(required=False, help_text="Plays in order, as the engine's `replay` takes them.")
    deals = serializers.JSONField(required=False, help_text="The cards of each deal by seat (plays).")
    cappotto = serializers.IntegerField(required=False, help_text="The side with ten denari (claim).")


class LineOut(serializers.Serializer[Any]):
    """Why a side has, or has not, a point: data for the reader's own language."""

    side = serializers.IntegerField(allow_null=True)
    category = serializers.CharField()
    points = serializers.IntegerField(allow_null=True)
    cards = serializers.ListField(child=serializers.CharField())
    rule = serializers.CharField()
    message_key = serializers.CharField()
    params = serializers.DictField()


class HandMatchOut(serializers.Serializer[Any]):
    """The match after this hand."""

    status = serializers.ChoiceField(choices=STATUSES)
    winner = serializers.IntegerField(allow_null=True)
    totals = serializers.ListField(child=serializers.IntegerField())
    games = GameOut(many=True)
    missing = serializers.ListField(child=serializers.IntegerField())
    after_end = serializers.ListField(child=serializers.IntegerField())
    version = serializers.IntegerField()
    next_dealer = serializers.IntegerField()


class PreviewOut(serializers.Serializer[Any]):
    """A hand scored, nothing stored."""

    number = serializers.IntegerField()
    dealer_seat = serializers.IntegerField()
    mode = serializers.ChoiceField(choices=MODES)
    complete = serializers.BooleanField()
    entry = serializers.DictField()
    totals = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    score = serializers.DictField(allow_null=True)
    explanation = LineOut(many=True)
    match = HandMatchOut(required=False)


class DoubtOut(serializers.Serializer[Any]):
    """A value that less than one hand in a thousand has: worth asking about."""

    message_key = serializers.CharField()
    pointer = serializers.CharField()
    value = serializers.IntegerField()
    chance = serializers.FloatField()


class PreviewedOut(PreviewOut):
    """A preview with what is worth asking about before it is written down."""

    doubts = DoubtOut(many=True)


class HandOut(PreviewOut):
    """A hand on record."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=STATES)
    version = serializers.IntegerField()
    confirmed_by = serializers.ListField(child=serializers.CharField())
    recorded_at = serializers.DateTimeField()


class HandsOut(serializers.Serializer[Any]):
    """All hands of a match, by number."""

    results = HandOut(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class DisputeMatch(serializers.Serializer[Any]):
    """Where the match would be."""

    status = serializers.ChoiceField(choices=STATUSES)
    winner = serializers.IntegerField(allow_null=True)
    totals = serializers.ListField(child=serializers.IntegerField())


class RivalOut(serializers.Serializer[Any]):
    """A report of other content for the same hand."""

    report = serializers.UUIDField()
    totals = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    match = DisputeMatch()


class DisputeOut(serializers.Serializer[Any]):
    """A disputed hand."""

    hand = serializers.UUIDField()
    number = serializers.IntegerField()
    totals = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    rivals = RivalOut(many=True)


class DisputesOut(serializers.Serializer[Any]):
    """The disputed hands of a match."""

    results = DisputeOut(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class ReportOut(serializers.Serializer[Any]):
    """A report that did not become official."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=REPORT_KINDS)
    number = serializers.IntegerField()
    entry = serializers.DictField()
    score = serializers.DictField(allow_null=True)
    recorded_at = serializers.DateTimeField()


class ReportsOut(serializers.Serializer[Any]):
    """The reports of a match."""

    results = ReportOut(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class EventOut(serializers.Serializer[Any]):
    """One thing done to a match beside recording."""

    kind = serializers.CharField()
    hand = serializers.UUIDField(allow_null=True)
    facts = serializers.DictField()
    reason = serializers.CharField()
    by = serializers.CharField()
    match_version = serializers.IntegerField()
    created_at = serializers.DateTimeField()
