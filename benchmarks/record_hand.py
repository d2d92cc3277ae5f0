"""Measure recording a hand against an idiomatic endpoint, on the club server, in turn, in one run.

    python -m benchmarks.record_hand [seconds a turn]

Eight client processes with a kept connection each. The service does its whole path: token, limit, lock, order of
CONTRACT 2, score and explanation, revision, version, outbox, stored answer. The baseline stores the minimum.
"""

from __future__ import annotations

import json
import sys
from uuid import uuid4

from benchmarks.club_server import SERVER, Served, two_sides
from benchmarks.phones import Request, Sent, turn
from tests.worked_hand import X_CARDS, plain

CLIENTS = 8
TURNS = 8
HANDS = 7
MATCHES = 4_000
REST = [rank + suit for rank in "A234567JQK" for suit in "HDCS" if rank + suit not in X_CARDS]


def requests(side: Served, body: bool) -> list[list[Request]]:
    """Return the hands of all matches of a side, shared out among the clients by match."""
    shares: list[list[Request]] = [[] for _ in range(CLIENTS)]
    headers = {"Authorization": side.filled["token"], "Content-Type": "application/json"}
    for index, match in enumerate(side.filled["matches"]):
        for number in range(1, HANDS + 1):
            hand = plain(number, (number - 1) % 2)
            if not body:
                sides = [{"captured": X_CARDS, "scope": 0}, {"captured": REST, "scope": 0}]
                hand = {"number": number, "dealer_seat": (number - 1) % 2, "sides": sides}
            path = f"/api/v1/matches/{match}/hands/{uuid4()}"
            shares[index % CLIENTS].append(("PUT", path, json.dumps(hand).encode(), headers))
    return shares


class Side:
    """One side with what it has still to send and what its turns came to."""

    def __init__(self, served: Served, *, ours: bool) -> None:
        self.served = served
        self.shares = requests(served, ours)
        self.turns: list[Sent] = []
        self.cpu = [0.0, 0.0]

    def turn(self, seconds: float, *, counted: bool = True) -> None:
        before = self.served.cpu()
        sent = turn(self.served.port, self.shares, seconds=seconds, good=frozenset({201}), again=False)
        after = self.served.cpu()
        assert not sent.wrong, sent.wrong[:3]
        self.shares = [mine[reached:] for mine, reached in zip(self.shares, sent.reached, strict=True)]
        assert all(self.shares), "out of prepared hands: make more matches"
        if counted:
            self.turns.append(sent)
            self.cpu = [spent + b - a for spent, a, b in zip(self.cpu, before, after, strict=True)]

    @property
    def rate(self) -> float:
        return sum(one.count for one in self.turns) / sum(one.seconds for one in self.turns)

    def percentile(self, which: int) -> float:
        return Sent(1, [one for turned in self.turns for one in turned.millis], [], []).percentile(which)

    def p50_p99(self) -> str:
        return f"{self.percentile(50):.1f} / {self.percentile(99):.1f}"

    def cpu_millis(self) -> str:
        count = sum(one.count for one in self.turns)
        return " + ".join(f"{1000 * spent / count:.2f}" for spent in self.cpu)


def measure(seconds: float = 2.0):
    """Return rows of figure, value, target, ratio for the common table of `make bench`."""
    with two_sides(MATCHES) as (club, baseline):
        ours, theirs = Side(club, ours=True), Side(baseline, ours=False)
        for side in (ours, theirs):
            side.turn(1.0, counted=False)
        for _ in range(TURNS):
            theirs.turn(seconds)
            ours.turn(seconds)
    ratio = ours.rate / theirs.rate
    return [
        row(f"record a hand: idiomatic, {CLIENTS} clients, {SERVER}, hands/s", round(theirs.rate), None, 1.0),
        row("record a hand: whole path, hands/s", round(ours.rate), ">= 2.5 x idiomatic", round(ratio, 2)),
        row("record a hand: p50 / p99, ms", ours.p50_p99(), "p99 <= 60", round(60 / ours.percentile(99), 2)),
        row("record a hand: idiomatic, p50 / p99, ms", theirs.p50_p99()),
        row("record a hand: CPU ms a hand, server + PostgreSQL", ours.cpu_millis()),
        row("record a hand: idiomatic, CPU ms a hand", theirs.cpu_millis()),
    ]


def row(figure, value, target=None, ratio=None):
    return {"figure": figure, "value": value, "target": target, "ratio": ratio}


if __name__ == "__main__":
    for line in measure(*(float(word) for word in sys.argv[1:])):
        print(f"{line['figure']:<62} {line['value']:>14} {line['target'] or '':<20} {line['ratio'] or ''}")
