"""The figures of players: what each match adds, what it adds up to, and what was achieved. All can be rebuilt."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from players.models.clubs import Player


class PlayerMatch(models.Model):
    """What one finished match adds to one player's figures: `players.figures.Played` says what each column is.

    The match is named without a foreign key: players never learn what a match is.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="played", db_index=False)
    match_id = models.UUIDField()
    played_on = models.DateField()
    won = models.BooleanField()
    hands = models.PositiveIntegerField()
    points_for = models.IntegerField()
    points_against = models.IntegerField()
    hands_with_categories = models.PositiveIntegerField()
    # The categories of RULES 8.8, summed over those hands.
    carte = models.IntegerField()
    denari = models.IntegerField()
    settebello = models.IntegerField()
    primiera = models.IntegerField()
    scope = models.IntegerField()
    buone = models.IntegerField()
    dealer = models.IntegerField()
    piccola = models.IntegerField()
    grande = models.IntegerField()
    re_bello = models.IntegerField()
    cappotto = models.IntegerField()
    # Where the line belongs in a player's life, and the version of the match it was read at.
    key = models.CharField(max_length=60, default="")
    version = models.IntegerField(default=0)
    drawn = models.BooleanField(default=False)
    seats = models.PositiveSmallIntegerField(default=0)
    sides = models.PositiveSmallIntegerField(default=0)
    side = models.PositiveSmallIntegerField(default=0)
    preset = models.CharField(max_length=30, default="")
    # Sums of squares by category and of the known total, for bands.
    scope_sq = models.IntegerField(default=0)
    buone_sq = models.IntegerField(default=0)
    dealer_sq = models.IntegerField(default=0)
    piccola_sq = models.IntegerField(default=0)
    grande_sq = models.IntegerField(default=0)
    cappotto_sq = models.IntegerField(default=0)
    known_sq = models.IntegerField(default=0)
    # Margins over the mean of the other sides, in quarters, and their squares.
    margin = models.IntegerField(default=0)
    margin_sq = models.IntegerField(default=0)
    dealing_hands = models.IntegerField(default=0)
    dealing_margin = models.IntegerField(default=0)
    dealing_margin_sq = models.IntegerField(default=0)
    luck = models.IntegerField(default=0)
    luck_sq = models.IntegerField(default=0)
    play = models.IntegerField(default=0)
    play_sq = models.IntegerField(default=0)
    # Buone and dealer's bonuses against their exact expectation, in millionths.
    declared_deals = models.IntegerField(default=0)
    declared_halves = models.IntegerField(default=0)
    declared_mean = models.BigIntegerField(default=0)
    declared_variance = models.BigIntegerField(default=0)
    dealt_hands = models.IntegerField(default=0)
    dealt_points = models.IntegerField(default=0)
    dealt_mean = models.BigIntegerField(default=0)
    dealt_variance = models.BigIntegerField(default=0)
    named_hands = models.IntegerField(default=0)
    barseghe = models.IntegerField(default=0)
    decini = models.IntegerField(default=0)
    won_by = models.IntegerField(default=0)
    # The most in one hand, and the number of that hand.
    best_points = models.IntegerField(default=0)
    best_points_hand = models.IntegerField(default=0)
    best_scope = models.IntegerField(default=0)
    best_scope_hand = models.IntegerField(default=0)
    best_buone = models.IntegerField(default=0)
    best_buone_hand = models.IntegerField(default=0)
    best_piccola = models.IntegerField(default=0)
    best_piccola_hand = models.IntegerField(default=0)
    all_four = models.IntegerField(default=0)
    both_scales = models.IntegerField(default=0)
    cappotto_hand = models.IntegerField(default=0)
    # The lowest chance to win, in ten-thousandths, after a hand; -1 where none is known.
    lowest_chance = models.SmallIntegerField(default=-1)
    lowest_hand = models.IntegerField(default=0)
    # Under which other rules the same side, or another, would have been ahead.
    presets_same = models.CharField(max_length=200, default="")
    presets_turned = models.CharField(max_length=200, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match_id", "player"], name="player_match_once")]
        indexes = [models.Index(fields=["player", "key"], name="player_match_order")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match_id}"


class PlayerStats(models.Model):
    """Counted figures of one player: the sum of his finished matches.

    `version` rises when a figure changes; `change` is the match (id and its version) whose change came last.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="stats")
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    points_for = models.IntegerField(default=0)
    points_against = models.IntegerField(default=0)
    # Points by category of RULES 8.8, summed over hands whose categories are known.
    categories = models.JSONField(default=dict)
    hands_with_categories = models.PositiveIntegerField(default=0)
    last_played_on = models.DateField(null=True)
    # All other sums of players.figures, those that are not 0.
    sums = models.JSONField(default=dict)
    # What no sum tells and one more match goes on from: players.figures.achievements.Life.
    life = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=0)
    change = models.CharField(max_length=60, default="")
    computed_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.wins} of {self.matches}"


class Award(models.Model):
    """An achievement of a player, with the hand and match it rests on; gone when a correction takes that away.

    `code` is one of players.figures.achievements; `hand` is 0 where the whole match is the ground.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="awards")
    code = models.CharField(max_length=30)
    match_id = models.UUIDField()
    hand = models.PositiveIntegerField(default=0)
    earned_on = models.DateField()
    key = models.CharField(max_length=60)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "code"], name="award_once")]

    def __str__(self) -> str:
        return f"{self.code} of {self.player_id}"
