"""Read an event's results into one turn per entrant and round, played or not (RATINGS 6; FIDE C.07 article 16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from players.ratings.lines import CaseError

UNIT = 10_000
"""Points are whole numbers of 1/10000, so that equal is equal and no order hangs on a rounding."""


class Kind(StrEnum):
    """Name how a round went for an entrant; the values are those of a result's `kind`."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    REQUESTED_BYE = "requested_bye"
    ABSENT = "absent"
    PENDING = "pending"


class Result(NamedTuple):
    """Hold one result: of a match (`b` given, two of everything) or of an entrant without one.

    `score`: tournament points by side. `margin`: points of side a less those of side b. `points`: points of the match
    by side, where they are known.
    """

    round: int
    a: str
    b: str | None
    score: tuple[float, ...]
    kind: Kind = Kind.PLAYED
    margin: float = 0
    scope: tuple[int, ...] = ()
    points: tuple[float, ...] | None = None


class Turn(NamedTuple):
    """Hold one entrant's round. `score` in `UNIT`s; `won`: a win that counts, at the table or not."""

    kind: Kind
    score: int
    opponent: str | None = None
    margin: float = 0
    scope: int = 0
    won: bool = False
    lost: bool = False
    points: tuple[float, float] | None = None

    @property
    def voluntary(self) -> bool:
        """Say whether the round was left unplayed by choice: requested bye, absence, forfeit loss (C.07 16.2)."""
        return self.requested or (self.kind is Kind.FORFEIT and not self.won)

    @property
    def requested(self) -> bool:
        """Say whether the round was an announced absence, with or without points."""
        return self.kind in (Kind.REQUESTED_BYE, Kind.ABSENT)


Record = dict[str, list[Turn]]
"""Turns of every entrant, index 0 = round 1."""


def in_units(score: float) -> int:
    """Return points as whole `UNIT`s."""
    return round(score * UNIT)


def record(entrants: Sequence[str], results: Iterable[Result], after_round: int | None = None) -> Record:
    """Return every entrant's turns up to `after_round` (the last round with a result if None).

    A round in which an entrant stands nowhere is an absence with no points. Raises CaseError `bad_request` for an
    entrant that is unknown or stands twice in a round.
    """
    rows = list(results)
    last = max((row.round for row in rows), default=0)
    rounds = last if after_round is None else after_round
    turns: dict[str, dict[int, Turn]] = {entrant: {} for entrant in entrants}
    for index, row in enumerate(rows):
        if row.round > rounds:
            continue
        for side, entrant in enumerate((row.a, row.b)):
            if entrant is None:
                continue
            pointer = f"/results/{index}/{'ab'[side]}"
            if entrant not in turns:
                raise CaseError("bad_request", f"{entrant!r} is no entrant", pointer)
            if row.round in turns[entrant]:
                raise CaseError("bad_request", f"{entrant!r} stands twice in round {row.round}", pointer)
            turns[entrant][row.round] = _turn(row, side)
    absent = Turn(Kind.ABSENT, 0)
    return {entrant: [known.get(number, absent) for number in range(1, rounds + 1)] for entrant, known in turns.items()}


def settle_withdrawal(
    results: Sequence[Result], entrant: str, schedule: Sequence[tuple[int, str, str]]
) -> list[Result]:
    """Return a round robin's results after `entrant` has left it (FIDE C.05 11.3).

    `schedule`: (round, a, b) of all the matches planned. Who played fewer than half of his matches leaves the
    standings: his results go (they stay rated); otherwise his open matches are forfeits, 0 to him and to the others
    what a full win gives in these results.
    """
    planned = [row for row in schedule if entrant in row[1:]]
    played = [row for row in results if row.kind is Kind.PLAYED and entrant in (row.a, row.b)]
    if 2 * len(played) < len(planned):
        return [row for row in results if entrant not in (row.a, row.b)]
    done = {frozenset((row.a, row.b)) for row in results if row.b is not None}
    full = max((max(row.score) for row in results if row.kind is Kind.PLAYED), default=1.0)
    forfeits = [
        Result(number, a, b, (0.0, full) if a == entrant else (full, 0.0), Kind.FORFEIT)
        for number, a, b in planned
        if frozenset((a, b)) not in done
    ]
    return [*results, *forfeits]


def settle_no_shows(results: Sequence[Result], no_show: Mapping[str, float]) -> list[Result]:
    """Return the results with what the sides present at a no-show get at the end (`no_show`: entrant to points)."""
    settled = []
    for row in results:
        if row.kind is Kind.FORFEIT and row.b is not None and max(row.score) > 0:
            winner = row.a if row.score[0] > row.score[1] else row.b
            points = no_show.get(winner, max(row.score))
            settled.append(row._replace(score=(points, 0.0) if winner == row.a else (0.0, points)))
        else:
            settled.append(row)
    return settled


def _turn(row: Result, side: int) -> Turn:
    if row.b is None:
        return Turn(row.kind, in_units(row.score[0]) if row.score else 0, won=row.kind is Kind.BYE)
    own, other = row.score[side], row.score[1 - side]
    sign = 1 if side == 0 else -1
    # The score decides who won; where it is level (a margin too small for the table) the margin does.
    ahead = own - other or (sign * row.margin if row.kind is Kind.PLAYED else 0)
    return Turn(
        row.kind,
        in_units(own),
        row.b if side == 0 else row.a,
        sign * row.margin if row.kind is Kind.PLAYED else 0,
        row.scope[side] if row.scope and row.kind is Kind.PLAYED else 0,
        ahead > 0,
        ahead < 0,
        (row.points[side], row.points[1 - side]) if row.points is not None else None,
    )
