"""Say no with a stable code, English words and a pointer into the input.

Every refusal of the engine is an `EngineError`; its codes are listed here and nowhere else.
Sources: CONTRACT 1 and 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

CODES: Mapping[str, str] = {
    # shape of a case
    "bad_request": "The case is unreadable, lacks a field, or holds a value of the wrong type.",
    "unknown_op": "No operation has this name.",
    # rulesets
    "unknown_ruleset": "No preset has this name.",
    "unknown_option": "No option of a ruleset has this name.",
    "bad_option_value": "The value is outside the values of this option.",
    "conflicting_options": "Two options exclude each other.",
    "bad_players": "This ruleset is not played by so many.",
    # cards
    "unknown_card": "No card of the pack has this code.",
    "duplicate_card": "A card appears where it cannot be twice.",
    "missing_card": "The piles are not the 40 cards.",
    "card_unreadable": "The words are no name of a card.",
    "card_not_in_pack": "The words name a card that this pack does not have.",
    "card_ambiguous": "The words name more than one card.",
    # counting a hand
    "dealer_table_not_taken": "The dealer's side does not hold the opening table it took.",
    "no_dealer_bonus": "The opening table is worth no bonus.",
    "not_three_cards": "A declaration shows three cards.",
    "not_a_buona": "The three cards are no buona under this ruleset.",
    "matta_not_held": "A value is given to a matta that is not among the cards.",
    "too_many_scope": "More scope than a hand can hold.",
    "too_many_buone": "More declarations than a hand can hold.",
    # a match
    "match_finished": "The match was over before this hand.",
    # a replay
    "redeal": "The opening table calls for a redeal.",
    "dealer_wins_match": "The opening table wins the match for the dealer's side.",
    "out_of_turn": "Another seat is to play.",
    "card_not_held": "The seat does not hold this card.",
    "must_capture": "The played card can capture and has to.",
    "illegal_capture": "The played card cannot take these cards.",
    "late_declaration": "Declarations are made at one's first turn of a deal.",
    "unfinished": "The plays end before the hand does.",
    "extra_play": "The hand was over before this play.",
    # an entry (the body of a recorded hand)
    "unknown_mode": "No mode of entry has this name.",
    "unknown_field": "The body has no such field.",
    "missing_field": "A field that must be there is not.",
    "wrong_type": "The field holds a value of another type.",
    "bad_number": "A hand's number is an integer from 1 on.",
    "bad_seat": "No such seat at this table, or not a seat of this side.",
    "bad_side": "No such side in this match.",
    "too_many_rest": "Only one side can be given the rest of the cards.",
    "open_side": "A side has not been entered yet.",
    "bad_sum": "The sides do not add up.",
    "impossible_count": "The value cannot come out of a hand.",
    "inconsistent": "Two fields contradict each other.",
    "not_a_denaro": "The card is none of the ten denari.",
    "both_sides": "Two sides claim what only one can have.",
    "nobody": "No side has what one of them must have.",
    "not_the_dealer": "Only the dealer's side can have this.",
    "decides_nothing": "The claim or the opening table ends no match under this ruleset.",
    # a verbale
    "broken_chain": "A line does not carry the digest of the one before.",
    "wrong_total": "A recorded figure differs from the recomputed one.",
    "unknown_version": "The record was written in a form this version does not read.",
}
"""Every code an `EngineError` can carry, with its meaning in one sentence."""

UNREADABLE: frozenset[str] = frozenset({"bad_request", "unknown_field", "missing_field", "wrong_type", "unknown_mode"})
"""Codes of inputs that cannot be read at all; every other code means: read, but it cannot be."""


class EngineError(Exception):
    """Refuse an input: `code` for programs, `detail` for people, `pointer` into the input.

    `pointer` is a JSON Pointer ("" for the whole). `errors` lists every field concerned as
    `(pointer, code, detail)`, at least one. `more` holds further JSON-able members of the
    answer, such as `play`, `hand`, `cards` or `options`. `code` is a key of `CODES`.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        pointer: str = "",
        *,
        errors: Iterable[tuple[str, str, str]] = (),
        **more: Any,
    ) -> None:
        assert code in CODES, code
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.pointer = pointer
        self.errors: tuple[tuple[str, str, str], ...] = tuple(errors) or ((pointer, code, detail),)
        self.more: dict[str, Any] = more

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.code, self.detail, self.pointer, self.errors, self.more)

    def under(self, prefix: str) -> EngineError:
        """Return the same refusal with every pointer moved under `prefix` (`/sides/0`)."""
        moved = [(prefix + pointer, code, detail) for pointer, code, detail in self.errors]
        return EngineError(self.code, self.detail, prefix + self.pointer, errors=moved, **self.more)

    def renamed(self, names: Mapping[str, str]) -> EngineError:
        """Return the same refusal with pointers told in another shape's words: `names` maps parts of a pointer."""

        def rename(pointer: str) -> str:
            for old, new in names.items():
                pointer = pointer.replace(old, new)
            return pointer

        moved = [(rename(pointer), code, detail) for pointer, code, detail in self.errors]
        return EngineError(self.code, self.detail, rename(self.pointer), errors=moved, **self.more)

    def to_dict(self) -> dict[str, Any]:
        """Return the `error` member of an answer of CONTRACT 1."""
        fields = [{"pointer": pointer, "code": code, "detail": detail} for pointer, code, detail in self.errors]
        return {**self.more, "code": self.code, "detail": self.detail, "pointer": self.pointer, "errors": fields}

    def __str__(self) -> str:
        return f"{self.code} at {self.pointer or '/'}: {self.detail}"


def _again(
    code: str, detail: str, pointer: str, errors: Iterable[tuple[str, str, str]], more: Mapping[str, Any]
) -> EngineError:
    """Return a refusal that comes from another process."""
    return EngineError(code, detail, pointer, errors=errors, **more)
