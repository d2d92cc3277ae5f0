"""Record a hand: once, whole, in the order of CONTRACT 2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import orjson
from django.db import IntegrityError, transaction
from django.utils import timezone

from cirulla.lib.errors import (
    BadRequest,
    Conflict,
    FieldError,
    Forbidden,
    PreconditionMissing,
    Refusal,
    Unprocessable,
    VersionStale,
)
from cirulla.lib.etag import etag, matches
from cirulla.lib.retry import is_duplicate, retrying
from players.principals import Principal
from scoring.engine import EntryScore, HandEntry
from scoring.match_fold import expected_dealer
from scoring.services import halves, hand_rows
from scoring.services.answers import match_part, refusal_data
from scoring.services.desk import Desk, witness
from scoring.services.hand_rows import HandRow
from scoring.states import NEW, hand_next

OWN_CHANGE = timedelta(minutes=15)
"""For so long who entered a hand may change it without a reason and without being a scorer."""
REASON_MAX = 200


@dataclass(frozen=True, slots=True)
class Said:
    """What a body says beside the facts of the hand: it is not part of the content that retries are compared by."""

    off_turn: bool = False
    move_bonus: bool = False
    reason: str = ""

    @classmethod
    def read(cls, body: Mapping[str, Any]) -> tuple[Said, dict[str, Any]]:
        """Return it, and the body without it. Raises BadRequest `wrong_type`."""
        words = {"dealer_off_turn": False, "move_bonus": False, "reason": ""}
        facts = {name: value for name, value in body.items() if name not in words}
        for name, default in words.items():
            value = body.get(name, default)
            if type(value) is not type(default) or (isinstance(value, str) and not _storable(value)):
                wanted = f"text of at most {REASON_MAX} characters, none of them NUL"
                detail = f"{name} is {wanted if name == 'reason' else 'true or false'}."
                raise BadRequest("wrong_type", detail, errors=[FieldError(f"/{name}", "wrong_type", detail)])
            words[name] = value
        reason = " ".join(str(words["reason"]).split())
        return cls(bool(words["dealer_off_turn"]), bool(words["move_bonus"]), reason), facts


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the client is told: the status, the answer's bytes, the hand's version."""

    status: int
    answer: bytes
    version: int
    hand_id: UUID


class HandRefused(Refusal):
    """The answer to a hand that was kept as a report and not made official; a retry gets the same one for ever."""

    def __init__(self, status: int, answer: str) -> None:
        stored = orjson.loads(answer)
        errors = [FieldError(**error) for error in stored["errors"]]
        super().__init__(stored["code"], stored["detail"], status=status, errors=errors, extra=stored["extra"])


def hand_record(
    *,
    match_id: UUID,
    hand_id: UUID,
    body: Mapping[str, Any],
    by: Principal,
    if_match: str | None = None,
    recorded_at: datetime | None = None,
) -> Recorded:
    """Store one counted hand and move its match on.

    `body` is the body of CONTRACT 2. A phone may send the same hand again at any time: a known
    `hand_id` with the same content returns the first answer, byte for byte; other content raises
    PreconditionMissing or VersionStale unless `if_match` names the hand's version, then it is a
    correction. A number taken by another hand raises HandRefused `hand_conflict` and a finished match
    `match_finished`; both keep the report, and so does a half that does not add up with the other
    (422). Engine refusals are Unprocessable with pointers into the body. Deadlocks and lock timeouts
    are retried three times, then TryAgain; nothing is half stored.
    """
    at = recorded_at or timezone.now()
    result = retrying(lambda: _record(match_id, hand_id, body, by, if_match, at))
    if isinstance(result, HandRefused):
        raise result
    return result


def _record(
    match_id: UUID, hand_id: UUID, body: Mapping[str, Any], by: Principal, if_match: str | None, at: datetime
) -> Recorded | HandRefused:
    try:
        with transaction.atomic(durable=True):
            said, facts = Said.read(body)
            desk = Desk.open(match_id, by, at)
            return _Recording(desk, hand_id, desk.read(facts), said, if_match).run()
    except IntegrityError as exc:
        if not is_duplicate(exc):
            raise
        # The lock keeps numbers apart inside a match, so it is the id that another match has.
        raise Conflict("hand_id_taken", "Another match has a hand with this id; make a new one.") from None


