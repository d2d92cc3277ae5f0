"""Answer JSON lines: one case in, one answer out, flushed, for every pure part's command (CONTRACT 1)."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from math import isfinite
from typing import BinaryIO

Case = Mapping[str, object]
Operation = Callable[[Case], dict[str, object]]

BAD_REQUEST = "bad_request"
UNKNOWN_OP = "unknown_op"


class CaseError(Exception):
    """Refuse a case: stable `code`, `detail` in words, `pointer` (JSON Pointer) to the field at fault."""

    def __init__(self, code: str, detail: str, pointer: str = "", **more: object) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.pointer = pointer
        self.more = more

    def to_dict(self) -> dict[str, object]:
        """Return the error as an answer holds it."""
        return {"code": self.code, "detail": self.detail, "pointer": self.pointer, **self.more}


def answer_line(line: bytes, operations: Mapping[str, Operation]) -> dict[str, object]:
    """Return the answer to one line: the operation's result, or its error; never raises for any bytes."""
    try:
        case = read_case(line)
    except CaseError as error:
        return {"id": None, "error": error.to_dict()}
    case_id = case.get("id")
    if not (case_id is None or isinstance(case_id, str | int | float)):
        refusal = CaseError(BAD_REQUEST, "id must be a JSON scalar", "/id")
        return {"id": None, "error": refusal.to_dict()}
    try:
        return {"id": case_id, **_operation(case, operations)(case)}
    except CaseError as error:
        return {"id": case_id, "error": error.to_dict()}


def read_case(line: bytes) -> Case:
    """Return the JSON object of a line; raises CaseError `bad_request` for anything else."""
    try:
        case = json.loads(line.decode("utf-8"), parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError):
        raise CaseError(BAD_REQUEST, "the line is not JSON") from None
    if not isinstance(case, dict):
        raise CaseError(BAD_REQUEST, "the line is not a JSON object")
    return case


def serve(operations: Mapping[str, Operation], source: BinaryIO | None = None, sink: BinaryIO | None = None) -> int:
    """Answer every line of `source` (standard input) on `sink` (standard output) and return the exit status 0.

    Each answer is out before the next line is asked for; memory is that of one line.
    """
    source = source or sys.stdin.buffer
    sink = sink or sys.stdout.buffer
    try:
        while line := source.readline():
            sink.write(json.dumps(answer_line(line, operations), separators=(",", ":")).encode() + b"\n")
            sink.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        return 0
    return 0


def _operation(case: Case, operations: Mapping[str, Operation]) -> Operation:
    name = case.get("op")
    if not isinstance(name, str):
        raise CaseError(BAD_REQUEST, "op must be the name of an operation", "/op")
    if name not in operations:
        raise CaseError(UNKNOWN_OP, f"no operation is named {name[:40]!r}", "/op")
    return operations[name]


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number
