"""Pair neighbours in the standings: Danese pure and modified, Monrad (RATINGS 5, research 2.8)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from tournaments.draw.errors import infeasible
from tournaments.draw.matching import Edge, least_matching
from tournaments.draw.swiss_cost import FULL_GRAPH, NEAR
from tournaments.draw.types import Draw, Entrant, Pair, PastRound, byes_taken, meetings
from tournaments.draw.why import Why, plain_number, why


class Neighbours(StrEnum):
    """Name who may meet again: anybody, anybody but the last opponent, nobody."""

    PURE = "pure"
    MODIFIED = "modified"
    MONRAD = "monrad"


def neighbours_round(
    entrants: Sequence[Entrant],
    history: Sequence[PastRound],
    *,
    variant: Neighbours = Neighbours.MODIFIED,
    prohibited: frozenset[frozenset[str]] = frozenset(),
) -> Draw:
    """Pair 1st with 2nd, 3rd with 4th, as near as the variant lets them: least sum of squared distances.

    `entrants` present, in seed order, which also orders equal scores. The bye goes to the lowest who has had none.
    Raises DrawError `infeasible` with reason `no_pairing_without_rematch`, `prohibited`, `no_bye_left` or `too_few`.
    """
    past = tuple(history)
    if len(entrants) < 2:
        raise infeasible("too_few")
    met = meetings(past)
    closed = (
        prohibited
        | {
            Neighbours.PURE: frozenset(),
            Neighbours.MODIFIED: frozenset(meetings(past[-1:])),
            Neighbours.MONRAD: frozenset(met),
        }[variant]
    )
    ranked = sorted(range(len(entrants)), key=lambda index: (-entrants[index].score, index))
    ids = [entrants[index].id for index in ranked]
    scores = [entrants[index].score for index in ranked]
    taken = byes_taken(past)
    odd = len(ids) % 2
    byes = [place for place, one in enumerate(ids) if one not in taken] if odd else []
    if odd and not byes:
        raise infeasible("no_bye_left", {"choice": "allow_second_bye"})
    found = _match(ids, closed, byes)
    if found is None:
        reason = "prohibited" if prohibited and _match(ids, closed - prohibited, byes) else "no_pairing_without_rematch"
        raise infeasible(reason, {"choice": "variant", "variant": Neighbours.PURE.value}, {"choice": "end_event"})
    pairs: list[Pair] = []
    reasons: list[Why] = []
    bye = None
    for i, j in found:
        if j == len(ids):
            bye = ids[i]
            continue
        pairs.append((ids[i], ids[j]))
        key = "neighbours" if j == i + 1 else "near_neighbours"
        reasons.append(why(key, a=ids[i], b=ids[j], place_a=i + 1, place_b=j + 1))
    bye_why = why("bye_lowest", a=bye, score=plain_number(scores[ids.index(bye)])) if bye is not None else None
    again = tuple(pair for pair in pairs if frozenset(pair) in met)
    return Draw(tuple(pairs), bye, tuple(reasons), bye_why, {}, again)


def _match(ids: list[str], closed: frozenset[frozenset[str]], byes: list[int]) -> list[tuple[int, int]] | None:
    count = len(ids)
    vertices = count + count % 2
    above_all = count * count * vertices

    def edges(reach: int) -> list[Edge]:
        rows = [
            (i, j, (j - i) * (j - i))
            for i in range(count)
            for j in range(i + 1, min(count, i + 1 + reach))
            if not closed or frozenset((ids[i], ids[j])) not in closed
        ]
        return rows + [(i, count, (count - 1 - i) * above_all) for i in byes]

    found = least_matching(vertices, edges(count if count <= FULL_GRAPH else NEAR))
    if found is None and count > FULL_GRAPH:
        found = least_matching(vertices, edges(count))
    return found
