"""Plain single-row SQL of the write path: the same text on PostgreSQL and SQLite, no model `save()`.

Recording a hand costs six statements between BEGIN and COMMIT: lock, hands, hand, revision, match,
outbox. The rows are those of scoring.models; a test compares them with what the ORM reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any
from uuid import UUID

import orjson
from django.db import connection

from cirulla.lib.ids import uuid7
from scoring.engine import Ruleset, read_ruleset
from scoring.match_fold import HandFacts, MatchFold


@dataclass(frozen=True, slots=True)
class LockedMatch:
    """The match row, held by this transaction until its end."""

    id: UUID
    club_id: UUID | None
    created_by_id: UUID | None
    status: str
    rules: Ruleset
    seats_count: int
    sides_count: int
    first_dealer: int
    version: int


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand, with what the order of CONTRACT 2 asks for."""

    id: UUID
    state: str
    version: int
    revision: int
    digest: str
    confirmed_by: list[str]
    recorded_by: str
    recorded_at: datetime
    facts: HandFacts


@dataclass(frozen=True, slots=True)
class NewRevision:
    """What is written of one revision: ids and figures, never a name."""

    hand_id: UUID
    version: int
    number: int
    dealer_seat: int
    mode: str
    entry: Mapping[str, Any]
    score: Mapping[str, Any] | None
    totals: Sequence[int] | None
    wins_match: int | None
    explanation: Sequence[Mapping[str, Any]]
    digest: str
    answer: str
    engine_version: str
    principal: str
    device: str
    reason: str
    recorded_at: datetime


def _id(value: UUID | None) -> Any:
    """Return an id as the database stores it: SQLite has no UUID type."""
    return value.hex if value is not None and connection.vendor == "sqlite" else value


def _uuid(value: Any) -> UUID | None:
    return value if value is None or isinstance(value, UUID) else UUID(value)


def _json(value: Any) -> str | None:
    return None if value is None else orjson.dumps(value).decode()


def _load(value: Any) -> Any:
    return orjson.loads(value) if isinstance(value, str | bytes) else value


def _time(value: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(value)


def _read_time(value: Any) -> datetime:
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=UTC)
    return datetime.fromisoformat(value).replace(tzinfo=UTC)


@cache
def _rules(text: str) -> Ruleset:
    return read_ruleset(orjson.loads(text))


def lock(match_id: UUID) -> LockedMatch | None:
    """Lock a match row and return it, None when there is none.

    PostgreSQL waits at most lock_timeout for it; on SQLite the transaction holds the write lock since BEGIN.
    """
    return _match(match_id, " FOR NO KEY UPDATE" if connection.vendor == "postgresql" else "")


def read(match_id: UUID) -> LockedMatch | None:
    """Return a match row without locking it, None when there is none."""
    return _match(match_id, "")


def _match(match_id: UUID, clause: str) -> LockedMatch | None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT club_id, created_by_id, status, CAST(ruleset AS text), seats_count, sides_count, first_dealer,"  # noqa: S608
            f" version FROM scoring_match WHERE id = %s{clause}",
            [_id(match_id)],
        )
        row = cursor.fetchone()
    if row is None:
        return None
    club, creator, status, ruleset, seats, sides, first_dealer, version = row
    return LockedMatch(
        match_id, _uuid(club), _uuid(creator), status, _rules(ruleset), seats, sides, first_dealer, version
    )


def hands(match_id: UUID) -> list[HandRow]:
    """Return all hands of a match, void ones too, in the order of their numbers."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, number, dealer_seat, state, version, revision, digest, CAST(totals AS text),"
            " CAST(score AS text), wins_match, CAST(confirmed_by AS text), recorded_by, recorded_at"
            " FROM scoring_hand WHERE match_id = %s ORDER BY number",
            [_id(match_id)],
        )
        return [_hand(row) for row in cursor.fetchall()]


def _hand(row: tuple[Any, ...]) -> HandRow:
    hand_id, number, dealer, state, version, revision, digest, totals, score, wins, confirmed, by, at = row
    known = _load(totals)
    key = _uuid(hand_id)
    assert key is not None
    return HandRow(
        key,
        state,
        version,
        revision,
        digest,
        _load(confirmed),
        by,
        _read_time(at),
        HandFacts(number, dealer, tuple(known) if known is not None else None, wins, _load(score)),
    )


def stored_answer(hand_id: UUID, digest: str) -> tuple[int, str] | None:
    """Return version and answer of the newest revision with this content, None when there is none."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, answer FROM scoring_handrevision WHERE hand_id = %s AND digest = %s"
            " ORDER BY version DESC LIMIT 1",
            [_id(hand_id), digest],
        )
        row: tuple[int, str] | None = cursor.fetchone()
    return row


def revision(hand_id: UUID, version: int) -> tuple[dict[str, Any], str]:
    """Return entry and answer of one revision."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT CAST(entry AS text), answer FROM scoring_handrevision WHERE hand_id = %s AND version = %s",
            [_id(hand_id), version],
        )
        entry, answer = cursor.fetchone()
    return _load(entry), answer


def revision_before(hand_id: UUID, version: int) -> int | None:
    """Return the version of the revision before this one, None for the first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT max(version) FROM scoring_handrevision WHERE hand_id = %s AND version < %s",
            [_id(hand_id), version],
        )
        found: tuple[int | None] = cursor.fetchone()
    return found[0]