@dataclass(frozen=True, slots=True)
class _Recording:
    """One attempt, under the lock of its match."""

    desk: Desk
    hand_id: UUID
    entry: HandEntry
    said: Said
    if_match: str | None

    def run(self) -> Recorded | HandRefused:
        """Go through the order of CONTRACT 2."""
        rows = self.desk.rows
        mine = next((row for row in (*rows, *self.desk.gone) if row.id == self.hand_id), None)
        if mine is not None:
            return self._known(mine)
        holder = next((row for row in rows if row.facts.number == self.entry.number), None)
        if (holder is not None or self.desk.match.status != "open") and (told := self._told_before(holder)):
            return told
        if holder is not None:
            return self._second(holder)
        if self.desk.match.status != "open":
            return self._late()
        return self._store(version=1, state=NEW, status=201)

    def _known(self, mine: HandRow) -> Recorded:
        # Who names the version of now has seen it: content of before is then a correction back to it, not a retry,
        # because a retry names the version before its own.
        back = self.if_match == etag(mine.version) and self.entry.digest != mine.digest
        if not back:
            if stored := hand_rows.stored_answer(self.hand_id, self.entry.digest):
                return Recorded(200, stored[1].encode(), stored[0], self.hand_id)
            if isinstance(told := self._told_before(None), Recorded):
                return told
        headers = {"ETag": etag(mine.version)}
        current = {"id": str(mine.id), "version": mine.version, "state": mine.state}
        if self.if_match is None:
            raise PreconditionMissing(current, headers)
        if not matches(self.if_match, mine.version):
            raise VersionStale(current, headers)
        if self.entry.number != mine.facts.number:
            raise _refuse(
                "/number", "number_fixed", f"This is hand {mine.facts.number}; a correction keeps the number."
            )
        self._check_right(mine)
        self._check_bonus(mine)
        whole = self._with_waiting_half()
        done = whole._store(version=mine.version + 1, state=mine.state, status=200)
        if whole is not self and self._told_before(None) is None:
            # The revision has the whole hand's content; the retry of this half finds its answer here.
            content = {"hand": str(mine.id), "digest": whole.entry.digest}
            self.desk.keep_report(self.hand_id, self.entry, EntryScore(), "half", 200, content)
        return done

    def _store(self, *, version: int, state: str, status: int) -> Recorded:
        facts = self.desk.facts(without=self.hand_id)
        expected = expected_dealer(facts, self.entry.number, self.desk.match.first_dealer, self.desk.match.seats_count)
        if self.entry.seating.dealer_seat != expected and not self.said.off_turn:
            raise _wrong_dealer(self.entry, expected)
        score = self.desk.score(self.entry)
        event = "record_half" if self.entry.open_sides else "record" if state == NEW else "correct"
        after = hand_next(state, event)
        new = self.desk.store(self.hand_id, self.entry, score, version=version, state=after, reason=self.said.reason)
        return Recorded(status, new.answer.encode(), version, self.hand_id)

    def _second(self, holder: HandRow) -> Recorded | HandRefused:
        """Answer a hand whose number another one holds: confirm it, complete it, or dispute it."""
        if holder.digest == self.entry.digest:
            return self._confirm(holder)
        stored = self.desk.read(hand_rows.revision(holder.id, holder.revision)[0])
        if not halves.agree(halves.content(self.entry), halves.content(stored)):
            return self._rival(holder)
        if not stored.open_sides:
            return self._confirm(holder)
        return self._join(holder, stored)

    def _join(self, holder: HandRow, stored: HandEntry) -> Recorded | HandRefused:
        """Fill in the sides that were open. What does not add up is refused, and the half is kept."""
        entry = self.desk.read(halves.joined(stored.canonical, self.entry.canonical))
        try:
            score = self.desk.score(entry)
        except Unprocessable as refusal:
            answer = self.desk.keep_report(
                self.hand_id, self.entry, EntryScore(), "half", 422, refusal_data(refusal, hand=str(holder.id))
            )
            self.desk.touch()
            return HandRefused(422, answer)
        state = hand_next("open", "record_half" if entry.open_sides else "join")
        new = self.desk.store(holder.id, entry, score, version=holder.version + 1, state=state)
        self.desk.keep_report(
            self.hand_id, self.entry, EntryScore(), "half", 200, {"hand": str(holder.id), "digest": entry.digest}
        )
        return Recorded(200, new.answer.encode(), new.version, holder.id)

    def _with_waiting_half(self) -> _Recording:
        """Return this correction joined with a half of the other side that had not added up, if it does now."""
        if not self.entry.open_sides:
            return self
        for waiting in hand_rows.reports(self.desk.match.id, self.entry.number, "half"):
            other = self.desk.read(waiting)
            if not halves.agree(halves.content(self.entry), halves.content(other)):
                continue
            entry = self.desk.read(halves.joined(self.entry.canonical, other.canonical))
            try:
                self.desk.score(entry)
            except Unprocessable:
                continue
            return replace(self, entry=entry)
        return self

    def _rival(self, holder: HandRow) -> HandRefused:
        score = self.desk.score(self.entry)
        number = self.entry.number
        conflict = Conflict(
            "hand_conflict",
            f"Hand {number} is already here with other content. Both are kept; the match goes on with the first.",
            extra={"hand": str(holder.id), "report": str(self.hand_id), "number": number},
        )
        answer = self.desk.keep_report(self.hand_id, self.entry, score, "rival", 409, refusal_data(conflict))
        state = hand_next(holder.state, "rival")
        self.desk.set_state(holder, state)
        if self.desk.match.status == "finished" and state == "disputed":
            self.desk.rows = [replace(row, state=state) if row.id == holder.id else row for row in self.desk.rows]
            self.desk.close_disputes()
        self.desk.touch()
        return HandRefused(409, answer)

    def _confirm(self, holder: HandRow) -> Recorded:
        name = witness(self.desk.by)
        confirmed = holder.confirmed_by if name in holder.confirmed_by else [*holder.confirmed_by, name]
        # A partner may send the same half once more: it stays open, and he is named beside the first.
        state = holder.state if holder.state == "open" else hand_next(holder.state, "confirm")
        version = holder.version
        if confirmed != holder.confirmed_by or state != holder.state:
            version = self.desk.set_state(holder, state, confirmed)
            self.desk.touch()
        body = orjson.loads(hand_rows.revision(holder.id, holder.revision)[1])
        match_version = self.desk.version if version != holder.version else self.desk.match.version
        where = match_part(self.desk.fold(self.desk.facts()), match_version)
        body.update(state=state, version=version, confirmed_by=confirmed, match=where)
        return Recorded(200, orjson.dumps(body), version, holder.id)

    def _late(self) -> HandRefused:
        score = self.desk.score(self.entry)
        conflict = Conflict(
            "match_finished",
            "This match is over. The hand is kept as a report for the director.",
            extra={"report": str(self.hand_id), "number": self.entry.number},
        )
        return HandRefused(
            409, self.desk.keep_report(self.hand_id, self.entry, score, "late", 409, refusal_data(conflict))
        )

    def _told_before(self, holder: HandRow | None) -> Recorded | HandRefused | None:
        """Return the answer that this very report got already."""
        told = hand_rows.report_answer(self.desk.match.id, self.hand_id, self.entry.digest)
        if told is None:
            return None
        status, answer = told
        if status != 200:
            return HandRefused(status, answer)
        pointer = orjson.loads(answer)
        stored = hand_rows.stored_answer(UUID(pointer["hand"]), pointer["digest"])
        assert stored is not None
        return Recorded(200, stored[1].encode(), stored[0], UUID(pointer["hand"]))

    def _check_right(self, mine: HandRow) -> None:
        """Let who entered the hand mend it for a while; later, and for others, it takes a scorer and a reason."""
        own = mine.recorded_by == self.desk.by.ref and self.desk.at - mine.recorded_at <= OWN_CHANGE
        if own or mine.state == "open":
            return
        if not self.desk.may_change:
            raise Forbidden("Only scorers, directors and owners change what others entered.", code="may_not_change")
        if not self.said.reason:
            raise _refuse("/reason", "reason_required", "A correction by another, or a late one, needs a reason.")

    def _check_bonus(self, mine: HandRow) -> None:
        """Never move a dealer's bonus to the other side in silence."""
        seats = self.desk.seats
        before, after = seats[mine.facts.dealer_seat], seats[self.entry.seating.dealer_seat]
        marked = [side["dealer"] for side in (mine.facts.score or {"sides": []})["sides"]]
        if before != after and any(marked) and not self.said.move_bonus:
            raise _refuse(
                "/dealer_seat",
                "bonus_would_move",
                "With another dealer the bonus of this hand goes to another side; say move_bonus: true if it should.",
            )


def _storable(reason: str) -> bool:
    return len(reason) <= REASON_MAX and "\x00" not in reason


def _refuse(pointer: str, code: str, detail: str, **extra: Any) -> Unprocessable:
    return Unprocessable(code, detail, errors=[FieldError(pointer, code, detail)], extra=extra)


def _wrong_dealer(entry: HandEntry, expected: int) -> Unprocessable:
    detail = (
        f"Seat {expected} deals hand {entry.number}, not seat {entry.seating.dealer_seat}."
        " If the deal really went astray, send dealer_off_turn: true."
    )
    return _refuse("/dealer_seat", "wrong_dealer", detail, expected_dealer=expected)
