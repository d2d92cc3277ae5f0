"""`python -m scoring.engine`: JSON lines in and out, whatever they hold."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from scoring.engine.__main__ import LONGEST_LINE, answer_line, lines
from scoring.engine.hand_case import score_answer, score_text
from tests.engine.golden import GOLDEN

COMMAND = [sys.executable, "-m", "scoring.engine"]


def run(text: bytes) -> list[Any]:
    done = subprocess.run(COMMAND, input=text, capture_output=True, check=False, timeout=60)
    assert done.stderr == b""
    assert done.returncode == 0
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_golden_case_is_answered_through_the_command() -> None:
    pairs = [json.loads(line) for path in sorted(GOLDEN.glob("*.jsonl")) for line in path.read_text().splitlines()]
    told = run("\n".join(json.dumps(pair["case"]) for pair in pairs).encode())
    assert len(told) == len(pairs)
    wrong = []
    for pair, given in zip(pairs, told, strict=True):
        expected = pair["answer"]
        if "error" in expected and "error" in given:
            given = {**given, "error": {name: given["error"].get(name) for name in expected["error"]}}
        if given != expected:
            wrong.append((expected, given))
    assert wrong == []


BAD_LINES: dict[str, tuple[bytes, Any, str]] = {
    "no JSON": (b"score", None, "bad_request"),
    "an empty line": (b"", None, "bad_request"),
    "two objects": (b'{"id":1,"op":"shuffle"}{"id":2,"op":"shuffle"}', None, "bad_request"),
    "space on both sides": (b' \t{"id":1,"op":"shuffle"} \r', 1, "unknown_op"),
    "a list": (b"[1]", None, "bad_request"),
    "a number": (b"5", None, "bad_request"),
    "no UTF-8": (b'{"id":"\xff"}', None, "bad_request"),
    "not a number": (b'{"id":NaN,"op":"score"}', None, "bad_request"),
    "an infinite id": (b'{"id":1e999,"op":"score"}', None, "bad_request"),
    "an id that is a list": (b'{"id":[1],"op":"score"}', None, "bad_request"),
    "nested beyond reason": (b'{"id":1,"op":' + b"[" * 100_000 + b"]" * 100_000 + b"}", None, "bad_request"),
    "a number beyond reason": (b'{"id":' + b"9" * 5000 + b"}", None, "bad_request"),
    "no op": (b'{"id":7}', 7, "bad_request"),
    "an op that is a number": (b'{"id":"x","op":3}', "x", "bad_request"),
    "an op that is a list": (b'{"id":"x","op":["score"]}', "x", "bad_request"),
    "an unknown op": (b'{"id":null,"op":"shuffle"}', None, "unknown_op"),
    "no sides": (b'{"id":true,"op":"score"}', True, "bad_request"),
    "no id": (b'{"op":"shuffle"}', None, "unknown_op"),
    "an id with a half": (b'{"id":1.5,"op":"shuffle"}', 1.5, "unknown_op"),
    "an id beyond Latin": ('{"id":"scopa ♦ \\ud83c","op":"shuffle"}'.encode(), "scopa ♦ \ud83c", "unknown_op"),
}


@pytest.mark.parametrize(("line", "ident", "code"), BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_is_answered_like_any_other(line: bytes, ident: Any, code: str) -> None:
    told = json.loads(answer_line(line))
    assert (told["id"], told["error"]["code"]) == (ident, code)


def test_bad_lines_do_not_end_the_process() -> None:
    told = run(b"\n".join(line for line, _, _ in BAD_LINES.values()))
    assert [answer["error"]["code"] for answer in told] == [code for _, _, code in BAD_LINES.values()]


def test_no_lines_no_answers() -> None:
    assert run(b"") == []


def test_an_answer_is_out_before_the_next_line_comes() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(b'{"id":%d,"op":"shuffle"}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.write(b'{"id":"no end of line","op":"shuffle"}')
        process.stdin.close()
        assert json.loads(process.stdout.readline())["id"] == "no end of line"
        assert process.wait(timeout=10) == 0


def test_a_reader_that_goes_away_is_no_fault() -> None:
    many = b'{"id":1,"op":"shuffle"}\n' * 20_000
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        try:
            process.stdin.write(many)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        process.wait(timeout=10)


def pieces(text: bytes, size: int) -> Iterator[bytes]:
    yield from (text[start : start + size] for start in range(0, len(text), size))


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_lines_come_whole_however_they_are_cut(size: int) -> None:
    source = pieces(b"one\n\ntwo\r\nthree", size)
    assert [line for batch in lines(lambda _: next(source, b"")) for line in batch] == [b"one", b"", b"two\r", b"three"]


def test_a_line_without_end_is_not_kept() -> None:
    whole = LONGEST_LINE // (1 << 16) + 2
    parts = iter([b"x" * (1 << 16)] * whole + [b"x\n", b'{"id":1}\n'])
    told = [line for batch in lines(lambda _: next(parts, b"")) for line in batch]
    assert len(told) == 2
    assert len(told[0]) < 100
    assert json.loads(answer_line(told[0]))["error"]["code"] == "bad_request"
    assert told[1] == b'{"id":1}'


def test_the_text_of_a_score_is_the_encoded_answer() -> None:
    for line in (GOLDEN / "score.jsonl").read_text().splitlines():
        case = json.loads(line)["case"]
        assert json.loads("{" + score_text(case) + "}") == score_answer(case)


def test_the_engine_loads_no_django_and_no_chance() -> None:
    program = (
        "import sys, scoring.engine, scoring.engine.__main__\n"
        "print([name for name in ('django', 'random', 'socket', 'rest_framework') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_word_too_many_is_told_how_it_is_used() -> None:
    done = subprocess.run([*COMMAND, "nonesuch"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("usage:")
