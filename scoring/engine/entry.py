"""Read the body of a recorded hand in any mode, give it one canonical form, and score it.

`MODES` is the table of modes; a mode is a class that reads its part of the body and scores it. Source: CONTRACT 2
("Recording a hand").
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.engine.entry_cards import CardsEntry
from scoring.engine.entry_claim import CLAIM_FIELDS, ClaimEntry
from scoring.engine.entry_counts import CountsEntry
from scoring.engine.entry_fields import Seating, need, read_number, read_object, read_seat
from scoring.engine.entry_opening import OPENING_FIELDS, OpeningEntry
from scoring.engine.entry_plays import PLAYS_FIELDS, PlaysEntry
from scoring.engine.entry_points import PointsEntry
from scoring.engine.entry_score import EntryScore, ModeEntry
from scoring.engine.errors import EngineError
from scoring.engine.hand import CountedHand
from scoring.engine.rulesets import Ruleset

HAND_FIELDS = ("number", "dealer_seat", "mode")


@dataclass(frozen=True, slots=True)
class Mode:
    """Say how one mode is read: its fields beside `HAND_FIELDS`, and the function that reads a body."""

    fields: tuple[str, ...]
    read: Callable[[Mapping[str, Any], Seating], ModeEntry]


MODES: dict[str, Mode] = {
    "cards": Mode(("sides", "dealer_bonus"), CardsEntry.read),
    "counts": Mode(("sides", "dealer_bonus"), CountsEntry.read),
    "points": Mode(("sides",), PointsEntry.read),
    "plays": Mode(PLAYS_FIELDS, PlaysEntry.read),
    "opening": Mode(OPENING_FIELDS, OpeningEntry.read),
    "claim": Mode(CLAIM_FIELDS, ClaimEntry.read),
}
"""Every mode of entry by name."""


@dataclass(frozen=True, slots=True)
class HandEntry:
    """Hold one hand as it was entered.

    `canonical` is a JSON-able form with defaults filled in and every list in order; `digest` is the SHA-256 in hex
    of its content, the same for two bodies that say the same. `open_sides` are those still to come.
    """

    mode: str
    number: int
    seating: Seating
    canonical: dict[str, Any]
    digest: str
    open_sides: tuple[int, ...]
    facts: ModeEntry

    def counted(self) -> CountedHand | None:
        """Return the hand card by card, None while a side is open or where the mode does not hold cards."""
        return self.facts.counted(self.seating)


def read_entry(body: object, seat_sides: Sequence[int]) -> HandEntry:
    """Return the entry that a body holds, checked for its shape only.

    `seat_sides` is the side of each seat. Raises `wrong_type`, `unknown_field`, `missing_field`, `unknown_mode`,
    `bad_number`, `bad_seat`, and the card codes `unknown_card` and `duplicate_card` within one list, with pointers
    into the body.
    """
    name, number, seating, facts = read_facts(body, seat_sides)
    head = {"mode": name, "number": number, "dealer_seat": seating.dealer_seat}
    return HandEntry(
        mode=name,
        number=number,
        seating=seating,
        canonical={**head, **facts.canonical()},
        digest=digest_of({**head, **facts.content()}),
        open_sides=facts.open_sides,
        facts=facts,
    )


class Read(NamedTuple):
    """Hold what a body says, without its canonical form and digest."""

    mode: str
    number: int
    seating: Seating
    facts: ModeEntry

    def counted(self) -> CountedHand | None:
        """Return the hand card by card, None while a side is open or where the mode does not hold cards."""
        return self.facts.counted(self.seating)


def read_facts(body: object, seat_sides: Sequence[int]) -> Read:
    """Read a body as `read_entry` does and raise what it raises, for whoever needs no digest of it."""
    if not isinstance(body, Mapping):
        raise EngineError("wrong_type", "A hand is an object.")
    name = need(body, "mode", "")
    if not isinstance(name, str) or name not in MODES:
        raise EngineError("unknown_mode", f"The modes are {', '.join(MODES)}.", "/mode", modes=list(MODES))
    mode = MODES[name]
    read_object(body, (*HAND_FIELDS, *mode.fields), "")
    number = read_number(need(body, "number", ""))
    dealer = read_seat(need(body, "dealer_seat", ""), len(seat_sides), "/dealer_seat")
    seating = Seating(tuple(seat_sides), max(seat_sides) + 1, dealer)
    return Read(name, number, seating, mode.read(body, seating))


def score_entry(entry: HandEntry, rules: Ruleset) -> EntryScore:
    """Score an entry under `rules`; an open or incomplete one has no score and decides nothing.

    Raises EngineError with pointers into the body for what cannot be: see the mode's own module.
    """
    return entry.facts.score(rules, entry.seating)


def digest_of(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 in hex of compact JSON with sorted keys."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
