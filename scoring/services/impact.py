"""Say what a correction would change before it is made: do it, look, and take it back.

The impact is what really happens, computed by the services that do it, inside a transaction that is
rolled back. `PARTS` is the list of who looks: standings and pairings can be added to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from cirulla.lib.errors import Forbidden
from cirulla.lib.retry import retrying
from players.principals import Principal
from players.selectors.rankings import ranking
from players.services.ratings import ratings_refresh
from scoring.models import Match
from scoring.selectors import record
from scoring.services.desk import Desk
from scoring.states import hand_next


@dataclass(frozen=True, slots=True)
class Looked:
    """What the parts of an impact show of a match at one moment."""

    match: dict[str, Any]
    ranking: dict[UUID, dict[str, Any]]


def hand_impact(*, match_id: UUID, hand_id: UUID, body: Mapping[str, Any] | None, by: Principal) -> dict[str, Any]:
    """Return what correcting a hand to `body` (None: voiding it) would change; nothing is stored.

    `match` has the state before and after, `winner_changes` and `end_changes`; `ratings` lists who in
    the club's ranking would move, from where to where. Raises what the correction itself would raise.
    """

    def work() -> dict[str, Any]:
        with transaction.atomic(durable=True):
            found = _impact(match_id, hand_id, body, by)
            transaction.set_rollback(True)
        return found

    return retrying(work)


def _impact(match_id: UUID, hand_id: UUID, body: Mapping[str, Any] | None, by: Principal) -> dict[str, Any]:
    desk = Desk.open(match_id, by)
    if not desk.may_change:
        raise Forbidden("Only scorers, directors and owners change what others entered.", code="may_not_change")
    row = desk.hand(hand_id)
    if desk.match.club_id is not None:
        ratings_refresh(club_id=desk.match.club_id, match_id=match_id, record=record)
    before = _look(match_id)
    if body is None:
        desk.set_state(row, hand_next(row.state, "void"))
        desk.write(desk.fold(desk.facts(without=hand_id)))
    else:
        entry = desk.read(body)
        state = hand_next(row.state, "record_half" if entry.open_sides else "correct")
        desk.store(hand_id, entry, desk.score(entry), version=row.version + 1, state=state)
    if desk.match.club_id is not None:
        ratings_refresh(club_id=desk.match.club_id, match_id=match_id, record=record)
    after = _look(match_id)
    return {name: part(before, after) for name, part in PARTS.items()}


def _look(match_id: UUID) -> Looked:
    match = Match.objects.select_related("club").get(pk=match_id)
    state = {
        "status": match.status,
        "winner": match.winner,
        "cut": match.cut,
        "totals": match.totals,
        "games": match.games,
        "after_end": match.after_end,
    }
    rows = ranking(match.club).rows if match.club else ()
    places = {row.player: {"rank": row.rank, "rating": row.rating, "deviation": row.deviation} for row in rows}
    return Looked(state, places)


def _match_part(before: Looked, after: Looked) -> dict[str, Any]:
    return {
        "before": before.match,
        "after": after.match,
        "winner_changes": before.match["winner"] != after.match["winner"],
        "end_changes": before.match["status"] != after.match["status"]
        or before.match["after_end"] != after.match["after_end"],
    }


def _ratings_part(before: Looked, after: Looked) -> list[dict[str, Any]]:
    people = sorted({*before.ranking, *after.ranking}, key=str)
    return [
        {"player": str(player), "before": before.ranking.get(player), "after": after.ranking.get(player)}
        for player in people
        if before.ranking.get(player) != after.ranking.get(player)
    ]


PARTS: dict[str, Callable[[Looked, Looked], Any]] = {"match": _match_part, "ratings": _ratings_part}
"""Who looks at the two moments, by the part of the answer."""
