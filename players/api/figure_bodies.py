"""What the figures of players, pairs and clubs look like to programs. All bands are 95 %."""

from __future__ import annotations

from functools import cache
from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

from players.figures import DISCIPLINES

Out = serializers.Serializer[Any]

LEVELS = ["above", "usual", "below"]
GIFTS = ["buone", "dealer"]
SPAN_DISCIPLINES = list(DISCIPLINES)


class EstimateOut(Out):
    """A figure with its band: `n` is what it rests on, `enough` is false where that is too little to go by."""

    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()
    enough = serializers.BooleanField()


class ResultsOut(Out):
    """What became of the matches; in `rate` a draw is half a win, `margin` is points a hand over the others' mean."""

    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    rate = EstimateOut()
    hands = serializers.IntegerField()
    hands_a_match = serializers.FloatField(allow_null=True)
    margin = EstimateOut()


class ExpectationOut(Out):
    """Wins of the rated matches beside those that the ratings expected."""

    matches = serializers.IntegerField()
    wins = serializers.FloatField()
    expected = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class CategoryOut(Out):
    """Points a hand in one category, beside the club's mean and the band of players who mark like the club."""

    category = serializers.CharField()
    own = EstimateOut()
    club = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    standing = serializers.ChoiceField(choices=LEVELS, allow_blank=True)
    simulated = serializers.FloatField(allow_null=True)


class LuckOut(Out):
    """What the cards gave against the exact expectation; `index` is in standard deviations."""

    gift = serializers.ChoiceField(choices=GIFTS)
    points = serializers.FloatField()
    expected = serializers.FloatField()
    surplus = serializers.FloatField()
    index = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()
    enough = serializers.BooleanField()


class DealerOut(Out):
    """The margin of a hand when the own side deals, when it does not, and the difference."""

    dealing = EstimateOut()
    other = EstimateOut()
    effect = EstimateOut()


class SplitOut(Out):
    """The margin of a hand split into luck and play, in points; play also in rating points."""

    luck = EstimateOut()
    play = EstimateOut()
    rating = EstimateOut()
    luck_share = serializers.FloatField(allow_null=True)


class ElsewhereOut(Out):
    """How often another side would have been ahead under a preset."""

    preset = serializers.CharField()
    turned = serializers.IntegerField()
    rate = EstimateOut()


class FiguresOut(Out):
    """All that follows from sums."""

    results = ResultsOut()
    expected = ExpectationOut(allow_null=True)
    categories = CategoryOut(many=True)
    luck = LuckOut(many=True)
    dealer = DealerOut()
    split = SplitOut()
    elsewhere = ElsewhereOut(many=True)


class StreakOut(Out):
    """A row of matches."""

    length = serializers.IntegerField()
    first = serializers.DateField(allow_null=True)
    last = serializers.DateField(allow_null=True)


class StreaksOut(Out):
    """The longest rows of wins and losses, and the one going on."""

    wins = StreakOut()
    losses = StreakOut()
    current = StreakOut()
    winning = serializers.BooleanField()


class RecordOut(Out):
    """A record: `value` is points, scope, hands, decini, or a chance in ten-thousandths; `hand` 0: the whole match."""

    code = serializers.CharField()
    value = serializers.IntegerField()
    match_id = serializers.UUIDField()
    hand = serializers.IntegerField()
    played_on = serializers.DateField()


class DayOut(Out):
    """One session day."""

    day = serializers.DateField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()


class AsOfOut(Out):
    """How fresh: when computed, and the change that came last (a match and its version)."""

    computed_at = serializers.DateTimeField(allow_null=True)
    match = serializers.CharField(allow_null=True)
    match_version = serializers.IntegerField(allow_null=True)


class SpanOut(Out):
    """The filter that was asked for; null or empty is all."""

    first = serializers.DateField(allow_null=True)
    last = serializers.DateField(allow_null=True)
    discipline = serializers.ChoiceField(choices=SPAN_DISCIPLINES, allow_blank=True)
    preset = serializers.CharField(allow_blank=True)


class PlayerFiguresOut(Out):
    """All figures of one player."""

    player = serializers.UUIDField()
    filter = SpanOut()
    figures = FiguresOut()
    streaks = StreaksOut()
    records = RecordOut(many=True)
    days = DayOut(many=True)
    as_of = AsOfOut()


class CompanyOut(Out):
    """All matches with one partner, or against one opponent; `effect` is in rating points, drawn towards 0."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    rate = serializers.FloatField()
    margin = serializers.FloatField()
    rated = serializers.IntegerField()
    expected = serializers.FloatField()
    surplus = serializers.FloatField()
    effect = serializers.FloatField()
    enough = serializers.BooleanField()


class PairFiguresOut(Out):
    """The figures of a player with a partner, or against an opponent."""

    player = serializers.UUIDField()
    other = serializers.UUIDField()
    filter = SpanOut()
    figures = FiguresOut()
    streaks = StreaksOut()
    records = RecordOut(many=True)
    days = DayOut(many=True)
    company = CompanyOut(allow_null=True)
    as_of = AsOfOut()


class ClubFiguresOut(Out):
    """The figures of a club: everybody's hands added up."""

    club = serializers.UUIDField()
    filter = SpanOut()
    matches = serializers.IntegerField()
    players = serializers.IntegerField()
    figures = FiguresOut()
    days = DayOut(many=True)
    as_of = AsOfOut()


class PlayerLineOut(Out):
    """One match of a player as it counts for the figures."""

    match = serializers.UUIDField()
    match_version = serializers.IntegerField()
    played_on = serializers.DateField()
    discipline = serializers.CharField()
    preset = serializers.CharField()
    won = serializers.BooleanField()
    drawn = serializers.BooleanField()
    hands = serializers.IntegerField()
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()
    hands_with_categories = serializers.IntegerField()
    categories = serializers.DictField(child=serializers.IntegerField())
    lowest_chance = serializers.FloatField(allow_null=True)


class TableRowOut(Out):
    """One player in the table of a club."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    rate = serializers.FloatField(allow_null=True)
    rate_low = serializers.FloatField(allow_null=True)
    rate_high = serializers.FloatField(allow_null=True)
    rate_enough = serializers.BooleanField()
    hands = serializers.IntegerField()
    margin = serializers.FloatField(allow_null=True)
    points = serializers.FloatField(allow_null=True)
    scope = serializers.FloatField(allow_null=True)
    buone = serializers.FloatField(allow_null=True)
    luck = serializers.FloatField(allow_null=True)
    play = serializers.FloatField(allow_null=True)
    enough = serializers.BooleanField()


class ClubRecordOut(RecordOut):
    """A record of a club: who holds it."""

    players = serializers.ListField(child=serializers.UUIDField())
    names = serializers.ListField(child=serializers.CharField())


class AwardOut(Out):
    """An achievement with the match and hand it rests on; `hand` 0: the whole match."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    code = serializers.CharField()
    match = serializers.UUIDField()
    hand = serializers.IntegerField()
    earned_on = serializers.DateField()


class RatingOut(Out):
    """What one rated match did: the chance of the player's side before it, rating and deviation after it."""

    match = serializers.UUIDField()
    played_on = serializers.DateField()
    chance = serializers.FloatField()
    rating = serializers.FloatField()
    deviation = serializers.FloatField()


@cache
def dated(item: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """Return the serializer of a cursor page of `item` that says how fresh it is."""
    return inline_serializer(
        name=f"{item.__name__.removesuffix('Out')}Page",
        fields={
            "results": item(many=True),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "as_of": AsOfOut(),
        },
    )
