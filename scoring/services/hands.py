"""Record a hand: once, whole, in the order of CONTRACT 2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from django.db import IntegrityError, transaction
from django.utils import timezone

from cirulla.lib import outbox
from cirulla.lib.errors import (
    BadRequest,
    Conflict,
    FieldError,
    Forbidden,
    NotFound,
    PreconditionMissing,
    Unprocessable,
    VersionStale,
)
from cirulla.lib.etag import etag, matches
from cirulla.lib.retry import retrying
from players.policies import clubs_visible, may_record_in
from players.principals import Principal
from scoring.engine import EngineError, EntryScore, HandEntry, read_entry, score_entry
from scoring.engine.version import ENGINE_VERSION
from scoring.services import hand_rows
from scoring.services.hand_rows import HandRow, LockedMatch, NewRevision
from scoring.services.match_fold import HandFacts, MatchFold, expected_dealer, match_fold
from scoring.services.matches import seat_sides
from scoring.services.rules import refusal_of

TOPIC = "match_changed"
# Not a fact of the hand: the sender's word that the deal really was out of turn.
OFF_TURN = "dealer_off_turn"


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the client is told: the status, the answer's bytes, the hand's version."""

    status: int
    answer: bytes
    version: int
    hand_id: UUID


class HandConflict(Conflict):
    """409: another hand has this number, or the match is over; the report is kept and this is its answer for ever."""

    def __init__(self, code: str, answer: str) -> None:
        stored = orjson.loads(answer)
        super().__init__(code, stored["detail"], extra=stored["extra"])


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
    correction. A number taken by another hand raises HandConflict `hand_conflict` and a finished match
    `match_finished`; both keep the report. Engine refusals are Unprocessable with pointers into the
    body. Deadlocks and lock timeouts are retried three times, then TryAgain; nothing is half stored.
    """
    at = recorded_at or timezone.now()
    result = retrying(lambda: _record(match_id, hand_id, body, by, if_match, at))
    if isinstance(result, HandConflict):
        raise result
    return result


def _record(
    match_id: UUID, hand_id: UUID, body: Mapping[str, Any], by: Principal, if_match: str | None, at: datetime
) -> Recorded | HandConflict:
    try:
        with transaction.atomic(durable=True):
            match = _lock(match_id, by)
            entry = _read(body, match)
            return _Recording(match, hand_id, entry, bool(body.get(OFF_TURN)), by, if_match, at).run()
    except IntegrityError:
        # The lock keeps numbers apart inside a match, so it is the id that another match has.
        raise Conflict("hand_id_taken", "Another match has a hand with this id; make a new one.") from None


def _lock(match_id: UUID, by: Principal) -> LockedMatch:
    match = hand_rows.lock(match_id)
    if match is None:
        raise NotFound("There is no such match.")
    if match.club_id is None:
        if match.created_by_id is None or match.created_by_id != by.user_id:
            raise NotFound("There is no such match.")
        if not by.has("hands:write"):
            raise Forbidden("Your token does not carry hands:write.")
    elif not may_record_in(by, match.club_id):
        if not clubs_visible(by).filter(pk=match.club_id).exists():
            raise NotFound("There is no such match.")
        raise Forbidden("Only members of the club record hands in it.")
    return match


def _read(body: Mapping[str, Any], match: LockedMatch) -> HandEntry:
    facts = {name: value for name, value in body.items() if name != OFF_TURN}
    if not isinstance(body.get(OFF_TURN, False), bool):
        detail = f"{OFF_TURN} is true or false."
        raise BadRequest("wrong_type", detail, errors=[FieldError(f"/{OFF_TURN}", "wrong_type", detail)])
    try:
        entry = read_entry(facts, seat_sides(match.seats_count))
    except EngineError as exc:
        raise refusal_of(exc) from None
    if entry.open_sides:
        detail = "Each side has to be sent; `null` for a side that its own phone will send is not taken yet."
        places = [FieldError(f"/sides/{side}", "open_side", detail) for side in entry.open_sides]
        raise Unprocessable("open_side", detail, errors=places)
    return entry


def _score(entry: HandEntry, match: LockedMatch) -> EntryScore:
    try:
        return score_entry(entry, match.rules)
    except EngineError as exc:
        raise refusal_of(exc) from None


@dataclass(frozen=True, slots=True)
class _Recording:
    """One attempt, under the lock of its match."""

    match: LockedMatch
    hand_id: UUID
    entry: HandEntry
    off_turn: bool
    by: Principal
    if_match: str | None
    at: datetime

    def run(self) -> Recorded | HandConflict:
        """Go through the order of CONTRACT 2."""
        rows = hand_rows.hands(self.match.id)
        mine = next((row for row in rows if row.id == self.hand_id), None)
        if mine is not None:
            return self._known(mine, rows)
        holder = next((row for row in rows if row.facts.number == self.entry.number), None)
        if (holder is not None or self.match.status != "open") and (told := self._told_before()):
            return told
        if holder is not None:
            return self._second(holder, rows)
        return self._first(rows)

    def _known(self, mine: HandRow, rows: list[HandRow]) -> Recorded:
        if stored := hand_rows.stored_answer(self.hand_id, self.entry.digest):
            return Recorded(200, stored[1].encode(), stored[0], self.hand_id)
        headers = {"ETag": etag(mine.version)}
        current = {"id": str(mine.id), "version": mine.version, "state": mine.state}
        if self.if_match is None:
            raise PreconditionMissing(current, headers)
        if not matches(self.if_match, mine.version):
            raise VersionStale(current, headers)
        if self.entry.number != mine.facts.number:
            raise _number_fixed(mine.facts.number)
        others = [row for row in rows if row.id != self.hand_id]
        return self._store(others, version=mine.version + 1)

    def _first(self, rows: list[HandRow]) -> Recorded | HandConflict:
        if self.match.status != "open":
            return self._late()
        return self._store(rows, version=1)

    def _store(self, others: list[HandRow], *, version: int) -> Recorded:
        facts = [row.facts for row in others]
        self._check_dealer(facts)
        score = _score(self.entry, self.match)
        mine = HandFacts(
            self.entry.number,
            self.entry.seating.dealer_seat,
            tuple(score.totals) if score.totals is not None else None,
            score.wins_match,
            score.score,
        )
        fold = _fold(self.match, [*facts, mine])
        match_version = self.match.version + 1
        new = self._revision(score, version, _answer(self, score, version, fold, match_version))
        if version == 1:
            hand_rows.insert_hand(self.match.id, new)
        else:
            hand_rows.update_hand(new)
        hand_rows.insert_revision(new)
        hand_rows.update_match(self.match.id, match_version, fold, self.at)
        self._follow()
        return Recorded(201 if version == 1 else 200, new.answer.encode(), version, self.hand_id)

    def _second(self, holder: HandRow, rows: list[HandRow]) -> Recorded | HandConflict:
        """Answer a hand whose number another one holds: the same content confirms it, any other disputes it."""
        if holder.digest == self.entry.digest:
            return self._confirm(holder, rows)
        score = _score(self.entry, self.match)
        answer = _conflict_answer(
            f"Hand {self.entry.number} is already here with other content. Both are kept, the first counts.",
            {"hand": str(holder.id), "report": str(self.hand_id), "number": self.entry.number},
        )
        hand_rows.insert_report(self.match.id, "rival", self._revision(score, 0, answer))
        hand_rows.set_hand_state(holder.id, "disputed", holder.confirmed_by)
        hand_rows.touch_match(self.match.id, self.match.version + 1, self.at)
        self._follow()
        return HandConflict("hand_conflict", answer)

    def _confirm(self, holder: HandRow, rows: list[HandRow]) -> Recorded:
        witness = _witness(self.by)
        confirmed = holder.confirmed_by if witness in holder.confirmed_by else [*holder.confirmed_by, witness]
        state = holder.state if holder.state == "disputed" else "confirmed"
        version = self.match.version
        if confirmed != holder.confirmed_by or state != holder.state:
            hand_rows.set_hand_state(holder.id, state, confirmed)
            version += 1
            hand_rows.touch_match(self.match.id, version, self.at)
            self._follow()
        stored = hand_rows.stored_answer(holder.id, holder.digest)
        assert stored is not None
        body = orjson.loads(stored[1])
        fold = _fold(self.match, [row.facts for row in rows])
        body.update(state=state, confirmed_by=confirmed, match=_match_part(fold, version))
        return Recorded(200, orjson.dumps(body), holder.version, holder.id)

    def _late(self) -> HandConflict:
        score = _score(self.entry, self.match)
        answer = _conflict_answer(
            "This match is over. The hand is kept as a report for the director.",
            {"report": str(self.hand_id), "number": self.entry.number},
        )
        hand_rows.insert_report(self.match.id, "late", self._revision(score, 0, answer))
        return HandConflict("match_finished", answer)

    def _told_before(self) -> HandConflict | None:
        """Return the answer this report got already; the same id with other content is refused anew."""
        known = hand_rows.report(self.hand_id)
        if known is None:
            return None
        match_id, digest, answer = known
        if match_id != self.match.id or digest != self.entry.digest:
            raise Conflict("hand_id_taken", "This id belongs to a report with other content; make a new one.")
        kind = "hand_conflict" if "hand" in orjson.loads(answer)["extra"] else "match_finished"
        return HandConflict(kind, answer)

    def _check_dealer(self, others: list[HandFacts]) -> None:
        expected = expected_dealer(others, self.entry.number, self.match.first_dealer, self.match.seats_count)
        if self.entry.seating.dealer_seat == expected or self.off_turn:
            return
        detail = (
            f"Seat {expected} deals hand {self.entry.number}, not seat {self.entry.seating.dealer_seat}."
            " If the deal really went astray, send dealer_off_turn: true."
        )
        raise Unprocessable(
            "wrong_dealer",
            detail,
            errors=[FieldError("/dealer_seat", "wrong_dealer", detail)],
            extra={"expected_dealer": expected},
        )

    def _revision(self, score: EntryScore, version: int, answer: str) -> NewRevision:
        return NewRevision(
            hand_id=self.hand_id,
            version=version,
            number=self.entry.number,
            dealer_seat=self.entry.seating.dealer_seat,
            mode=self.entry.mode,
            entry=self.entry.canonical,
            score=score.score,
            totals=list(score.totals) if score.totals is not None else None,
            wins_match=score.wins_match,
            explanation=score.explanation,
            digest=self.entry.digest,
            answer=answer,
            engine_version=ENGINE_VERSION,
            principal=self.by.ref,
            device=self.by.device,
            reason="",
            recorded_at=self.at,
        )

    def _follow(self) -> None:
        hand_rows.insert_outbox(TOPIC, self.match.id, self.at)
        transaction.on_commit(outbox.nudge, robust=True)


def _fold(match: LockedMatch, facts: list[HandFacts]) -> MatchFold:
    return match_fold(
        sorted(facts, key=lambda hand: hand.number),
        match.rules,
        sides=match.sides_count,
        seats=match.seats_count,
        first_dealer=match.first_dealer,
    )


def _witness(by: Principal) -> str:
    return f"{by.ref}/{by.device}" if by.device else by.ref


def _match_part(fold: MatchFold, version: int) -> dict[str, Any]:
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


def hand_body(entry: Mapping[str, Any], score: EntryScore) -> dict[str, Any]:
    """Return what a preview and an answer share: the entry as sent, its points and why."""
    return {
        "number": entry["number"],
        "dealer_seat": entry["dealer_seat"],
        "mode": entry["mode"],
        "complete": score.complete,
        "entry": entry,
        "totals": list(score.totals) if score.totals is not None else None,
        "score": score.score,
        "explanation": score.explanation,
    }


def _answer(recording: _Recording, score: EntryScore, version: int, fold: MatchFold, match_version: int) -> str:
    body = {
        "id": str(recording.hand_id),
        "state": "recorded",
        "version": version,
        **hand_body(recording.entry.canonical, score),
        "confirmed_by": [],
        "recorded_at": recording.at,
        "match": _match_part(fold, match_version),
    }
    return orjson.dumps(body, option=orjson.OPT_UTC_Z).decode()


def _conflict_answer(detail: str, extra: Mapping[str, Any]) -> str:
    return orjson.dumps({"detail": detail, "extra": extra}).decode()


def _number_fixed(number: int) -> Unprocessable:
    detail = f"This is hand {number}; a correction keeps the number."
    return Unprocessable("number_fixed", detail, errors=[FieldError("/number", "number_fixed", detail)])


def hand_preview(*, match_id: UUID, body: Mapping[str, Any], by: Principal) -> dict[str, Any]:
    """Score a hand as `hand_record` would, and say where the match would be; store nothing.

    Raises what `hand_record` raises for a body that cannot be.
    """
    with transaction.atomic():
        match = hand_rows.read(match_id)
        if match is None or not _may_preview(match, by):
            raise NotFound("There is no such match.")
        entry = _read(body, match)
        score = _score(entry, match)
        others = [row.facts for row in hand_rows.hands(match_id) if row.facts.number != entry.number]
    totals = tuple(score.totals) if score.totals is not None else None
    mine = HandFacts(entry.number, entry.seating.dealer_seat, totals, score.wins_match, score.score)
    fold = _fold(match, [*others, mine])
    return {**hand_body(entry.canonical, score), "match": _match_part(fold, match.version)}


def _may_preview(match: LockedMatch, by: Principal) -> bool:
    if match.club_id is None:
        return match.created_by_id is not None and match.created_by_id == by.user_id
    return clubs_visible(by).filter(pk=match.club_id).exists()
