"""The bodies that clients are answered with about a hand."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson

from cirulla.lib.errors import Refusal
from scoring.engine import EntryScore, HandEntry
from scoring.match_fold import MatchFold


def match_part(fold: MatchFold, version: int) -> dict[str, Any]:
    """Return where the match is, as every answer about a hand ends."""
    return {
        "status": fold.status,
        "winner": fold.winner,
        "totals": fold.totals,
        "games": fold.games,
        "missing": fold.missing,
        "after_end": fold.after_end,
        "version": version,
        "next_dealer": fold.next_dealer,
    }


def hand_body(entry: HandEntry, score: EntryScore) -> dict[str, Any]:
    """Return what a preview and an answer share: the entry, its points and why."""
    return {
        "number": entry.number,
        "dealer_seat": entry.seating.dealer_seat,
        "mode": entry.mode,
        "complete": score.complete,
        "entry": entry.canonical,
        "totals": list(score.totals) if score.totals is not None else None,
        "score": score.score,
        "explanation": score.explanation,
    }


def hand_answer(
    hand_id: UUID,
    entry: HandEntry,
    score: EntryScore,
    state: str,
    version: int,
    at: datetime,
    match: Mapping[str, Any],
) -> str:
    """Return the answer to a recorded hand, as it is stored for every retry."""
    body = {
        "id": str(hand_id),
        "state": state,
        "version": version,
        **hand_body(entry, score),
        "confirmed_by": [],
        "recorded_at": at,
        "match": match,
    }
    return orjson.dumps(body, option=orjson.OPT_UTC_Z).decode()


def refusal_data(refusal: Refusal, **extra: Any) -> dict[str, Any]:
    """Return a refusal as data, to be kept with a report and raised again for its retry."""
    return {
        "code": refusal.code,
        "detail": refusal.detail,
        "errors": [error.as_dict() for error in refusal.errors],
        "extra": {**refusal.extra, **extra},
    }
