"""Lay out a knockout: slots by seed order, byes in the first round, clubs apart (RATINGS 5, research 2.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.draw.errors import infeasible
from tournaments.draw.lots import lot_order
from tournaments.draw.matching import least_matching
from tournaments.draw.swiss_cost import FULL_GRAPH, NEAR
from tournaments.draw.types import Pair
from tournaments.draw.why import Why, why


class FirstRound(NamedTuple):
    """Hold a drawn bracket: `slots` from top to bottom, an entrant or None for a bye, and its first round."""

    slots: tuple[str | None, ...]
    pairs: tuple[Pair, ...]
    byes: tuple[str, ...]
    why: tuple[Why, ...]
    bye_why: tuple[Why, ...]


def slot_numbers(size: int) -> list[int]:
    """Return the bracket numbers of `size` slots (a power of two) from top to bottom: 1 8 4 5 2 7 3 6 for eight.

    If the lower number always wins, number x meets `size` + 1 - x of those left, in every round.
    """
    numbers = [1]
    while len(numbers) < size:
        numbers = [number for one in numbers for number in (one, 2 * len(numbers) + 1 - one)]
    return numbers


def bracket_size(entrants: int) -> int:
    """Return the least power of two that holds the entrants."""
    return 1 << max(entrants - 1, 0).bit_length()


def knockout(
    entrants: Sequence[str],
    *,
    seed: str,
    seeds: Sequence[str] = (),
    clubs: Mapping[str, str] | None = None,
) -> FirstRound:
    """Draw the bracket: `seeds` take the numbers 1, 2, …, the others the rest by lot.

    A bracket of P slots has P - n byes, all in round 1, for the numbers 1 … P - n; so no bye meets a bye. `clubs`
    (entrant to club) keeps club mates apart in round 1 where that can be, moving unseeded entrants only among the
    numbers above P/2, or as few places as possible. Raises DrawError `infeasible`, reason `too_few`.
    """
    if len(entrants) < 2:
        raise infeasible("too_few")
    numbered = list(seeds) + lot_order(seed, [entrant for entrant in entrants if entrant not in set(seeds)])
    if clubs:
        numbered = _clubs_apart(numbered, len(seeds), clubs)
    return first_round(numbered, seeded=len(seeds))


def first_round(numbered: Sequence[str], *, seeded: int) -> FirstRound:
    """Return the bracket of entrants that have their numbers already, 1 first; `seeded` of them by merit."""
    size = bracket_size(len(numbered))
    slots = tuple(numbered[number - 1] if number <= len(numbered) else None for number in slot_numbers(size))
    numbers = {entrant: number for number, entrant in enumerate(numbered, start=1)}
    pairs: list[Pair] = []
    reasons: list[Why] = []
    byes: list[str] = []
    for top, bottom in zip(slots[::2], slots[1::2], strict=True):
        if top is not None and bottom is not None:
            pairs.append((top, bottom))
            low, high = sorted((numbers[top], numbers[bottom]))
            reasons.append(why("seeded", number_a=low, number_b=high) if low <= seeded else why("lot", a=top, b=bottom))
        else:
            byes.append(top or bottom or "")
    bye_why = tuple(why("bye_number", a=one, number=numbers[one], byes=len(byes)) for one in byes)
    return FirstRound(slots, tuple(pairs), tuple(byes), tuple(reasons), bye_why)


def _clubs_apart(numbered: list[str], seeded: int, clubs: Mapping[str, str]) -> list[str]:
    """Move the unseeded of the lower half among themselves so that fewest club mates meet in round 1."""
    size = bracket_size(len(numbered))
    lower = list(range(max(size // 2, seeded), len(numbered)))
    if not lower:
        return numbered
    found = _moves(numbered, lower, clubs, NEAR if len(lower) > FULL_GRAPH else len(lower))
    moved = list(numbered)
    for row, column in found:
        moved[lower[column - len(lower)]] = numbered[lower[row]]
    return moved


def _moves(
    numbered: Sequence[str], lower: Sequence[int], clubs: Mapping[str, str], reach: int
) -> list[tuple[int, int]]:
    """Return who of the lower half takes whose number, none further than `reach` places."""
    size = bracket_size(len(numbered))
    ceiling = len(numbered) ** 2 * len(lower) + 1
    edges = []
    for row, source in enumerate(lower):
        for column, target in enumerate(lower):
            if abs(row - column) > reach:
                continue
            opponent = numbered[size - 1 - target]
            clash = clubs.get(numbered[source]) is not None and clubs.get(numbered[source]) == clubs.get(opponent)
            edges.append((row, len(lower) + column, (source - target) ** 2 + ceiling * clash))
    found = least_matching(2 * len(lower), edges)
    assert found is not None
    return found