def report_answer(match_id: UUID, hand_uuid: UUID, digest: str) -> tuple[int, str] | None:
    """Return status and answer that this report got, None when it never came."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT status, answer FROM scoring_handreport WHERE hand_uuid = %s AND digest = %s AND match_id = %s",
            [_id(hand_uuid), digest, _id(match_id)],
        )
        row: tuple[int, str] | None = cursor.fetchone()
    return row


def reports(match_id: UUID, number: int, kind: str) -> list[dict[str, Any]]:
    """Return the entries of the reports of one hand, newest first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT CAST(entry AS text) FROM scoring_handreport WHERE match_id = %s AND number = %s AND kind = %s"
            " ORDER BY recorded_at DESC, id DESC",
            [_id(match_id), number, kind],
        )
        return [_load(entry) for (entry,) in cursor.fetchall()]


def report_entry(match_id: UUID, hand_uuid: UUID, number: int) -> dict[str, Any] | None:
    """Return the newest entry that a phone reported for a hand under its own UUID, None when there is none."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT CAST(entry AS text) FROM scoring_handreport WHERE match_id = %s AND hand_uuid = %s AND number = %s"
            " ORDER BY recorded_at DESC, id DESC LIMIT 1",
            [_id(match_id), _id(hand_uuid), number],
        )
        row = cursor.fetchone()
    return None if row is None else _load(row[0])


def insert_hand(match_id: UUID, state: str, new: NewRevision) -> None:
    """Insert a hand at its first version. Raises IntegrityError when its id or number is taken."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO scoring_hand (id, match_id, number, dealer_seat, mode, state, version, revision, digest,"
            " totals, score, wins_match, confirmed_by, recorded_by, recorded_at, created_at)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                _id(new.hand_id), _id(match_id), new.number, new.dealer_seat, new.mode, state, new.version,
                new.version, new.digest, _json(new.totals), _json(new.score), new.wins_match, "[]", new.principal,
                _time(new.recorded_at), _time(new.recorded_at),
            ],
        )  # fmt: skip


def update_hand(state: str, new: NewRevision) -> None:
    """Point a hand to a newer revision; what others had confirmed is open again."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE scoring_hand SET dealer_seat = %s, mode = %s, state = %s, version = %s, revision = %s,"
            " digest = %s, totals = %s, score = %s, wins_match = %s, confirmed_by = %s, recorded_by = %s,"
            " recorded_at = %s WHERE id = %s",
            [
                new.dealer_seat, new.mode, state, new.version, new.version, new.digest, _json(new.totals),
                _json(new.score), new.wins_match, "[]", new.principal, _time(new.recorded_at), _id(new.hand_id),
            ],
        )  # fmt: skip


def insert_revision(new: NewRevision) -> None:
    """Append a revision with the answer its client gets, now and on every retry."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO scoring_handrevision (id, hand_id, version, number, entry, score, explanation, digest, answer,"
            " engine_version, principal, device, reason, recorded_at)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                _id(uuid7()), _id(new.hand_id), new.version, new.number, _json(new.entry), _json(new.score),
                _json(new.explanation), new.digest, new.answer, new.engine_version, new.principal, new.device,
                new.reason, _time(new.recorded_at),
            ],
        )  # fmt: skip


def insert_report(match_id: UUID, kind: str, status: int, new: NewRevision) -> None:
    """Keep a hand that did not become official, whole, with the answer it got."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO scoring_handreport (id, hand_uuid, match_id, kind, number, entry, score, digest, status,"
            " answer, principal, device, recorded_at) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                _id(uuid7()), _id(new.hand_id), _id(match_id), kind, new.number, _json(new.entry), _json(new.score),
                new.digest, status, new.answer, new.principal, new.device, _time(new.recorded_at),
            ],
        )  # fmt: skip


def set_hand_state(hand_id: UUID, state: str, version: int, confirmed_by: Sequence[str]) -> None:
    """Set what others say of a hand: confirmed, disputed, void; at its new version."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE scoring_hand SET state = %s, version = %s, confirmed_by = %s WHERE id = %s",
            [state, version, _json(list(confirmed_by)), _id(hand_id)],
        )


def update_match(match_id: UUID, version: int, fold: MatchFold, at: datetime) -> None:
    """Write the fold of the hands onto the match row, at its new version."""
    finished_at = _time(at) if fold.status == "finished" else None
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE scoring_match SET version = %s, status = %s, winner = %s, totals = %s, games = %s, missing = %s,"
            " after_end = %s, hands_count = %s, next_dealer = %s, changed_at = %s,"
            " finished_at = CASE WHEN %s = 'finished' THEN COALESCE(finished_at, %s) ELSE NULL END WHERE id = %s",
            [
                version, fold.status, fold.winner, _json(fold.totals), _json(fold.games), _json(fold.missing),
                _json(fold.after_end), fold.hands_count, fold.next_dealer, _time(at), fold.status, finished_at,
                _id(match_id),
            ],
        )  # fmt: skip


def touch_match(match_id: UUID, version: int, at: datetime) -> None:
    """Raise a match's version: something about it changed that its totals do not show."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE scoring_match SET version = %s, changed_at = %s WHERE id = %s",
            [version, _time(at), _id(match_id)],
        )


def insert_event(
    match_id: UUID,
    hand_id: UUID | None,
    kind: str,
    facts: Mapping[str, Any],
    reason: str,
    principal: str,
    device: str,
    match_version: int,
    at: datetime,
) -> None:
    """Append what was done beside recording: ids only, never a name."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO scoring_matchevent (match_id, hand_id, kind, facts, reason, principal, device, match_version,"
            " created_at) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                _id(match_id), _id(hand_id), kind, _json(facts), reason, principal, device, match_version, _time(at),
            ],
        )  # fmt: skip


def insert_outbox(topic: str, key: UUID, at: datetime) -> None:
    """Write the row from which statistics, ratings and the live view follow."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO lib_outbox (topic, key, created_at, next_try_at, attempts, last_error)"
            " VALUES (%s, %s, %s, %s, 0, '')",
            [topic, str(key), _time(at), _time(at)],
        )
