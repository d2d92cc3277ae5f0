"""Choose who rests or sits at a table of three when the number does not divide by four (RATINGS 5, research 2.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.draw.errors import infeasible
from tournaments.draw.lots import lot
from tournaments.draw.seating import Seating


def tables_by_size(players: int) -> tuple[int, int]:
    """Return how many tables of four and of three seat everybody: 0, 3, 2 or 1 of three as the number leaves.

    Raises DrawError `infeasible`, reason `too_few`, below three and for five.
    """
    threes = -players % 4
    fours, rest = divmod(players - 3 * threes, 4)
    if players < 3 or fours < 0 or rest:
        raise infeasible("too_few")
    return fours, threes


def choose_resting(order: Sequence[str], count: int, state: Seating, seed: str) -> list[str]:
    """Return `count` players to rest: fewest rests first, then by lot; nobody twice before everybody once (W4)."""
    return sorted(order, key=lambda player: (state.rests.get(player, 0), lot(f"{seed}\nrest", player)))[:count]


def choose_threes(order: Sequence[str], state: Seating, seed: str) -> list[str]:
    """Return who sits at the tables of three: who did so least often, then by lot."""
    _, threes = tables_by_size(len(order))
    ranked = sorted(order, key=lambda player: (state.threes.get(player, 0), lot(f"{seed}\nthree", player)))
    return ranked[: 3 * threes]


def tables_of_three(players: Sequence[str], state: Seating) -> list[tuple[str, str, str]]:
    """Return three, six or nine players at tables of three with fewest repeated opponents (280 ways at most)."""

    def repeats(tables: Sequence[tuple[str, str, str]]) -> int:
        return sum(
            (state.against.get(frozenset(two), 0) + 1) ** 2 for table in tables for two in combinations(table, 2)
        )

    return min(_split(tuple(players)), key=repeats)


def _split(players: tuple[str, ...]) -> Iterator[list[tuple[str, str, str]]]:
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for two in combinations(rest, 2):
        left = tuple(player for player in rest if player not in two)
        for tail in _split(left):
            yield [(first, *two), *tail]
