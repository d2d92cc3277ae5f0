"""Draw groups by the snake and the knockout after them, group mates apart (RATINGS 5, research 2.6)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from tournaments.draw.errors import infeasible
from tournaments.draw.knockout import FirstRound, bracket_size, first_round, slot_numbers
from tournaments.draw.matching import least_matching
from tournaments.draw.round_robin import ScheduledRound, round_robin


class Group(NamedTuple):
    """Hold one group: its entrants in seed order and its rounds."""

    entrants: tuple[str, ...]
    rounds: tuple[ScheduledRound, ...]


class GroupRow(NamedTuple):
    """Hold what compares entrants of different groups: matches played, victory points, wins and margin over them."""

    id: str
    matches: int
    points: float
    wins: int = 0
    margin: float = 0


def snake_groups(entrants: Sequence[str], groups: int, *, double: bool = False) -> list[Group]:
    """Deal the entrants (in seed order) into `groups`: 1 … G, then G … 1, and so on; sizes differ by one at most.

    Raises DrawError `infeasible`, reason `too_few`, when a group would have fewer than two.
    """
    if groups < 1 or len(entrants) < 2 * groups:
        raise infeasible("too_few", {"choice": "groups", "groups": len(entrants) // 2})
    rows: list[list[str]] = [[] for _ in range(groups)]
    for index, entrant in enumerate(entrants):
        turn, step = divmod(index, groups)
        rows[step if turn % 2 == 0 else groups - 1 - step].append(entrant)
    return [Group(tuple(row), tuple(round_robin(row, double=double))) for row in rows]


def best_of_place(rows: Sequence[GroupRow], count: int) -> list[str]:
    """Return the `count` best of those who ended on the same place of groups of different size: per match played.

    Order: victory points, wins, margin, each per match, then as given.
    """

    def per_match(row: GroupRow) -> tuple[float, float, float]:
        matches = max(row.matches, 1)
        return (-row.points / matches, -row.wins / matches, -row.margin / matches)

    return [row.id for row in sorted(rows, key=per_match)[:count]]


def groups_knockout(qualified: Sequence[Sequence[str]]) -> FirstRound:
    """Draw the bracket of those qualified, `qualified[g]` in the order of group g: A1 meets B2, B1 meets A2.

    First of each group take the numbers 1 … G, the second the next ones, and so on; within each of these the numbers
    are given so that group mates meet as late as can be: with two a group, not before the final. Where the groups send
    different numbers (best thirds) the same holds as far as it can. Raises DrawError `infeasible`, reason `too_few`.
    """
    total = sum(len(row) for row in qualified)
    if total < 2:
        raise infeasible("too_few")
    size = bracket_size(total)
    slot_of = {number: slot for slot, number in enumerate(slot_numbers(size))}
    numbered: list[str] = []
    group_slots: list[list[int]] = [[] for _ in qualified]
    for place in range(max(len(row) for row in qualified)):
        tier = [group for group, row in enumerate(qualified) if len(row) > place]
        base = len(numbered)
        chosen = _spread(tier, base, slot_of, group_slots, size)
        ordered = [""] * len(tier)
        for group, number in chosen:
            group_slots[group].append(slot_of[number])
            ordered[number - base - 1] = qualified[group][place]
        numbered.extend(ordered)
    return first_round(numbered, seeded=total)


def _spread(
    tier: Sequence[int], base: int, slot_of: dict[int, int], group_slots: Sequence[Sequence[int]], size: int
) -> list[tuple[int, int]]:
    """Give each group of the tier one of the numbers `base` + 1 …, mates as many rounds apart as possible."""
    depth = size.bit_length()
    order_unit = len(tier) ** 3 + 1
    edges = []
    for row, group in enumerate(tier):
        for column in range(len(tier)):
            slot = slot_of[base + 1 + column]
            early = sum(4 ** (depth - _meeting_round(slot, mate)) for mate in group_slots[group])
            # Round 1 of the bracket pairs opposite ends of the tiers, so the next tier runs backwards by default.
            wanted = row if not group_slots[group] else len(tier) - 1 - row
            edges.append((row, len(tier) + column, early * order_unit + (wanted - column) ** 2))
    found = least_matching(2 * len(tier), edges)
    assert found is not None
    return [(tier[row], base + 1 + column - len(tier)) for row, column in found]


def _meeting_round(slot: int, other: int) -> int:
    """Return the round in which two slots of a bracket meet if both always win."""
    return (slot ^ other).bit_length()


def groups_for(entrants: int, size: int) -> int:
    """Return how many groups of about `size` the entrants make, none smaller than two."""
    return max(1, min(ceil(entrants / size), entrants // 2))
