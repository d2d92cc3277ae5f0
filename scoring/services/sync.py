"""A phone's queue in one request: each operation its own transaction and its own result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

import orjson

from cirulla.lib.errors import BadRequest, Refusal
from cirulla.lib.problems import problem_body
from players.principals import Principal
from scoring.services.hand_acts import Act, hand_act
from scoring.services.hands import hand_record
from scoring.services.match_acts import redeal_log

MOST = 100


def sync(*, operations: Sequence[Any], by: Principal) -> list[dict[str, Any]]:
    """Do each operation by itself and answer each: one bad hand never holds back nine good ones.

    An operation is `{"op_id", "op", "match", ...}`; `op` is `hand` (with `hand`, `body`, optionally
    `if_match`), `confirm` (with `hand`, `if_match`) or `redeal` (with `redeal`, `table`). A result is
    `{"op_id", "status", "body"}` where `body` is the resource or the problem. Raises BadRequest
    `too_many_operations` for more than 100.
    """
    if len(operations) > MOST:
        raise BadRequest("too_many_operations", f"At most {MOST} operations go into one request.")
    return [_one(operation, by) for operation in operations]


def _one(operation: Any, by: Principal) -> dict[str, Any]:
    op_id = operation.get("op_id") if isinstance(operation, Mapping) else None
    try:
        status, body = _run(operation, by)
    except Refusal as refusal:
        status = refusal.status
        body = problem_body(status, refusal.code, refusal.detail, refusal.errors, refusal.extra)
    return {"op_id": op_id if type(op_id) in (str, int) else None, "status": status, "body": body}


def _run(operation: Any, by: Principal) -> tuple[int, Any]:
    if not isinstance(operation, Mapping):
        raise BadRequest("wrong_type", "An operation is an object.")
    name = operation.get("op")
    run = OPERATIONS.get(name) if isinstance(name, str) else None
    if run is None:
        raise BadRequest("unknown_operation", f"The operations are {', '.join(OPERATIONS)}.")
    return run(operation, by)


def _hand(operation: Mapping[str, Any], by: Principal) -> tuple[int, Any]:
    body = operation.get("body")
    if not isinstance(body, Mapping):
        raise BadRequest("wrong_type", "`body` is the hand as it is PUT.")
    done = hand_record(
        match_id=_id(operation, "match"),
        hand_id=_id(operation, "hand"),
        body=body,
        by=by,
        if_match=_text(operation, "if_match"),
    )
    return done.status, orjson.loads(done.answer)


def _confirm(operation: Mapping[str, Any], by: Principal) -> tuple[int, Any]:
    act = Act("confirm", _text(operation, "if_match"))
    hand_act(match_id=_id(operation, "match"), hand_id=_id(operation, "hand"), act=act, by=by)
    return 200, {"hand": operation["hand"]}


def _redeal(operation: Mapping[str, Any], by: Principal) -> tuple[int, Any]:
    table = operation.get("table")
    if not isinstance(table, list):
        raise BadRequest("wrong_type", "`table` is the list of the opening cards.")
    count = redeal_log(match_id=_id(operation, "match"), redeal_id=_id(operation, "redeal"), table=table, by=by)
    return 201, {"id": operation["redeal"], "in_a_row": count}


def _id(operation: Mapping[str, Any], name: str) -> UUID:
    try:
        return UUID(str(operation[name]))
    except (KeyError, ValueError):
        raise BadRequest("bad_id", f"`{name}` is a UUID.") from None


def _text(operation: Mapping[str, Any], name: str) -> str | None:
    value = operation.get(name)
    if value is not None and not isinstance(value, str):
        raise BadRequest("wrong_type", f"`{name}` is text.")
    return value


OPERATIONS: dict[str, Callable[[Mapping[str, Any], Principal], tuple[int, Any]]] = {
    "hand": _hand,
    "confirm": _confirm,
    "redeal": _redeal,
}
"""Every operation by its name."""
