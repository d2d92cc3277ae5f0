"""Say what scoring an entry gives, whatever its mode, and what a mode has to offer.

Source: CONTRACT 2 ("Recording a hand").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from scoring.engine.entry_fields import Seating
from scoring.engine.explain_scales import Line
from scoring.engine.hand import CountedHand, HandScore, SideScore
from scoring.engine.match import HandResult
from scoring.engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class EntryScore:
    """Hold what an entry is worth.

    `score` is the `score` answer of CONTRACT 1, None while a side is open or a value unknown. `complete` is false
    then, and the hand decides nothing. `wins_match` may be known without a score. `rows` are the points by category
    for the order of telling. `lines` say why each point was given or not.
    """

    score: dict[str, Any] | None = None
    totals: tuple[int, ...] | None = None
    wins_match: int | None = None
    rows: tuple[SideScore, ...] | None = None
    lines: tuple[Line, ...] = ()

    @property
    def complete(self) -> bool:
        """Tell whether every point of the hand is known."""
        return self.totals is not None

    @property
    def explanation(self) -> list[dict[str, Any]]:
        """Return the lines as JSON-able data."""
        return [line.to_dict() for line in self.lines]

    @property
    def result(self) -> HandResult:
        """Return what the fold of a match needs of this hand."""
        return HandResult(self.totals, self.rows, self.wins_match)

    @classmethod
    def of(cls, score: HandScore, lines: tuple[Line, ...]) -> EntryScore:
        """Return the score of a fully known hand."""
        return cls(score.to_dict(), score.totals, score.wins_match, score.sides, lines)


class ModeEntry(Protocol):
    """Hold the facts of one mode's body, as read."""

    @property
    def open_sides(self) -> tuple[int, ...]:
        """Return the sides still to be entered."""

    def canonical(self) -> dict[str, Any]:
        """Return the mode's fields, JSON-able, defaults filled in, lists in order."""

    def content(self) -> dict[str, Any]:
        """Return what the digest is taken of: equal for two bodies that say the same."""

    def counted(self, seating: Seating) -> CountedHand | None:
        """Return the hand card by card, None where the entry does not hold it."""

    def score(self, rules: Ruleset, seating: Seating) -> EntryScore:
        """Score the facts, or raise EngineError with pointers into the body."""
