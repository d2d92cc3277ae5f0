"""Predict a club's matches by several methods behind one call: the official rating, Elo, openskill, a coin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from players.ratings.glicko import DRIFT, START_MU, START_RD, Cell, Match, rate_cells

Predictor = Callable[[Match], tuple[float, ...]]
"""Say each side's chance before a match and learn its result: called with every match of a club once, in order."""


def coin() -> Predictor:
    """Return who knows nothing: every side has the same chance."""

    def predict(match: Match) -> tuple[float, ...]:
        return (1.0 / len(match.sides),) * len(match.sides)

    return predict


def team_glicko(start_rd: float = START_RD, drift: float = DRIFT) -> Predictor:
    """Return the official rating (RATINGS 1) with its prior `start_rd` (Elo points) and `drift` (variance a match)."""
    cells: dict[str, Cell] = {}

    def predict(match: Match) -> tuple[float, ...]:
        return rate_cells(match, cells, drift, start_rd * start_rd)

    return predict


def elo(step: float) -> Predictor:
    """Return Elo on the mean of the partners with the factor K = `step`; every two of more sides are one game."""
    figures: dict[str, float] = {}

    def predict(match: Match) -> tuple[float, ...]:
        means = [sum(figures.get(player, START_MU) for player in side) / len(side) for side in match.sides]
        moves = [0.0] * len(means)
        for a, b in combinations(range(len(means)), 2):
            outcome = 1.0 if match.places[a] < match.places[b] else 0.0 if match.places[a] > match.places[b] else 0.5
            move = step * (outcome - _odds(means[a], means[b])) / (len(means) - 1)
            moves[a] += move
            moves[b] -= move
        for side, move in zip(match.sides, moves, strict=True):
            for player in side:
                figures[player] = figures.get(player, START_MU) + move
        return _chances(means)

    return predict


def openskill() -> Predictor:
    """Return openskill's Bradley-Terry model as it comes. Raises ImportError where the library is not installed."""
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull()
    figures: dict[str, Any] = {}

    def predict(match: Match) -> tuple[float, ...]:
        teams = [[figures.get(player) or model.rating() for player in side] for side in match.sides]
        told = tuple(model.predict_win(teams))
        for side, team in zip(match.sides, model.rate(teams, ranks=list(match.places)), strict=True):
            figures.update(zip(side, team, strict=True))
        return told

    return predict


METHODS: Mapping[str, Callable[[], Predictor]] = {
    "team_glicko": team_glicko,
    "elo_k8": lambda: elo(8),
    "elo_k32": lambda: elo(32),
    "openskill": openskill,
    "coin": coin,
}
"""Every method by its name, each time new."""


def _odds(mean: float, other: float) -> float:
    return float(1.0 / (1.0 + 10.0 ** ((other - mean) / 400.0)))


def _chances(means: list[float]) -> tuple[float, ...]:
    top = max(means)
    weights = [10.0 ** ((mean - top) / 400.0) for mean in means]
    total = sum(weights)
    return tuple(weight / total for weight in weights)
