"""Keep the counted figures of players true to the record: what each match adds, the sums, the achievements.

A change of the record is applied by difference: the sums less what the match added before, plus what it adds now.
What sums cannot tell (the last day played, achievements) is looked up again for the players it touches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone

from players.figures import CATEGORIES, Played, Sums, add
from players.figures.line import SUMMED
from players.models import Player, PlayerMatch, PlayerStats
from players.record import Record
from players.services.awards import awards_settle
from players.services.differences import Difference, Report, unreported


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of one player as they are stored; `categories` and `sums` hold those that are not 0."""

    matches: int
    wins: int
    hands: int
    points_for: int
    points_against: int
    hands_with_categories: int
    categories: Mapping[str, int]
    sums: Mapping[str, int]
    last_played_on: date | None

    @property
    def flat(self) -> dict[str, int]:
        """Return all sums under their own names."""
        return {**{name: getattr(self, name) for name in _COLUMNS}, **self.categories, **self.sums}


_COLUMNS = ("matches", "wins", "hands", "points_for", "points_against", "hands_with_categories")
_TALLY = tuple(field.name for field in fields(Tally))


@transaction.atomic(savepoint=False)
def stats_refresh(*, match_id: UUID, player_ids: Iterable[UUID], record: Record) -> bool:
    """Make the figures of everybody in a match what the record says; tell whether one changed.

    `player_ids` are who sits in the match and whom they have become by merging. Their rows are locked,
    in order, before the record is read.
    """
    stored = PlayerMatch.objects.filter(match_id=match_id)
    _lock({*player_ids, *stored.values_list("player_id", flat=True)})
    gone, new = _settle(stored, record.played_in(match_id), unreported)
    if not gone and not new:
        return False
    touched = {line.player_id for line in (*gone, *new)}
    _store(touched, _by_difference(touched, gone, new), f"{match_id}/{max([line.version for line in new], default=0)}")
    awards_settle(touched, unreported)
    return True


@transaction.atomic(savepoint=False)
def stats_rebuild(*, player_ids: Iterable[UUID], record: Record, report: Report = unreported) -> bool:
    """Recompute the figures of some players from all their matches; tell whether one changed.

    Who has finished no match has no figures, nor has who was merged into another. Rows that differed
    are given to `report`.
    """
    people = _lock(set(player_ids))
    themselves = [player for player, into in people.items() if into is None]
    gone, new = _settle(PlayerMatch.objects.filter(player__in=people), record.played_by(themselves), report)
    changed = _store(people, _tallies(people), "", report)
    return awards_settle(people, report) or changed or bool(gone or new)


def _lock(players: set[UUID]) -> dict[UUID, UUID | None]:
    """Lock players' rows and return whom each was merged into."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk")
    return dict(rows.values_list("pk", "merged_into"))


def _settle(
    matches: QuerySet[PlayerMatch], played: Iterable[Played], report: Report
) -> tuple[list[Played], list[Played]]:
    """Make `matches` what was `played`; return the lines that are gone and those that are new."""
    stored = {Played(*row): pk for pk, *row in matches.values_list("id", *Played._fields)}
    fresh = set(played)
    gone, new = sorted(stored.keys() - fresh), sorted(fresh - stored.keys())
    for line in gone:
        report(Difference("match", f"{line.player_id} in {line.match_id}", line, None))
    for line in new:
        report(Difference("match", f"{line.player_id} in {line.match_id}", None, line))
    if gone:
        PlayerMatch.objects.filter(pk__in=[stored[line] for line in gone]).delete()
    PlayerMatch.objects.bulk_create([PlayerMatch(**line._asdict()) for line in new])
    return gone, new


def _store(people: Collection[UUID], tallies: Mapping[UUID, Tally], change: str, report: Report = unreported) -> bool:
    rows = PlayerStats.objects.filter(player__in=people).values_list("player_id", "version", "change", *_TALLY)
    stored = {player: Tally(*figures) for player, _, _, *figures in rows}
    marks = {player: (version, last) for player, version, last, *_ in rows}
    differing = sorted(player for player in people if stored.get(player) != tallies.get(player))
    for player in differing:
        report(Difference("statistics", str(player), stored.get(player), tallies.get(player)))
    PlayerStats.objects.filter(player__in=[player for player in differing if player not in tallies]).delete()
    now = timezone.now()
    PlayerStats.objects.bulk_create(
        [
            PlayerStats(
                player_id=player,
                computed_at=now,
                version=marks.get(player, (0, ""))[0] + 1,
                change=change or marks.get(player, (0, ""))[1],
                **asdict(tallies[player]),
            )
            for player in differing
            if player in tallies
        ],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=[*_TALLY, "version", "change", "computed_at"],
    )
    return bool(differing)


def _by_difference(people: Collection[UUID], gone: Iterable[Played], new: Iterable[Played]) -> dict[UUID, Tally]:
    """Return the sums of `people` with some lines less and some more."""
    rows = PlayerStats.objects.filter(player__in=people).values_list("player_id", *_TALLY)
    flat: dict[UUID, Sums] = {player: Tally(*figures).flat for player, *figures in rows}
    last = dict(
        PlayerMatch.objects.filter(player__in=people)
        .values("player_id")
        .order_by()
        .annotate(last=Max("played_on"))
        .values_list("player_id", "last")
    )
    less, more = _by_player(gone), _by_player(new)
    return {
        player: _tally(add(flat.get(player, {}), more[player], less[player]), last[player])
        for player in people
        if player in last
    }


def _by_player(lines: Iterable[Played]) -> Mapping[UUID, list[Played]]:
    theirs: dict[UUID, list[Played]] = defaultdict(list)
    for line in lines:
        theirs[line.player_id].append(line)
    return theirs


def _tallies(players: Collection[UUID]) -> dict[UUID, Tally]:
    rows = PlayerMatch.objects.filter(player__in=players).values("player_id").order_by()
    sums = rows.annotate(
        matches=Count("id"),
        wins=Count("id", filter=Q(won=True)),
        draws=Count("id", filter=Q(drawn=True)),
        last_played_on=Max("played_on"),
        **{f"sum_{name}": Sum(name) for name in SUMMED},
    )
    return {row["player_id"]: _tally(_flat(dict(row)), row["last_played_on"]) for row in sums}


def _flat(row: Mapping[str, Any]) -> dict[str, int]:
    counts = {name: row[name] for name in ("matches", "wins", "draws")}
    return counts | {name: row[f"sum_{name}"] for name in SUMMED}


def _tally(flat: Sums, last_played_on: date | None) -> Tally:
    columns = {name: flat.get(name, 0) for name in _COLUMNS}
    return Tally(
        **columns,
        categories={name: flat[name] for name in CATEGORIES if flat.get(name)},
        sums={name: flat[name] for name in sorted(flat.keys() - {*_COLUMNS, *CATEGORIES}) if flat[name]},
        last_played_on=last_played_on,
    )
