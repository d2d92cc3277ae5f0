"""The line between phone and service fails at every place: a hand is there once, and its answer is always the same."""

from __future__ import annotations

from uuid import uuid4

import httpx
import orjson
import pytest

from tests.faults.proxy import Toxics
from tests.faults.site import Site, wait_for
from tests.worked_hand import plain

pytestmark = pytest.mark.proof


def test_a_swallowed_answer_and_three_retries_are_one_hand(site: Site) -> None:
    match, hand = site.open_match(), uuid4()
    site.line.toxics.swallow = True
    site.put_lost(match, hand)
    wait_for(lambda: site.line.answered)
    site.line.heal()
    answers = [site.put(match, hand) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert len({answer.content for answer in answers}) == 1
    assert answers[0].json()["match"]["totals"] == [8, 5]
    assert site.rows(match) == (1, 1, 1, 2)


def test_three_swallowed_answers_in_a_row_are_one_hand(site: Site) -> None:
    match, hand = site.open_match(), uuid4()
    site.line.toxics.swallow = True
    for _ in range(3):
        site.put_lost(match, hand)
    site.line.heal()
    assert site.put(match, hand).status_code == 200
    assert site.rows(match) == (1, 1, 1, 2)


@pytest.mark.parametrize("length", [0, 1, 17, 300, 900])
def test_an_answer_cut_anywhere_is_had_again_whole(site: Site, length: int) -> None:
    match, hand = site.open_match(), uuid4()
    site.line.toxics.cut_after = length
    site.put_lost(match, hand)
    site.line.heal()
    first, again = site.put(match, hand), site.put(match, hand)
    assert (first.status_code, first.content) == (200, again.content)
    assert site.rows(match) == (1, 1, 1, 2)


@pytest.mark.parametrize("length", [0, 40, 350, 500])
def test_a_request_cut_anywhere_stores_nothing(site: Site, length: int) -> None:
    match, hand = site.open_match(), uuid4()
    site.line.toxics.cut_request_after = length
    site.put_lost(match, hand)
    site.line.heal()
    assert site.rows(match) == (0, 0, 0, 1)
    assert site.put(match, hand).status_code == 201
    assert site.rows(match) == (1, 1, 1, 2)


@pytest.mark.parametrize(
    "toxics",
    [Toxics(slice_bytes=7), Toxics(delay=0.2), Toxics(bytes_per_second=6_000)],
    ids=["in slices", "late", "slowly"],
)
def test_a_bad_line_only_takes_longer(site: Site, toxics: Toxics) -> None:
    match, hand = site.open_match(), uuid4()
    site.line.toxics = toxics
    answer = site.put(match, hand)
    assert answer.status_code == 201
    assert answer.json()["id"] == str(hand)
    assert site.rows(match) == (1, 1, 1, 2)


def test_a_correction_whose_answer_was_lost_is_made_once(site: Site) -> None:
    match, hand = site.open_match(), uuid4()
    site.put(match, hand)
    site.line.toxics.swallow = True
    site.put_lost(match, hand, plain(scope=(1, 0)), If_Match='"v1"')
    site.line.heal()
    again = site.put(match, hand, plain(scope=(1, 0)), If_Match='"v1"')
    assert (again.status_code, again.json()["version"]) == (200, 2)
    assert site.rows(match) == (1, 2, 2, 3)


@pytest.mark.parametrize("path", ["matches", "players"])
def test_a_post_whose_answer_was_lost_is_done_once_for_its_key(site: Site, path: str) -> None:
    names = [f"Tito {uuid4().hex[:6]}", f"Rosa {uuid4().hex[:6]}"]
    body = {
        "matches": {"club": site.club, "seats": [{"name": name} for name in names]},
        "players": {"club": site.club, "name": names[0]},
    }[path]
    key = str(uuid4())
    site.line.toxics.swallow = True
    for _ in range(2):
        with pytest.raises(httpx.HTTPError):
            site.send("POST", path, body, Idempotency_Key=key)
    site.line.heal()
    first, again = (site.send("POST", path, body, Idempotency_Key=key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    people = site.query("SELECT id FROM players_player WHERE name = ANY(%s)", names)
    assert len(people) == (2 if path == "matches" else 1)
    assert site.value("SELECT count(*) FROM scoring_seat WHERE player_id = %s", people[0][0]) == (path == "matches")


def test_a_queue_whose_answer_was_lost_is_sent_again_whole(site: Site) -> None:
    match = site.open_match()
    queue = [
        {
            "op_id": f"op-{number}",
            "op": "hand",
            "match": match,
            "hand": str(uuid4()),
            "body": plain(number, (number - 1) % 2),
        }
        for number in range(1, 6)
    ]
    site.line.toxics.cut_after = 1_500
    with pytest.raises(httpx.HTTPError):
        site.send("POST", "sync", {"operations": queue})
    site.line.heal()
    results = orjson.loads(site.send("POST", "sync", {"operations": queue}).content)["results"]
    assert [row["status"] for row in results] == [200] * 5
    assert site.rows(match) == (5, 5, 5, 6)
