"""Find what sums cannot tell of a player's matches: streaks, records, comebacks, the calendar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from players.figures.moment import Moment


@dataclass(frozen=True, slots=True)
class RecordKind:
    """Say what a record is: a column of the lines, the column with its hand (empty: the whole match), and which end.

    `lowest`: the least counts, of matches won, and not below `least`; else the most, from `least` on. `below`: the
    figure is less than this, if given, and a hand has made it so.
    """

    code: str
    column: str
    hand: str = ""
    lowest: bool = False
    least: int = 1
    below: int | None = None


EVEN = 5_000
"""A chance of one half: who was never less likely to win than to lose has not come back."""
RECORDS: tuple[RecordKind, ...] = (
    RecordKind("best_points", "best_points", "best_points_hand"),
    RecordKind("best_scope", "best_scope", "best_scope_hand"),
    RecordKind("best_buone", "best_buone", "best_buone_hand"),
    RecordKind("widest", "won_by"),
    RecordKind("closest", "won_by", lowest=True),
    RecordKind("comeback", "lowest_chance", "lowest_hand", lowest=True, least=0, below=EVEN),
    RecordKind("longest", "hands"),
    RecordKind("decini", "decini"),
)
"""Every kind of record, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Record:
    """Hold a record: its kind, the figure (chances in ten-thousandths), where and when; `hand` 0 is the whole match."""

    code: str
    value: int
    match_id: UUID
    hand: int
    played_on: date


@dataclass(frozen=True, slots=True)
class Streak:
    """Hold a row of matches, one after the other, all won or all lost; 0 without one."""

    length: int
    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class Streaks:
    """Hold the longest rows of wins and of losses, and the one going on (`winning` says of what)."""

    wins: Streak
    losses: Streak
    current: Streak
    winning: bool


@dataclass(frozen=True, slots=True)
class Day:
    """Hold one session day: how many matches, how many won."""

    day: date
    matches: int
    wins: int


def records(moments: Iterable[Moment]) -> list[Record]:
    """Return a player's own records, the first of equal ones; kinds he has none of are left out."""
    lines = list(moments)
    return [found for kind in RECORDS if (found := _record(kind, lines)) is not None]


def _record(kind: RecordKind, lines: Sequence[Moment]) -> Record | None:
    counted = [line for line in lines if line.won or not kind.lowest]
    counted = [line for line in counted if _counts(kind, line)]
    if not counted:
        return None
    pick = min if kind.lowest else max
    best = pick(counted, key=lambda line: getattr(line, kind.column))
    return Record(
        kind.code,
        getattr(best, kind.column),
        best.match_id,
        getattr(best, kind.hand) if kind.hand else 0,
        best.played_on,
    )


def _counts(kind: RecordKind, line: Moment) -> bool:
    figure = getattr(line, kind.column)
    if figure < kind.least:
        return False
    return kind.below is None or (figure < kind.below and getattr(line, kind.hand) > 0)


def streaks(moments: Iterable[Moment]) -> Streaks:
    """Return the rows of wins and losses of matches in the order of their keys; a draw ends both."""
    nothing = Streak(0, None, None)
    wins = losses = current = nothing
    winning = True
    for line in moments:
        if line.drawn:
            current = nothing
            continue
        goes_on = current.length and winning == line.won
        current = Streak(current.length + 1, current.first, line.played_on) if goes_on else _first(line)
        winning = line.won
        if winning and current.length > wins.length:
            wins = current
        if not winning and current.length > losses.length:
            losses = current
    return Streaks(wins, losses, current, winning)


def _first(line: Moment) -> Streak:
    return Streak(1, line.played_on, line.played_on)


def calendar(moments: Iterable[Moment]) -> list[Day]:
    """Return the days on which somebody played, in order."""
    days: dict[date, tuple[int, int]] = {}
    for line in moments:
        matches, wins = days.get(line.played_on, (0, 0))
        days[line.played_on] = (matches + 1, wins + line.won)
    return [Day(day, *days[day]) for day in sorted(days)]
