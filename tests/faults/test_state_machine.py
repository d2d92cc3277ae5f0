"""Whatever people do to a match and its hands, in any order: the services and the model stay one."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from cirulla.lib.errors import Refusal
from cirulla.lib.models import Outbox
from players.services.clubs import player_create
from scoring.models import Hand, HandRevision, Match, Seat
from scoring.services.desk import witness
from scoring.services.hand_acts import Act, hand_act
from scoring.services.hands import hand_record
from scoring.services.match_acts import match_abandon, match_end, match_reopen, seats_correct, substitute
from scoring.services.matches import match_start
from tests.concurrency.conftest import Table
from tests.concurrency.conftest import table as table
from tests.faults.machine import RULESET, MatchMachine

pytestmark = [pytest.mark.proof, pytest.mark.db]


class Services:
    """Call the services, on a match of its own."""

    def __init__(self, table: Table) -> None:
        self.people = {"gina": table.gina, "bacci": table.bacci}
        self.club = table.row.club_id
        names = [{"name": f"Uno {uuid4().hex[:8]}"}, {"name": f"Due {uuid4().hex[:8]}"}]
        self.match = match_start(by=table.gina, club_id=self.club, ruleset=RULESET, seats=names).pk

    def put(self, who: str, hand: UUID, body: dict[str, Any], if_match: int | None) -> tuple[int, bytes]:
        tag = None if if_match is None else f'"v{if_match}"'
        try:
            done = hand_record(match_id=self.match, hand_id=hand, body=body, by=self.people[who], if_match=tag)
        except Refusal as refusal:
            return refusal.status, refusal.code.encode()
        return 200, done.answer

    def act(self, who: str, hand: UUID, name: str, version: int, report: UUID | None) -> int:
        asked = Act(name, f'"v{version}"', "a reason", report)
        return status_of(lambda: hand_act(match_id=self.match, hand_id=hand, act=asked, by=self.people[who]))

    def match_act(self, name: str, version: int) -> int:
        do = {"abandon": match_abandon, "end": match_end, "reopen": match_reopen}[name]
        return status_of(lambda: do(**self.asked(version), reason="a reason"))

    def seats(self, version: int) -> int:
        people = list(Seat.objects.filter(match_id=self.match).order_by("-number").values_list("player_id", flat=True))
        return status_of(lambda: seats_correct(**self.asked(version), players=people, reason="a reason"))

    def substitute(self, version: int, from_hand: int) -> int:
        other = player_create(club_id=self.club, name=f"Riserva {uuid4().hex[:8]}").pk
        return status_of(lambda: substitute(**self.asked(version), seat=0, player_id=other, from_hand=from_hand))

    def asked(self, version: int) -> dict[str, Any]:
        return {"match_id": self.match, "by": self.people["gina"], "if_match": f'"v{version}"'}

    def witness(self, who: str) -> str:
        return witness(self.people[who])

    def stored(self) -> dict[str, Any]:
        match = Match.objects.get(pk=self.match)
        names = ("status", "winner", "cut", "totals", "missing", "after_end", "hands_count", "next_dealer", "version")
        hands = {}
        for hand in Hand.objects.filter(match=match):
            official = HandRevision.objects.get(hand=hand, version=hand.revision)
            assert (official.digest, official.score) == (hand.digest, hand.score)
            hands[hand.pk] = (hand.number, hand.state, hand.version, tuple(hand.totals), hand.confirmed_by)
        assert Outbox.objects.filter(key=str(self.match)).count() == match.version - 1
        return {**{name: getattr(match, name) for name in names}, "hands": hands}


def status_of(work: Any) -> int:
    try:
        work()
    except Refusal as refusal:
        return refusal.status
    return 200


def test_the_services_and_the_model_stay_one(table: Table) -> None:
    class Machine(MatchMachine):
        def __init__(self) -> None:
            super().__init__()
            self.driver = Services(table)

    run_state_machine_as_test(Machine, settings=settings(max_examples=60, stateful_step_count=30))
