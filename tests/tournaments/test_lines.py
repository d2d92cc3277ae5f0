"""`python -m tournaments.draw` and `tournaments.standings` answer as the contract says, whatever comes (CONTRACT 1)."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.ratings.lines import answer_line
from tournaments.draw.operations import OPERATIONS as DRAWS
from tournaments.standings.operations import OPERATIONS as TABLES

OPERATIONS = {**DRAWS, **TABLES}
FIVE = ["a", "b", "c", "d", "e"]
SCORES = [{"id": name, "score": score} for name, score in zip(FIVE, (2, 1, 1, 0, 0), strict=True)]
RESULT = {"round": 1, "a": "a", "b": "b", "score": [20, 0], "margin": 17, "scope": [4, 2], "kind": "played"}
CASES = {
    "swiss": {"entrants": SCORES, "history": [{"pairs": [["a", "c"], ["b", "d"]], "bye": "e"}], "seed": 7},
    "danese": {"entrants": SCORES, "history": [], "variant": "pure"},
    "round_robin": {"entrants": FIVE, "double": True},
    "mitchell": {"entrants": FIVE, "rounds": 2},
    "knockout": {"entrants": FIVE, "seeds": ["c"], "seed": "x", "clubs": {"a": "Zena"}},
    "reentry": {
        "entrants": FIVE,
        "history": [{"pairs": [["a", "b"], ["c", "d"]], "winners": ["a", "c"], "bye": "e", "back": ["b"]}],
        "until_round": 1,
        "per_entrant": 1,
        "total": 3,
        "seed": "x",
    },
    "groups": {"entrants": FIVE, "groups": 2},
    "groups_knockout": {"qualified": [["a", "b"], ["c", "d"]]},
    "rotating": {"entrants": FIVE, "rounds": 3, "seed": "x"},
    "rotating_round": {
        "entrants": SCORES,
        "history": [{"tables": [[["a", "b"], ["c", "d"]]], "resting": ["e"], "threes": []}],
        "by_standings": True,
        "seed": 1,
    },
    "plan": {"entrants": 21, "tables": 11, "start": 1230, "closing": 1440, "rounds": 3, "hand_minutes": [7, 8]},
    "commitment": {"entrants": FIVE, "seed": "segreto"},
    "standings": {
        "entrants": ["a", "b", "c"],
        "metrics": ["vp", "direct", "wins", "buchholz_cut1", "margin_capped", "scope", "lot"],
        "results": [RESULT, {"round": 1, "a": "c", "kind": "bye", "score": [12]}],
        "after_round": 1,
        "penalties": [{"entrant": "a", "score": 1, "reason": "late"}],
        "prizes": [100, 50],
    },
}


def answer(op, **change):
    return answer_line(json.dumps({"op": op, "id": "x"} | CASES.get(op, {}) | change).encode(), OPERATIONS)


@pytest.mark.parametrize("op", CASES)
def test_a_good_case_is_answered(op):
    told = answer(op)
    assert told["id"] == "x"
    assert "error" not in told


def test_a_swiss_answer_has_pairs_bye_and_a_reason_for_each_pair():
    told = answer("swiss")
    assert told["bye"] == "d"
    assert {frozenset(pair) for pair in told["pairs"]} == {frozenset("ab"), frozenset("ce")}
    assert len(told["why"]) == len(told["pairs"])
    assert all(isinstance(line, str) for line in told["why"])


def test_a_round_robin_answer_has_rounds_of_pairs_and_bye():
    rounds = answer("round_robin", double=False)["rounds"]
    assert rounds[0]["pairs"] == [["b", "e"], ["c", "d"]]
    assert rounds[0]["bye"] == "a"
    assert rounds[0]["why"][0] == "b and e meet in round 1 of the fixed schedule"
    assert len(rounds) == 5


def test_a_knockout_answer_has_the_first_round_and_the_slots():
    told = answer("knockout")
    assert told["slots"][0] == "c"
    assert len(told["slots"]) == 8
    assert told["slots"].count(None) == 3
    assert len(told["round"]["byes"]) == 3
    assert len(told["round"]["pairs"]) == 1


@pytest.mark.parametrize(("seeds", "first"), [(True, "a"), (2, "a"), (["d", "b"], "d")])
def test_the_seeds_of_a_knockout_may_be_all_a_number_or_named(seeds, first):
    assert answer("knockout", seeds=seeds)["slots"][0] == first


def test_a_rotating_answer_has_tables_and_who_rests():
    rounds = answer("rotating")["rounds"]
    assert len(rounds) == 3
    assert len(rounds[0]["tables"]) == 1
    assert [len(pair) for pair in rounds[0]["tables"][0]] == [2, 2]
    assert len(rounds[0]["resting"]) == 1


def test_a_standings_answer_has_rows_in_order():
    told = answer("standings", penalties=[])
    assert told["rows"] == [
        {"id": "a", "rank": 1, "values": [20, None, 1, 0, 17, 4, told["rows"][0]["values"][6]]},
        {"id": "c", "rank": 2, "values": [12, None, 1, 0, 0, 0, told["rows"][1]["values"][6]]},
        {"id": "b", "rank": 3, "values": [0, None, 0, 0, -17, 2, told["rows"][2]["values"][6]]},
    ]
    assert [column["name"] for column in told["columns"]] == CASES["standings"]["metrics"]


def test_an_infeasible_draw_says_its_reason_and_the_choices():
    error = answer("swiss", entrants=SCORES[:2], history=[{"pairs": [["a", "b"]], "bye": None}])["error"]
    assert error["code"] == "infeasible"
    assert error["reason"] == "no_pairing_without_rematch"
    assert error["choices"][0] == {"choice": "allow_rematch", "rematches": 1}
    again = answer("swiss", entrants=SCORES[:2], history=[{"pairs": [["a", "b"]]}], allow_rematch=True)
    assert again["pairs"] == again["rematches"] == [["a", "b"]]


@pytest.mark.parametrize(
    ("op", "change", "pointer"),
    [
        ("swiss", {"entrants": None}, "/entrants"),
        ("swiss", {"entrants": ["a"]}, "/entrants/0"),
        ("swiss", {"entrants": [{"id": "a"}, {"id": "a"}]}, "/entrants"),
        ("swiss", {"entrants": [{"id": "a", "score": "1"}]}, "/entrants/0/score"),
        ("swiss", {"history": [{"bye": None}]}, "/history/0/pairs"),
        ("swiss", {"history": [{"pairs": [["a"]]}]}, "/history/0/pairs/0"),
        ("swiss", {"history": [{"pairs": [["a", "a"]]}]}, "/history/0/pairs/0"),
        ("swiss", {"history": [{"pairs": [["a", "b"], ["a", "c"]]}]}, "/history/0"),
        ("swiss", {"history": [{"pairs": [], "floats": {"a": "left"}}]}, "/history/0/floats/a"),
        ("swiss", {"groups": "eights"}, "/groups"),
        ("swiss", {"seed": 1.5}, "/seed"),
        ("swiss", {"seed": "a\nb"}, "/seed"),
        ("swiss", {"allow_rematch": 1}, "/allow_rematch"),
        ("danese", {"variant": "free"}, "/variant"),
        ("round_robin", {"entrants": ["a", "a"]}, "/entrants"),
        ("round_robin", {"entrants": ["a", 2]}, "/entrants/1"),
        ("mitchell", {"rounds": 0}, "/rounds"),
        ("knockout", {"seeds": ["z"]}, "/seeds/0"),
        ("knockout", {"seeds": 9}, "/seeds"),
        ("knockout", {"clubs": {"a": 3}}, "/clubs/a"),
        ("reentry", {"history": [{"pairs": [["a", "b"]], "winners": ["a"]}]}, "/history/0/pairs"),
        ("groups", {"groups": "two"}, "/groups"),
        ("groups_knockout", {"qualified": [["a"], ["a"]]}, "/qualified"),
        ("rotating", {"rounds": None}, "/rounds"),
        ("rotating", {"entrants": [f"p{number}" for number in range(401)]}, "/entrants"),
        ("rotating", {"entrants": [f"p{number}" for number in range(400)], "rounds": 21}, "/rounds"),
        ("round_robin", {"entrants": [f"p{number}" for number in range(2001)]}, "/entrants"),
        ("rotating_round", {"history": [{"tables": [[["a", "b"]]]}]}, "/history/0/tables/0"),
        ("rotating_round", {"history": [{"tables": [[["a", "b"], ["a", "c"]]]}]}, "/history/0"),
        ("plan", {"tables": 0}, "/tables"),
        ("plan", {"closing": 100}, "/closing"),
        ("standings", {"metrics": ["luck"]}, "/metrics/0"),
        ("standings", {"metrics": ["vp", "vp"]}, "/metrics"),
        ("standings", {"results": [RESULT | {"round": 0}]}, "/results/0/round"),
        ("standings", {"results": [RESULT | {"score": [20]}]}, "/results/0/score"),
        ("standings", {"results": [RESULT | {"score": [20, "0"]}]}, "/results/0/score/1"),
        ("standings", {"results": [RESULT | {"scope": [1]}]}, "/results/0/scope"),
        ("standings", {"results": [RESULT | {"kind": "won"}]}, "/results/0/kind"),
        ("standings", {"results": [RESULT | {"kind": "bye"}]}, "/results/0/kind"),
        ("standings", {"results": [{"round": 1, "a": "a", "kind": "played", "score": [1]}]}, "/results/0/kind"),
        ("standings", {"results": [RESULT | {"b": "a"}]}, "/results/0/b"),
        ("standings", {"results": [RESULT | {"b": "z"}]}, "/results/0/b"),
        ("standings", {"penalties": [{"entrant": "z", "score": 1, "reason": "late"}]}, "/penalties/0"),
        ("standings", {"penalties": [{"entrant": "a", "score": 1}]}, "/penalties/0/reason"),
    ],
)
def test_a_wrong_field_is_refused_by_its_pointer(op, change, pointer):
    error = answer(op, **change)["error"]
    assert error["code"] == "bad_request"
    assert error["pointer"] == pointer


@pytest.mark.parametrize("program", ["tournaments.draw", "tournaments.standings"])
def test_the_programs_answer_in_order_and_before_the_next_line(program):
    op = "round_robin" if program.endswith("draw") else "standings"
    lines = [json.dumps({"op": op, "id": number} | CASES[op]) for number in range(3)]
    with subprocess.Popen([sys.executable, "-m", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for number, line in enumerate(["", "no json", '{"op": "fly"}', *lines]):
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            told = json.loads(process.stdout.readline())
            assert told["id"] == (number - 3 if number > 2 else None)
            assert told.get("error", {}).get("code") == {0: "bad_request", 1: "bad_request", 2: "unknown_op"}.get(
                number
            )
        process.stdin.close()
        assert process.wait(30) == 0


@pytest.mark.parametrize("program", ["tournaments.draw", "tournaments.standings"])
def test_the_programs_load_no_django(program):
    code = f"import sys, {program}.operations; print([m for m in sys.modules if m.split('.')[0] == 'django'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"


words = st.sampled_from(["a", "b", "c", "", "a\tb", "\ud800", "played", "bye", "up", "vp", "direct"])
values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.sampled_from([1.5, 1e300, -0.0, 10**400]) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=10,
)


@st.composite
def damaged(draw):
    """A good case with one value, at any depth, replaced by anything."""
    op = draw(st.sampled_from(sorted(CASES)))
    case = json.loads(json.dumps({"op": op} | CASES[op]))
    place = case
    while True:
        if isinstance(place, dict):
            key = draw(st.sampled_from(sorted(set(place) - {"op"})))
        else:
            key = draw(st.integers(0, len(place) - 1))
        inner = place[key]
        if isinstance(inner, dict | list) and inner and draw(st.booleans()):
            place = inner
        else:
            place[key] = draw(values)
            return case


@given(damaged())
def test_a_damaged_case_gets_an_answer_or_a_coded_error(case):
    told = answer_line(json.dumps(case).encode(), OPERATIONS)
    if "error" in told:
        assert told["error"]["code"] in {"bad_request", "infeasible"}
    json.dumps(told, allow_nan=False)
