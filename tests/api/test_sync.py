"""A phone's queue: each operation its own transaction and its own result."""

from __future__ import annotations

from uuid import uuid4

import pytest

from scoring.models import Hand
from tests.worked_hand import plain

pytestmark = pytest.mark.db


def operation(match, number, **more):
    return {
        "op_id": f"op-{number}",
        "op": "hand",
        "match": match["id"],
        "hand": str(uuid4()),
        "body": plain(number, (number - 1) % 2),
    } | more


def test_one_bad_hand_does_not_hold_back_the_good_ones(api, open_match):
    match = open_match()
    bad = operation(match, 2)
    bad["body"]["sides"][0]["scope"] = 99
    queue = [operation(match, 1), bad, operation(match, 3), "nonsense", {"op_id": 7, "op": "fly"}]
    results = api.post("sync", {"operations": queue}).json()["results"]
    assert [(row["op_id"], row["status"]) for row in results] == [
        ("op-1", 201),
        ("op-2", 422),
        ("op-3", 201),
        (None, 400),
        (7, 400),
    ]
    assert results[1]["body"]["code"] == "too_many_scope"
    assert results[2]["body"]["match"]["missing"] == [2]
    assert Hand.objects.count() == 2


def test_the_same_queue_again_changes_nothing_and_answers_the_same(api, open_match):
    match = open_match()
    queue = [operation(match, number) for number in (1, 2, 3)]
    first = api.post("sync", {"operations": queue}).json()["results"]
    again = api.post("sync", {"operations": queue}).json()["results"]
    assert [row["body"] for row in first] == [row["body"] for row in again]
    assert [row["status"] for row in again] == [200, 200, 200]
    assert Hand.objects.count() == 3


def test_a_queue_may_confirm_and_log_a_redeal(api, open_match):
    match = open_match()
    hand = operation(match, 1)
    confirm = {"op_id": "c", "op": "confirm", "match": match["id"], "hand": hand["hand"], "if_match": '"v1"'}
    redeal = {
        "op_id": "r",
        "op": "redeal",
        "match": match["id"],
        "redeal": str(uuid4()),
        "table": ["AH", "AD", "5C", "6S"],
    }
    results = api.post("sync", {"operations": [hand, confirm, redeal]}).json()["results"]
    assert [row["status"] for row in results] == [201, 200, 201], results
    assert Hand.objects.get().state == "confirmed"


def test_more_than_a_hundred_operations_are_refused_whole(api, open_match):
    match = open_match()
    answer = api.post("sync", {"operations": [operation(match, 1)] * 101})
    assert answer.status_code in {400, 413}
    assert not Hand.objects.exists()


@pytest.mark.parametrize("body", [{}, {"operations": {}}, {"operations": [], "more": 1}])
def test_a_queue_of_another_shape_is_400(api, body):
    assert api.post("sync", body).status_code == 400
