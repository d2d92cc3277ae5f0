"""Say what a hand would be worth, and what a correction would change, without storing anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from cirulla.lib.errors import NotFound
from players.policies import clubs_visible, role_at
from players.principals import Principal
from scoring.engine.detect import entry_doubts
from scoring.services import hand_rows
from scoring.services.answers import hand_body, match_part
from scoring.services.desk import Desk, hand_facts
from scoring.services.hands import Said


def hand_preview(*, match_id: UUID, body: Mapping[str, Any], by: Principal) -> dict[str, Any]:
    """Score a hand as `hand_record` would, and say where the match would be; store nothing, lock nothing.

    `doubts` are values that hardly ever happen: worth asking "sure?", never refused.

    Raises what `hand_record` raises for a body that cannot be.
    """
    _, facts = Said.read(body)
    with transaction.atomic():
        match = hand_rows.read(match_id)
        if match is None or not _may_see(match, by):
            raise NotFound("There is no such match.")
        desk = Desk(match, hand_rows.hands(match_id), by, timezone.now(), None)
    entry = desk.read(facts)
    score = desk.score(entry)
    others = [hand for hand in desk.facts() if hand.number != entry.number]
    fold = desk.fold([*others, hand_facts(entry, score)])
    doubts = [doubt.to_dict() for doubt in entry_doubts(entry, match.rules)]
    return {**hand_body(entry, score), "doubts": doubts, "match": match_part(fold, match.version)}


def _may_see(match: hand_rows.LockedMatch, by: Principal) -> bool:
    if role_at(by, match_id=match.id, club_id=match.club_id, created_by=match.created_by_id) is not None:
        return True
    return match.club_id is not None and clubs_visible(by).filter(pk=match.club_id).exists()
