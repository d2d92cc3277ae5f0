"""Published rankings, and what they follow from: ladders, seasons of a club, circuits of several clubs."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from cirulla.lib.ids import uuid7
from players.models.clubs import Club, Player


class Season(models.Model):
    """A stretch of session days of one club, both ends counted, and how many points its evenings give.

    `best_of`: so many evenings of a player count, 0 for all of them. `closed_at`: the table is final.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=60)
    starts_on = models.DateField()
    ends_on = models.DateField()
    win = models.PositiveSmallIntegerField(default=2)
    draw = models.PositiveSmallIntegerField(default=1)
    loss = models.PositiveSmallIntegerField(default=0)
    best_of = models.PositiveSmallIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="season_name_once"),
            models.CheckConstraint(name="season_ends_after_it_starts", condition=Q(ends_on__gte=models.F("starts_on"))),
        ]

    def __str__(self) -> str:
        return self.name


class Circuit(models.Model):
    """Events of several clubs under one table, run by the directors of `club`.

    `place_points`: points of the first, second ... place of an event. `best_of`: so many events of a person count, 0
    for all. Qualified are the first `qualified_places` of each event of the last `qualified_months` months, then by
    rating across the clubs until there are `qualified_total`.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="circuits_run")
    name = models.CharField(max_length=60)
    place_points = models.JSONField(default=list)
    best_of = models.PositiveSmallIntegerField(default=0)
    qualified_places = models.PositiveSmallIntegerField(default=1)
    qualified_months = models.PositiveSmallIntegerField(default=6)
    qualified_total = models.PositiveSmallIntegerField(default=16)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="circuit_name_once")]

    def __str__(self) -> str:
        return self.name


class CircuitClub(models.Model):
    """A club of a circuit: asked by the circuit's directors, in it once a director of the club has agreed."""

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="clubs")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="circuits")
    joined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["circuit", "club"], name="circuit_club_once")]

    def __str__(self) -> str:
        return f"{self.club_id} in {self.circuit_id}"


class CircuitEvent(models.Model):
    """One event of a circuit, held by one of its clubs on one session day."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="events")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="circuit_events")
    name = models.CharField(max_length=60)
    played_on = models.DateField()
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class EventPlace(models.Model):
    """Where a player came in an event, from 1; partners and shared places have the same number."""

    event = models.ForeignKey(CircuitEvent, on_delete=models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="event_places")
    place = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="event_place_once")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.place} in {self.event_id}"


class Ladder(models.Model):
    """All boards of one club, or of a circuit's clubs together, replayed in the order of the matches (RATINGS 3).

    Its boards after the match at `last_key` are its parts, of the form `form`; `shifts` are rating moves that were no
    new match and are not yet in a snapshot. `published` is the run of snapshots that readers see.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, null=True, related_name="ladder")
    circuit = models.OneToOneField(Circuit, on_delete=models.CASCADE, null=True, related_name="ladder")
    rule_version = models.CharField(max_length=20, default="")
    matches = models.PositiveIntegerField(default=0)
    last_key = models.CharField(max_length=60, default="")
    digest = models.CharField(max_length=64, default="")
    form = models.CharField(max_length=4, default="")
    shifts = models.JSONField(default=dict)
    published = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)
    checked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="ladder_of_a_club_or_a_circuit", condition=Q(club__isnull=True) ^ Q(circuit__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"ladder of {self.club_id or self.circuit_id} at {self.last_key}"


class LadderPart(models.Model):
    """Some lines of one board of a ladder, as players.rankings.parts writes and reads them.

    One more match touches the parts of its players and pairs, not all of the board.
    """

    # The constraint below begins with it.
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="parts", db_index=False)
    name = models.CharField(max_length=24)
    lines = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ladder", "name"], name="ladder_part_once")]

    def __str__(self) -> str:
        return f"{self.name} of ladder {self.ladder_id}"


class LadderMark(models.Model):
    """Something changed from a key on: the ladder has to be replayed from there. Written by many, read by one."""

    class Cause(models.TextChoices):
        """Why the figures move: a match that was not there, one that was, or other rules."""

        MATCH = "match"
        CORRECTION = "correction"
        RULE = "rule"

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="marks")
    from_key = models.CharField(max_length=60)
    cause = models.CharField(max_length=10, choices=Cause.choices)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.cause} from {self.from_key}"


class LadderCheckpoint(models.Model):
    """The state of a ladder (players.rankings.state) after the match at `key`, from which a replay may go on."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="checkpoints")
    key = models.CharField(max_length=60)
    matches = models.PositiveIntegerField()
    state = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ladder", "key"], name="checkpoint_once")]

    def __str__(self) -> str:
        return f"checkpoint of {self.ladder_id} at {self.key}"


class RankingSnapshot(models.Model):
    """A published ranking: numbered, never changed, never deleted (scoring.append_only).

    `board` is one of players.rankings.boards.BOARDS, of a club, a circuit, or with `season` of a season; `points` is
    the table of a season or a circuit. `rows` hold ids and figures, no names.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="snapshots")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, null=True, related_name="snapshots")
    board = models.CharField(max_length=20)
    number = models.PositiveIntegerField()
    run = models.PositiveIntegerField()
    as_of = models.DateField()
    last_key = models.CharField(max_length=60)
    matches = models.PositiveIntegerField()
    rule_version = models.CharField(max_length=20)
    digest = models.CharField(max_length=64)
    rows = models.JSONField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "board", "number"], name="snapshot_once", condition=Q(season__isnull=True)
            ),
            models.UniqueConstraint(
                fields=["season", "board", "number"], name="season_snapshot_once", condition=Q(season__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.board} no. {self.number} of ladder {self.ladder_id}"
