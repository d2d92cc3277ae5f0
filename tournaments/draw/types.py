"""Hold what every draw is given and gives: entrants with scores, rounds played, pairs with their reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tournaments.draw.why import Why

Pair = tuple[str, str]

DOWN = "down"
UP = "up"


class Entrant(NamedTuple):
    """Hold one entrant that is present: `id` and the score it stands on (any number, more is better)."""

    id: str
    score: float = 0.0


class PastRound(NamedTuple):
    """Hold one round already drawn.

    `pairs`: who was paired. `bye`: who had the pairing bye. `unplayed`: the pairs of it that never met (forfeits),
    which are no meeting. `walkovers`: who won without playing. `floats`: entrant to `down` or `up`, as the draw gave.
    """

    pairs: tuple[Pair, ...]
    bye: str | None = None
    unplayed: frozenset[frozenset[str]] = frozenset()
    walkovers: frozenset[str] = frozenset()
    floats: Mapping[str, str] = {}


class Draw(NamedTuple):
    """Hold one round's draw: pairs by table, the bye if there is one, a reason for each pair and for the bye.

    `floats`: who was paired out of his group, to be handed back as history. `rematches`: pairs that met before.
    """

    pairs: tuple[Pair, ...]
    bye: str | None
    why: tuple[Why, ...]
    bye_why: Why | None = None
    floats: Mapping[str, str] = {}
    rematches: tuple[Pair, ...] = ()


def meetings(history: tuple[PastRound, ...]) -> dict[frozenset[str], int]:
    """Return how often every two entrants have met; a forfeited pair has not (S2)."""
    met: dict[frozenset[str], int] = {}
    for past in history:
        for pair in past.pairs:
            key = frozenset(pair)
            if key not in past.unplayed:
                met[key] = met.get(key, 0) + 1
    return met


def byes_taken(history: tuple[PastRound, ...]) -> set[str]:
    """Return who may have no pairing bye any more: had one, or won a whole match without playing (S3)."""
    return {past.bye for past in history if past.bye is not None} | {
        winner for past in history for winner in past.walkovers
    }
