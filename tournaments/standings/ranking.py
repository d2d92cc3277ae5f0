"""Rank an event's entrants by an ordered list of named metrics, as of any round (RATINGS 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from players.ratings.lines import CaseError
from tournaments.draw.lots import lot_order
from tournaments.standings.direct import direct_places
from tournaments.standings.metrics import METRICS, Column
from tournaments.standings.opponents import Event
from tournaments.standings.results import Kind, Result, in_units, record

DIRECT = "direct"
LOT = "lot"
SUMS = ("vp", "points")
"""Metrics that penalties are taken from."""

WORDS = {
    DIRECT: "Place among those level so far, by their matches against each other.",
    LOT: "Place in the drawing of lots, which anybody can repeat from the seed.",
}
SOURCES = {DIRECT: "FIDE C.07 6", LOT: "RATINGS 6"}


class Penalty(NamedTuple):
    """Hold points taken from (or given to) an entrant in a round, with the reason; opponents' columns do not see it."""

    entrant: str
    round: int
    score: float
    reason: str


class Settings(NamedTuple):
    """Hold how an event is counted.

    `metrics`: names in order. `win`, `draw`: points of a won and a level match; None: the greatest total of a match
    played and half of it. `round_robin`: see `Event`. `seed`: of the lots. `unranked`: shown in their place, without a
    rank (replacement players, withdrawn where the club wants it so). `capped`: C.07 article 16 in the text of 2026.
    """

    metrics: tuple[str, ...]
    win: float | None = None
    draw: float | None = None
    round_robin: bool = False
    seed: str = ""
    unranked: frozenset[str] = frozenset()
    capped: bool = True


class Row(NamedTuple):
    """Hold one line of the table: `rank` (shared ranks skip: 1, 2, 2, 4; None if unranked) and a value per metric.

    The value of `direct` is the place among those level, None for who was alone.
    """

    id: str
    rank: int | None
    values: tuple[Fraction | int | None, ...]


def metric_names() -> list[str]:
    """Return every metric there is."""
    return [*METRICS, DIRECT, LOT]


def metric_words(name: str) -> dict[str, str]:
    """Return the words that explain a column, and their source."""
    if name in WORDS:
        return {"name": name, "words": WORDS[name], "source": SOURCES[name]}
    return {"name": name, "words": METRICS[name].words, "source": METRICS[name].source}


def standings(
    entrants: Sequence[str],
    results: Iterable[Result],
    settings: Settings,
    *,
    after_round: int | None = None,
    penalties: Iterable[Penalty] = (),
) -> list[Row]:
    """Return the table after `after_round` (the last one if None), best first.

    Entrants level in every metric share a rank and stand in the order of the lots, so the table is the same whatever
    order entrants and results come in. Raises CaseError `bad_request` for an unknown metric or an impossible result.
    """
    for index, name in enumerate(settings.metrics):
        if name not in METRICS and name not in WORDS:
            raise CaseError("bad_request", f"no metric is named {name[:40]!r}", f"/metrics/{index}")
    rows = list(results)
    event = _event(entrants, rows, settings, after_round)
    taken = [one for one in penalties if after_round is None or one.round <= after_round]
    lots = {entrant: place for place, entrant in enumerate(lot_order(settings.seed, entrants), start=1)}
    values: dict[str, list[Fraction | int | None]] = {entrant: [] for entrant in entrants}
    levels = [sorted(entrants, key=lots.__getitem__)]
    for name in settings.metrics:
        if name == DIRECT:
            levels = _by_direct(event, levels, values)
        elif name == LOT:
            levels = _by_column(lots, levels, values, lower_is_better=True)
        else:
            column = METRICS[name].column(event)
            if name in SUMS:
                column = _less(column, taken)
            levels = _by_column(column, levels, values, lower_is_better=METRICS[name].lower_is_better)
    return _ranked(levels, values, settings.unranked)


def _event(entrants: Sequence[str], rows: Sequence[Result], settings: Settings, after_round: int | None) -> Event:
    turns = record(entrants, rows, after_round)
    totals = [in_units(sum(row.score)) for row in rows if row.kind is Kind.PLAYED]
    win = in_units(settings.win) if settings.win is not None else max(totals, default=0)
    draw = in_units(settings.draw) if settings.draw is not None else win // 2
    return Event(turns, win, draw, settings.round_robin, settings.capped)


def _less(column: Column, penalties: Iterable[Penalty]) -> Column:
    values = dict(column)
    for index, one in enumerate(penalties):
        if one.entrant not in values:
            raise CaseError("bad_request", f"{one.entrant!r} is no entrant", f"/penalties/{index}")
        values[one.entrant] -= Fraction(str(one.score))
    return values


def _by_column(
    column: Column,
    levels: Sequence[Sequence[str]],
    values: Mapping[str, list[Fraction | int | None]],
    *,
    lower_is_better: bool,
) -> list[list[str]]:
    for entrant, value in column.items():
        values[entrant].append(value)
    split: list[list[str]] = []
    for level in levels:
        parts: dict[Fraction | int, list[str]] = {}
        for entrant in level:
            parts.setdefault(column[entrant], []).append(entrant)
        split.extend(parts[value] for value in sorted(parts, reverse=not lower_is_better))
    return split


def _by_direct(
    event: Event, levels: Sequence[Sequence[str]], values: Mapping[str, list[Fraction | int | None]]
) -> list[list[str]]:
    split: list[list[str]] = []
    for level in levels:
        if len(level) == 1:
            values[level[0]].append(None)
            split.append(list(level))
            continue
        places = direct_places(event, level)
        parts: dict[int, list[str]] = {}
        for entrant in level:
            values[entrant].append(places[entrant])
            parts.setdefault(places[entrant], []).append(entrant)
        split.extend(parts[place] for place in sorted(parts))
    return split


def _ranked(
    levels: Sequence[Sequence[str]],
    values: Mapping[str, list[Fraction | int | None]],
    unranked: frozenset[str],
) -> list[Row]:
    rows: list[Row] = []
    rank = 1
    for level in levels:
        counted = [entrant for entrant in level if entrant not in unranked]
        rows.extend(Row(entrant, None if entrant in unranked else rank, tuple(values[entrant])) for entrant in level)
        rank += len(counted)
    return rows
