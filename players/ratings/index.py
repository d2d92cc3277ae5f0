"""Rate by margin with the luck of the deal taken out: the *indice di gioco*, shown beside the rating (RATINGS 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from players.ratings.glicko import DRIFT, IDLE_VARIANCE, MILLIONTHS, START_MU, START_RD, WHOLE, Cell, Rating

ELO_PER_POINT = 76.6
"""Elo points that one point of margin a hand stands for, in a match to 51."""
HAND_SPREAD = 7.6
"""Standard deviation of the luck-adjusted margin of one hand, in points."""
HAND_NOISE = (ELO_PER_POINT * HAND_SPREAD) ** 2
CAPPOTTO_MARGIN = 16


class IndexMatch(NamedTuple):
    """Hold one two-sided match whose hands tell the buone apart.

    `points` and `luck` (points from barseghe, decini and the dealer's bonus) by side; `hands` >= 1;
    `cappotto`: the side that ended the match with one, or None.
    """

    sides: tuple[tuple[str, ...], tuple[str, ...]]
    points: tuple[int, int]
    luck: tuple[int, int]
    hands: int
    cappotto: int | None = None
    idle_months: Mapping[str, float] | None = None


def adjusted_margin(match: IndexMatch) -> int:
    """Return the first side's margin without the luck of the deal; a cappotto adds 16 to its winner's."""
    margin = match.points[0] - match.points[1] - (match.luck[0] - match.luck[1])
    if match.cappotto is None:
        return margin
    return margin + (CAPPOTTO_MARGIN if match.cappotto == 0 else -CAPPOTTO_MARGIN)


def rate_index(
    match: IndexMatch, ratings: Mapping[str, Rating], *, drift: float = DRIFT, start_rd: float = START_RD
) -> dict[str, Rating]:
    """Return the index of the match's players after it, in steps of 1e-6. Source: RATINGS 2."""
    cells: dict[str, Cell] = {player: ratings[player] for side in match.sides for player in side if player in ratings}
    index_cells(match, cells, drift, start_rd * start_rd)
    return {player: Rating(*cell) for player, cell in cells.items()}


def replay_index(
    matches: Iterable[IndexMatch],
    start: Mapping[str, Rating] | None = None,
    drift: float = DRIFT,
    start_rd: float = START_RD,
) -> dict[str, Rating]:
    """Return every player's index after `matches` in the order given, from a checkpoint `start` if there is one."""
    cells: dict[str, Cell] = dict(start or {})
    for match in matches:
        index_cells(match, cells, drift, start_rd * start_rd)
    return {player: Rating(*cell) for player, cell in cells.items()}


def index_cells(match: IndexMatch, cells: dict[str, Cell], drift: float, cap: float) -> None:
    """Rate `match` in place on `cells` (player to mean and variance): the inner step of a replay of the index."""
    fresh: Cell = (START_MU, cap)
    if match.idle_months:
        for player, months in match.idle_months.items():
            mu, variance = cells.get(player, fresh)
            cells[player] = (mu, min(variance + IDLE_VARIANCE * months, cap))
    mine, theirs = match.sides
    mu, spread = _side([cells.get(player, fresh) for player in mine])
    their_mu, their_spread = _side([cells.get(player, fresh) for player in theirs])
    noise = spread + their_spread + HAND_NOISE / match.hands
    surprise = ELO_PER_POINT * adjusted_margin(match) / match.hands - (mu - their_mu)
    for side, gain in ((mine, surprise), (theirs, -surprise)):
        size = len(side)
        for player in side:
            mu, variance = cells.get(player, fresh)
            part = variance / size
            moved = variance - part * part / noise + drift
            cells[player] = (
                ((mu + part / noise * gain) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
                ((moved if moved < cap else cap) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
            )


def _side(cells: Sequence[Cell]) -> tuple[float, float]:
    """Return the mean of a side's players and the variance of that mean."""
    if len(cells) == 1:
        return cells[0]
    if len(cells) == 2:
        (one, v1), (other, v2) = cells
        return (one + other) / 2, (v1 + v2) / 4
    return sum([mu for mu, _ in cells]) / len(cells), sum([v for _, v in cells]) / len(cells) ** 2
