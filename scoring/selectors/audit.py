"""Who did what in a club, newest first: roles, tokens and codes, and all that was done to hands and matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from players.models import AuditEvent
from scoring.models import HandRevision, MatchEvent


@dataclass(frozen=True, slots=True)
class Act:
    """One act as every source tells it. `key` sorts acts of the same instant and names a place in the list."""

    key: str
    at: datetime
    kind: str
    subject: str | None
    match: str | None
    facts: dict[str, Any]
    reason: str
    by: str
    device: str
    request_id: str

    def row(self) -> dict[str, Any]:
        """Return the act as the API shows it: ids only."""
        return {
            "id": self.key,
            "at": self.at,
            "kind": self.kind,
            "subject": self.subject,
            "match": self.match,
            "facts": self.facts,
            "reason": self.reason,
            "by": self.by,
            "device": self.device,
            "request_id": self.request_id,
        }


@dataclass(frozen=True, slots=True)
class Before:
    """A place in the list: instant and key of the last act that was seen."""

    at: datetime
    key: str

    def __post_init__(self) -> None:
        """Refuse a key that no act has with ValueError."""
        source, name = self.key[:1], self.key[1:]
        if source == "m":
            int(name)
        elif source in ("a", "r"):
            UUID(name)
        else:
            raise ValueError(self.key)

    def older(self, source: str, field: str) -> Q:
        """Return the condition under which rows of a source come after this place: by instant, source, id."""
        same = Q(**{field: self.at})
        if source == self.key[0]:
            same &= Q(pk__lt=int(self.key[1:]) if source == "m" else UUID(self.key[1:]))
        elif source > self.key[0]:
            return Q(**{f"{field}__lt": self.at})
        return Q(**{f"{field}__lt": self.at}) | same


def club_acts(club_id: UUID, before: Before | None, limit: int) -> list[Act]:
    """Return up to `limit` acts older than `before`; three queries, each cut at `limit`."""

    def cut(rows: QuerySet[Any], source: str, field: str, act: Callable[[Any], Act]) -> list[Act]:
        rows = rows.filter(before.older(source, field)) if before else rows
        return [act(row) for row in rows.order_by(f"-{field}", "-pk")[:limit]]

    revisions = HandRevision.objects.filter(hand__match__club_id=club_id).select_related("hand")
    sources = (
        cut(AuditEvent.objects.filter(club_id=club_id), "a", "created_at", _event),
        cut(MatchEvent.objects.filter(match__club_id=club_id), "m", "created_at", _match_event),
        cut(revisions, "r", "recorded_at", _revision),
    )
    return list(islice(merge(*sources, key=_order, reverse=True), limit))


def all_club_acts(club_id: UUID, step: int = 500) -> Iterator[Act]:
    """Walk all acts of a club, newest first, in steps of constant size."""
    before: Before | None = None
    while page := club_acts(club_id, before, step):
        yield from page
        before = Before(page[-1].at, page[-1].key)


def _order(act: Act) -> tuple[datetime, str]:
    return act.at, act.key


def _event(row: AuditEvent) -> Act:
    return Act(
        f"a{row.pk}",
        row.created_at,
        row.kind,
        str(row.subject) if row.subject else None,
        row.facts.get("match"),
        row.facts,
        row.reason,
        row.principal,
        row.device,
        row.request_id,
    )


def _match_event(row: MatchEvent) -> Act:
    subject = str(row.hand_id) if row.hand_id else None
    return Act(
        f"m{row.pk:020d}",
        row.created_at,
        row.kind,
        subject,
        str(row.match_id),
        row.facts,
        row.reason,
        row.principal,
        row.device,
        "",
    )


def _revision(row: HandRevision) -> Act:
    kind = "record" if row.version == 1 else "correct"
    return Act(
        f"r{row.pk}",
        row.recorded_at,
        kind,
        str(row.hand_id),
        str(row.hand.match_id),
        {"number": row.number, "version": row.version, "digest": row.digest},
        row.reason,
        row.principal,
        row.device,
        "",
    )
