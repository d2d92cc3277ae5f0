"""The checker finds what it is there to find."""

from __future__ import annotations

import json

import pytest

from tests.load.history import Attempt, faults

HAND = {"id": "h", "number": 1, "totals": [8, 5], "content": "c"}
GOOD = {"m": {"totals": [8, 5], "hands": [HAND]}}
ACK = Attempt("m", "h", 1, "c", 201, json.dumps({"id": "h"}).encode())

BROKEN = {
    "a hand is not there": ([ACK], {"m": {"totals": [0, 0], "hands": []}}),
    "a hand is there twice": ([ACK], {"m": {"totals": [16, 10], "hands": [HAND, {**HAND, "id": "g"}]}}),
    "the totals are others": ([ACK], {"m": {"totals": [9, 5], "hands": [HAND]}}),
    "other content is there": ([ACK], {"m": {"totals": [8, 5], "hands": [{**HAND, "content": "d"}]}}),
    "two answers differ": ([ACK, Attempt("m", "h", 1, "c", 200, b'{"id": "h", "x": 1}')], GOOD),
    "an answer was a crash": ([Attempt("m", "h", 1, "c", 500)], GOOD),
}


def test_a_history_in_which_all_holds_has_no_faults():
    lost, refused = Attempt("m", "h", 1, "c", None), Attempt("m", "x", 1, "d", 409)
    assert faults([lost, ACK, refused, Attempt("m", "h", 1, "c", 200, ACK.answer)], GOOD) == []


@pytest.mark.parametrize("case", BROKEN)
def test_a_history_in_which_something_does_not_hold_is_told_so(case):
    history, stored = BROKEN[case]
    assert faults(history, stored)
