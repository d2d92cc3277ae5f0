"""Replay a pool's matches into its ratings: same ordered matches, same bits (RATINGS 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

from players.ratings.glicko import DRIFT, START_RD, Cell, Match, Rating, rate_cells


class Replay(NamedTuple):
    """Hold the outcome of a replay.

    `ratings`: every player met, and those of `start`. `chances`: per match, each side's chance before it.
    `digest`: see `ratings_digest`.
    """

    ratings: dict[str, Rating]
    chances: list[tuple[float, ...]]
    digest: str


class Step(NamedTuple):
    """Hold one match of a replay: chances before it and its players' ratings `after` it, in seat order."""

    chances: tuple[float, ...]
    after: tuple[tuple[str, Rating], ...]


def replay(
    matches: Iterable[Match],
    start: Mapping[str, Rating] | None = None,
    drift: float = DRIFT,
    start_rd: float = START_RD,
) -> Replay:
    """Rate `matches` in the order given and return ratings, chances and digest.

    The order is the caller's: played date, tournament round, match id. `start` continues from a checkpoint, the
    `ratings` of an earlier replay, and ends bit for bit where the whole replay would. Source: RATINGS 1, 3.
    """
    cells: dict[str, Cell] = dict(start or {})
    cap = start_rd * start_rd
    odds = [rate_cells(match, cells, drift, cap) for match in matches]
    ratings = {player: Rating(*cell) for player, cell in cells.items()}
    return Replay(ratings, odds, ratings_digest(ratings))


def steps(
    matches: Iterable[Match],
    start: Mapping[str, Rating] | None = None,
    drift: float = DRIFT,
    start_rd: float = START_RD,
) -> Iterator[Step]:
    """Yield what each match did, in order, in the memory of the players alone; for who stores every change.

    Takes what `replay` takes and rates by the same arithmetic.
    """
    cells: dict[str, Cell] = dict(start or {})
    cap = start_rd * start_rd
    for match in matches:
        odds = rate_cells(match, cells, drift, cap)
        yield Step(odds, tuple((player, Rating(*cells[player])) for side in match.sides for player in side))


def ratings_digest(ratings: Mapping[str, Rating]) -> str:
    """Return the SHA-256 (hex) of the lines `id TAB mu TAB rd LF` by id, both numbers to 6 decimals (CONTRACT 1)."""
    digest = sha256()
    for player in sorted(ratings):
        rating = ratings[player]
        digest.update(f"{player}\t{rating.mu:.6f}\t{rating.rd:.6f}\n".encode())
    return digest.hexdigest()
