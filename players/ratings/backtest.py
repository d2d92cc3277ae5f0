"""Judge a method by what it said before each match: log loss, calibration, share of the skill caught (research 1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

from players.ratings.comparisons import Predictor, team_glicko
from players.ratings.glicko import LOGISTIC, Match, length_factor

SURE = 1e-12
"""The least chance that counts in a log loss: a method that excludes what happens is wrong, not infinitely so."""
PRIORS = (20.0, 35.0, 50.0, 70.0, 95.0, 130.0)
"""Widths of skill that are tried, in Elo points (research 1.6)."""
BINS = 10
_STEPS = 60


class Bin(NamedTuple):
    """Hold the matches whose first side had about the same chance: the mean said, the share won, how many."""

    said: float
    won: float
    matches: int


class Judged(NamedTuple):
    """Hold what a method was worth over `matches`.

    `loss` and `coin`: mean log loss in nats, of the method and of equal chances. `slope`: calibration over matches of
    two sides, 1 honest, below 1 too sure, None where the method never prefers anybody. `bins`: reliability in tenths.
    """

    matches: int
    loss: float
    coin: float
    slope: float | None
    bins: tuple[Bin, ...]

    def captured(self, attainable: float) -> float | None:
        """Return the share of what skill can tell, given the log loss of who knows it; None where it tells nothing."""
        if self.coin - attainable < SURE:
            return None
        return (self.coin - self.loss) / (self.coin - attainable)


def judge(matches: Iterable[Match], predictor: Predictor) -> Judged:
    """Let a method say and learn each of `matches` in order, and judge it. A draw counts half for each first side."""
    loss = coin = 0.0
    count = 0
    pairs: list[tuple[float, float]] = []
    for match in matches:
        said = predictor(match)
        shares = _shares(match)
        loss -= sum(share * log(max(chance, SURE)) for share, chance in zip(shares, said, strict=True) if share)
        coin += log(len(match.sides))
        count += 1
        if len(said) == 2:
            pairs.append((min(max(said[0], SURE), 1 - SURE), shares[0]))
    return Judged(count, loss / count if count else 0.0, coin / count if count else 0.0, _slope(pairs), _bins(pairs))


def skill_spread(matches: Sequence[Match]) -> float:
    """Return the width of skill (standard deviation, Elo points) of PRIORS under which `matches` are likeliest."""
    return min(PRIORS, key=lambda width: judge(matches, team_glicko(width)).loss)


def attainable(matches: Sequence[Match], spread: float) -> float:
    """Return the log loss to expect of who knows every skill, where skills have the standard deviation `spread`.

    The mean, over the matches, of the entropy of the result when the gap of the sides' means is a Gaussian; matches of
    more than two sides count with their first two.
    """
    lengths = [(len(match.sides[0]), len(match.sides[1]), match.target_score, match.hands) for match in matches]
    told = {
        length: _entropy(spread * sqrt(1 / length[0] + 1 / length[1]), LOGISTIC * length_factor(length[2], length[3]))
        for length in set(lengths)
    }
    return sum(told[length] for length in lengths) / len(lengths) if lengths else 0.0


def _shares(match: Match) -> list[float]:
    first = [place == min(match.places) for place in match.places]
    return [one / sum(first) for one in first]


def _entropy(width: float, scale: float) -> float:
    """Return the mean entropy of a win whose gap is a Gaussian of deviation `width`, by Simpson's rule to 6 of them."""
    total = 0.0
    for step in range(_STEPS + 1):
        at = -6.0 + 12.0 * step / _STEPS
        weight = (1 if step in (0, _STEPS) else 4 if step % 2 else 2) * exp(-at * at / 2)
        chance = 1 / (1 + exp(-scale * width * at))
        total -= weight * (chance * log(chance) + (1 - chance) * log(1 - chance))
    return total * (12.0 / _STEPS) / 3 / sqrt(2 * pi)


def _slope(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return the slope of the logistic regression of the results on the log odds said, by Newton's steps."""
    told = [(log(said / (1 - said)), won) for said, won in pairs]
    if all(odds == 0 for odds, _ in told):
        return None
    slope = 1.0
    for _ in range(50):
        rise = bend = 0.0
        for odds, won in told:
            chance = 1 / (1 + exp(-max(-600.0, min(600.0, slope * odds))))
            rise += odds * (won - chance)
            bend += odds * odds * chance * (1 - chance)
        if bend < SURE:
            break
        slope += rise / bend
    return slope


def _bins(pairs: Sequence[tuple[float, float]]) -> tuple[Bin, ...]:
    found: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for said, won in pairs:
        found[min(int(said * BINS), BINS - 1)].append((said, won))
    return tuple(
        Bin(sum(said for said, _ in rows) / len(rows), sum(won for _, won in rows) / len(rows), len(rows))
        for rows in found
        if rows
    )
