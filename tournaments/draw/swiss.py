"""Draw a Swiss round as one matching of least price over all conditions at once (RATINGS 5, research 2.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.draw.errors import DrawError, infeasible
from tournaments.draw.matching import Edge, every_matching, factors_left, least_matching
from tournaments.draw.swiss_cost import FULL_GRAPH, Prices, Standing, candidates, price_all, stand
from tournaments.draw.types import DOWN, UP, Draw, Entrant, Pair, PastRound, byes_taken, meetings
from tournaments.draw.why import Why, plain_number, why

SMALL_FIELD = 12
"""Entrants, the bye counted as one, up to which all draws are compared and the rounds to come are looked at."""

LOOKED_AT = 40
"""Cheapest draws of a small field that are tried for the rounds to come: the time limit."""


class SwissRules(NamedTuple):
    """Hold what the director decided for the event.

    `rounds`: rounds planned in all, 0 if unknown; small fields are drawn so that all of them can be played.
    `prohibited` pairs never meet, `avoid` pairs only if there is no other way. `allow_rematch` also lets a second
    bye happen. `grouping`: see `stand`.
    """

    rounds: int = 0
    allow_rematch: bool = False
    allow_second_bye: bool = False
    prohibited: frozenset[frozenset[str]] = frozenset()
    avoid: frozenset[frozenset[str]] = frozenset()
    grouping: str = "auto"


def swiss_round(
    entrants: Sequence[Entrant], history: Sequence[PastRound], *, seed: str, rules: SwissRules | None = None
) -> Draw:
    """Draw the next round for the entrants present, in seed order.

    Hard conditions: everybody once, in one match or the bye (S1); nobody meets again (S2); the bye only for an odd
    number, nobody twice (S3); not more rounds than opponents (S4). Raises DrawError `infeasible` with `reason` and
    `choices` when they cannot be met (S5). Source: RATINGS 5, research 2.2.
    """
    rules = rules or SwissRules()
    past = tuple(history)
    check_rounds(len(entrants), len(past), rules)
    met = meetings(past)
    standing = stand(entrants, len(past), rules.grouping)
    dearest = max(met.values(), default=0) if rules.allow_rematch else 0
    prices = Prices(standing, past, seed, max(dearest, 1))
    draw_from = _Edges(prices, past, met, rules)
    found = draw_from.least(rematches=False)
    if found is None and rules.allow_rematch:
        found = draw_from.least(rematches=True)
    if found is None:
        raise _explain(draw_from)
    return _render(standing, found, met, byes_taken(past))


def check_rounds(entrants: int, played: int, rules: SwissRules) -> None:
    """Raise DrawError `infeasible` when the field or the number of rounds planned cannot be (S4)."""
    if entrants < 2:
        raise infeasible("too_few")
    most = entrants - 1 if entrants % 2 == 0 else entrants
    if max(rules.rounds, played + 1) > most and not rules.allow_rematch and rules.rounds:
        raise infeasible("too_many_rounds", {"choice": "rounds", "rounds": most}, {"choice": "allow_rematch"})


class _Edges:
    """Hold one field's priced pairs, the bye as a vertex beside the entrants."""

    def __init__(
        self, prices: Prices, past: tuple[PastRound, ...], met: Mapping[frozenset[str], int], rules: SwissRules
    ) -> None:
        self.prices = prices
        self.past = past
        self.met = met
        self.rules = rules
        self.count = len(prices.standing.entrants)
        self.odd = self.count % 2 == 1
        self.taken = byes_taken(past)

    def byes(self, again: bool) -> list[Edge]:
        if not self.odd:
            return []
        return [
            (i, self.count, self.prices.bye(i, taken=int(entrant.id in self.taken)))
            for i, entrant in enumerate(self.prices.standing.entrants)
            if again or entrant.id not in self.taken
        ]

    def pairs(self, rematches: bool, full: bool, closed: frozenset[frozenset[str]]) -> list[Edge]:
        rows = candidates(self.prices.standing, full)
        return price_all(self.prices, rows, self.met, closed, self.rules.avoid, rematches)

    def least(
        self, *, rematches: bool, closed: frozenset[frozenset[str]] | None = None
    ) -> list[tuple[int, int]] | None:
        """Return the matching of least price; the bye's vertex is the last one."""
        closed = self.rules.prohibited if closed is None else closed
        vertices = self.count + self.odd
        byes = self.byes(rematches or self.rules.allow_second_bye)
        rounds_left = self.rules.rounds - len(self.past)
        if vertices <= SMALL_FIELD and rounds_left > 1 and not rematches:
            exact = _playable(vertices, self.pairs(False, True, closed) + byes, rounds_left - 1)
            if exact is not None:
                return exact
        full = self.count <= FULL_GRAPH
        found = least_matching(vertices, self.pairs(rematches, full, closed) + byes)
        if found is None and not full:
            found = least_matching(vertices, self.pairs(rematches, True, closed) + byes)
        return found


