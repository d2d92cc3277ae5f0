"""Carry the players of one ladder through its matches: ratings, counts and ranks, without the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from datetime import date
from math import sqrt
from typing import NamedTuple

from players.rankings.history import Change
from players.ratings import START_MU, START_RD, Band, Match, Rating, band, ratings_digest
from players.ratings.glicko import DRIFT, Cell, rate_cells
from players.record import RatedMatch, idle_months

MICRO = 6
"""Decimals of every published figure: the ratings move in steps of 1e-6 (RATINGS 3)."""
_CAP = START_RD * START_RD


class Standing(NamedTuple):
    """One player in a ladder: rating mean and variance, rated matches and wins, the day last played."""

    mu: float
    variance: float
    matches: int
    wins: int
    last_played_on: date | None

    @property
    def rd(self) -> float:
        """Return the rating deviation."""
        return sqrt(self.variance)


NEWCOMER = Standing(START_MU, _CAP, 0, 0, None)


def play(match: RatedMatch, standings: MutableMapping[str, Standing]) -> Iterator[tuple[str, Change]]:
    """Rate `match` in `standings`, where newcomers appear, and yield what it did to each of its players.

    A draw is nobody's win. Months without a match widen the deviation first (RATINGS 1).
    """
    today = match.played_on
    cells: dict[str, Cell] = {}
    idle: dict[str, int] = {}
    for player in match.players:
        old = standings.get(player, NEWCOMER)
        if old.matches:
            cells[player] = (old.mu, old.variance)
            if old.last_played_on != today and (months := idle_months(old.last_played_on, today)):
                idle[player] = months
    chances = rate_cells(Match(match.sides, match.places, match.target_score, match.hands, idle), cells, DRIFT, _CAP)
    alone = match.places.count(1) == 1
    day, number, match_id = today.toordinal(), int(match.key.split("/")[1]), match.match_id.bytes
    for side, place, chance in zip(match.sides, match.places, chances, strict=True):
        won = place == 1 and alone
        told = round(chance, MICRO)
        for player in side:
            old = standings.get(player, NEWCOMER)
            mu, variance = cells[player]
            wins = old.wins + won
            standings[player] = Standing(mu, variance, old.matches + 1, wins, today)
            yield player, Change(day, number, match_id, wins, told, mu, variance)


def ranks(standings: Mapping[str, Standing]) -> dict[str, int | None]:
    """Return each player's rank by rating, None while provisional; equal ratings share one: 1, 2, 2, 4 (RATINGS 1)."""
    ranked: dict[str, int | None] = dict.fromkeys(standings)
    certain = [(round(one.mu, MICRO), player) for player, one in standings.items() if band(one.rd) != Band.PROVISIONAL]
    certain.sort(key=lambda pair: (-pair[0], pair[1]))
    for place, (mu, player) in enumerate(certain):
        shared = place and certain[place - 1][0] == mu
        ranked[player] = ranked[certain[place - 1][1]] if shared else place + 1
    return ranked


def ladder_digest(standings: Mapping[str, Standing]) -> str:
    """Return the SHA-256 of the ladder's ratings in the form of CONTRACT 1."""
    return ratings_digest({player: Rating(one.mu, one.variance) for player, one in standings.items()})


def rated_stream(matches: Iterable[RatedMatch]) -> Iterator[Match]:
    """Yield the matches as the pure ratings read them, with the months each player has been away."""
    last: dict[str, date] = {}
    for match in matches:
        idle = {
            player: months for player in match.players if (months := idle_months(last.get(player), match.played_on))
        }
        yield Match(match.sides, match.places, match.target_score, match.hands, idle)
        last.update(dict.fromkeys(match.players, match.played_on))
