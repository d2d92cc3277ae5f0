"""Draw an individual event with changing partners: ready tables, or two matchings a round (RATINGS 5, research 2.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.draw.cyclic_tables import cyclic_rounds
from tournaments.draw.errors import infeasible
from tournaments.draw.lots import lot, lot_order
from tournaments.draw.matching import Edge, least_matching
from tournaments.draw.seating import Seating, seating
from tournaments.draw.swiss_cost import FULL_GRAPH, NEAR
from tournaments.draw.threes import choose_resting, choose_threes, tables_of_three
from tournaments.draw.types import Entrant, Pair
from tournaments.draw.why import Why, why

Table = tuple[Pair, Pair]
SEATS_TRIED = 16_000
"""Players seated in the search for a whole schedule before the answer is that none was found: the time limit."""
ATTEMPTS_PER_ROUND = 20


class RotatingRound(NamedTuple):
    """Hold one round: tables of pair against pair, tables of three (each for himself), who rests, and the reasons."""

    tables: tuple[Table, ...]
    resting: tuple[str, ...] = ()
    threes: tuple[tuple[str, str, str], ...] = ()
    why: tuple[Why, ...] = ()


def rotating_schedule(entrants: Sequence[str], rounds: int, *, seed: str) -> list[RotatingRound]:
    """Return the whole schedule of an event whose draw does not look at the standings; numbers are given by lot.

    4, 8, … 32 and 5, 9, … 29 players take the ready tables: nobody twice with the same partner, opponents as even as
    can be, rests in turn. Other numbers, and only they, are drawn round by round. Conditions W1-W4. Raises DrawError
    `infeasible`: `too_few` under four, `too_many_rounds` past the partners there are, `no_partners_left`.
    """
    if len(entrants) < 4:
        raise infeasible("too_few")
    order = lot_order(seed, entrants)
    most = most_rounds(len(order))
    if rounds > most:
        raise infeasible("too_many_rounds", {"choice": "rounds", "rounds": most})
    ready = cyclic_rounds(len(order))
    if ready is not None:
        return [_named(order, tables, number) for number, tables in enumerate(ready[:rounds], start=1)]
    longest = drawn = attempt = 0
    while drawn < max(rounds, SEATS_TRIED // len(order)):
        plan: list[RotatingRound] = []
        state = seating(order, ())
        while len(plan) < rounds:
            one = _free_round(order, state, f"{seed}\n{attempt}\n{len(plan)}", None)
            if one is None:
                break
            plan.append(one)
            state = state.after(one.tables, one.threes, one.resting)
        if len(plan) == rounds:
            return plan
        longest = max(longest, len(plan))
        drawn += len(plan) + 1
        attempt += 1
    raise infeasible("no_partners_left", {"choice": "rounds", "rounds": longest})


def most_rounds(count: int) -> int:
    """Return how many rounds `count` players can have before somebody must repeat a partner."""
    if count % 4 == 0:
        return count - 1
    resting = count % 4
    return count * (count - 1) // (count - resting)


def rotating_round(
    entrants: Sequence[Entrant],
    history: Sequence[RotatingRound],
    *,
    seed: str,
    by_standings: bool = False,
    threes: bool = False,
    allow_repeat: bool = False,
) -> RotatingRound:
    """Draw the next round for the players present.

    `by_standings`: in blocks of four the first plays with the fourth against second and third, as far as nobody
    repeats a partner; otherwise opponents are kept as even as can be. `threes`: who is over sits at tables of three
    instead of resting. Raises DrawError `infeasible`, reason `too_few` or `no_partners_left` (choice `allow_repeat`).
    """
    ids = [entrant.id for entrant in entrants]
    if len(ids) < (6 if threes and len(ids) % 4 else 4):
        raise infeasible("too_few")
    ranked = sorted(range(len(entrants)), key=lambda index: (-entrants[index].score, index))
    order = [ids[index] for index in ranked] if by_standings else lot_order(f"{seed}\n{len(history)}", ids)
    scores = {entrant.id: entrant.score for entrant in entrants} if by_standings else None
    state = seating(ids, history)
    for attempt in range(ATTEMPTS_PER_ROUND):
        found = _free_round(order, state, f"{seed}\n{attempt}\n{len(history)}", scores, threes, allow_repeat)
        if found is not None:
            return found
    raise infeasible("no_partners_left", {"choice": "allow_repeat"}, {"choice": "end_event"})


def _named(
    order: Sequence[str], tables: Sequence[tuple[tuple[int, int], tuple[int, int]]], number: int
) -> RotatingRound:
    named = tuple(((order[a], order[b]), (order[c], order[d])) for (a, b), (c, d) in tables)
    seated = {player for table in named for pair in table for player in pair}
    resting = tuple(player for player in order if player not in seated)
    reasons = [why("partners_table", a=pair[0], b=pair[1], round=number) for table in named for pair in table]
    reasons += [why("bye_schedule", a=player, round=number) for player in resting]
    return RotatingRound(named, resting, (), tuple(reasons))


def _free_round(
    order: Sequence[str],
    state: Seating,
    seed: str,
    scores: Mapping[str, float] | None,
    threes: bool = False,
    allow_repeat: bool = False,
) -> RotatingRound | None:
    reasons: list[Why] = []
    over = len(order) % 4
    resting: list[str] = []
    three_tables: list[tuple[str, str, str]] = []
    active = list(order)
    if over and threes:
        chosen = choose_threes(order, state, seed)
        three_tables = tables_of_three(chosen, state)
        reasons += [why("three", a=player, threes=state.threes.get(player, 0)) for player in chosen]
        active = [player for player in order if player not in set(chosen)]
    elif over:
        resting = choose_resting(order, over, state, seed)
        reasons += [why("rest", a=player, rests=state.rests.get(player, 0)) for player in resting]
        active = [player for player in order if player not in set(resting)]
    pairs = _partners(active, state, seed, by_blocks=scores is not None, allow_repeat=allow_repeat)
    if pairs is None:
        return None
    tables = _opponents(pairs, state, seed, scores)
    partner_reasons = [
        why("rematch", a=a, b=b, times=state.together[frozenset((a, b))])
        if state.together.get(frozenset((a, b)))
        else why("partners", a=a, b=b)
        for table in tables
        for a, b in table
    ]
    return RotatingRound(tuple(tables), tuple(resting), tuple(three_tables), (*partner_reasons, *reasons))


def _partners(
    active: Sequence[str], state: Seating, seed: str, *, by_blocks: bool, allow_repeat: bool
) -> list[Pair] | None:
    """Match partners: none repeated, first with fourth in blocks of four by standings, few former opponents."""
    count = len(active)
    reach = count if count <= FULL_GRAPH else NEAR
    lots = [lot(seed, player) & 0xFFFF for player in active]
    edges: list[Edge] = []
    for i in range(count):
        for j in range(i + 1, min(count, i + 1 + reach)):
            key = frozenset((active[i], active[j]))
            times = state.together.get(key, 0)
            if times and not allow_repeat:
                continue
            price = 30 * state.against.get(key, 0) + (1000 * count * count * times)
            if by_blocks:
                price += 100 * (j // 4 - i // 4) ** 2 + 10 * abs(i % 4 + j % 4 - 3)
            mixed = ((lots[i] ^ lots[j]) * 0x9E37 >> 4) & 0xFF
            edges.append((i, j, price * 256 * count + mixed))
    found = least_matching(count, edges)
    return None if found is None else [(active[i], active[j]) for i, j in found]


def _opponents(pairs: Sequence[Pair], state: Seating, seed: str, scores: Mapping[str, float] | None) -> list[Table]:
    """Match pairs against pairs: nearest in score where standings count, fewest repeated opponents."""
    count = len(pairs)
    reach = count if count <= FULL_GRAPH else NEAR
    sums = [sum(scores[player] for player in pair) if scores else 0.0 for pair in pairs]
    level = {one: index for index, one in enumerate(sorted(set(sums), reverse=True))}
    lots = [lot(seed, pair[0]) & 0xFFFF for pair in pairs]
    edges: list[Edge] = []
    for i in range(count):
        for j in range(i + 1, min(count, i + 1 + reach)):
            repeats = [state.against.get(frozenset((a, b)), 0) for a in pairs[i] for b in pairs[j]]
            # The price of the second, third … meeting grows, so meetings stay even over the event (W3).
            price = 150 * sum((times + 1) ** 2 - 1 for times in repeats) + 100 * (level[sums[i]] - level[sums[j]]) ** 2
            mixed = ((lots[i] ^ lots[j]) * 0x9E37 >> 4) & 0xFF
            edges.append((i, j, price * 256 * count + mixed))
    found = least_matching(count, edges)
    assert found is not None
    return [(pairs[i], pairs[j]) for i, j in found]
