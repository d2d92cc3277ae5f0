"""Rate one match by team Glicko: one Gaussian a player, a side plays as the mean of its players (RATINGS 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

RULE_VERSION = "team_glicko_1"
"""Names these formulas; stored beside every published rating, changed with any change of a number here."""

START_MU = 1500.0
START_RD = 70.0
DRIFT = 4.0
"""Variance that every match adds back: 2 Elo of drift, squared."""
IDLE_VARIANCE = 99.0
"""Variance that a month without a match adds."""
FULL_TARGET = 51.0
FULL_HANDS = 5.35
"""Mean hands of a match to 51, against which fixed or cut matches are measured."""
LOGISTIC = log(10) / 400
EIGHTH_PI = pi / 8
MILLIONTHS = 1e6
WHOLE = 1.5 * 2**52
"""Added to a double below 2**51 and taken away again it leaves the nearest whole number, in a third of round's time."""

Cell = tuple[float, float]
"""Mean and variance of one player while a replay runs."""


class Rating(NamedTuple):
    """Hold one player's rating: mean `mu` and `variance` (Elo points, Elo points squared)."""

    mu: float
    variance: float

    @property
    def rd(self) -> float:
        """Return the rating deviation, the square root of the variance."""
        return sqrt(self.variance)


class Match(NamedTuple):
    """Hold one rated match as the ratings see it.

    `sides`: players' ids by side, at least two sides, no player twice. `places`: one per side, 1 best, equal = drawn.
    `target_score`: points the match went to; ignored where `hands` (fixed, or played when time cut it) is given.
    `idle_months`: whole or part months since the last match, by player; who is not named was not idle.
    """

    sides: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]
    target_score: float = FULL_TARGET
    hands: int | None = None
    idle_months: Mapping[str, float] | None = None


class Rated(NamedTuple):
    """Hold what one match did: new `ratings` of its players, and each side's chance before it."""

    ratings: dict[str, Rating]
    chances: tuple[float, ...]


def rate(match: Match, ratings: Mapping[str, Rating], *, drift: float = DRIFT, start_rd: float = START_RD) -> Rated:
    """Return the players' ratings after `match` and the sides' chances before it.

    `ratings` holds who has played before; others start at 1500 and `start_rd`, which is also the cap of every
    deviation. `drift` is the variance added after the match. Means and variances come back in steps of 1e-6.
    Source: RATINGS 1.
    """
    cap = start_rd * start_rd
    cells: dict[str, Cell] = {player: ratings[player] for side in match.sides for player in side if player in ratings}
    odds = rate_cells(match, cells, drift, cap)
    return Rated({player: Rating(*cell) for player, cell in cells.items()}, odds)


def chances(match: Match, ratings: Mapping[str, Rating], *, start_rd: float = START_RD) -> tuple[float, ...]:
    """Return each side's chance to win `match` before it is played; its `places` are not read.

    Two sides: p and 1 - p of RATINGS 1, narrowed by uncertainty; more: softmax of Q times the side's mean.
    """
    return rate(match._replace(places=(1,) * len(match.sides)), ratings, start_rd=start_rd).chances


def length_factor(target_score: float, hands: int | None) -> float:
    """Return f, how much a match of this length tells against one to 51 (RATINGS 1)."""
    if hands is not None:
        return sqrt(hands / FULL_HANDS)
    return 1.0 if target_score == FULL_TARGET else sqrt(target_score / FULL_TARGET)


def rate_cells(match: Match, cells: dict[str, Cell], drift: float, cap: float) -> tuple[float, ...]:
    """Rate `match` in place on `cells` (player to mean and variance) and return the sides' chances before it.

    The inner step of a replay of a million matches: `cells` is the one thing that changes.
    """
    sides, places, target_score, hands, idle_months = match
    if idle_months:
        for player, months in idle_months.items():
            mu, variance = cells.get(player, (START_MU, cap))
            cells[player] = (mu, min(variance + IDLE_VARIANCE * months, cap))
    scale = LOGISTIC
    if hands is not None or target_score != FULL_TARGET:
        scale *= length_factor(target_score, hands)
    if len(sides) == 2:
        size = len(sides[0])
        if size == 2 and len(sides[1]) == 2:
            return _rate_pairs(sides, places, cells, scale, drift, cap)
        if size == 1 and len(sides[1]) == 1:
            return _rate_singles(sides[0][0], sides[1][0], places, cells, scale, drift, cap)
    return _rate_sides(sides, places, cells, scale, drift, cap)


