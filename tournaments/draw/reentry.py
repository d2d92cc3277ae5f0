"""Draw a knockout with re-entry (rientro): who lost may buy back in until a round (research/rules 17, Molassana)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.draw.errors import DrawError, infeasible
from tournaments.draw.lots import lot_order
from tournaments.draw.matching import Edge, least_matching
from tournaments.draw.swiss_cost import FULL_GRAPH, NEAR
from tournaments.draw.types import Draw, Pair
from tournaments.draw.why import Why, why


class ReentryRules(NamedTuple):
    """Hold the limits: losers of rounds 1 … `until_round` may come back, each `per_entrant` times, `total` in all.

    `total` None: no limit.
    """

    until_round: int = 1
    per_entrant: int = 1
    total: int | None = None


class ReentryRound(NamedTuple):
    """Hold one round played: its pairs, the winner of each, who had the bye, and which losers bought back after it."""

    pairs: tuple[Pair, ...]
    winners: tuple[str, ...]
    bye: str | None = None
    back: tuple[str, ...] = ()


class ReentryState(NamedTuple):
    """Hold where the event stands: who is in, losses, byes and re-entries of each, who may still buy back."""

    alive: tuple[str, ...]
    losses: dict[str, int]
    byes: dict[str, int]
    entries: dict[str, int]
    may_return: tuple[str, ...]


def reentry_state(entrants: Sequence[str], history: Sequence[ReentryRound], rules: ReentryRules) -> ReentryState:
    """Replay the rounds and return the state after them.

    Raises DrawError `bad_request` when a round does not follow from the one before: a pair that is not in, a winner
    who did not play, somebody left out, a return past the limits.
    """
    alive = list(entrants)
    losses = dict.fromkeys(entrants, 0)
    byes = dict.fromkeys(entrants, 0)
    back = dict.fromkeys(entrants, 0)
    may_return: list[str] = []
    for number, past in enumerate(history, start=1):
        pointer = f"/history/{number - 1}"
        playing = [entrant for pair in past.pairs for entrant in pair] + ([past.bye] if past.bye is not None else [])
        if sorted(playing) != sorted(alive):
            raise DrawError("bad_request", "the round does not hold exactly those who were in", f"{pointer}/pairs")
        if len(past.winners) != len(past.pairs) or any(
            winner not in pair for winner, pair in zip(past.winners, past.pairs, strict=False)
        ):
            raise DrawError("bad_request", "each pair needs one of its two as winner", f"{pointer}/winners")
        won = set(past.winners)
        losers = [entrant for pair in past.pairs for entrant in pair if entrant not in won]
        for loser in losers:
            losses[loser] += 1
        if past.bye is not None:
            byes[past.bye] += 1
        may_return = _may_return(losers, number, back, rules)
        for entrant in past.back:
            if entrant not in may_return:
                raise DrawError("bad_request", f"{entrant!r} may not buy back after round {number}", f"{pointer}/back")
            back[entrant] += 1
            may_return = _may_return([one for one in may_return if one != entrant], number, back, rules)
        stay = won | set(past.back) | ({past.bye} if past.bye is not None else set())
        alive = [entrant for entrant in entrants if entrant in stay]
    return ReentryState(tuple(alive), losses, byes, back, tuple(may_return))


def reentry_round(entrants: Sequence[str], history: Sequence[ReentryRound], rules: ReentryRules, *, seed: str) -> Draw:
    """Draw the next round by lot among those who are in.

    Conditions, from the dearest: the bye (odd numbers) to who has had fewest byes, then fewest losses; as few
    rematches as possible; unbeaten against unbeaten; the lot. Raises DrawError `infeasible`, reason `too_few`, when
    one is left: the event is over.
    """
    state = reentry_state(entrants, history, rules)
    if len(state.alive) < 2:
        raise infeasible("too_few")
    order = sorted(lot_order(f"{seed}\n{len(history) + 1}", state.alive), key=lambda one: state.losses[one])
    met: dict[frozenset[str], int] = {}
    for past in history:
        for pair in past.pairs:
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    found = _match(order, state, met)
    pairs: list[Pair] = []
    reasons: list[Why] = []
    bye = None
    for i, j in found:
        if j == len(order):
            bye = order[i]
            continue
        a, b = order[i], order[j]
        pairs.append((a, b))
        times = met.get(frozenset((a, b)), 0)
        reasons.append(
            why("rematch", a=a, b=b, times=times)
            if times
            else why("reentry", a=a, b=b, losses=max(state.losses[a], state.losses[b]))
        )
    again = tuple(pair for pair in pairs if frozenset(pair) in met)
    return Draw(tuple(pairs), bye, tuple(reasons), why("bye_lot", a=bye) if bye is not None else None, {}, again)


def _may_return(losers: Sequence[str], number: int, back: dict[str, int], rules: ReentryRules) -> list[str]:
    if number > rules.until_round or (rules.total is not None and sum(back.values()) >= rules.total):
        return []
    return [loser for loser in losers if back[loser] < rules.per_entrant]


def _match(order: Sequence[str], state: ReentryState, met: dict[frozenset[str], int]) -> list[tuple[int, int]]:
    count = len(order)
    reach = count if count <= FULL_GRAPH else NEAR
    lots = count * count * count + 1
    losses = lots * (count * 16 + 1)
    rematch = losses * (count + 1)
    edges: list[Edge] = []
    for i in range(count):
        for j in range(i + 1, min(count, i + 1 + reach)):
            a, b = order[i], order[j]
            apart = min(abs(state.losses[a] - state.losses[b]), 4)
            edges.append(
                (i, j, rematch * min(met.get(frozenset((a, b)), 0), 16) + lots * apart * apart + (j - i - 1) ** 2)
            )
    if count % 2:
        bye = rematch * (16 * count + 1)
        edges.extend(
            (i, count, bye * (16 * min(state.byes[one], 16) + min(state.losses[one], 15)) + i)
            for i, one in enumerate(order)
        )
    found = least_matching(count + count % 2, edges)
    assert found is not None
    return found
