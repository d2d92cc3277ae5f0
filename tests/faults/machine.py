"""A model of a match as plain dictionaries, and the rules by which hypothesis plays both the model and the service.

What a hand is worth is written here, not asked: X 8 and Y 5 points under `sbiro`, and the scope of each side. The
target is low, so that matches end, open again, and disputes close themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Protocol
from uuid import UUID, uuid4

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from scoring.engine import Ruleset, read_ruleset
from scoring.match_fold import HandFacts, MatchFold, match_fold
from tests.worked_hand import plain

Scope = tuple[int, int]
RULESET = {"preset": "sbiro", "target_score": 21}
RULES: Ruleset = read_ruleset(RULESET)
WORTH = (8, 5)
CORRECT = {"recorded": "recorded", "confirmed": "recorded", "disputed": "recorded"}
CONFIRM = {"recorded": "confirmed", "confirmed": "confirmed", "disputed": "disputed"}

numbers = st.integers(1, 4)
places = st.integers(0, 7)
scopes = st.sampled_from([(0, 0), (2, 0), (0, 7), (17, 0), (0, 17)])
people = st.sampled_from(["gina", "bacci"])


class Driver(Protocol):
    """Who does to the service what the model is told; answers are status codes, 200 for anything done."""

    def put(self, who: str, hand: UUID, body: dict[str, Any], if_match: int | None) -> tuple[int, bytes]: ...

    def act(self, who: str, hand: UUID, name: str, version: int, report: UUID | None) -> int: ...

    def match_act(self, name: str, version: int) -> int: ...

    def seats(self, version: int) -> int: ...

    def substitute(self, version: int, from_hand: int) -> int: ...

    def stored(self) -> dict[str, Any]:
        """Return the match (`status`, `winner`, `totals` ...) and its `hands` by id, void ones too, as they are."""

    def witness(self, who: str) -> str: ...


@dataclass
class HandModel:
    """One hand: what is official, every revision of it, and what others say."""

    number: int
    by: str
    revisions: list[tuple[int, Scope]]
    state: str = "recorded"
    version: int = 1
    revision: int = 1
    confirmed: list[str] = field(default_factory=list)

    @property
    def scope(self) -> Scope:
        return dict(self.revisions)[self.revision]

    def facts(self, scope: Scope | None = None) -> HandFacts:
        given = self.scope if scope is None else scope
        totals = (WORTH[0] + given[0], WORTH[1] + given[1])
        return HandFacts(self.number, (self.number - 1) % 2, totals, None)

    def revise(self, scope: Scope, by: str) -> None:
        self.version += 1
        self.revision = self.version
        self.revisions.append((self.version, scope))
        self.state, self.by, self.confirmed = "recorded", by, []


class MatchMachine(RuleBasedStateMachine):
    """Play a match: everything that people may do to its hands and to itself, in any order."""

    driver: Driver

    def __init__(self) -> None:
        super().__init__()
        self.hands: dict[UUID, HandModel] = {}
        self.rivals: list[tuple[UUID, int, Scope]] = []
        self.answers: dict[tuple[UUID, Scope], bytes] = {}
        self.status = "open"
        self.time_called = False
        self.version = 1

    ids = Bundle("ids")

    @initialize(who=people, first=scopes, second=scopes)
    def begin(self, who: str, first: Scope, second: Scope) -> None:
        """Begin with two hands, so that the end is one hand away."""
        self.send(who, 1, first)
        self.send(who, 2, second)

    def at(self, place: int) -> tuple[UUID, HandModel]:
        return list(self.hands.items())[place % len(self.hands)]

    def live(self) -> dict[UUID, HandModel]:
        return {key: hand for key, hand in self.hands.items() if hand.state != "void"}

    def holder(self, number: int) -> HandModel | None:
        return next((hand for hand in self.live().values() if hand.number == number), None)

    def fold(self, facts: Sequence[HandFacts] | None = None) -> MatchFold:
        known = [hand.facts() for hand in self.live().values()] if facts is None else facts
        ordered = sorted(known, key=lambda hand: hand.number)
        return match_fold(ordered, RULES, sides=2, seats=2, first_dealer=0, time_called=self.time_called)

    def written(self, *, disputed_before: bool) -> None:
        """Follow a change of the hands: status, version, and the disputes that decide nothing any more."""
        self.status = self.fold().status
        self.version += 1
        if self.status == "finished" and disputed_before:
            self.close_disputes()

    def close_disputes(self) -> None:
        disputed = [hand for hand in self.live().values() if hand.state == "disputed"]
        settled = [hand.facts() for hand in self.live().values() if hand.state != "disputed"]
        choices = [
            [hand.facts(), *(hand.facts(scope) for _, number, scope in self.rivals if number == hand.number)]
            for hand in disputed
        ]
        if not disputed or any(len(found) == 1 for found in choices):
            return
        ends = {(end.status, end.winner) for end in (self.fold([*settled, *chosen]) for chosen in product(*choices))}
        if len(ends) == 1 and ends.pop()[0] == "finished":
            for hand in disputed:
                hand.state, hand.version = "recorded", hand.version + 1

    def any_disputed(self) -> bool:
        return any(hand.state == "disputed" for hand in self.live().values())

    @rule(target=ids, who=people, number=numbers, scope=scopes)
    def send(self, who: str, number: int, scope: Scope) -> UUID:
        """Send a hand under a new id: it is recorded, confirms another, is a rival, or comes too late."""
        key = uuid4()
        status, answer = self.driver.put(who, key, entry(number, scope), None)
        holder = self.holder(number)
        if holder is None and self.status == "open":
            assert status == 200, answer
            self.hands[key] = HandModel(number, who, [(1, scope)])
            self.answers[key, scope] = answer
            self.written(disputed_before=self.any_disputed())
        elif holder is None:
            assert (status, b"match_finished" in answer) == (409, True), answer
        elif holder.scope == scope:
            assert status == 200, answer
            self.confirmed(holder, who)
        else:
            assert (status, b"hand_conflict" in answer) == (409, True), answer
            self.rivals.append((key, number, scope))
            holder.state, holder.version = "disputed", holder.version + 1
            self.version += 1
            if self.status == "finished":
                self.close_disputes()
        return key

    @rule(target=ids, who=people, scope=scopes)
    def play_on(self, who: str, scope: Scope) -> UUID:
        """Send the first hand that is missing."""
        number = next(number for number in range(1, 50) if self.holder(number) is None)
        return self.send(who, number, scope)

    @rule(target=ids, who=people, place=places, scope=scopes)
    def contradict(self, who: str, place: int, scope: Scope) -> UUID:
        """Send a hand that another has sent: as he did, or otherwise."""
        return self.send(who, self.at(place)[1].number, scope)

    def confirmed(self, hand: HandModel, who: str) -> None:
        name = self.driver.witness(who)
        if name in hand.confirmed:
            return
        hand.confirmed.append(name)
        hand.state, hand.version = CONFIRM[hand.state], hand.version + 1
        self.version += 1

    @rule(key=ids, who=people)
    def send_again(self, key: UUID, who: str) -> None:
        """Send any earlier content of a hand again: the answer is what it was, byte for byte, whoever asks."""
        for (known, scope), answer in self.answers.items():
            if known == key:
                assert self.driver.put(who, key, entry(self.hands[key].number, scope), None) == (200, answer)

    @rule(place=places, who=people, scope=scopes, stale=st.sampled_from([False, False, True]))
    def correct(self, place: int, who: str, scope: Scope, stale: bool) -> None:
        key, hand = self.at(place)
        if scope == hand.scope or (stale and scope in dict(hand.revisions).values()):
            return  # not a correction: content of this hand, sent again
        named = hand.version + 7 if stale else hand.version
        status, answer = self.driver.put(who, key, entry(hand.number, scope) | {"reason": "counted again"}, named)
        if stale:
            assert status == 412, answer
        elif hand.by != who and who == "bacci":
            assert status == 403, answer
        elif hand.state == "void" or self.status == "abandoned":
            assert status == 409, answer
        else:
            assert status == 200, answer
            disputed = self.any_disputed()
            hand.revise(scope, who)
            self.answers[key, scope] = answer
            self.written(disputed_before=disputed)

    @rule(place=places, who=people)
    def confirm(self, place: int, who: str) -> None:
        key, hand = self.at(place)
        status = self.driver.act(who, key, "confirm", hand.version, None)
        if hand.state == "void" and self.driver.witness(who) not in hand.confirmed:
            assert status == 409
        else:
            assert status == 200
            if hand.state != "void":
                self.confirmed(hand, who)

    @rule(place=places, who=people)
    def dispute(self, place: int, who: str) -> None:
        key, hand = self.at(place)
        status = self.driver.act(who, key, "dispute", hand.version, None)
        assert status == (409 if hand.state == "void" else 200)
        if status == 200:
            hand.state, hand.version = "disputed", hand.version + 1
            self.version += 1

    @rule(place=places, which=st.integers(0, 3))
    def resolve(self, place: int, which: int) -> None:
        """Decide a dispute for the first content, or for one of its rivals."""
        key, hand = self.at(place)
        reports = [rival for rival in self.rivals if rival[1] == hand.number]
        chosen = reports[which - 1] if 0 < which <= len(reports) else None
        status = self.driver.act("gina", key, "resolve", hand.version, chosen[0] if chosen else None)
        if hand.state != "disputed" or (chosen and self.status == "abandoned"):
            assert status == 409
            return
        assert status == 200
        if chosen is None:
            hand.state, hand.version = "recorded", hand.version + 1
            self.version += 1
            return
        hand.revise(chosen[2], "gina")
        self.answers.pop((key, chosen[2]), None)
        self.written(disputed_before=True)

    @rule(place=places)
    def void(self, place: int) -> None:
        key, hand = self.at(place)
        status = self.driver.act("gina", key, "void", hand.version, None)
        assert status == (409 if hand.state == "void" or self.status == "abandoned" else 200)
        if status == 200:
            disputed = self.any_disputed()
            hand.state, hand.version = "void", hand.version + 1
            self.written(disputed_before=disputed)

    @rule(place=places)
    def restore(self, place: int) -> None:
        key, hand = self.at(place)
        status = self.driver.act("gina", key, "restore", hand.version, None)
        if hand.state != "void" or self.holder(hand.number) is not None or self.status == "abandoned":
            assert status == 409
            return
        assert status == 200
        disputed = self.any_disputed()
        hand.state, hand.version = "recorded", hand.version + 1
        self.written(disputed_before=disputed)

    @rule(place=places, who=people)
    def undo(self, place: int, who: str) -> None:
        """Take back one's own newest entry: the revision before it comes back, or the hand goes."""
        key, hand = self.at(place)
        status = self.driver.act(who, key, "undo", hand.version, None)
        if hand.by != who:
            assert status == 403
            return
        if hand.state == "void" or self.status == "abandoned":
            assert status == 409
            return
        assert status == 200
        disputed = self.any_disputed()
        before = [version for version, _ in hand.revisions if version < hand.revision]
        if before:
            scope = dict(hand.revisions)[max(before)]
            hand.revise(scope, who)
            self.answers.pop((key, scope), None)
        else:
            hand.state, hand.version = "void", hand.version + 1
        self.written(disputed_before=disputed)

    @rule()
    def abandon(self) -> None:
        status = self.driver.match_act("abandon", self.version)
        assert status == (200 if self.status == "open" else 409)
        if status == 200:
            self.status, self.time_called, self.version = "abandoned", False, self.version + 1

    @rule()
    def end(self) -> None:
        """End it by time: only when it is open, every hand up to the last is here, and there is one."""
        status, disputed = self.driver.match_act("end", self.version), self.any_disputed()
        complete = bool(self.live()) and not self.fold().missing
        assert status == (409 if self.status != "open" else 200 if complete else 422)
        if status == 200:
            self.time_called = True
            self.written(disputed_before=disputed)
            assert self.status == "finished"

    @rule()
    def reopen(self) -> None:
        """Open it again: given up, or ended by time and not by its hands."""
        status, called = self.driver.match_act("reopen", self.version), self.time_called
        self.time_called = False
        over = self.status != "abandoned" if not called else self.fold().status == "finished"
        assert status == (409 if over else 200)
        if over:
            self.time_called = called
        else:
            self.status, self.version = "open", self.version + 1

    @rule()
    def swap_seats(self) -> None:
        assert self.driver.seats(self.version) == 200
        self.version += 1

    @rule(from_hand=st.integers(1, 8))
    def substitute(self, from_hand: int) -> None:
        played = max((hand.number for hand in self.live().values()), default=0)
        status = self.driver.substitute(self.version, from_hand)
        assert status == (409 if self.status != "open" else 422 if from_hand <= played else 200)
        self.version += status == 200

    @invariant()
    def the_service_says_what_the_model_says(self) -> None:
        told, fold = self.driver.stored(), self.fold()
        hands = told.pop("hands")
        assert told == {
            "status": self.status,
            "winner": fold.winner,
            "cut": fold.cut,
            "totals": fold.totals,
            "missing": fold.missing,
            "after_end": fold.after_end,
            "hands_count": fold.hands_count,
            "next_dealer": fold.next_dealer,
            "version": self.version,
        }
        assert hands == {
            key: (hand.number, hand.state, hand.version, hand.facts().totals, hand.confirmed)
            for key, hand in self.hands.items()
        }


def entry(number: int, scope: Scope) -> dict[str, Any]:
    """Return a hand as a phone sends it; its dealer is given by its number, whatever went before."""
    return plain(number, (number - 1) % 2, scope) | {"dealer_off_turn": True}
