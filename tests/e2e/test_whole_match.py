"""A stranger's program plays a match to 51 over HTTP, with nothing but the demo token, and sees the ranking move."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.fixtures.server import Server

pytestmark = pytest.mark.e2e

# The cards of the worked hand, without its buone and its dealer's bonus: 13 - 3 and 18 - 10 - 2 points under `sbiro`.
OURS = "7D AD 2D 3D 4D 6D 7H 7C 6S 5C KC QC JC 2C 3C AS 2S 4S 5S KH QH"
WORTH = (10, 6)


@pytest.fixture
def api(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=f"{server.url}/api/v1",
        headers={"Authorization": f"Bearer {server.demo['token']}"},
        timeout=30,
    ) as client:
        yield client


def hand(number: int, dealer_seat: int) -> dict[str, Any]:
    sides = [{"captured": OURS.split(), "scope": 2, "buone": []}, {"captured": "rest", "scope": 1, "buone": []}]
    return {"number": number, "dealer_seat": dealer_seat, "mode": "cards", "sides": sides}


def ranked(api: httpx.Client, club: str) -> dict[str, dict[str, Any]]:
    answer = api.get("/rankings", params={"club": club})
    assert answer.status_code == 200, answer.text
    return {row["name"]: row for row in answer.json()["results"]}


def test_a_match_to_51_is_played_and_the_ranking_follows(server: Server, api: httpx.Client) -> None:
    names = [f"Ospite {uuid4().hex[:8]}" for _ in range(2)]
    made = api.post(
        "/matches",
        json={
            "club": server.demo["club"],
            "ruleset": "sbiro",
            "first_dealer": 1,
            "seats": [{"name": name} for name in names],
        },
    )
    assert made.status_code == 201, made.text
    match = made.json()["id"]
    assert not set(names) & set(ranked(api, server.demo["club"]))

    dealer = 1
    for number in range(1, 7):
        identity = uuid4()
        recorded = api.put(f"/matches/{match}/hands/{identity}", json=hand(number, dealer))
        assert recorded.status_code == 201, recorded.text
        told = recorded.json()
        assert [side["total"] for side in told["score"]["sides"]] == list(WORTH)
        assert told["match"]["totals"] == [WORTH[0] * number, WORTH[1] * number]
        again = api.put(f"/matches/{match}/hands/{identity}", json=hand(number, dealer))
        assert again.status_code == 200
        assert again.json()["match"]["totals"] == told["match"]["totals"]
        dealer = told["match"]["next_dealer"]
    assert told["match"]["status"] == "finished"
    assert told["match"]["winner"] == 0

    late = api.put(f"/matches/{match}/hands/{uuid4()}", json=hand(7, 1))
    assert late.json()["code"] == "match_finished"

    deadline = time.monotonic() + 60
    while not set(names) <= set(rows := ranked(api, server.demo["club"])):
        assert time.monotonic() < deadline, server.program.output()
        time.sleep(0.2)
    assert [(rows[name]["matches"], rows[name]["wins"]) for name in names] == [(1, 1), (1, 0)]
    assert rows[names[0]]["rating"] > rows[names[1]]["rating"]
