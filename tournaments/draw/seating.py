"""Count who sat with whom: partners, opponents, rests and tables of three of an individual event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, Protocol


class Seated(Protocol):
    """Describe what one played round must tell."""

    @property
    def tables(self) -> Sequence[tuple[tuple[str, str], tuple[str, str]]]:
        """Return the tables of pair against pair."""

    @property
    def threes(self) -> Sequence[tuple[str, str, str]]:
        """Return the tables of three."""

    @property
    def resting(self) -> Sequence[str]:
        """Return who rested."""


class Seating(NamedTuple):
    """Hold the counts: by two players `together` and `against`, by player `rests` and `threes`."""

    together: Mapping[frozenset[str], int]
    against: Mapping[frozenset[str], int]
    rests: Mapping[str, int]
    threes: Mapping[str, int]

    def after(
        self,
        tables: Iterable[tuple[tuple[str, str], tuple[str, str]]],
        threes: Iterable[tuple[str, str, str]],
        resting: Iterable[str],
    ) -> Seating:
        """Return the counts with one more round."""
        together, against = dict(self.together), dict(self.against)
        rests, sat = dict(self.rests), dict(self.threes)
        for pairs in tables:
            for pair in pairs:
                together[frozenset(pair)] = together.get(frozenset(pair), 0) + 1
            for a in pairs[0]:
                for b in pairs[1]:
                    against[frozenset((a, b))] = against.get(frozenset((a, b)), 0) + 1
        for table in threes:
            for player in table:
                sat[player] = sat.get(player, 0) + 1
            for two in combinations(table, 2):
                against[frozenset(two)] = against.get(frozenset(two), 0) + 1
        for player in resting:
            rests[player] = rests.get(player, 0) + 1
        return Seating(together, against, rests, sat)


def seating(players: Sequence[str], history: Iterable[Seated]) -> Seating:
    """Return the counts over the rounds played; every player starts at nought."""
    state = Seating({}, {}, dict.fromkeys(players, 0), dict.fromkeys(players, 0))
    for past in history:
        state = state.after(past.tables, past.threes, past.resting)
    return state
