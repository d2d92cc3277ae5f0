"""`python -m players.ratings` answers every line, in order, and never breaks (CONTRACT 1)."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.ratings.lines import answer_line
from players.ratings.operations import OPERATIONS

PAIRS = {"sides": [["ann", "bob"], ["cat", "dan"]], "places": [1, 2], "target_score": 51, "hands": None}


def answer(case):
    return answer_line(json.dumps(case).encode(), OPERATIONS)


def run(lines):
    done = subprocess.run(
        [sys.executable, "-m", "players.ratings"], input=b"".join(lines), capture_output=True, check=True, timeout=60
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_example_of_the_contract_answers_to_six_decimals():
    told = answer({"op": "replay", "id": 7, "matches": [PAIRS], "drift": 0})
    assert told["id"] == 7
    assert told["ratings"]["ann"] == {"mu": 1506.776587, "rd": 69.657833}
    assert told["chances"] == [[0.5, 0.5]]
    assert len(told["digest"]) == 64


def test_the_drift_of_four_is_there_when_nothing_is_said():
    # 69.657833 squared, and four.
    assert answer({"op": "replay", "matches": [PAIRS]})["ratings"]["ann"]["rd"] == pytest.approx(69.686539, abs=2e-6)


def test_no_match_is_an_empty_ladder():
    told = answer({"op": "replay", "id": None, "matches": []})
    assert told["ratings"] == {}
    assert told["chances"] == []
    assert told["digest"] == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        pytest.param({"matches": None}, "/matches", id="no list"),
        pytest.param({"matches": [7]}, "/matches/0", id="no object"),
        pytest.param({"matches": [{"places": [1, 2]}]}, "/matches/0/sides", id="no sides"),
        pytest.param({"matches": [PAIRS | {"sides": [["ann"]]}]}, "/matches/0/sides", id="one side"),
        pytest.param({"matches": [PAIRS | {"sides": [["ann"], []]}]}, "/matches/0/sides/1", id="empty side"),
        pytest.param({"matches": [PAIRS | {"sides": [["ann"], ["ann"]]}]}, "/matches/0/sides", id="against oneself"),
        pytest.param({"matches": [PAIRS | {"sides": [["ann"], [3]]}]}, "/matches/0/sides/1/0", id="id a number"),
        pytest.param({"matches": [PAIRS | {"sides": [["a\tb"], ["c"]]}]}, "/matches/0/sides/0/0", id="tab in an id"),
        pytest.param({"matches": [PAIRS | {"sides": [["\ud800"], ["c"]]}]}, "/matches/0/sides/0/0", id="half a pair"),
        pytest.param({"matches": [PAIRS | {"places": [1]}]}, "/matches/0/places", id="one place"),
        pytest.param({"matches": [PAIRS | {"places": [1, True]}]}, "/matches/0/places/1", id="place true"),
        pytest.param({"matches": [PAIRS | {"places": [0, 1]}]}, "/matches/0/places/0", id="place nought"),
        pytest.param({"matches": [PAIRS | {"target_score": 0}]}, "/matches/0/target_score", id="target nought"),
        pytest.param({"matches": [PAIRS | {"target_score": 10**400}]}, "/matches/0/target_score", id="target huge"),
        pytest.param({"matches": [PAIRS | {"hands": 0}]}, "/matches/0/hands", id="no hand"),
        pytest.param({"matches": [PAIRS | {"hands": 2.5}]}, "/matches/0/hands", id="half a hand"),
        pytest.param({"matches": [PAIRS | {"idle_months": {"zoe": 1}}]}, "/matches/0/idle_months", id="idle stranger"),
        pytest.param({"matches": [PAIRS | {"idle_months": {"ann": -1}}]}, "/matches/0/idle_months/ann", id="idle back"),
        pytest.param({"matches": [], "drift": -1}, "/drift", id="drift below nought"),
        pytest.param({"matches": [], "start_rd": 0}, "/start_rd", id="no width"),
        pytest.param({"matches": [], "start_rd": "70"}, "/start_rd", id="width in words"),
    ],
)
def test_a_wrong_field_is_refused_by_its_pointer(change, pointer):
    told = answer({"op": "replay", "id": "x"} | change)
    assert told["id"] == "x"
    assert told["error"]["code"] == "bad_request"
    assert told["error"]["pointer"] == pointer


def test_lines_are_answered_in_order_whatever_stands_in_them():
    told = run(
        [
            b'{"op": "replay", "id": 1, "matches": []}\n',
            b"\n",
            b"no json\n",
            b"\xff\xfe\n",
            b"[" * 100_000 + b"\n",
            b"[1, 2]\n",
            b'{"op": "replay", "id": [1], "matches": []}\n',
            b'{"op": "fly", "id": "f"}\n',
            b'{"op": 3, "id": "g"}\n',
            b'{"id": 1.5}\n',
            b'{"op": "replay", "id": NaN, "matches": []}\n',
            b'{"op": "replay", "id": 1e999, "matches": []}\n',
            b'{"op": "replay", "id": true, "matches": []}',
        ]
    )
    assert [(row["id"], row.get("error", {}).get("code")) for row in told] == [
        (1, None),
        (None, "bad_request"),
        (None, "bad_request"),
        (None, "bad_request"),
        (None, "bad_request"),
        (None, "bad_request"),
        (None, "bad_request"),
        ("f", "unknown_op"),
        ("g", "bad_request"),
        (1.5, "bad_request"),
        (None, "bad_request"),
        (None, "bad_request"),
        (True, None),
    ]


def test_each_answer_is_out_before_the_next_line_must_come():
    with subprocess.Popen(
        [sys.executable, "-m", "players.ratings"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        for number in range(3):
            process.stdin.write(b'{"op": "replay", "id": %d, "matches": []}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(30) == 0


words = st.text("ab\t\u00e9\ud800~/", max_size=3)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(("op", "id", "matches", "drift", "start_rd"), json_values)))
def test_any_object_gets_an_answer(case):
    told = answer_line(json.dumps({"op": "replay"} | case).encode(), OPERATIONS)
    assert "error" in told or "digest" in told
    json.dumps(told, allow_nan=False)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys((*PAIRS, "idle_months"), json_values)))
def test_any_match_gets_an_answer(change):
    told = answer({"op": "replay", "matches": [PAIRS | change]})
    assert "error" in told or "digest" in told
    json.dumps(told, allow_nan=False)


@given(st.binary(max_size=60))
def test_any_bytes_get_an_answer(line):
    json.dumps(answer_line(line, OPERATIONS))


def test_the_package_brings_no_framework():
    program = "import sys, players.ratings; print([m for m in sys.modules if m.split('.')[0] in {'django', 'random'}])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"
