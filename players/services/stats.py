"""Keep the counted figures of players true to the record: what each match adds, the sums, the achievements.

A change of the record is applied by difference: the sums less what the match added before, plus what it adds now.
What sums cannot tell (the last day played, achievements) is looked up again for the players it touches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone

from players.figures import CATEGORIES, Played, Sums, add
from players.figures.achievements import Life
from players.figures.line import SUMMED
from players.models import Player, PlayerMatch, PlayerStats
from players.record import Record
from players.services.awards import awards_add, awards_settle
from players.services.bulk_rows import insert_lines
from players.services.differences import Difference, Report, unreported

PAGE = 1000
"""Matches that a rebuild holds in memory at a time."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of one player as they are stored; `categories` and `sums` hold those that are not 0.

    `life` is what no sum tells, as players.figures.achievements.Life has it.
    """

    matches: int
    wins: int
    hands: int
    points_for: int
    points_against: int
    hands_with_categories: int
    categories: Mapping[str, int]
    sums: Mapping[str, int]
    last_played_on: date | None
    life: Sequence[Any] = ()

    @property
    def flat(self) -> dict[str, int]:
        """Return all sums under their own names."""
        return {**{name: getattr(self, name) for name in _COLUMNS}, **self.categories, **self.sums}


class _Row(NamedTuple):
    version: int
    change: str
    tally: Tally


_COLUMNS = ("matches", "wins", "hands", "points_for", "points_against", "hands_with_categories")
_TALLY = tuple(field.name for field in fields(Tally))


@transaction.atomic(savepoint=False)
def stats_refresh(*, match_id: UUID, player_ids: Iterable[UUID], record: Record) -> bool:
    """Make the figures of everybody in a match what the record says; tell whether one changed.

    `player_ids` are who sits in the match and whom they have become by merging. Their rows are locked,
    in order, before the record is read.
    """
    stored = PlayerMatch.objects.filter(match_id=match_id)
    _lock(Q(pk__in=set(player_ids)) | Q(pk__in=stored.values("player_id")))
    gone, new = _settle(stored, record.played_in(match_id), unreported)
    if not gone and not new:
        return False
    touched = {line.player_id for line in (*gone, *new)}
    before = _stored(touched)
    change = f"{match_id}/{max([line.version for line in new], default=0)}"
    if gone:
        _, lives = awards_settle(touched, unreported)
    else:
        sums = {player: row.tally.flat for player, row in before.items()}
        lives = awards_add(new, sums, {player: Life(*row.tally.life) for player, row in before.items()})
    _store(before, _lived(_by_difference(touched, before, gone, new), lives), touched, change)
    return True


@transaction.atomic(savepoint=False)
def stats_rebuild(*, player_ids: Iterable[UUID], record: Record, report: Report = unreported) -> bool:
    """Recompute the figures of some players from all their matches; tell whether one changed.

    Who has finished no match has no figures, nor has who was merged into another. Rows that differed
    are given to `report`.
    """
    people = _lock(Q(pk__in=set(player_ids)))
    themselves = [player for player, into in people.items() if into is None]
    touched: set[UUID] = set()
    lines = PlayerMatch.objects.filter(player__in=people)
    matches = set(record.matches_of(themselves))
    for page in _pages(sorted(matches.union(lines.order_by().values_list("match_id", flat=True).distinct()))):
        told = [line for line in record.played_among(page) if line.player_id in people]
        gone, new = _settle(lines.filter(match_id__in=page), told, report)
        touched |= {line.player_id for line in (*gone, *new)}
    awarded, lives = awards_settle(people, report)
    changed = _store(_stored(people), _lived(_tallies(people), lives), touched, "", report)
    return awarded or changed or bool(touched)


def _pages(matches: Sequence[UUID]) -> Iterator[Sequence[UUID]]:
    for start in range(0, len(matches), PAGE):
        yield matches[start : start + PAGE]


def _lock(players: Q) -> dict[UUID, UUID | None]:
    """Lock players' rows, in order, and return whom each was merged into."""
    rows = Player.objects.select_for_update(no_key=True).filter(players).order_by("pk")
    return dict(rows.values_list("pk", "merged_into"))


