"""Carry all boards of a ladder through its matches: people and pairs, by result and by margin (RATINGS 1, 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from players.ratings import DRIFT, PAIR_MATCHES, START_MU, START_RD, IndexMatch, Match, pair_key
from players.ratings.glicko import Cell, rate_cells
from players.ratings.index import index_cells
from players.ratings.pairs import PAIR_RD
from players.record import RatedMatch, idle_months


@dataclass(frozen=True, slots=True)
class Board:
    """Say what one board ranks.

    `discipline`: all, singles, pairs, threes. `method`: official or index. `people` of a board of pairs is the board
    from whose ratings a new pair starts. `least` matches are needed for a place beside certainty.
    """

    name: str
    discipline: str
    method: str
    start_rd: float = START_RD
    people: str = ""
    least: int = 1


BOARDS: Mapping[str, Board] = {
    board.name: board
    for board in (
        # A board of pairs stands before that of the people it starts from: a pair begins before its first match.
        Board("pairs", "pairs", "official", PAIR_RD, "all", PAIR_MATCHES),
        Board("pairs_index", "pairs", "index", PAIR_RD, "all_index", PAIR_MATCHES),
        Board("singles", "singles", "official"),
        Board("singles_index", "singles", "index"),
        Board("threes", "threes", "official"),
        Board("all", "all", "official"),
        Board("all_index", "all", "index"),
    )
}
"""Every board by its name, in the order in which a match is played on them. The index needs two sides (RATINGS 2)."""


class Line(NamedTuple):
    """Hold one person or pair on a board: mean, variance, matches, wins, the ordinal of the day last played."""

    mu: float
    variance: float
    matches: int
    wins: int
    last: int


class Margin(NamedTuple):
    """Hold what the index needs of a match whose hands tell the buone apart, by side (RATINGS 2)."""

    points: tuple[int, int]
    luck: tuple[int, int]
    hands: int
    cappotto: int | None


State = dict[str, dict[str, Line]]
"""Boards by name, each its lines by id; the id of a pair is both players' ids with a space between."""


PEOPLE_BOARDS = tuple(board.name for board in BOARDS.values() if not board.people)
"""The boards of a circuit: its people can make more pairs than anybody reads, pairs are ranked in their club."""


def empty(names: Iterable[str] = tuple(BOARDS)) -> State:
    """Return the state of the boards `names` before the first match."""
    return {name: {} for name in names}


def discipline_of(match: RatedMatch) -> str:
    """Return the discipline of a match: singles, pairs, threes (three sides of one), or nothing for another table."""
    sizes = {len(side) for side in match.sides}
    if len(match.sides) == 2:
        return {frozenset({1}): "singles", frozenset({2}): "pairs"}.get(frozenset(sizes), "")
    return "threes" if len(match.sides) == 3 and sizes == {1} else ""


def play(state: State, match: RatedMatch, margin: Margin | None) -> None:
    """Play a match on every board of `state` that it counts for; `margin` is None where the index cannot know it.

    The boards of `state` stand in the order of BOARDS.
    """
    discipline = discipline_of(match)
    people = tuple(tuple(map(str, side)) for side in match.sides)
    pairs = tuple((" ".join(pair_key(*side)),) for side in people) if discipline == "pairs" else ()
    told = Match(people, match.places, match.target_score, match.hands)
    alone = match.places.count(1) == 1
    today = match.played_on.toordinal()
    for name in state:
        board = BOARDS[name]
        if board.discipline in ("all", discipline) and (board.method == "official" or margin is not None):
            lines, sides = state[name], pairs if board.people else people
            cells = _rated(board, state, told._replace(sides=sides), margin, match.played_on)
            for side, place in zip(sides, match.places, strict=True):
                won = alone and place == 1
                for key in side:
                    line = lines.get(key)
                    matches, wins = (line.matches, line.wins) if line is not None else (0, 0)
                    lines[key] = Line(*cells[key], matches + 1, wins + won, today)


def _rated(board: Board, state: State, match: Match, margin: Margin | None, day: date) -> dict[str, Cell]:
    """Return where the match leaves its people, or pairs, on a board."""
    lines = state[board.name]
    cap = board.start_rd * board.start_rd
    cells: dict[str, Cell] = {}
    for side in match.sides:
        for key in side:
            line = lines.get(key)
            cells[key] = (_start(board, state, key), cap) if line is None else (line.mu, line.variance)
    idle = {} if board.people else _idle(lines, match.sides, day)
    if board.method == "official":
        rate_cells(match._replace(idle_months=idle) if idle else match, cells, DRIFT, cap)
    elif margin is not None:
        pair = (match.sides[0], match.sides[1])
        index_cells(
            IndexMatch(pair, margin.points, margin.luck, margin.hands, margin.cappotto, idle), cells, DRIFT, cap
        )
    return cells


def _start(board: Board, state: State, key: str) -> float:
    """Return where a newcomer begins; a pair at the mean of its two players that day (RATINGS 1)."""
    if not board.people:
        return START_MU
    people = state[board.people]
    one, other = ((people[name].mu if name in people else START_MU) for name in key.split(" "))
    return (one + other) / 2


def _idle(lines: Mapping[str, Line], sides: Iterable[Iterable[str]], today: date) -> dict[str, int]:
    """Return the months without a match of those whose deviation they widen; most evenings nobody's."""
    found = {}
    day = today.toordinal()
    for side in sides:
        for key in side:
            line = lines.get(key)
            if line is not None and day - line.last >= 28:
                months = idle_months(date.fromordinal(line.last), today)
                if months:
                    found[key] = months
    return found
