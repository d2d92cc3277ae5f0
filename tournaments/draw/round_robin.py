"""Lay out a round robin by Berger's rule, single or double (RATINGS 5, research 2.4; tables: FIDE C.05 annex 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.draw.errors import infeasible
from tournaments.draw.types import Pair
from tournaments.draw.why import Why, why


class ScheduledRound(NamedTuple):
    """Hold one round of a fixed schedule: pairs, first named deals first, who rests, and its number from 1."""

    pairs: tuple[Pair, ...]
    bye: str | None
    number: int

    def why(self) -> tuple[Why, ...]:
        """Return a reason for each pair."""
        return tuple(why("schedule", a=a, b=b, round=self.number) for a, b in self.pairs)

    def bye_why(self) -> Why | None:
        """Return the reason for the rest, None where nobody rests."""
        return None if self.bye is None else why("bye_schedule", a=self.bye, round=self.number)


def berger_numbers(count: int) -> list[list[tuple[int, int]]]:
    """Return the Berger table for an even `count` of numbers 1 … `count`: rounds of pairs, first named deals first.

    In round r the numbers i and j meet when i + j = r + 1 modulo `count` - 1, and who would meet himself meets
    the highest number.
    """
    turn = count - 1
    rounds = []
    for number in range(1, count):
        alone = next(i for i in range(1, count) if (2 * i - number - 1) % turn == 0)
        pairs = [(alone, count) if alone <= count // 2 else (count, alone)]
        for step in range(1, count // 2):
            low, high = sorted((_wrap(alone - step, turn), _wrap(alone + step, turn)))
            pairs.append((low, high) if (low + high) % 2 else (high, low))
        rounds.append(pairs)
    return rounds


def round_robin(entrants: Sequence[str], *, double: bool = False) -> list[ScheduledRound]:
    """Return all rounds: everybody meets everybody once, or twice with the first deal changed.

    An odd number plays as if a last number were there that nobody is: who would meet it rests, everybody once. In a
    double event of more than four the last two rounds of the first half change places, so that nobody meets the same
    entrant within three rounds. Raises DrawError `infeasible`, reason `too_few`, for fewer than two.
    """
    if len(entrants) < 2:
        raise infeasible("too_few")
    count = len(entrants) + len(entrants) % 2
    numbers = berger_numbers(count)
    if double:
        second = [[(b, a) for a, b in pairs] for pairs in numbers]
        if count > 4:
            numbers[-1], numbers[-2] = numbers[-2], numbers[-1]
        numbers = numbers + second
    return [_named(entrants, pairs, number) for number, pairs in enumerate(numbers, start=1)]


def _named(entrants: Sequence[str], pairs: Sequence[tuple[int, int]], number: int) -> ScheduledRound:
    bye = None
    named = []
    for a, b in pairs:
        if max(a, b) > len(entrants):
            bye = entrants[min(a, b) - 1]
        else:
            named.append((entrants[a - 1], entrants[b - 1]))
    return ScheduledRound(tuple(named), bye, number)


def _wrap(number: int, turn: int) -> int:
    return (number - 1) % turn + 1
