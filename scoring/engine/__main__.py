"""Answer JSON lines: `python -m scoring.engine < cases.jsonl > answers.jsonl`.

One object a line in, one a line out, in order; every answer is written before the next line has to come. With the
word `verify` it checks a verbale instead and says what does not hold. Source: CONTRACT 1, 3.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from math import isfinite
from typing import Any, NoReturn

from scoring.engine.errors import EngineError
from scoring.engine.operations import TEXTS, answer
from scoring.engine.verbale_verify import verify_text

USAGE = """usage: python -m scoring.engine < cases.jsonl > answers.jsonl
       python -m scoring.engine verify < verbale.json
"""
CHUNK = 1 << 16
LONGEST_LINE = 1 << 23
"""Bytes of a line; a longer one is answered with `bad_request`, so that memory stays constant."""


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


_decode = json.JSONDecoder(parse_constant=_no_constant).raw_decode
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_SCALARS = (str, int, bool, type(None))


def answer_line(line: bytes) -> str:
    """Return the answer to one line as JSON text; whatever the line holds, an answer comes back."""
    ident: Any = None
    try:
        text = line.strip().decode()
        case, end = _decode(text)
        if end != len(text):
            raise ValueError("more than one value")
        if type(case) is not dict:
            raise EngineError("bad_request", "A case is a JSON object.")
        ident = _scalar(case.get("id"))
        op = case.get("op")
        if type(op) is str and op in TEXTS:
            return f'{{"id":{_encode_id(ident)},{TEXTS[op](case)}}}'
        return _encode({"id": ident, **answer(op, case)})
    except EngineError as no:
        return _encode({"id": ident, "error": no.to_dict()})
    except (ValueError, RecursionError):
        return _encode({"id": None, "error": EngineError("bad_request", "The line is no JSON.").to_dict()})


def _encode_id(ident: Any) -> str:
    return str(ident) if type(ident) is int else _encode(ident)


def _scalar(ident: Any) -> Any:
    if isinstance(ident, _SCALARS) or (type(ident) is float and isfinite(ident)):
        return ident
    raise EngineError("bad_request", "An id is a JSON scalar.", "/id")


def lines(read: Callable[[int], bytes | None]) -> Iterator[list[bytes]]:
    """Yield lists of whole lines as soon as they have come, without their line ends.

    `read` returns what is there, at most so many bytes, and nothing at the end.
    """
    held = b""
    too_long = False
    while chunk := read(CHUNK):
        *whole, rest = chunk.split(b"\n")
        if whole:
            whole[0] = b"" if too_long else held + whole[0]
            too_long, held = False, b""
            yield whole
        held += rest
        if len(held) > LONGEST_LINE:
            # What is kept stands for the line: no JSON begins like this.
            too_long, held = True, b"#"
    if held:
        yield [held]


def serve(batches: Iterable[list[bytes]], write: Callable[[bytes], object], flush: Callable[[], object]) -> None:
    """Answer every line of every batch, each batch written out before the next is asked for."""
    for batch in batches:
        write("".join([answer_line(line) + "\n" for line in batch]).encode())
        flush()


def main(arguments: list[str]) -> int:
    """Run the command and return its exit status: 1 when a verbale does not hold, 2 for a word it does not know."""
    if arguments == ["verify"]:
        outcome = verify_text(sys.stdin.buffer.read().decode(errors="replace"))
        sys.stdout.write(json.dumps(outcome.to_dict(), indent=1) + "\n")
        return 1 if outcome.findings else 0
    if arguments:
        sys.stderr.write(USAGE)
        return 2
    try:
        # Unbuffered: a read returns as soon as something is there, so no answer waits for the next line.
        with open(0, "rb", buffering=0, closefd=False) as source:
            serve(lines(source.read), sys.stdout.buffer.write, sys.stdout.buffer.flush)
    except BrokenPipeError:
        # The reader has gone; the interpreter must not try to flush again at its end.
        sys.stdout = None
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
