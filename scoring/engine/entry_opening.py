"""Read and score the mode `opening`: a hand that its opening table decides.

Source: CONTRACT 2 (`opening`), RULES 2.4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import cards_list
from scoring.engine.entry_fields import Seating, need, read_cards
from scoring.engine.entry_score import EntryScore
from scoring.engine.errors import EngineError
from scoring.engine.explain_scales import Line
from scoring.engine.hand import CountedHand, HandScore, SideScore
from scoring.engine.rulesets import Ruleset
from scoring.engine.table import REDEALS_THAT_LOSE, opening

OPENING_FIELDS = ("table",)
_NOTHING = SideScore(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class OpeningEntry:
    """Hold the opening table, a mask, of a body in mode `opening`."""

    table: int

    @classmethod
    def read(cls, body: Mapping[str, Any], _: Seating) -> OpeningEntry:
        """Return the entry of a body; raise the codes of shape, `unknown_card`, `duplicate_card`."""
        return cls(read_cards(need(body, "table", ""), "/table"))

    @property
    def open_sides(self) -> tuple[int, ...]:
        """Return no side: a table decides for all."""
        return ()

    def canonical(self) -> dict[str, Any]:
        """Return the table in card order."""
        return {"table": cards_list(self.table)}

    def content(self) -> dict[str, Any]:
        """Return the same as `canonical`."""
        return self.canonical()

    def counted(self, _: Seating) -> CountedHand | None:
        """Return None: nothing was played."""
        return None

    def score(self, rules: Ruleset, seating: Seating) -> EntryScore:
        """Give the match to the side that the table gives it to, with no points for anybody.

        A table that calls for a redeal is taken as the third in a row, as the mode says; whether two came before is
        for the match to know. Raises `impossible_count` for another number of cards and `decides_nothing` for a
        table that ends no match under `rules`.
        """
        if self.table.bit_count() != rules.table_cards:
            raise EngineError("impossible_count", f"The opening table has {rules.table_cards} cards.", "/table")
        judged = opening(self.table, rules, REDEALS_THAT_LOSE - 1)
        winner, key = None, ""
        if judged.outcome == "dealer_wins_match":
            winner, key = seating.dealer_side, "table_wins_match"
        elif judged.outcome == "dealer_loses_match" and seating.sides == 2:
            winner, key = 1 - seating.dealer_side, "third_redeal_loses_match"
        if winner is None:
            raise EngineError("decides_nothing", "This opening table ends no match here.", "/table", rule=judged.rule)
        score = HandScore((_NOTHING,) * seating.sides, None, winner)
        line = Line(winner, "opening", 0, tuple(cards_list(self.table)), judged.rule, key, {})
        return EntryScore.of(score, (line,))