def _settle(
    matches: QuerySet[PlayerMatch], played: Iterable[Played], report: Report
) -> tuple[list[Played], list[Played]]:
    """Make `matches` what was `played`; return the lines that are gone and those that are new."""
    stored = {Played._make(row[1:]): row[0] for row in matches.values_list("id", *Played._fields)}
    fresh = set(played)
    gone, new = sorted(stored.keys() - fresh), sorted(fresh - stored.keys())
    for line in gone:
        report(Difference("match", f"{line.player_id} in {line.match_id}", line, None))
    for line in new:
        report(Difference("match", f"{line.player_id} in {line.match_id}", None, line))
    if gone:
        PlayerMatch.objects.filter(pk__in=[stored[line] for line in gone]).delete()
    insert_lines(new)
    return gone, new


def _stored(people: Collection[UUID]) -> dict[UUID, _Row]:
    rows = PlayerStats.objects.filter(player__in=people).values_list("player_id", "version", "change", *_TALLY)
    return {player: _Row(version, change, Tally(*figures)) for player, version, change, *figures in rows}


def _store(
    stored: Mapping[UUID, _Row],
    tallies: Mapping[UUID, Tally],
    touched: Collection[UUID],
    change: str,
    report: Report = unreported,
) -> bool:
    """Make the stored rows of some players what `tallies` say; who is not in it has no figures.

    A row is also written anew for who is `touched`: a line of his has changed in what is in no sum.
    """
    was = {player: row.tally for player, row in stored.items()}
    differing = sorted(player for player in was.keys() | tallies.keys() if was.get(player) != tallies.get(player))
    for player in differing:
        report(Difference("statistics", str(player), was.get(player), tallies.get(player)))
    if gone := [player for player in differing if player not in tallies]:
        PlayerStats.objects.filter(player__in=gone).delete()
    now = timezone.now()
    PlayerStats.objects.bulk_create(
        [
            PlayerStats(
                player_id=player,
                computed_at=now,
                version=stored[player].version + 1 if player in stored else 1,
                change=change or (stored[player].change if player in stored else ""),
                **asdict(tallies[player]),
            )
            for player in sorted({*differing, *touched} & tallies.keys())
        ],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=[*_TALLY, "version", "change", "computed_at"],
    )
    return bool(differing)


def _lived(tallies: Mapping[UUID, Tally], lives: Mapping[UUID, Life]) -> dict[UUID, Tally]:
    """Return sums with what no sum tells beside them."""
    return {player: replace(tally, life=_as_json(lives[player])) for player, tally in tallies.items()}


def _as_json(life: Life) -> list[Any]:
    return [list(told) if isinstance(told, tuple) else told for told in life]


def _by_difference(
    people: Collection[UUID], before: Mapping[UUID, _Row], gone: Sequence[Played], new: Sequence[Played]
) -> dict[UUID, Tally]:
    """Return the sums of `people` with some lines less and some more."""
    last = _last_days(people) if gone else _later(before, new)
    less, more = _by_player(gone), _by_player(new)
    flat: dict[UUID, Sums] = {player: row.tally.flat for player, row in before.items()}
    return {
        player: _tally(add(flat.get(player, {}), more[player], less[player]), last[player])
        for player in people
        if player in last
    }


def _last_days(people: Collection[UUID]) -> dict[UUID, date]:
    lines = PlayerMatch.objects.filter(player__in=people).values("player_id").order_by()
    return dict(lines.annotate(last=Max("played_on")).values_list("player_id", "last"))


def _later(before: Mapping[UUID, _Row], new: Sequence[Played]) -> dict[UUID, date]:
    """Return the last day each of the players of `new` lines has played; nothing of before has gone."""
    days = {line.player_id: line.played_on for line in new}
    for player, row in before.items():
        if row.tally.last_played_on is not None:
            days[player] = max(days[player], row.tally.last_played_on)
    return days


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
    columns: dict[str, Any] = {name: flat.get(name, 0) for name in _COLUMNS}
    return Tally(
        **columns,
        categories={name: flat[name] for name in CATEGORIES if flat.get(name)},
        sums={name: flat[name] for name in sorted(flat.keys() - {*_COLUMNS, *CATEGORIES}) if flat[name]},
        last_played_on=last_played_on,
    )
