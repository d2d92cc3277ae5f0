"""Measure reads against idiomatic endpoints, on the club server, in turn, in one run.

    python -m benchmarks.reads [seconds a turn]

A ranking of 64, a list of 50 matches, a match's 12 hands: made anew by a server that keeps no answer, by one that
keeps them under their version, and when the client has them already (304).
"""

from __future__ import annotations

import json
import sys
from uuid import uuid4

import httpx

from benchmarks.club_server import Served, beside, two_sides
from benchmarks.phones import Request, Sent, turn
from benchmarks.record_hand import CLIENTS, REST, row
from tests.worked_hand import X_CARDS, plain

TURNS = 2
MATCHES = 60
HANDS = 12


def twelve_hands(side: Served, *, ours: bool) -> None:
    """Record the hands of the first match."""
    for number in range(1, HANDS + 1):
        hand = plain(number, (number - 1) % 2)
        if not ours:
            sides = [{"captured": X_CARDS, "scope": 0}, {"captured": REST, "scope": 0}]
            hand = {"number": number, "dealer_seat": (number - 1) % 2, "sides": sides}
        url = f"http://127.0.0.1:{side.port}/api/v1/matches/{side.filled['matches'][0]}/hands/{uuid4()}"
        answer = httpx.put(url, content=json.dumps(hand), headers=headers(side), timeout=30)
        assert answer.status_code == 201, answer.text


def headers(side: Served) -> dict[str, str]:
    return {"Authorization": side.filled["token"], "Content-Type": "application/json"}


def rate(side: Served, request: Request, seconds: float, status: int) -> Sent:
    shares = [[request]] * CLIENTS
    sent = turn(side.port, shares, seconds=seconds, good=frozenset({status}), again=True)
    assert not sent.wrong, sent.wrong[:3]
    return sent


def cpu_millis(sums: list[float]) -> str:
    count, _, *spent = sums
    return " + ".join(f"{1000 * one / count:.2f}" for one in spent)


def measure(seconds: float = 2.0):
    """Return rows of figure, value, target, ratio for the common table of `make bench`."""
    rows = []
    with two_sides(MATCHES) as (club, baseline), beside(club, KEPT_ANSWERS_KB="0") as forgetful:
        twelve_hands(club, ours=True)
        twelve_hands(baseline, ours=False)
        reads = {
            "ranking of 64": (f"/api/v1/rankings?club={club.filled['club']}", "/api/v1/rankings"),
            "list of 50 matches": (f"/api/v1/matches?club={club.filled['club']}", "/api/v1/matches"),
            "match with 12 hands": tuple(
                f"/api/v1/matches/{side.filled['matches'][0]}/hands" for side in (club, baseline)
            ),
        }
        for name, (mine, theirs) in reads.items():
            first = httpx.get(f"http://127.0.0.1:{club.port}{mine}", headers=headers(club), timeout=30)
            known = first.headers.get("ETag")
            asked = {
                "idiomatic": (baseline, ("GET", theirs, None, headers(baseline)), 200),
                "made anew": (forgetful, ("GET", mine, None, headers(club)), 200),
                "kept": (club, ("GET", mine, None, headers(club)), 200),
            }
            if known is not None:
                asked["unchanged"] = (club, ("GET", mine, None, {**headers(club), "If-None-Match": known}), 304)
            for side, request, status in asked.values():
                rate(side, request, 0.5, status)  # the first requests load what all others use
            sums = {how: [0.0] * 4 for how in asked}
            for _ in range(TURNS):
                for how, (side, request, status) in asked.items():
                    before = side.cpu()
                    sent = rate(side, request, seconds, status)
                    spent = [after - first for after, first in zip(side.cpu(), before, strict=True)]
                    sums[how] = [a + b for a, b in zip(sums[how], (sent.count, sent.seconds, *spent), strict=True)]
            rates = {how: count / took for how, (count, took, *_) in sums.items()}
            base = rates["idiomatic"]
            for how, target in (("idiomatic", None), ("made anew", 3), ("kept", 10), ("unchanged", 10)):
                if how in rates:
                    wanted = None if target is None else f">= {target} x idiomatic"
                    ratio = round(rates[how] / base, 2)
                    rows.append(row(f"{name}, {how}, reads/s", round(rates[how]), wanted, ratio))
                    rows.append(row(f"{name}, {how}: CPU ms, server + PostgreSQL", cpu_millis(sums[how])))
    return rows


if __name__ == "__main__":
    for line in measure(*(float(word) for word in sys.argv[1:])):
        print(f"{line['figure']:<48} {line['value']:>10} {line['target'] or '':<20} {line['ratio'] or ''}")
