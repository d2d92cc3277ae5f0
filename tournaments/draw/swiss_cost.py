"""Price every pair of a Swiss round: one integer whose order is the order of the conditions (RATINGS 5, research 2.2).

From the dearest to the cheapest: meeting again, a pair to avoid if possible, a bye above the lowest score, floats
(largest gap first), a bye for who already missed rounds, the same float as last round, as the round before, distance
from top half v bottom half, the lot. Sums over a whole round keep that order as far as the matcher's 128 bits go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.draw.lots import lot
from tournaments.draw.matching import MAX_COST, Edge
from tournaments.draw.types import DOWN, UP, Entrant, PastRound

BLOCK = 8
"""Entrants in a block of the standings where scores are too many to make groups (victory points)."""
FULL_GRAPH = 300
"""Entrants up to which every pair is priced; above, the nearest and those half a group away."""
NEAR = 40
LOT_BITS = 8
WIDEST = 127
"""Distances from the fold are told apart up to here."""


class Standing(NamedTuple):
    """Hold the field in the order of the standings.

    `entrants` by score, then seed; `groups`: group of each; `place`: place of each inside its group, from 0;
    `sizes`: entrants of each group.
    """

    entrants: tuple[Entrant, ...]
    groups: tuple[int, ...]
    place: tuple[int, ...]
    sizes: tuple[int, ...]
    by_blocks: bool


def stand(entrants: Sequence[Entrant], rounds_played: int, grouping: str) -> Standing:
    """Return the field in groups: equal scores, or blocks of eight where scores hardly ever repeat.

    `grouping`: `score`, `blocks`, or `auto`: by score before the first round and while there are at most two scores
    a round and one (wins, with halves), by blocks otherwise (victory points).
    """
    order = sorted(range(len(entrants)), key=lambda index: (-entrants[index].score, index))
    ranked = tuple(entrants[index] for index in order)
    scores = sorted({entrant.score for entrant in ranked}, reverse=True)
    by_blocks = grouping == "blocks" or (
        grouping == "auto" and rounds_played > 0 and len(scores) > 2 * rounds_played + 1
    )
    if by_blocks:
        groups = tuple(index // BLOCK for index in range(len(ranked)))
    else:
        level = {score: index for index, score in enumerate(scores)}
        groups = tuple(level[entrant.score] for entrant in ranked)
    sizes = [0] * (max(groups, default=-1) + 1)
    place = []
    for group in groups:
        place.append(sizes[group])
        sizes[group] += 1
    return Standing(ranked, groups, tuple(place), tuple(sizes), by_blocks)


class Prices:
    """Price pairs and byes of one field; made once a round, it holds the weights of each condition."""

    def __init__(self, standing: Standing, history: Sequence[PastRound], seed: str, dearest_repeat: int) -> None:
        """Weigh the conditions for this field; `dearest_repeat`: the most often any allowed pair has met before."""
        self.standing = standing
        count = len(standing.entrants)
        self.pairs = (count + 1) // 2
        self.lots = [lot(seed, entrant.id) & 0xFFFFFFFF for entrant in standing.entrants]
        last = history[-1].floats if history else {}
        before = history[-2].floats if len(history) > 1 else {}
        self.last = [last.get(entrant.id) for entrant in standing.entrants]
        self.before = [before.get(entrant.id) for entrant in standing.entrants]
        self.unplayed = [sum(entrant.id not in _paired(past) for past in history) for entrant in standing.entrants]
        scores = sorted({entrant.score for entrant in standing.entrants})
        self.bye_level = [scores.index(entrant.score) for entrant in standing.entrants]
        self.levels = len(scores)
        self._weigh(len(history), dearest_repeat)

    def _weigh(self, rounds: int, dearest_repeat: int) -> None:
        pairs = self.pairs
        widest = min(2 * len(self.standing.entrants), WIDEST)
        self.fold = (pairs << LOT_BITS) + 1
        self.float_before = self.fold * (widest * widest * pairs + 1)
        self.float_last = self.float_before * (2 * pairs + 1)
        self.missed = self.float_last * (2 * pairs + 1)
        self.gap = self.missed * (rounds + 1)
        # Above the gaps stand the bye's level, the pairs to avoid and the rematches; what is left of the matcher's
        # bits decides up to which gap one larger outweighs all smaller ones.
        above = self.levels * (pairs + 1) * (dearest_repeat * pairs + 1)
        self.gaps = [0, self.gap]
        dearer = self.gap * (pairs + 1)
        while dearer * (pairs + 1) * above <= MAX_COST and len(self.gaps) < len(self.standing.sizes):
            self.gaps.append(dearer)
            dearer *= pairs + 1
        self.level = dearer
        self.avoid = self.level * self.levels
        self.repeat = self.avoid * (pairs + 1)

    def pair(self, i: int, j: int, *, avoided: bool, met: int) -> int:
        """Return the price of the entrants at places `i` < `j` of the standings meeting."""
        standing = self.standing
        gap = standing.groups[j] - standing.groups[i]
        price = met * self.repeat + (self.avoid if avoided else 0)
        if gap:
            price += self.gaps[min(gap, len(self.gaps) - 1)]
            price += self.float_last * ((self.last[i] == DOWN) + (self.last[j] == UP))
            price += self.float_before * ((self.before[i] == DOWN) + (self.before[j] == UP))
            distance = 2 * (j - i - 1)
        else:
            size = standing.sizes[standing.groups[i]]
            distance = abs(2 * (j - i) - (size - size % 2))
        distance = min(distance, WIDEST)
        mixed = ((self.lots[i] ^ self.lots[j]) * 0x9E3779B1) & 0xFFFFFFFF
        return price + distance * distance * self.fold + (mixed >> (32 - LOT_BITS))

    def bye(self, i: int, *, taken: int) -> int:
        """Return the price of the bye for the entrant at place `i`; `taken`: 1 if it may only be a second bye."""
        distance = min(2 * (len(self.standing.entrants) - 1 - i), WIDEST)
        return (
            taken * self.repeat
            + self.bye_level[i] * self.level
            + self.unplayed[i] * self.missed
            + self.float_last * (self.last[i] == DOWN)
            + self.float_before * (self.before[i] == DOWN)
            + distance * distance * self.fold
        )


def candidates(standing: Standing, full: bool) -> list[tuple[int, int]]:
    """Return the places `i` < `j` of pairs worth pricing: all of them, or the near ones of a large field."""
    count = len(standing.entrants)
    if full:
        return [(i, j) for i in range(count) for j in range(i + 1, count)]
    rows: list[tuple[int, int]] = []
    for i in range(count):
        half = standing.sizes[standing.groups[i]] // 2
        near = set(range(i + 1, min(count, i + 1 + NEAR // 2)))
        near.update(range(max(i + 1, i + half - NEAR // 2), min(count, i + half + NEAR // 2 + 1)))
        rows.extend((i, j) for j in sorted(near))
    return rows


def price_all(
    prices: Prices,
    pairs: Sequence[tuple[int, int]],
    met: Mapping[frozenset[str], int],
    closed: frozenset[frozenset[str]],
    avoid: frozenset[frozenset[str]],
    rematches: bool,
) -> list[Edge]:
    """Return the priced pairs: without those `closed`, and without those already met unless `rematches`."""
    ids = [entrant.id for entrant in prices.standing.entrants]
    plain = not met and not closed and not avoid
    rows: list[Edge] = []
    for i, j in pairs:
        if plain:
            rows.append((i, j, prices.pair(i, j, avoided=False, met=0)))
            continue
        key = frozenset((ids[i], ids[j]))
        times = met.get(key, 0)
        if key in closed or (times and not rematches):
            continue
        rows.append((i, j, prices.pair(i, j, avoided=key in avoid, met=times)))
    return rows


def _paired(past: PastRound) -> set[str]:
    return {entrant for pair in past.pairs if frozenset(pair) not in past.unplayed for entrant in pair}