def _rate_pairs(
    sides: Sequence[Sequence[str]],
    places: Sequence[int],
    cells: dict[str, Cell],
    scale: float,
    drift: float,
    cap: float,
) -> tuple[float, ...]:
    """Do what `_rate_sides` does, to the bit, for pair against pair: nearly every match there is, so unrolled."""
    (p1, p2), (p3, p4) = sides
    get = cells.get
    fresh: Cell = (START_MU, cap)
    mu1, v1 = get(p1, fresh)
    mu2, v2 = get(p2, fresh)
    mu3, v3 = get(p3, fresh)
    mu4, v4 = get(p4, fresh)
    place, other = places
    outcome = 1.0 if place < other else 0.0 if place > other else 0.5
    spread = (v1 + v2) / 4 + (v3 + v4) / 4
    square = scale * scale
    logit = scale * ((mu1 + mu2) / 2 - (mu3 + mu4) / 2) / sqrt(1.0 + EIGHTH_PI * spread * square)
    chance = 1.0 / (1.0 + exp(-logit if logit > -600.0 else 600.0))
    information = square * chance * (1.0 - chance)
    damping = 1.0 / (1.0 + spread * information)
    step = scale * (outcome - chance) * damping
    shrink = information * damping
    h1, h2, h3, h4 = v1 / 2, v2 / 2, v3 / 2, v4 / 2
    v1 += drift - h1 * h1 * shrink
    v2 += drift - h2 * h2 * shrink
    v3 += drift - h3 * h3 * shrink
    v4 += drift - h4 * h4 * shrink
    cells[p1] = (
        ((mu1 + h1 * step) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
        ((v1 if v1 < cap else cap) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
    )
    cells[p2] = (
        ((mu2 + h2 * step) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
        ((v2 if v2 < cap else cap) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
    )
    cells[p3] = (
        ((mu3 - h3 * step) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
        ((v3 if v3 < cap else cap) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
    )
    cells[p4] = (
        ((mu4 - h4 * step) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
        ((v4 if v4 < cap else cap) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
    )
    return (chance, 1.0 - chance)


def _rate_singles(
    one: str, other: str, places: Sequence[int], cells: dict[str, Cell], scale: float, drift: float, cap: float
) -> tuple[float, ...]:
    """Do what `_rate_sides` does, to the bit, for one against one: so are pairs on a ladder of pairs."""
    fresh: Cell = (START_MU, cap)
    mu1, v1 = cells.get(one, fresh)
    mu2, v2 = cells.get(other, fresh)
    place, theirs = places
    outcome = 1.0 if place < theirs else 0.0 if place > theirs else 0.5
    spread = v1 + v2
    square = scale * scale
    logit = scale * (mu1 - mu2) / sqrt(1.0 + EIGHTH_PI * spread * square)
    chance = 1.0 / (1.0 + exp(-logit if logit > -600.0 else 600.0))
    information = square * chance * (1.0 - chance)
    damping = 1.0 / (1.0 + spread * information)
    step = scale * (outcome - chance) * damping
    shrink = information * damping
    w1 = v1 + (drift - v1 * v1 * shrink)
    w2 = v2 + (drift - v2 * v2 * shrink)
    cells[one] = (
        ((mu1 + v1 * step) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
        ((w1 if w1 < cap else cap) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
    )
    cells[other] = (
        ((mu2 - v2 * step) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
        ((w2 if w2 < cap else cap) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
    )
    return (chance, 1.0 - chance)


def _rate_sides(
    sides: Sequence[Sequence[str]],
    places: Sequence[int],
    cells: dict[str, Cell],
    scale: float,
    drift: float,
    cap: float,
) -> tuple[float, ...]:
    """Rate every two sides from the same start values, weighted 1/(sides - 1), steps summed (RATINGS 1)."""
    old = [[cells.get(player, (START_MU, cap)) for player in side] for side in sides]
    means = [sum([mu for mu, _ in side]) / len(side) for side in old]
    spreads = [sum([v for _, v in side]) / (len(side) * len(side)) for side in old]
    weight = 1.0 / (len(sides) - 1)
    steps = [0.0] * len(sides)
    shrinks = [0.0] * len(sides)
    chance = 0.5
    for a in range(len(sides)):
        for b in range(a + 1, len(sides)):
            outcome = 1.0 if places[a] < places[b] else 0.0 if places[a] > places[b] else 0.5
            chance, step, shrink = _pairwise(means[a] - means[b], spreads[a] + spreads[b], scale, outcome, weight)
            steps[a] += step
            steps[b] -= step
            shrinks[a] += shrink
            shrinks[b] += shrink
    for side, before, step, shrink in zip(sides, old, steps, shrinks, strict=True):
        for player, (mu, variance) in zip(side, before, strict=True):
            part = variance / len(before)
            cells[player] = (
                ((mu + part * step) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
                (min(variance + (drift - part * part * shrink), cap) * MILLIONTHS + WHOLE - WHOLE) / MILLIONTHS,
            )
    return (chance, 1.0 - chance) if len(sides) == 2 else _softmax([scale * mean for mean in means])


def _pairwise(gap: float, spread: float, scale: float, outcome: float, weight: float) -> tuple[float, float, float]:
    """Return p, the mean's step and the variance's shrink, both per share of a player's variance (RATINGS 1)."""
    square = scale * scale
    logit = scale * gap / sqrt(1.0 + EIGHTH_PI * spread * square)
    # Beyond e^700 a double overflows; at 600 the chance is already nil.
    chance = 1.0 / (1.0 + exp(-logit if logit > -600.0 else 600.0))
    information = weight * square * chance * (1.0 - chance)
    damping = 1.0 / (1.0 + spread * information)
    return chance, weight * scale * (outcome - chance) * damping, information * damping


def _softmax(strengths: Sequence[float]) -> tuple[float, ...]:
    top = max(strengths)
    weights = [exp(strength - top) for strength in strengths]
    total = sum(weights)
    return tuple(weight / total for weight in weights)
