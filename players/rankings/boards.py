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


_BOARDS_OF = {
    one: frozenset(board.name for board in BOARDS.values() if board.discipline in ("all", one))
    for one in ("singles", "pairs", "threes", "")
}
PEOPLE_BOARDS = tuple(board.name for board in BOARDS.values() if not board.people)
"""The boards of a circuit: its people can make more pairs than anybody reads, pairs are ranked in their club."""


def empty(names: Iterable[str] = tuple(BOARDS)) -> State:
    """Return the state of the boards `names` before the first match."""
    return {name: {} for name in names}


def discipline_of(match: RatedMatch) -> str:
    """Return the discipline of a match: singles, pairs, threes (three sides of one), or nothing for another table."""
    return _DISCIPLINES.get(tuple(map(len, match.sides)), "")


_DISCIPLINES = {(1, 1): "singles", (2, 2): "pairs", (1, 1, 1): "threes"}


def boards_of(match: RatedMatch, names: Iterable[str] = tuple(BOARDS)) -> list[str]:
    """Return those of the boards `names` that a match is of by its discipline."""
    theirs = _BOARDS_OF[discipline_of(match)]
    return [name for name in names if name in theirs]


def keys_of(match: RatedMatch, board: str) -> list[str]:
    """Return who plays a match on a board: its people, or its pairs."""
    return [key for side in _sides(match, BOARDS[board]) for key in side]


def _sides(match: RatedMatch, board: Board) -> tuple[tuple[str, ...], ...]:
    return tuple([(" ".join(pair_key(*side)),) for side in match.sides]) if board.people else match.sides


def play(state: State, match: RatedMatch, margin: Margin | None) -> None:
    """Play a match on every board of `state` that it counts for; `margin` is None where the index cannot know it.

    The boards of `state` stand in the order of BOARDS.
    """
    alone = match.places.count(1) == 1
    today = match.played_on.toordinal()
    pairs: tuple[tuple[str, ...], ...] = ()
    for name in boards_of(match, state):
        board = BOARDS[name]
        if margin is None and board.method == "index":
            continue
        if board.people:
            pairs = pairs or _sides(match, board)
        lines, sides = state[name], pairs if board.people else match.sides
        cells = _rated(board, state, sides, match, margin, today)
        for side, place in zip(sides, match.places, strict=True):
            won = int(alone and place == 1)
            for key in side:
                mu, variance = cells[key]
                line = lines.get(key)
                if line is None:
                    lines[key] = Line(mu, variance, 1, won, today)
                else:
                    lines[key] = Line(mu, variance, line.matches + 1, line.wins + won, today)


def _rated(
    board: Board, state: State, sides: tuple[tuple[str, ...], ...], match: RatedMatch, margin: Margin | None, today: int
) -> dict[str, Cell]:
    """Return where the match leaves its people, or pairs, on a board."""
    lines = state[board.name]
    cap = board.start_rd * board.start_rd
    cells: dict[str, Cell] = {}
    idle: dict[str, int] = {}
    for side in sides:
        for key in side:
            line = lines.get(key)
            if line is None:
                cells[key] = (_start(board, state, key), cap)
                continue
            cells[key] = line[:2]
            # Most evenings nobody has been away for a month, the shortest one.
            if today - line.last >= 28 and not board.people:
                idle[key] = idle_months(date.fromordinal(line.last), match.played_on)
    if board.method == "official":
        rate_cells(Match(sides, match.places, match.target_score, match.hands, idle), cells, DRIFT, cap)
    elif margin is not None:
        told = (sides[0], sides[1]), margin.points, margin.luck, margin.hands, margin.cappotto
        index_cells(IndexMatch(*told, idle), cells, DRIFT, cap)
    return cells


def _start(board: Board, state: State, key: str) -> float:
    """Return where a newcomer begins; a pair at the mean of its two players that day (RATINGS 1)."""
    if not board.people:
        return START_MU
    people = state[board.people]
    one, other = ((people[name].mu if name in people else START_MU) for name in key.split(" "))
    return (one + other) / 2
