"""Two phones at the same instant two hundred times, and fifty writers through a line that loses answers."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.faults.proxy import Proxy
from tests.faults.site import Site, wait_for
from tests.load.history import Attempt, faults
from tests.worked_hand import plain

pytestmark = pytest.mark.proof

ROUNDS = 200
WRITERS = 50
MATCHES = 20
HANDS = 6
LONG = {"preset": "sbiro", "target_score": 1000}


def test_two_phones_at_the_same_instant_two_hundred_times(site: Site) -> None:
    """Both requests wait at the lock of the match, which the test holds, and are let go together."""
    match = ""
    with ThreadPoolExecutor(2) as pool:
        for turn in range(ROUNDS):
            number = turn % 40 + 1
            if number == 1:
                match = site.open_match(f"Uno {uuid4().hex[:8]}", f"Due {uuid4().hex[:8]}", ruleset=LONG)
            hand = plain(number, (number - 1) % 2)
            same = turn % 2 == 0
            other = hand if same else plain(number, (number - 1) % 2, (0, 3))
            mine, theirs = uuid4(), uuid4()
            with site.match_held(match):
                told = [
                    pool.submit(site.put, match, mine, hand, token=site.gina),
                    pool.submit(site.put, match, theirs, other, token=site.bacci),
                ]
                wait_for(lambda: len(site.waiting_backends()) == 2)
            answers = sorted((one.result() for one in told), key=lambda one: one.status_code)
            assert [one.status_code for one in answers] == ([200, 201] if same else [201, 409])
            stored = site.query(
                "SELECT id, state, jsonb_array_length(confirmed_by) FROM scoring_hand"
                " WHERE match_id = %s AND number = %s",
                match,
                number,
            )
            winner = answers[1 if same else 0].json()["id"]
            assert [(str(one), state, confirmed) for one, state, confirmed in stored] == [
                (winner, "confirmed", 1) if same else (winner, "disputed", 0)
            ]
            reports = site.value(
                "SELECT count(*) FROM scoring_handreport WHERE match_id = %s AND number = %s", match, number
            )
            assert reports == (0 if same else 1)
    assert site.value("SELECT hands_count FROM scoring_match WHERE id = %s", match) == 40


class BadLine:
    """A line that fails by chance: what a phone's retries are for."""

    def __init__(self, port: int, seed: int) -> None:
        self._chance = random.Random(seed)
        self._lock = threading.Lock()
        self.good, self.swallows, self.cuts, self.late = (Proxy(port) for _ in range(4))
        self.swallows.toxics.swallow = True
        self.cuts.toxics.cut_after = 400
        self.late.toxics.delay = 0.05

    def port(self) -> int:
        """Return the port of the line that the next request takes: a third of the answers never arrive."""
        with self._lock:
            lines = [self.good, self.late, self.swallows, self.cuts]
            return self._chance.choices(lines, [6, 1, 2, 1])[0].port

    def close(self) -> None:
        """Take all lines down."""
        for line in (self.good, self.swallows, self.cuts, self.late):
            line.close()


def test_fifty_writers_over_twenty_matches_with_lost_answers(site: Site) -> None:
    matches = [
        site.open_match(f"Uno {uuid4().hex[:8]}", f"Due {uuid4().hex[:8]}", ruleset=LONG) for _ in range(MATCHES)
    ]
    line = BadLine(site.port, seed=51)
    history: list[Attempt] = []

    def send(token: str, match: str, hand: str, number: int, scope: tuple[int, int]) -> Attempt:
        body = plain(number, (number - 1) % 2, scope)
        url = f"http://127.0.0.1:{line.port()}/api/v1/matches/{match}/hands/{hand}"
        headers = {"Authorization": f"Bearer {token}", "Connection": "close"}
        try:
            answer = httpx.put(url, json=body, headers=headers, timeout=60)
        except httpx.HTTPError:
            return Attempt(match, hand, number, str(scope), None)
        return Attempt(match, hand, number, str(scope), answer.status_code, answer.content)

    def writer(which: int) -> list[Attempt]:
        """Send hands of some matches in an order of its own, each until an answer comes, and some once more."""
        chance = random.Random(which)
        token = site.gina if which % 2 else site.bacci
        done = []
        plan = [(match, number) for match in matches[which % 4 :: 4] for number in range(1, HANDS + 1)]
        chance.shuffle(plan)
        for match, number in plan[: len(plan) // 2]:
            hand, scope = str(uuid4()), (number % 3, 0) if chance.random() < 0.9 else (0, 1 + which % 3)
            while True:
                attempt = send(token, match, hand, number, scope)
                done.append(attempt)
                if attempt.status not in {None, 503}:
                    break
            if chance.random() < 0.2:
                done.append(send(token, match, hand, number, scope))
        return done

    try:
        with ThreadPoolExecutor(WRITERS) as pool:
            for written in pool.map(writer, range(WRITERS)):
                history += written
    finally:
        line.close()
    assert sum(attempt.status is None for attempt in history) > 50
    assert faults(history, {match: stored(site, match) for match in matches}) == []


def stored(site: Site, match: str) -> dict[str, Any]:
    """Return what the service says about a match in the end."""
    totals = site.send("GET", f"matches/{match}").json()["totals"]
    hands = site.send("GET", f"matches/{match}/hands").json()["results"]
    return {
        "totals": totals,
        "hands": [
            {
                "id": hand["id"],
                "number": hand["number"],
                "totals": hand["totals"],
                "content": str(tuple(side["scope"] for side in hand["entry"]["sides"])),
            }
            for hand in hands
        ],
    }
