"""What can be done to a hand beside entering it: confirm, dispute, resolve, undo, void, restore."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from cirulla.lib.errors import Conflict, FieldError, Forbidden, PreconditionMissing, Unprocessable, VersionStale
from cirulla.lib.etag import etag, matches
from cirulla.lib.retry import retrying
from players.principals import Principal
from scoring.services import hand_rows
from scoring.services.desk import Desk, witness
from scoring.services.hand_rows import HandRow
from scoring.services.hands import OWN_CHANGE
from scoring.states import hand_next


@dataclass(frozen=True, slots=True)
class Act:
    """What is asked: which act, on which version, why, and for `resolve` which report is right (None: the first)."""

    name: str
    if_match: str | None
    reason: str = ""
    report: UUID | None = None


def hand_act(
    *,
    match_id: UUID,
    hand_id: UUID,
    act: Act,
    by: Principal,
    at: datetime | None = None,
    then: Callable[[], Any] = lambda: None,
) -> Any:
    """Do one act to a hand and let totals, end and winner of its match follow.

    `confirm` and `dispute` are open to whoever may record; `resolve`, `void` and `restore` to scorers
    and up, and they need a reason; `undo` takes back the newest entry of the same person for a
    quarter of an hour. What `then` reads before the commit is returned, so that an answer which cannot be
    given means that nothing was done. Raises NotFound, Forbidden, PreconditionMissing, VersionStale, Conflict
    `hand_state` or `undo_too_late`, Unprocessable `reason_required`, `unknown_report`.
    """

    def work() -> Any:
        with transaction.atomic(durable=True):
            desk = Desk.open(match_id, by, at)
            row = _row(desk, hand_id)
            if act.if_match is None:
                raise PreconditionMissing({"version": row.version}, {"ETag": etag(row.version)})
            if not matches(act.if_match, row.version):
                raise VersionStale({"version": row.version, "state": row.state}, {"ETag": etag(row.version)})
            ACTS[act.name](desk, row, act)
            return then()

    return retrying(work)


def _row(desk: Desk, hand_id: UUID) -> HandRow:
    gone = next((row for row in desk.gone if row.id == hand_id), None)
    return desk.hand(hand_id) if gone is None else gone


def _confirm(desk: Desk, row: HandRow, act: Act) -> None:
    name = witness(desk.by)
    if name not in row.confirmed_by:
        desk.set_state(row, hand_next(row.state, "confirm"), [*row.confirmed_by, name])
        desk.touch()


def _dispute(desk: Desk, row: HandRow, act: Act) -> None:
    desk.set_state(row, hand_next(row.state, "dispute"))
    desk.log("dispute", row.id, {"number": row.facts.number}, act.reason)
    desk.touch()


def _resolve(desk: Desk, row: HandRow, act: Act) -> None:
    """Decide a dispute: the official content stands, or a report takes its place as a new revision."""
    _needs(desk, act, "Only scorers, directors and owners resolve a dispute.")
    after = hand_next(row.state, "resolve")
    facts = {"number": row.facts.number, "report": str(act.report) if act.report else None}
    if act.report is None:
        desk.set_state(row, after)
        desk.log("resolve", row.id, facts, act.reason)
        desk.touch()
        return
    stored = hand_rows.report_entry(desk.match.id, act.report, row.facts.number)
    if stored is None:
        detail = "There is no such report of this hand."
        raise Unprocessable("unknown_report", detail, errors=[FieldError("/report", "unknown_report", detail)])
    entry = desk.read(stored)
    desk.log("resolve", row.id, facts, act.reason)
    desk.store(row.id, entry, desk.score(entry), version=row.version + 1, state=after, reason=act.reason)


def _void(desk: Desk, row: HandRow, act: Act) -> None:
    """Take a hand out of the match: its number is free again, the hand and its revisions stay."""
    _needs(desk, act, "Only scorers, directors and owners void a hand.")
    _take_out(desk, row, "void", act.reason)


def _take_out(desk: Desk, row: HandRow, kind: str, reason: str) -> None:
    desk.set_state(row, hand_next(row.state, "void"))
    desk.log(kind, row.id, {"number": row.facts.number}, reason)
    desk.write(desk.fold(desk.facts(without=row.id)))


def _restore(desk: Desk, row: HandRow, act: Act) -> None:
    """Put a voided hand back, if its number is still free."""
    _needs(desk, act, "Only scorers, directors and owners restore a hand.")
    if any(other.facts.number == row.facts.number for other in desk.rows):
        raise Conflict("number_taken", f"Another hand has the number {row.facts.number} now.")
    desk.set_state(row, hand_next(row.state, "restore"))
    desk.log("restore", row.id, {"number": row.facts.number}, act.reason)
    desk.write(desk.fold([*desk.facts(), row.facts]))


def _undo(desk: Desk, row: HandRow, act: Act) -> None:
    """Take back one's own newest entry: the revision before it, or no hand at all."""
    if row.recorded_by != desk.by.ref:
        raise Forbidden("Only who entered it takes an entry back.", code="may_not_undo")
    if desk.at - row.recorded_at > OWN_CHANGE:
        raise Conflict("undo_too_late", "It is too late to undo; correct the hand, with a reason.")
    before = hand_rows.revision_before(row.id, row.revision)
    if before is None:
        _take_out(desk, row, "undo", act.reason)
        return
    entry = desk.read(hand_rows.revision(row.id, before)[0])
    desk.log("undo", row.id, {"number": row.facts.number, "back_to": before}, act.reason)
    state = hand_next(row.state, "record_half" if entry.open_sides else "correct")
    desk.store(row.id, entry, desk.score(entry), version=row.version + 1, state=state, reason="undo")


def _needs(desk: Desk, act: Act, words: str) -> None:
    if not desk.may_change:
        raise Forbidden(words, code="may_not_change")
    if not act.reason:
        detail = "This needs a reason that others can read later."
        raise Unprocessable("reason_required", detail, errors=[FieldError("/reason", "reason_required", detail)])


ACTS: dict[str, Callable[[Desk, HandRow, Act], Any]] = {
    "confirm": _confirm,
    "dispute": _dispute,
    "resolve": _resolve,
    "void": _void,
    "restore": _restore,
    "undo": _undo,
}
"""Every act by its name in the address."""
