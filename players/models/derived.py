"""What follows from matches: it can be thrown away and rebuilt (`manage.py rebuild`)."""

from __future__ import annotations

from django.db import models

from players.models.clubs import Club, Player


class RatingPool(models.Model):
    """One ladder: the ordered rated matches of a club, replayed (RATINGS 3).

    Its row is the lock under which the ladder is recomputed; `version` rises when a figure changes
    and is the ETag of the club's ranking.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="rating_pool")
    version = models.PositiveIntegerField(default=0)
    rule_version = models.CharField(max_length=20, default="")
    digest = models.CharField(max_length=64, default="")
    matches = models.PositiveIntegerField(default=0)
    last_key = models.CharField(max_length=60, default="")
    computed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"pool of {self.club_id} at {self.version}"


class Rating(models.Model):
    """The official rating of one player in a pool: mean and deviation (RATINGS 1)."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    mu = models.FloatField()
    rd = models.FloatField()
    matches = models.PositiveIntegerField()
    wins = models.PositiveIntegerField(default=0)
    rank = models.PositiveIntegerField(null=True)
    last_played_on = models.DateField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "player"], name="rating_once")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.mu:.0f} ± {self.rd:.0f}"


class RatingChange(models.Model):
    """What one match did to one player's rating: the line of the chart, and the checkpoint of a replay.

    The match is named without a foreign key: players never learn what a match is.
    """

    # The indexes below begin with it, and with the player.
    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="changes", db_index=False)
    match_id = models.UUIDField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_changes", db_index=False)
    key = models.CharField(max_length=60)
    input_digest = models.CharField(max_length=64)
    played_on = models.DateField()
    chance = models.FloatField()
    won = models.BooleanField(default=False)
    mu_before = models.FloatField()
    rd_before = models.FloatField()
    mu_after = models.FloatField()
    rd_after = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "match_id", "player"], name="rating_change_once")]
        indexes = [
            models.Index(fields=["pool", "key"], name="rating_change_order"),
            models.Index(fields=["player", "key"], name="rating_change_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.mu_before:.1f} to {self.mu_after:.1f}"
