"""Plain single-row SQL of the write path: the same text on PostgreSQL and SQLite, no model `save()`.

Recording a hand costs three steps between BEGIN and COMMIT: lock, hands, and the writes of hand, revision, match
and outbox together. The rows are those of scoring.models; a test compares them with what the ORM reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import orjson

from cirulla.lib.ids import uuid7
from cirulla.lib.plain_sql import (
    Statement,
    id_in,
    id_out,
    json_in,
    json_out,
    plain_cursor,
    sqlite,
    time_in,
    time_out,
)
from scoring.engine import Ruleset, read_ruleset
from scoring.match_fold import HandFacts, MatchFold


@dataclass(frozen=True, slots=True)
class LockedMatch:
    """The match row, held by this transaction until its end; `club_role` is what its reader is in its club."""

    id: UUID
    club_id: UUID | None
    created_by_id: UUID | None
    status: str
    rules: Ruleset
    seats_count: int
    sides_count: int
    first_dealer: int
    version: int
    time_called: bool
    club_role: str | None


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


@lru_cache(maxsize=256)
def _rules(text: str) -> Ruleset:
    return read_ruleset(orjson.loads(text))


def lock(match_id: UUID, reader: UUID | None = None) -> LockedMatch | None:
    """Lock a match row and return it with the role of account `reader` in its club, None when there is none.

    PostgreSQL waits at most lock_timeout for it; on SQLite the transaction holds the write lock since BEGIN.
    """
    return _match(match_id, reader, "" if sqlite() else " FOR NO KEY UPDATE")


def read(match_id: UUID, reader: UUID | None = None) -> LockedMatch | None:
    """Return a match row without locking it, None when there is none."""
    return _match(match_id, reader, "")


def _match(match_id: UUID, reader: UUID | None, clause: str) -> LockedMatch | None:
    with plain_cursor() as cursor:
        cursor.execute(
            "SELECT m.club_id, m.created_by_id, m.status, CAST(m.ruleset AS text), m.seats_count, m.sides_count,"  # noqa: S608
            " m.first_dealer, m.version, m.time_called,"
            " (SELECT role FROM players_membership WHERE club_id = m.club_id AND user_id = %s)"
            f" FROM scoring_match m WHERE m.id = %s{clause}",
            [id_in(reader), id_in(match_id)],
        )
        row = cursor.fetchone()
    if row is None:
        return None
    club, creator, status, ruleset, seats, sides, first_dealer, version, time_called, role = row
    return LockedMatch(
        match_id,
        id_out(club),
        id_out(creator),
        status,
        _rules(ruleset),
        seats,
        sides,
        first_dealer,
        version,
        bool(time_called),
        role,
    )


def hands(match_id: UUID) -> list[HandRow]:
    """Return all hands of a match, void ones too, in the order of their numbers."""
    with plain_cursor() as cursor:
        cursor.execute(
            "SELECT id, number, dealer_seat, state, version, revision, digest, CAST(totals AS text),"
            " CAST(score AS text), wins_match, CAST(confirmed_by AS text), recorded_by, recorded_at"
            " FROM scoring_hand WHERE match_id = %s ORDER BY number",
            [id_in(match_id)],
        )
        return [_hand(row) for row in cursor.fetchall()]


def _hand(row: tuple[Any, ...]) -> HandRow:
    hand_id, number, dealer, state, version, revision, digest, totals, score, wins, confirmed, by, at = row
    known = json_out(totals)
    key = id_out(hand_id)
    assert key is not None
    return HandRow(
        key,
        state,
        version,
        revision,
        digest,
        json_out(confirmed),
        by,
        time_out(at),
        HandFacts(number, dealer, tuple(known) if known is not None else None, wins, json_out(score)),
    )


def stored_answer(hand_id: UUID, digest: str) -> tuple[int, str] | None:
    """Return version and answer of the newest revision with this content, None when there is none."""
    with plain_cursor() as cursor:
        cursor.execute(
            "SELECT version, answer FROM scoring_handrevision WHERE hand_id = %s AND digest = %s"
            " ORDER BY version DESC LIMIT 1",
            [id_in(hand_id), digest],
        )
        row: tuple[int, str] | None = cursor.fetchone()
    return row


def revision(hand_id: UUID, version: int) -> tuple[dict[str, Any], str]:
    """Return entry and answer of one revision."""
    with plain_cursor() as cursor:
        cursor.execute(
            "SELECT CAST(entry AS text), answer FROM scoring_handrevision WHERE hand_id = %s AND version = %s",
            [id_in(hand_id), version],
        )
        entry, answer = cursor.fetchone()
    return json_out(entry), answer


def revision_before(hand_id: UUID, version: int) -> int | None:
    """Return the version of the revision before this one, None for the first."""
    with plain_cursor() as cursor:
        cursor.execute(
            "SELECT max(version) FROM scoring_handrevision WHERE hand_id = %s AND version < %s",
            [id_in(hand_id), version],
        )
        found: tuple[int | None] = cursor.fetchone()
    return found[0]


def report_answer(match_id: UUID, hand_uuid: UUID, digest: str) -> tuple[int, str] | None:
    """Return status and answer that this report got, None when it never came."""
    with plain_cursor() as cursor:
        cursor.execute(
            "SELECT status, answer FROM scoring_handreport WHERE hand_uuid = %s AND digest = %s AND match_id = %s",
            [id_in(hand_uuid), digest, id_in(match_id)],
        )
        row: tuple[int, str] | None = cursor.fetchone()
    return row


def reports(match_id: UUID, number: int, kind: str) -> list[dict[str, Any]]:
    """Return the entries of the reports of one hand, newest first."""
    with plain_cursor() as cursor:
        cursor.execute(
            "SELECT CAST(entry AS text) FROM scoring_handreport WHERE match_id = %s AND number = %s AND kind = %s"
            " ORDER BY recorded_at DESC, id DESC",
            [id_in(match_id), number, kind],
        )
        return [json_out(entry) for (entry,) in cursor.fetchall()]


def report_entry(match_id: UUID, hand_uuid: UUID, number: int) -> dict[str, Any] | None:
    """Return the newest entry that a phone reported for a hand under its own UUID, None when there is none."""
    with plain_cursor() as cursor:
        cursor.execute(
            "SELECT CAST(entry AS text) FROM scoring_handreport WHERE match_id = %s AND hand_uuid = %s AND number = %s"
            " ORDER BY recorded_at DESC, id DESC LIMIT 1",
            [id_in(match_id), id_in(hand_uuid), number],
        )
        row = cursor.fetchone()
    return None if row is None else json_out(row[0])


def hand_insert(match_id: UUID, state: str, new: NewRevision) -> Statement:
    """Return the insert of a hand at its first version; an IntegrityError says that its id or number is taken."""
    return (
        ("INSERT INTO scoring_hand (id, match_id, number, dealer_seat, mode, state, version, revision, digest,"
        " totals, score, wins_match, confirmed_by, recorded_by, recorded_at, created_at)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"),
        [
            id_in(new.hand_id), id_in(match_id), new.number, new.dealer_seat, new.mode, state, new.version,
            new.version, new.digest, json_in(new.totals), json_in(new.score), new.wins_match, "[]", new.principal,
            time_in(new.recorded_at), time_in(new.recorded_at),
        ],
    )  # fmt: skip


def hand_update(state: str, new: NewRevision) -> Statement:
    """Return what points a hand to a newer revision; what others had confirmed is open again."""
    return (
        ("UPDATE scoring_hand SET dealer_seat = %s, mode = %s, state = %s, version = %s, revision = %s,"
        " digest = %s, totals = %s, score = %s, wins_match = %s, confirmed_by = %s, recorded_by = %s,"
        " recorded_at = %s WHERE id = %s"),
        [
            new.dealer_seat, new.mode, state, new.version, new.version, new.digest, json_in(new.totals),
            json_in(new.score), new.wins_match, "[]", new.principal, time_in(new.recorded_at), id_in(new.hand_id),
        ],
    )  # fmt: skip


def revision_insert(new: NewRevision) -> Statement:
    """Return the insert of a revision with the answer its client gets, now and on every retry."""
    return (
        ("INSERT INTO scoring_handrevision (id, hand_id, version, number, entry, score, explanation, digest, answer,"
        " engine_version, principal, device, reason, recorded_at)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"),
        [
            id_in(uuid7()), id_in(new.hand_id), new.version, new.number, json_in(new.entry), json_in(new.score),
            json_in(new.explanation), new.digest, new.answer, new.engine_version, new.principal, new.device,
            new.reason, time_in(new.recorded_at),
        ],
    )  # fmt: skip


def insert_report(match_id: UUID, kind: str, status: int, new: NewRevision) -> None:
    """Keep a hand that did not become official, whole, with the answer it got."""
    with plain_cursor() as cursor:
        cursor.execute(
            "INSERT INTO scoring_handreport (id, hand_uuid, match_id, kind, number, entry, score, digest, status,"
            " answer, principal, device, recorded_at) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                id_in(uuid7()), id_in(new.hand_id), id_in(match_id), kind, new.number, json_in(new.entry),
                json_in(new.score), new.digest, status, new.answer, new.principal, new.device, time_in(new.recorded_at),
            ],
        )  # fmt: skip


def set_hand_state(hand_id: UUID, state: str, version: int, confirmed_by: Sequence[str]) -> None:
    """Set what others say of a hand: confirmed, disputed, void; at its new version."""
    with plain_cursor() as cursor:
        cursor.execute(
            "UPDATE scoring_hand SET state = %s, version = %s, confirmed_by = %s WHERE id = %s",
            [state, version, json_in(list(confirmed_by)), id_in(hand_id)],
        )


def match_update(match_id: UUID, version: int, fold: MatchFold, at: datetime) -> Statement:
    """Return what writes the fold of the hands onto the match row, at its new version."""
    finished_at = time_in(at) if fold.status == "finished" else None
    return (
        ("UPDATE scoring_match SET version = %s, status = %s, winner = %s, cut = %s, totals = %s, games = %s,"
        " missing = %s, after_end = %s, hands_count = %s, next_dealer = %s, changed_at = %s,"
        " finished_at = CASE WHEN %s = 'finished' THEN COALESCE(finished_at, %s) ELSE NULL END WHERE id = %s"),
        [
            version, fold.status, fold.winner, fold.cut, json_in(fold.totals), json_in(fold.games),
            json_in(fold.missing), json_in(fold.after_end), fold.hands_count, fold.next_dealer, time_in(at),
            fold.status, finished_at, id_in(match_id),
        ],
    )  # fmt: skip


def match_touch(match_id: UUID, version: int, at: datetime) -> Statement:
    """Return what raises a match's version: something about it changed that its totals do not show."""
    return (
        "UPDATE scoring_match SET version = %s, changed_at = %s WHERE id = %s",
        [version, time_in(at), id_in(match_id)],
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
    with plain_cursor() as cursor:
        cursor.execute(
            "INSERT INTO scoring_matchevent (match_id, hand_id, kind, facts, reason, principal, device, match_version,"
            " created_at) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                id_in(match_id), id_in(hand_id), kind, json_in(facts), reason, principal, device, match_version,
                time_in(at),
            ],
        )  # fmt: skip


def outbox_insert(topic: str, key: UUID, at: datetime) -> Statement:
    """Return the insert of the row from which statistics, ratings and the live view follow."""
    return (
        (
            "INSERT INTO lib_outbox (topic, key, created_at, next_try_at, attempts, last_error)"
            " VALUES (%s, %s, %s, %s, 0, '')"
        ),
        [topic, str(key), time_in(at), time_in(at)],
    )
