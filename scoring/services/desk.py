"""A match under its lock: what every write to it starts from, and the one way to store a revision.

`Desk` holds the locked row, its hands, who acts and when. Services open it at the start of their
transaction, decide, and call `store`, `keep_report`, `set_state` or `log`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from django.db import transaction
from django.utils import timezone

from cirulla.lib import outbox
from cirulla.lib.errors import Forbidden, NotFound
from cirulla.lib.plain_sql import Statement, write_together
from players.models import Membership
from players.policies import at_least, clubs_visible, role_seated
from players.principals import Principal
from scoring.engine import EngineError, EntryScore, HandEntry, read_entry, score_entry
from scoring.engine.version import ENGINE_VERSION
from scoring.match_fold import HandFacts, MatchFold, match_fold
from scoring.selectors.sides import seat_sides
from scoring.services import hand_rows
from scoring.services.answers import hand_answer, match_part
from scoring.services.disputes import disputes_close
from scoring.services.hand_rows import HandRow, LockedMatch, NewRevision
from scoring.services.rules import refusal_of
from scoring.states import match_next

TOPIC = "match_changed"
Role = Membership.Role


@dataclass(slots=True)
class Desk:
    """One match, held by this transaction; `version` is what the match row will have when it is written.

    `rows` are its hands that are not void, `gone` those that are.
    """

    match: LockedMatch
    rows: list[HandRow]
    by: Principal
    at: datetime
    role: str | None
    version: int = field(init=False)
    gone: list[HandRow] = field(init=False)

    def __post_init__(self) -> None:
        self.version = self.match.version + 1
        self.gone = [row for row in self.rows if row.state == "void"]
        self.rows = [row for row in self.rows if row.state != "void"]

    @classmethod
    def open(cls, match_id: UUID, by: Principal, at: datetime | None = None) -> Desk:
        """Lock a match in which `by` may record hands.

        Raises NotFound for a match that he may not know of, Forbidden for one he may only see.
        """
        match = hand_rows.lock(match_id, by.user_id)
        if match is None:
            raise NotFound("There is no such match.")
        role = _role(match, by)
        return cls(match, hand_rows.hands(match_id), by, at or timezone.now(), role)

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the side of each seat."""
        return seat_sides(self.match.seats_count)

    @property
    def may_change(self) -> bool:
        """Tell whether the actor may change what others entered: scorers and up, or who made a match without club."""
        return at_least(self.role, Role.SCORER)

    def hand(self, hand_id: UUID) -> HandRow:
        """Return a hand of this match that is not void. Raises NotFound."""
        for row in self.rows:
            if row.id == hand_id:
                return row
        raise NotFound("There is no such hand.")

    def read(self, body: Mapping[str, Any]) -> HandEntry:
        """Return the entry a body holds. Raises the engine's refusal."""
        try:
            return read_entry(body, self.seats)
        except EngineError as exc:
            raise refusal_of(exc) from None

    def score(self, entry: HandEntry) -> EntryScore:
        """Return what an entry is worth under the match's rules. Raises the engine's refusal."""
        try:
            return score_entry(entry, self.match.rules)
        except EngineError as exc:
            raise refusal_of(exc) from None

    def facts(self, *, without: UUID | None = None) -> list[HandFacts]:
        """Return the facts of the hands, one left out."""
        return [row.facts for row in self.rows if row.id != without]

    def fold(self, facts: Sequence[HandFacts]) -> MatchFold:
        """Return the state of the match with these hands."""
        return match_fold(
            sorted(facts, key=lambda hand: hand.number),
            self.match.rules,
            sides=self.match.sides_count,
            seats=self.match.seats_count,
            first_dealer=self.match.first_dealer,
            time_called=self.match.time_called,
        )

    def store(
        self,
        hand_id: UUID,
        entry: HandEntry,
        score: EntryScore,
        *,
        version: int,
        state: str,
        reason: str = "",
    ) -> NewRevision:
        """Make `entry` the official revision of a hand, write the match's new state, and let the rest follow."""
        fold = self.fold([*self.facts(without=hand_id), hand_facts(entry, score)])
        answer = hand_answer(hand_id, entry, score, state, version, self.at, match_part(fold, self.version))
        new = self.revision(hand_id, entry, score, version, answer, reason)
        hand = hand_rows.hand_insert(self.match.id, state, new) if version == 1 else hand_rows.hand_update(state, new)
        self.write(fold, hand, hand_rows.revision_insert(new))
        return new

    def revision(
        self, hand_id: UUID, entry: HandEntry, score: EntryScore, version: int, answer: str, reason: str = ""
    ) -> NewRevision:
        """Return the row of a revision or report."""
        return NewRevision(
            hand_id=hand_id,
            version=version,
            number=entry.number,
            dealer_seat=entry.seating.dealer_seat,
            mode=entry.mode,
            entry=entry.canonical,
            score=score.score,
            totals=list(score.totals) if score.totals is not None else None,
            wins_match=score.wins_match,
            explanation=score.explanation,
            digest=entry.digest,
            answer=answer,
            engine_version=ENGINE_VERSION,
            principal=self.by.ref,
            device=self.by.device,
            reason=reason,
            recorded_at=self.at,
        )

    def keep_report(
        self, hand_id: UUID, entry: HandEntry, score: EntryScore, kind: str, status: int, answer: Mapping[str, Any]
    ) -> str:
        """Keep a hand that does not become official, with the answer it gets now and on every retry."""
        text = orjson.dumps(answer).decode()
        hand_rows.insert_report(self.match.id, kind, status, self.revision(hand_id, entry, score, 0, text))
        return text

    def set_state(self, row: HandRow, state: str, confirmed_by: Sequence[str] | None = None) -> int:
        """Set the state of a hand at its next version, which is returned."""
        kept = row.confirmed_by if confirmed_by is None else confirmed_by
        hand_rows.set_hand_state(row.id, state, row.version + 1, kept)
        return row.version + 1

    def write(self, fold: MatchFold, *with_it: Statement) -> None:
        """Write the fold onto the match row at its new version, what goes with it, and the outbox row."""
        status = self.match.status
        if fold.status != status:
            match_next(status, "finish" if fold.status == "finished" else "unfinish")
        self._follow(*with_it, hand_rows.match_update(self.match.id, self.version, fold, self.at))
        if fold.status == "finished":
            self.close_disputes()

    def close_disputes(self) -> None:
        """Close the disputes of a finished match that cannot change its winner any more."""
        if not any(row.state == "disputed" for row in self.rows):
            return
        for hand_id in disputes_close(self.match.id, self.fold):
            self.log("closed_itself", hand_id, {})

    def touch(self) -> None:
        """Raise the match's version for a change that its totals do not show, and let the rest follow."""
        self._follow(hand_rows.match_touch(self.match.id, self.version, self.at))

    def _follow(self, *changes: Statement) -> None:
        """Write changes with the outbox row that follows from them, and wake the relay after the commit."""
        write_together(*changes, hand_rows.outbox_insert(TOPIC, self.match.id, self.at))
        transaction.on_commit(outbox.nudge, robust=True)

    def log(self, kind: str, hand_id: UUID | None, facts: Mapping[str, Any], reason: str = "") -> None:
        """Append what was done to the match's events."""
        hand_rows.insert_event(
            self.match.id, hand_id, kind, facts, reason, self.by.ref, self.by.device, self.version, self.at
        )


def hand_facts(entry: HandEntry, score: EntryScore) -> HandFacts:
    """Return what the fold needs of an entry with its score."""
    totals = tuple(score.totals) if score.totals is not None else None
    return HandFacts(entry.number, entry.seating.dealer_seat, totals, score.wins_match, score.score)


def witness(by: Principal) -> str:
    """Return how a confirmation names who gave it: account or token, and the phone."""
    return f"{by.ref}/{by.device}" if by.device else by.ref


def _role(match: LockedMatch, by: Principal) -> str | None:
    role = role_seated(by, match.club_role, match_id=match.id, club_id=match.club_id, created_by=match.created_by_id)
    if role is None and (match.club_id is None or not clubs_visible(by).filter(pk=match.club_id).exists()):
        raise NotFound("There is no such match.")
    if not by.has("hands:write"):
        raise Forbidden("Your token does not carry hands:write.")
    if not at_least(role, Role.MEMBER):
        raise Forbidden("Only members of the club record hands in it.")
    return role
