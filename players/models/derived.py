"""What follows from matches: it can be thrown away and rebuilt (`manage.py rebuild`)."""

from __future__ import annotations

from django.db import models

from players.models.clubs import Club, Player


class RatingPool(models.Model):
    """One ladder: the ordered rated matches of a club, replayed (RATINGS 3).

    Its row is the lock under which the ladder is recomputed; `version` rises when a figure changes
    and is the ETag of the club's ranking. `form` is that of its matches (players.rankings.kept).
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="rating_pool")
    version = models.PositiveIntegerField(default=0)
    rule_version = models.CharField(max_length=20, default="")
    form = models.CharField(max_length=4, default="")
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


class PoolMatch(models.Model):
    """A rated match as its pool has applied it: what the pool and the boards are replayed from (RATINGS 3).

    `told` and `margin` are written and read by players.rankings.kept; no bytes of margin where the index cannot know
    it. The match is named without a foreign key: players never learn what a match is.
    """

    # The constraint and the index below begin with it.
    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="played", db_index=False)
    match_id = models.UUIDField()
    key = models.CharField(max_length=60)
    told = models.BinaryField()
    margin = models.BinaryField(default=bytes)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "match_id"], name="pool_match_once")]
        indexes = [models.Index(fields=["pool", "key"], name="pool_match_order")]

    def __str__(self) -> str:
        return f"{self.key} in pool {self.pool_id}"


class RatingHistory(models.Model):
    """A page of what matches did to one player's rating: the line of the chart, and the checkpoint of a replay.

    Pages are numbered from 0; all but a player's last one are full. `changes` are those of players.rankings.history,
    `last_key` is that of the last of them.
    """

    # The constraint below begins with it.
    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="histories", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_histories")
    number = models.PositiveIntegerField()
    last_key = models.CharField(max_length=60)
    changes = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "player", "number"], name="rating_history_once")]

    def __str__(self) -> str:
        return f"page {self.number} of {self.player_id} up to {self.last_key}"
