"""Rate partners as one: the ladder of pairs beside the ladder of people (RATINGS 1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from players.ratings.glicko import DRIFT, START_MU, START_RD, Cell, Match, Rating, rate_cells

PAIR_RD = 50.0
PAIR_MATCHES = 10
"""Matches together before a pair is listed."""


class PairRating(NamedTuple):
    """Hold a pair's rating and how many matches it stands on."""

    rating: Rating
    matches: int


def pair_key(one: str, other: str) -> tuple[str, str]:
    """Return the two ids in order, the same whoever sat first."""
    return (one, other) if one < other else (other, one)


def replay_pairs(
    matches: Iterable[Match], drift: float = DRIFT, start_rd: float = START_RD
) -> dict[tuple[str, str], PairRating]:
    """Return the rating of every pair that met another pair, from all the pool's `matches` in order.

    A pair starts with RD 50 at the mean of its two players' ratings on the day of its first match; matches of one or
    of three sides of single players move people only. Source: RATINGS 1.
    """
    people: dict[str, Cell] = {}
    pairs: dict[str, Cell] = {}
    played: dict[tuple[str, str], int] = {}
    fresh: Cell = (START_MU, start_rd * start_rd)
    for match in matches:
        if all(len(side) == 2 for side in match.sides):
            keys = [pair_key(*side) for side in match.sides]
            for one, other in keys:
                start = (people.get(one, fresh)[0] + people.get(other, fresh)[0]) / 2
                pairs.setdefault(_name((one, other)), (start, PAIR_RD * PAIR_RD))
                played[one, other] = played.get((one, other), 0) + 1
            meeting = match._replace(sides=tuple((_name(key),) for key in keys), idle_months=None)
            rate_cells(meeting, pairs, drift, PAIR_RD * PAIR_RD)
        rate_cells(match, people, drift, start_rd * start_rd)
    return {key: PairRating(Rating(*pairs[_name(key)]), count) for key, count in played.items()}


def _name(key: tuple[str, str]) -> str:
    return f"{len(key[0])}:{key[0]}{key[1]}"
