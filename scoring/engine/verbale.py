"""Write a match down so that anybody can count it again without the service.

A verbale is a list of lines: the match, then each hand as entered with its corrections, redeals, whether time ended it,
at last the result.
Each line holds the SHA-256 of the one before, so that none can be changed, left out or moved unseen. It holds ids and
seats, never names. Source: CONTRACT 3.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.engine.entry import HandEntry
from scoring.engine.entry_score import EntryScore
from scoring.engine.errors import EngineError
from scoring.engine.match import SeriesState
from scoring.engine.rulesets import Ruleset
from scoring.engine.version import ENGINE_VERSION

FORMAT = "cirulla-verbale"
VERSION = 1
"""Version of the form; a later one must still read every earlier one."""
FIRST = "0" * 64
"""What the first line holds in the place of a digest of the line before."""
KINDS = ("match", "hand", "void", "redeal", "end", "reopen", "result")
KEPT = ("line", "kind", "previous", "digest")

Line = dict[str, Any]


def match_record(
    match: str, rules: Ruleset, seats: Sequence[str | None], seat_sides: Sequence[int], first_dealer: int, **more: Any
) -> Line:
    """Return the first record of a verbale.

    `seats` are players' ids in playing order. `more` are JSON-able members of the service's own, such as times.
    """
    return {
        "kind": "match",
        "match": match,
        "engine": ENGINE_VERSION,
        "ruleset": rules.to_dict(),
        "seats": list(seats),
        "seat_sides": list(seat_sides),
        "first_dealer": first_dealer,
        **more,
    }


def hand_record(hand: str, revision: int, entry: HandEntry, score: EntryScore, **more: Any) -> Line:
    """Return the record of one revision of a hand: what was entered, and what it was worth.

    Revisions of a hand count from 1; the last one is the official one. `more` as in `match_record`: who, when, why.
    """
    return {
        "kind": "hand",
        "hand": hand,
        "number": entry.number,
        "revision": revision,
        "entry": entry.canonical,
        "content": entry.digest,
        "totals": None if score.totals is None else list(score.totals),
        "wins_match": score.wins_match,
        **more,
    }


def void_record(hand: str, number: int, **more: Any) -> Line:
    """Return the record of a hand that was taken back."""
    return {"kind": "void", "hand": hand, "number": number, **more}


def redeal_record(number: int, dealer_seat: int, **more: Any) -> Line:
    """Return the record of a redeal before hand `number`, which is no hand (RULES 2.5)."""
    return {"kind": "redeal", "number": number, "dealer_seat": dealer_seat, **more}


def end_record(**more: Any) -> Line:
    """Return the record of a match being ended because time is up: what its hands do not end is cut as it stands."""
    return {"kind": "end", **more}


def reopen_record(**more: Any) -> Line:
    """Return the record of taking the end by time back."""
    return {"kind": "reopen", **more}


def result_record(state: SeriesState, **more: Any) -> Line:
    """Return the last record: games, status and winner as they stand."""
    return {"kind": "result", **result_of(state), **more}


def result_of(state: SeriesState) -> dict[str, Any]:
    """Return what a result says of a series of games; `cut` only of one that time has ended."""
    games = [{"totals": list(game.totals), "winner": game.winner} for game in state.games]
    told = {"games": games, "status": state.status, "winner": state.winner, "wins": list(state.wins)}
    return {**told, "cut": True} if state.cut else told


def chained(records: Iterable[Mapping[str, Any]]) -> list[Line]:
    """Return records as numbered lines, each with the digest of the one before and its own."""
    lines: list[Line] = []
    previous = FIRST
    for number, record in enumerate(records):
        line = {**record, "line": number, "previous": previous}
        previous = line_digest(line)
        lines.append({**line, "digest": previous})
    return lines


def line_digest(line: Mapping[str, Any]) -> str:
    """Return the SHA-256 in hex of a line without its own digest, as compact JSON with sorted keys in UTF-8."""
    content = {name: value for name, value in line.items() if name != "digest"}
    return hashlib.sha256(compact(content).encode()).hexdigest()


def compact(value: Any) -> str:
    """Return the one JSON text of a value: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def verbale_json(lines: Sequence[Line]) -> dict[str, Any]:
    """Return a verbale as one JSON-able object."""
    return {"format": FORMAT, "version": VERSION, "lines": list(lines)}


def verbale_text(lines: Sequence[Line]) -> str:
    """Return a verbale as text: a head, then a line each with its digest, a tab, and the rest as compact JSON."""
    rows = [f"{line['digest']}\t{compact({k: v for k, v in line.items() if k != 'digest'})}" for line in lines]
    return "\n".join([f"{FORMAT} {VERSION}", *rows]) + "\n"


def read_verbale(text: str) -> list[Line]:
    """Return the lines of a verbale given as JSON or as text.

    Raises `bad_request` for what is no verbale and `unknown_version` for one of a later form.
    """
    if text.lstrip().startswith("{"):
        whole = _json(text, "")
        if not isinstance(whole, dict) or whole.get("format") != FORMAT:
            raise EngineError("bad_request", "This is no verbale.")
        _refuse_version(whole.get("version"))
        lines = whole.get("lines")
    else:
        head, *rows = text.splitlines() or [""]
        name, _, version = head.partition(" ")
        if name != FORMAT:
            raise EngineError("bad_request", "This is no verbale.")
        _refuse_version(int(version) if version.isascii() and version.isdigit() and len(version) < 9 else None)
        lines = [_row(row, number) for number, row in enumerate(rows)]
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise EngineError("bad_request", "The lines of a verbale are a list of objects.", "/lines")
    return lines


def _refuse_version(version: object) -> None:
    if version != VERSION:
        raise EngineError("unknown_version", f"This version reads verbali of form {VERSION}.", "/version")


def _row(row: str, number: int) -> Line:
    digest, tab, rest = row.partition("\t")
    line = _json(rest, f"/lines/{number}")
    if not tab or not isinstance(line, dict):
        raise EngineError("bad_request", "A line is a digest, a tab and an object.", f"/lines/{number}")
    return {**line, "digest": digest}


def _json(text: str, pointer: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise EngineError("bad_request", "This is no JSON.", pointer) from None
