"""The same play over HTTP, through a line that loses a third of the answers to hands."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.faults.machine import RULESET, MatchMachine
from tests.faults.site import Site
from tests.faults.test_many_writers import BadLine

pytestmark = pytest.mark.proof


class Http:
    """Talk to the service, on a match of its own; a hand is sent until its answer comes."""

    def __init__(self, site: Site, line: BadLine) -> None:
        self.site, self.line = site, line
        self.tokens = {"gina": site.gina, "bacci": site.bacci}
        self.match = site.open_match(f"Uno {uuid4().hex[:8]}", f"Due {uuid4().hex[:8]}", ruleset=RULESET)

    def put(self, who: str, hand: UUID, body: dict[str, Any], if_match: int | None) -> tuple[int, bytes]:
        headers = {"Authorization": f"Bearer {self.tokens[who]}", "Connection": "close"}
        if if_match is not None:
            headers["If-Match"] = f'"v{if_match}"'
        while True:
            url = f"http://127.0.0.1:{self.line.port()}/api/v1/matches/{self.match}/hands/{hand}"
            try:
                answer = httpx.put(url, json=body, headers=headers, timeout=30)
            except httpx.HTTPError:
                continue
            return (200 if answer.status_code == 201 else answer.status_code), answer.content

    def act(self, who: str, hand: UUID, name: str, version: int, report: UUID | None) -> int:
        said = {"reason": "a reason", **({"report": str(report)} if report else {})}
        path = f"matches/{self.match}/hands/{hand}/{name}"
        return self.site.send("POST", path, said, token=self.tokens[who], If_Match=f'"v{version}"').status_code

    def match_act(self, name: str, version: int) -> int:
        return self.change("POST", name, {"reason": "a reason"}, version)

    def seats(self, version: int) -> int:
        seats = self.site.send("GET", f"matches/{self.match}").json()["seats"]
        people = [seat["player"] for seat in seats[::-1]]
        return self.change("PUT", "seats", {"players": people, "reason": "a reason"}, version)

    def substitute(self, version: int, from_hand: int) -> int:
        named = {"club": self.site.club, "name": f"Riserva {uuid4().hex[:8]}"}
        other = self.site.send("POST", "players", named).json()["id"]
        return self.change("POST", "substitutions", {"seat": 0, "player": other, "from_hand": from_hand}, version)

    def change(self, method: str, name: str, said: dict[str, Any], version: int) -> int:
        return self.site.send(method, f"matches/{self.match}/{name}", said, If_Match=f'"v{version}"').status_code

    def witness(self, who: str) -> str:
        digest = "SELECT id FROM players_apitoken WHERE digest = encode(sha256(%s::bytea), 'hex')"
        return f"token:{self.site.value(digest, self.tokens[who])}"

    def stored(self) -> dict[str, Any]:
        match = self.site.send("GET", f"matches/{self.match}").json()
        names = ("status", "winner", "cut", "totals", "missing", "after_end", "hands_count", "next_dealer", "version")
        listed = self.site.send("GET", f"matches/{self.match}/hands").json()["results"]
        hands = {
            UUID(hand["id"]): (
                hand["number"], hand["state"], hand["version"], tuple(hand["totals"]), hand["confirmed_by"],
            )
            for hand in listed
        }  # fmt: skip
        return {**{name: match[name] for name in names}, "hands": hands}


def test_the_service_over_a_bad_line_and_the_model_stay_one(site: Site) -> None:
    line = BadLine(site.port, seed=31)

    class Machine(MatchMachine):
        def __init__(self) -> None:
            super().__init__()
            self.driver = Http(site, line)

    try:
        run_state_machine_as_test(Machine, settings=settings(max_examples=12, stateful_step_count=25))
    finally:
        line.close()
    assert line.swallows.answered + line.cuts.answered > 10
