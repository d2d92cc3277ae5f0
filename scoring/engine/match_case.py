"""Answer the operation `match` of CONTRACT 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.engine.errors import EngineError
from scoring.engine.hand import CATEGORIES, SIDE_COUNTS, SideScore
from scoring.engine.match import HandResult, match_state
from scoring.engine.rulesets import read_ruleset

_ROW = (*CATEGORIES, "total")


def match_answer(case: Mapping[str, Any]) -> dict[str, Any]:
    """Answer `match`: totals, status and winner after the hands of one match of a series.

    Raises `bad_request`, the codes of `read_ruleset`, and `match_finished` with `hand`, the index of the first hand
    after the end.
    """
    sides = case.get("sides")
    if type(sides) is not int or sides not in SIDE_COUNTS:
        raise EngineError("bad_request", "A match has 2, 3 or 5 sides.", "/sides")
    hands = case.get("hands")
    if type(hands) is not list:
        raise EngineError("bad_request", "The hands of a match are a list.", "/hands")
    results = [_read_hand(hand, sides, f"/hands/{index}") for index, hand in enumerate(hands)]
    state = match_state(results, read_ruleset(case.get("ruleset")), sides)
    if state.after_end:
        index = state.after_end[0]
        raise EngineError("match_finished", "The match was over before this hand.", f"/hands/{index}", hand=index)
    return {"totals": list(state.totals), "status": state.status, "winner": state.winner}


def _read_hand(hand: object, sides: int, pointer: str) -> HandResult:
    if type(hand) is not dict:
        raise EngineError("bad_request", "A hand is an object.", pointer)
    wins = hand.get("wins_match")
    if wins is not None and (type(wins) is not int or not 0 <= wins < sides):
        raise EngineError("bad_request", "wins_match is a side or null.", f"{pointer}/wins_match")
    rows: tuple[SideScore, ...] | None = None
    if hand.get("sides") is not None:
        listed = _list(hand["sides"], sides, f"{pointer}/sides")
        rows = tuple(_read_row(row, f"{pointer}/sides/{side}") for side, row in enumerate(listed))
    if hand.get("totals") is None:
        if rows is None:
            raise EngineError("bad_request", "A hand has totals or sides.", f"{pointer}/totals")
        return HandResult(tuple(row.total for row in rows), rows, wins)
    listed = _list(hand["totals"], sides, f"{pointer}/totals")
    totals = tuple(_points(points, f"{pointer}/totals/{side}") for side, points in enumerate(listed))
    if rows is not None and totals != tuple(row.total for row in rows):
        raise EngineError("bad_request", "totals and sides do not agree.", f"{pointer}/totals")
    return HandResult(totals, rows, wins)


def _read_row(row: object, pointer: str) -> SideScore:
    if type(row) is not dict:
        raise EngineError("bad_request", "A side of a hand is an object.", pointer)
    return SideScore(*(_points(row.get(name), f"{pointer}/{name}") for name in _ROW))


def _list(value: object, sides: int, pointer: str) -> list[Any]:
    if type(value) is not list or len(value) != sides:
        raise EngineError("bad_request", f"This is a list of {sides}, one for each side.", pointer)
    return value


def _points(value: object, pointer: str) -> int:
    if type(value) is not int or value < 0:
        raise EngineError("bad_request", "Points are integers from 0.", pointer)
    return value