def _playable(vertices: int, edges: Sequence[Edge], rounds_after: int) -> list[tuple[int, int]] | None:
    """Return the cheapest matching after which `rounds_after` rounds can still be drawn, None if there is none."""
    price = {(a, b): cost for a, b, cost in edges}
    joined = set(price)
    ranked = sorted(
        (sum(price[pair] for pair in found), found) for found in every_matching(tuple(range(vertices)), joined)
    )
    for _, found in ranked[:LOOKED_AT]:
        if factors_left(vertices, joined.difference(found), rounds_after, steps=1_000):
            return found
    return None


def _explain(edges: _Edges) -> DrawError:
    """Return the error for a field that cannot be paired, with each option that would let it pass."""
    choices: list[dict[str, object]] = []
    reason = "no_pairing_without_rematch"
    if edges.odd and not edges.byes(False):
        reason = "no_bye_left"
        choices.append({"choice": "allow_second_bye"})
    if edges.rules.prohibited and edges.least(rematches=False, closed=frozenset()) is not None:
        reason = "prohibited"
        choices.append({"choice": "lift_prohibitions"})
    again = edges.least(rematches=True)
    if again is not None:
        ids = [entrant.id for entrant in edges.prices.standing.entrants]
        rematches = sum(b < edges.count and frozenset((ids[a], ids[b])) in edges.met for a, b in again)
        choices.append({"choice": "allow_rematch", "rematches": rematches})
    elif edges.rules.prohibited:
        reason = "prohibited"
    choices.append({"choice": "end_event"})
    return infeasible(reason, *choices)


def _render(
    standing: Standing,
    found: Sequence[tuple[int, int]],
    met: Mapping[frozenset[str], int],
    taken: set[str],
) -> Draw:
    ranked = standing.entrants
    pairs: list[Pair] = []
    reasons: list[Why] = []
    floats: dict[str, str] = {}
    rematches: list[Pair] = []
    bye: str | None = None
    bye_why: Why | None = None
    for i, j in sorted(found):
        if j == len(ranked):
            bye = ranked[i].id
            floats[bye] = DOWN
            bye_why = (
                why("bye_again", a=bye)
                if bye in taken
                else why("bye_lowest", a=bye, score=plain_number(ranked[i].score))
            )
            continue
        pair = (ranked[i].id, ranked[j].id)
        pairs.append(pair)
        times = met.get(frozenset(pair), 0)
        if standing.groups[i] != standing.groups[j]:
            floats[pair[0]], floats[pair[1]] = DOWN, UP
        if times:
            rematches.append(pair)
        reasons.append(_why_pair(standing, i, j, times))
    return Draw(tuple(pairs), bye, tuple(reasons), bye_why, floats, tuple(rematches))


def _why_pair(standing: Standing, i: int, j: int, times: int) -> Why:
    a, b = standing.entrants[i], standing.entrants[j]
    if times:
        return why("rematch", a=a.id, b=b.id, times=times)
    gap = standing.groups[j] - standing.groups[i]
    if gap:
        key = "float_block" if standing.by_blocks else "float"
        return why(key, a=a.id, b=b.id, score_a=plain_number(a.score), score_b=plain_number(b.score), gap=gap)
    places: dict[str, str | int] = {"place_a": standing.place[i] + 1, "place_b": standing.place[j] + 1}
    if standing.by_blocks:
        return why("same_block", a=a.id, b=b.id, **places)
    return why("same_group", a=a.id, b=b.id, score=plain_number(a.score), **places)
