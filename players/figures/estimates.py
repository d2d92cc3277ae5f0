"""Say how sure a figure is: rates by Wilson, means by their spread, differences of two means. All bands are 95 %."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Z = 1.959964
"""How many standard errors a band of 95 % reaches to either side."""
LEAST_HANDS = 30
LEAST_MATCHES = 10
"""Below so many a figure is shown in grey and says so (RATINGS 4; research 3.3)."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Hold a figure with the ends of its band and what it rests on.

    `n` counts hands or matches; with fewer than the least of its kind `enough` is false. `low` and `high` are None
    where there is too little even for a band; `value` is None without anything to go by.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    enough: bool


def wilson(wins: float, n: int, least: int = LEAST_MATCHES) -> Estimate:
    """Return the rate `wins`/`n` with its Wilson interval; `wins` may count halves for draws.

    >>> rate = wilson(15, 148)
    >>> round(rate.low, 4), round(rate.high, 4)
    (0.0624, 0.1605)
    """
    if not n:
        return Estimate(None, None, None, 0, enough=False)
    rate = wins / n
    z2 = Z * Z / n
    middle = (rate + z2 / 2) / (1 + z2)
    half = Z / (1 + z2) * sqrt(rate * (1 - rate) / n + z2 / (4 * n))
    return Estimate(rate, min(rate, max(0.0, middle - half)), max(rate, min(1.0, middle + half)), n, n >= least)


def mean(total: float, squares: float, n: int, least: int = LEAST_HANDS) -> Estimate:
    """Return the mean of `n` values from their sum and the sum of their squares.

    >>> mean(30, 250, 5)
    Estimate(value=6.0, low=2.333243..., high=9.666756..., n=5, enough=False)
    """
    if not n:
        return Estimate(None, None, None, 0, enough=False)
    value = total / n
    if n == 1:
        return Estimate(value, None, None, 1, enough=False)
    half = Z * sqrt(variance(total, squares, n) / n)
    return Estimate(value, value - half, value + half, n, n >= least)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Return the difference of two independent means; it rests on the smaller of the two."""
    n = min(one.n, other.n)
    if one.value is None or other.value is None:
        return Estimate(None, None, None, n, enough=False)
    value = one.value - other.value
    if one.high is None or other.high is None:
        return Estimate(value, None, None, n, enough=False)
    half = sqrt((one.high - one.value) ** 2 + (other.high - other.value) ** 2)
    return Estimate(value, value - half, value + half, n, one.enough and other.enough)


def scaled(one: Estimate, factor: float) -> Estimate:
    """Return an estimate in another unit; `factor` is above 0."""

    def times(value: float | None) -> float | None:
        return None if value is None else value * factor

    return Estimate(times(one.value), times(one.low), times(one.high), one.n, one.enough)


def variance(total: float, squares: float, n: int) -> float:
    """Return the variance of `n` values as a sample of more, 0 for fewer than two."""
    return max(0.0, (squares - total * total / n) / (n - 1)) if n > 1 else 0.0
