"""A match written down: it can be counted again, and nothing in it can be changed unseen."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.entry import read_entry, score_entry
from scoring.engine.errors import EngineError
from scoring.engine.match import series_state
from scoring.engine.rulesets import PRESETS
from scoring.engine.verbale import (
    Line,
    chained,
    hand_record,
    match_record,
    read_verbale,
    redeal_record,
    result_record,
    verbale_json,
    verbale_text,
    void_record,
)
from scoring.engine.verbale_verify import Verified, verify, verify_text
from tests.worked_hand import body, plain

SBIRO = PRESETS["sbiro"]
TWO = (0, 1)
KEPT = Path(__file__).parents[1] / "data" / "verbale_v1.json"


def hand(ident: str, revision: int, of: dict[str, Any], **more: Any) -> Line:
    entry = read_entry(of, TWO)
    return hand_record(ident, revision, entry, score_entry(entry, SBIRO), **more)


def match(*bodies: dict[str, Any]) -> list[Line]:
    """Return a verbale: the first hand corrected once, a redeal, a hand taken back, the result."""
    entries = [read_entry(of, TWO) for of in bodies]
    state = series_state([score_entry(entry, SBIRO).result for entry in entries], SBIRO, 2)
    return chained(
        [
            match_record("m-1", SBIRO, ["p-gina", "p-nena"], TWO, 0, started_at="2026-11-30T20:15:00Z"),
            hand("h-1", 1, plain(1, 1), by="p-gina"),
            hand("h-1", 2, bodies[0], by="p-nena", reason="a scopa was forgotten"),
            redeal_record(2, 0),
            hand("h-9", 1, plain(9, 0)),
            void_record("h-9", 9, by="p-gina"),
            *[hand(f"h-{number}", 1, of) for number, of in enumerate(bodies[1:], start=2)],
            result_record(state),
        ]
    )


def test_a_match_counted_again_is_the_same() -> None:
    lines = match(body(1), body(2), body(3))
    checked = verify(lines)
    assert checked.findings == ()
    assert checked.state is not None
    assert (checked.state.totals, checked.state.status, checked.state.winner) == ((39, 54), "finished", 1)
    assert checked.to_dict()["holds"] is True


@pytest.mark.parametrize("write", [verbale_text, lambda lines: json.dumps(verbale_json(lines))], ids=["text", "JSON"])
def test_text_and_json_say_the_same(write: Callable[[list[Line]], str]) -> None:
    lines = match(body(1), body(2), body(3))
    assert read_verbale(write(lines)) == json.loads(json.dumps(lines))
    assert verify_text(write(lines)).findings == ()


def codes(checked: Verified) -> set[tuple[int, str]]:
    return {(finding.line, finding.code) for finding in checked.findings}


def changed(change: Callable[[list[Line]], object]) -> list[Line]:
    lines = match(body(1), body(2), body(3))
    change(lines)
    return lines


TAMPERED: dict[str, tuple[Callable[[list[Line]], object], set[tuple[int, str]]]] = {
    "another total": (lambda lines: lines[6].update(totals=[14, 18]), {(6, "broken_chain"), (6, "wrong_total")}),
    "another name": (lambda lines: lines[2].update(by="p-bacci"), {(2, "broken_chain")}),
    "a line left out": (lambda lines: lines.pop(3), {(number, "broken_chain") for number in range(3, 8)}),
    "two lines in another order": (
        lambda lines: lines.insert(3, lines.pop(4)),
        {(3, "broken_chain"), (4, "broken_chain"), (5, "broken_chain")},
    ),
    "another ruleset": (
        lambda lines: lines[0].update(ruleset="nonesuch"),
        {(0, "broken_chain"), (0, "unknown_ruleset")},
    ),
}


@pytest.mark.parametrize(("change", "expected"), TAMPERED.values(), ids=TAMPERED)
def test_what_was_changed_afterwards_is_found(
    change: Callable[[list[Line]], object], expected: set[tuple[int, str]]
) -> None:
    assert codes(verify(changed(change))) == expected


def rechained(change: Callable[[list[Line]], object]) -> list[Line]:
    """Return a verbale whose chain holds although its content was changed."""
    lines = changed(change)
    return chained({k: v for k, v in line.items() if k not in ("line", "previous", "digest")} for line in lines)


FALSE: dict[str, tuple[Callable[[list[Line]], object], set[tuple[int, str]]]] = {
    "a total": (lambda lines: lines[6].update(totals=[14, 18]), {(6, "wrong_total")}),
    "a win": (lambda lines: lines[6].update(wins_match=0), {(6, "wrong_total")}),
    "a scopa more in the entry": (
        lambda lines: lines[6]["entry"]["sides"][0].update(scope=3),
        {(6, "wrong_total"), (8, "wrong_total")},
    ),
    "an entry that cannot be": (
        lambda lines: lines[6]["entry"]["sides"][0].update(scope=19),
        {(6, "too_many_scope"), (8, "wrong_total")},
    ),
    "the winner": (lambda lines: lines[8].update(winner=0), {(8, "wrong_total")}),
    "a revision left out": (lambda lines: lines.pop(1), {(1, "inconsistent")}),
    "a hand left out": (lambda lines: lines.pop(7), {(7, "wrong_total")}),
    "taken back twice": (lambda lines: lines.insert(6, dict(lines[5])), {(6, "inconsistent")}),
    "two hands of one number": (lambda lines: lines.pop(5), set()),
    "an unknown line": (lambda lines: lines[3].update(kind="rain"), {(3, "bad_request")}),
    "no match": (lambda lines: lines.pop(0), {(0, "bad_request")}),
    "sides of no table": (lambda lines: lines[0].update(seat_sides=[0, 3]), {(0, "bad_request")}),
}


@pytest.mark.parametrize(("change", "expected"), FALSE.values(), ids=FALSE)
def test_what_was_false_when_written_is_found(
    change: Callable[[list[Line]], object], expected: set[tuple[int, str]]
) -> None:
    if not expected:
        # The hand that was not taken back is number 9: numbers 4 to 8 are then missing, which changes nothing here.
        assert verify(rechained(change)).findings == ()
    else:
        assert codes(verify(rechained(change))) == expected


def test_two_official_hands_of_one_number_are_found() -> None:
    lines = rechained(lambda lines: lines.insert(7, {**lines[6], "hand": "h-other"}))
    assert (7, "inconsistent") in codes(verify(lines))


NO_VERBALE = {
    "nothing": "",
    "a sentence": "Gina 51, Nena 42",
    "another format": '{"format": "other"}',
    "no lines": '{"format": "cirulla-verbale", "version": 1}',
    "lines of numbers": '{"format": "cirulla-verbale", "version": 1, "lines": [1]}',
    "half an object": '{"format": "cirulla-verbale"',
    "deep": "{" * 100_000,
    "a row without a digest": "cirulla-verbale 1\n{}",
    "not a number": '{"format": "cirulla-verbale", "version": 1, "lines": [{"kind": "match", "line": NaN}]}',
    "beyond all numbers": '{"format": "cirulla-verbale", "version": 1, "lines": [{"kind": "match", "line": 1e999}]}',
}


@pytest.mark.parametrize("text", NO_VERBALE.values(), ids=NO_VERBALE)
def test_what_is_no_verbale_is_said_to_be_none(text: str) -> None:
    checked = verify_text(text)
    assert "bad_request" in {finding.code for finding in checked.findings}


@pytest.mark.parametrize("text", ['{"format": "cirulla-verbale", "version": 2, "lines": []}', "cirulla-verbale 2\n"])
def test_a_later_form_is_refused_as_such(text: str) -> None:
    with pytest.raises(EngineError) as no:
        read_verbale(text)
    assert no.value.code == "unknown_version"


def test_a_file_of_the_first_version_still_holds() -> None:
    checked = verify_text(KEPT.read_text())
    assert checked.findings == ()
    assert checked.lines == 9
    assert checked.state is not None
    assert checked.state.winner == 1


def run(text: str) -> tuple[int, dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "scoring.engine", "verify"], input=text, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.returncode, json.loads(done.stdout)


def test_the_command_says_whether_it_holds() -> None:
    status, told = run(KEPT.read_text())
    assert (status, told["holds"], told["findings"]) == (0, True, [])
    status, told = run(KEPT.read_text().replace('"scope": 2', '"scope": 3'))
    assert status == 1
    assert {finding["code"] for finding in told["findings"]} == {"broken_chain", "wrong_total"}


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: raw.decode(errors="replace")))
def test_whatever_it_is_given_an_outcome_comes_back(text: str) -> None:
    assert verify_text(text).findings


names = st.sampled_from(["kind", "ruleset", "seat_sides", "entry", "hand", "number", "revision", "totals", "digest"])
values = st.none() | st.integers() | st.text(max_size=4) | st.lists(st.integers(0, 2), max_size=3) | st.just({})


@given(st.integers(0, 8), names, values)
def test_one_value_changed_never_ends_in_a_fault(number: int, name: str, value: Any) -> None:
    lines = match(body(1), body(2), body(3))
    before = lines[number].get(name, ...)
    lines[number][name] = value
    assert bool(verify(lines).findings) is (before != value)
