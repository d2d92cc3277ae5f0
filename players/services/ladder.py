"""Carry the players of one ladder through its matches: ratings, counts and ranks, without the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from datetime import date
from typing import NamedTuple
from uuid import UUID

from players.ratings import START_MU, START_RD, Band, Match, Rating, band, rate, ratings_digest
from players.record import RatedMatch, idle_months

MICRO = 6
"""Decimals of every published figure: the ratings move in steps of 1e-6 (RATINGS 3)."""


class Standing(NamedTuple):
    """One player in a ladder: rating mean and deviation, rated matches and wins, the day last played."""

    mu: float
    rd: float
    matches: int
    wins: int
    last_played_on: date | None

    @property
    def rating(self) -> Rating:
        """Return mean and variance; the variance is the multiple of 1e-6 whose root `rd` is."""
        return Rating(self.mu, round(self.rd * self.rd, MICRO))


NEWCOMER = Standing(START_MU, START_RD, 0, 0, None)


class Change(NamedTuple):
    """What one match did to one player, as it is stored: figures before and after, chance of the side to win."""

    match_id: UUID
    player_id: UUID
    key: str
    input_digest: str
    played_on: date
    chance: float
    won: bool
    mu_before: float
    rd_before: float
    mu_after: float
    rd_after: float


def play(match: RatedMatch, standings: MutableMapping[UUID, Standing]) -> list[Change]:
    """Rate `match` in `standings`, where newcomers appear, and return what it did to each of its players.

    A draw is nobody's win. Months without a match widen the deviation first (RATINGS 1).
    """
    before = {player: standings.get(player, NEWCOMER) for player in match.players}
    names = {player: str(player) for player in before}
    today = match.played_on
    idle = {
        names[player]: months
        for player, (_, _, _, _, last) in before.items()
        if last != today and (months := idle_months(last, today))
    }
    sides = tuple(tuple(names[player] for player in side) for side in match.sides)
    rated = rate(
        Match(sides, match.places, match.target_score, match.hands, idle),
        {names[player]: old.rating for player, old in before.items() if old.matches},
    )
    digest = match.digest
    changes = []
    for side, place, chance in zip(match.sides, match.places, rated.chances, strict=True):
        won = place == 1 and match.places.count(1) == 1
        chance_told = round(chance, MICRO)
        for player in side:
            old, new = before[player], rated.ratings[names[player]]
            standings[player] = Standing(new.mu, new.rd, old.matches + 1, old.wins + won, today)
            row = (old.mu, old.rd, new.mu, new.rd)
            changes.append(Change(match.match_id, player, match.key, digest, today, chance_told, won, *row))
    return changes


def ranks(standings: Mapping[UUID, Standing]) -> dict[UUID, int | None]:
    """Return each player's rank by rating, None while provisional; equal ratings share one: 1, 2, 2, 4 (RATINGS 1)."""
    ranked: dict[UUID, int | None] = dict.fromkeys(standings)
    certain = [(round(one.mu, MICRO), player) for player, one in standings.items() if band(one.rd) != Band.PROVISIONAL]
    certain.sort(key=lambda pair: (-pair[0], pair[1]))
    for place, (mu, player) in enumerate(certain):
        shared = place and certain[place - 1][0] == mu
        ranked[player] = ranked[certain[place - 1][1]] if shared else place + 1
    return ranked


def ladder_digest(standings: Mapping[UUID, Standing]) -> str:
    """Return the SHA-256 of the ladder's ratings in the form of CONTRACT 1."""
    return ratings_digest({str(player): one.rating for player, one in standings.items()})


def rated_stream(matches: Iterable[RatedMatch]) -> Iterator[Match]:
    """Yield the matches as the pure ratings read them, with the months each player has been away."""
    last: dict[UUID, date] = {}
    for match in matches:
        idle = {
            str(player): months
            for player in match.players
            if (months := idle_months(last.get(player), match.played_on))
        }
        sides = tuple(tuple(str(player) for player in side) for side in match.sides)
        yield Match(sides, match.places, match.target_score, match.hands, idle)
        last.update(dict.fromkeys(match.players, match.played_on))


def players_of(matches: Iterable[RatedMatch]) -> set[UUID]:
    """Return everybody who plays in `matches`."""
    return {player for match in matches for player in match.players}
