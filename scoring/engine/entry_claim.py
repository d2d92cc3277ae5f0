"""Read and score the mode `claim`: the tenth denaro is taken, the rest of the hand need not be known.

Source: CONTRACT 2 (`claim`), RULES 8.7, 9.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.entry_fields import Seating, need
from scoring.engine.entry_score import EntryScore
from scoring.engine.errors import EngineError
from scoring.engine.explain_scales import cappotto_lines
from scoring.engine.hand import CountedHand, HandScore, SideScore
from scoring.engine.hand_deck import CAPPOTTO_POINTS
from scoring.engine.rulesets import Ruleset

CLAIM_FIELDS = ("cappotto",)


@dataclass(frozen=True, slots=True)
class ClaimEntry:
    """Hold the side that has taken all ten denari."""

    cappotto: int

    @classmethod
    def read(cls, body: Mapping[str, Any], seating: Seating) -> ClaimEntry:
        """Return the entry of a body; raise `missing_field`, `wrong_type`, `bad_side`."""
        side = need(body, "cappotto", "")
        if type(side) is not int:
            raise EngineError("wrong_type", "A side is a number.", "/cappotto")
        if not 0 <= side < seating.sides:
            raise EngineError("bad_side", f"The sides are 0 to {seating.sides - 1}.", "/cappotto")
        return cls(side)

    @property
    def open_sides(self) -> tuple[int, ...]:
        """Return no side: nothing more need be known."""
        return ()

    def canonical(self) -> dict[str, Any]:
        """Return the claim as the body holds it."""
        return {"cappotto": self.cappotto}

    def content(self) -> dict[str, Any]:
        """Return the same as `canonical`."""
        return self.canonical()

    def counted(self, _: Seating) -> CountedHand | None:
        """Return None: the piles are not known."""
        return None

    def score(self, rules: Ruleset, seating: Seating) -> EntryScore:
        """Give what all ten denari are worth by themselves.

        Where they win the match its points stay unknown; where they pay a flat sum, nothing else of the hand
        counts. Raises `decides_nothing` where the rest of the hand has to be counted all the same.
        """
        lines = tuple(cappotto_lines(self.cappotto, seating.sides, rules))
        if rules.cappotto == "win_match":
            return EntryScore(wins_match=self.cappotto, lines=lines)
        if rules.cappotto != "flat_60_opponent_zero":
            raise EngineError(
                "decides_nothing", "All ten denari do not end a hand here: the whole hand is counted.", "/cappotto"
            )
        paid = CAPPOTTO_POINTS[rules.cappotto]
        sides = tuple(
            SideScore(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, points, points)
            for points in (paid if side == self.cappotto else 0 for side in range(seating.sides))
        )
        return EntryScore.of(HandScore(sides, self.cappotto, None), lines)
