"""Count a verbale again and say what does not hold.

Source: CONTRACT 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.engine.entry import read_entry, score_entry
from scoring.engine.errors import EngineError
from scoring.engine.match import HandResult, SeriesState, cut_state, series_state
from scoring.engine.rulesets import Ruleset, read_ruleset
from scoring.engine.verbale import FIRST, KINDS, Line, line_digest, read_verbale, result_of


class Finding(NamedTuple):
    """Hold one thing that does not hold: the number of its line, a code of `errors.CODES`, and words."""

    line: int
    code: str
    detail: str


class Verified(NamedTuple):
    """Hold what the check of a verbale gave: what does not hold, and the match as recomputed (None if unreadable)."""

    findings: tuple[Finding, ...]
    lines: int
    state: SeriesState | None

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as JSON-able data."""
        return {
            "holds": not self.findings,
            "lines": self.lines,
            "findings": [finding._asdict() for finding in self.findings],
            "result": None if self.state is None else result_of(self.state),
        }


def verify_text(text: str) -> Verified:
    """Check a verbale given as JSON or text; whatever it holds, an outcome comes back."""
    try:
        lines = read_verbale(text)
    except EngineError as no:
        return Verified((Finding(0, no.code, no.detail),), 0, None)
    return verify(lines)


def verify(lines: Sequence[Line]) -> Verified:
    """Check the chain of a verbale's lines and recompute every hand, game and result from what was entered."""
    findings = _check_chain(lines)
    head = lines[0] if lines else {}
    if head.get("kind") != "match":
        return Verified((*findings, Finding(0, "bad_request", "The first line is the match.")), len(lines), None)
    try:
        rules = read_ruleset(head.get("ruleset"))
        seat_sides = _seat_sides(head.get("seat_sides"))
    except EngineError as no:
        return Verified((*findings, Finding(0, no.code, no.detail)), len(lines), None)
    count = _Recount(rules, seat_sides)
    for number, line in enumerate(lines[1:], start=1):
        findings += [Finding(number, code, detail) for code, detail in count.take(line)]
    try:
        state = count.state()
    except EngineError as no:
        return Verified((*findings, Finding(len(lines) - 1, no.code, no.detail)), len(lines), None)
    return Verified(tuple(findings), len(lines), state)


class _Recount:
    """Follow the lines of a verbale and recompute what each says."""

    def __init__(self, rules: Ruleset, seat_sides: tuple[int, ...]) -> None:
        self.rules, self.seat_sides = rules, seat_sides
        self.official: dict[str, tuple[int, HandResult]] = {}
        self.revisions: dict[str, int] = {}
        self.time_called = False

    def take(self, line: Line) -> list[tuple[str, str]]:
        """Return the codes and words of what does not hold in one line."""
        kind = line.get("kind")
        if kind == "hand":
            return self._hand(line)
        if kind == "void":
            if self.official.pop(str(line.get("hand")), None) is None:
                return [("inconsistent", "A hand is taken back that was not there.")]
        elif kind in ("end", "reopen"):
            if self.time_called == (kind == "end"):
                return [("inconsistent", "Time is called once, and taken back after it was called.")]
            self.time_called = kind == "end"
        elif kind == "result":
            return self._result(line)
        elif kind not in KINDS or kind == "match":
            return [("bad_request", "A line is a hand, a void, a redeal, an end, a reopen or a result.")]
        return []

    def state(self) -> SeriesState:
        """Return the series as the official hands and the clock give it; a missing number is an unknown hand."""
        by_number = dict(self.official.values())
        last = max(by_number, default=0)
        unknown = HandResult(None)
        hands = [by_number.get(number, unknown) for number in range(1, last + 1)]
        series = series_state(hands, self.rules, max(self.seat_sides) + 1)
        return cut_state(series) if self.time_called else series

    def _hand(self, line: Line) -> list[tuple[str, str]]:
        hand, revision = str(line.get("hand")), line.get("revision")
        wrong = []
        if revision != self.revisions.get(hand, 0) + 1:
            wrong.append(("inconsistent", "The revisions of a hand count from 1 without a gap."))
        self.revisions[hand] = revision if type(revision) is int else 0
        try:
            entry = read_entry(line.get("entry"), self.seat_sides)
            score = score_entry(entry, self.rules)
        except EngineError as no:
            return [*wrong, (no.code, f"{no.pointer or 'entry'}: {no.detail}")]
        self.official[hand] = (entry.number, score.result)
        same_number = [other for other, (number, _) in self.official.items() if number == entry.number]
        if len(same_number) > 1:
            wrong.append(("inconsistent", f"Two official hands have the number {entry.number}."))
        recomputed = {
            "number": entry.number,
            "content": entry.digest,
            "totals": None if score.totals is None else list(score.totals),
            "wins_match": score.wins_match,
        }
        return wrong + _differences(line, recomputed)

    def _result(self, line: Line) -> list[tuple[str, str]]:
        try:
            return _differences({"cut": False, **line}, {"cut": False, **result_of(self.state())})
        except EngineError as no:
            return [(no.code, no.detail)]


def _differences(line: Mapping[str, Any], recomputed: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        ("wrong_total", f"{name} is {line.get(name)!r:.200}, recomputed it is {value!r:.200}.")
        for name, value in recomputed.items()
        if line.get(name) != value
    ]


def _check_chain(lines: Sequence[Line]) -> list[Finding]:
    findings = []
    previous = FIRST
    for number, line in enumerate(lines):
        if line.get("line") != number:
            findings.append(Finding(number, "broken_chain", "The line has another number."))
        if line.get("previous") != previous:
            findings.append(Finding(number, "broken_chain", "The line does not follow the one before."))
        try:
            previous = line_digest(line)
        except (ValueError, RecursionError):
            findings.append(Finding(number, "bad_request", "The line holds what JSON does not know."))
        if line.get("digest") != previous:
            findings.append(Finding(number, "broken_chain", "The line is not what its digest was taken of."))
            # What the line says of itself, so that the next line is judged alone.
            previous = str(line.get("digest"))
    return findings


def _seat_sides(value: object) -> tuple[int, ...]:
    if (
        not isinstance(value, list)
        or not 2 <= len(value) <= 5
        or any(type(side) is not int for side in value)
        or max(value) + 1 not in (2, 3, 5)
        or set(value) != set(range(max(value) + 1))
    ):
        raise EngineError("bad_request", "seat_sides holds the side of each seat.", "/lines/0/seat_sides")
    return tuple(value)
