"""Move one line past the other: Mitchell, with two rankings (RATINGS 5, research 2.8)."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import NamedTuple

from tournaments.draw.errors import infeasible
from tournaments.draw.round_robin import ScheduledRound


class Mitchell(NamedTuple):
    """Hold a Mitchell movement: the two lines (each with a ranking of its own) and the rounds by table."""

    fixed: tuple[str, ...]
    moving: tuple[str, ...]
    rounds: tuple[ScheduledRound, ...]


def mitchell(entrants: Sequence[str], rounds: int, *, step: int = 1, switched: int = 0) -> Mitchell:
    """Return the movement of `rounds` rounds: the first half of the entrants stays, the second moves by `step` tables.

    With an odd number the fixed line has one more and each round one of its tables rests. In the last `switched`
    rounds the moving line is named (deals) first, which lets both lines be ranked as one. No pair meets twice as
    long as rounds <= tables / gcd(step, tables); beyond that raises DrawError `infeasible`, reason
    `too_many_rounds`.
    """
    if len(entrants) < 2:
        raise infeasible("too_few")
    tables = (len(entrants) + 1) // 2
    most = tables // gcd(step, tables)
    if rounds > most:
        raise infeasible("too_many_rounds", {"choice": "rounds", "rounds": most}, {"choice": "step", "step": 1})
    fixed, moving = tuple(entrants[:tables]), tuple(entrants[tables:])
    plan = []
    for number in range(rounds):
        pairs = []
        bye = None
        for table in range(tables):
            seat = (table - number * step) % tables
            if seat >= len(moving):
                bye = fixed[table]
            elif number >= rounds - switched:
                pairs.append((moving[seat], fixed[table]))
            else:
                pairs.append((fixed[table], moving[seat]))
        plan.append(ScheduledRound(tuple(pairs), bye, number + 1))
    return Mitchell(fixed, moving, tuple(plan))
