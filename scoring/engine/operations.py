"""Dispatch an operation of CONTRACT 1 by its name, for the command and the HTTP door alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scoring.engine.captures import captures_answer
from scoring.engine.declarations import buone_answer
from scoring.engine.errors import EngineError
from scoring.engine.hand_case import score_answer, score_text
from scoring.engine.match_case import match_answer
from scoring.engine.replay import replay_answer
from scoring.engine.table import table_answer

Operation = Callable[[Mapping[str, Any]], dict[str, Any]]

OPERATIONS: dict[str, Operation] = {
    "captures": captures_answer,
    "buone": buone_answer,
    "table": table_answer,
    "replay": replay_answer,
    "score": score_answer,
    "match": match_answer,
}
"""Every operation by name: takes a case without `op` and `id`, returns the answer's members or raises EngineError."""

TEXTS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {"score": score_text}
"""Operations that can write the members of their answer as JSON text themselves, which the command prefers."""


def answer(op: object, case: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of the answer to one case.

    `case` is what a JSON object held; members that the operation does not know are passed over. Raises EngineError:
    `bad_request` when `op` is no text, `unknown_op`, and what the operation refuses.
    """
    if type(op) is not str:
        raise EngineError("bad_request", "A case names its operation in `op`.", "/op")
    operation = OPERATIONS.get(op)
    if operation is None:
        raise EngineError("unknown_op", f"{op!r:.40} is no operation.", "/op", operations=sorted(OPERATIONS))
    return operation(case)
