"""Read the fields of a hand's body one by one, each with its pointer in a refusal.

Source: CONTRACT 2 ("Recording a hand").
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.engine.cards import RANK_OF_VALUE, RANK_VALUE, cards_list, cards_mask
from scoring.engine.errors import EngineError
from scoring.engine.hand_buone import Buona


class Seating(NamedTuple):
    """Hold who sits where: the side of each seat, the number of sides, the dealer's seat."""

    seat_sides: tuple[int, ...]
    sides: int
    dealer_seat: int

    @property
    def dealer_side(self) -> int:
        """Return the side of the dealer."""
        return self.seat_sides[self.dealer_seat]


class SeatBuona(NamedTuple):
    """Hold a declaration with the seat that made it, None when it was not noted."""

    seat: int | None
    buona: Buona

    def to_dict(self) -> dict[str, Any]:
        """Return the declaration as the body holds it."""
        matta_as = RANK_OF_VALUE[self.buona.matta_as] or None
        return {"seat": self.seat, "cards": cards_list(self.buona.cards), "matta_as": matta_as}


class DealerBonus(NamedTuple):
    """Hold the opening table that the dealer took and the value 1..10 given to the matta for it, or 0."""

    table: int
    matta_as: int

    def to_dict(self) -> dict[str, Any]:
        """Return the bonus as the body holds it."""
        return {"table": cards_list(self.table), "matta_as": RANK_OF_VALUE[self.matta_as] or None}


def read_object(value: object, allowed: Collection[str], pointer: str) -> Mapping[str, Any]:
    """Return `value` as an object that has no other fields than `allowed`; raise `wrong_type`, `unknown_field`."""
    if not isinstance(value, Mapping):
        raise EngineError("wrong_type", "This is an object.", pointer)
    unknown = [str(name) for name in value if name not in allowed]
    if unknown:
        errors = [
            (f"{pointer}/{name[:60].replace('~', '~0').replace('/', '~1')}", "unknown_field", "There is no such field.")
            for name in unknown
        ]
        raise EngineError("unknown_field", "There is no such field.", errors[0][0], errors=errors)
    return value


def need(body: Mapping[str, Any], name: str, pointer: str) -> Any:
    """Return a field that has to be there, null allowed; raise `missing_field`."""
    if name not in body:
        raise EngineError("missing_field", f"{name} has to be given.", f"{pointer}/{name}")
    return body[name]


def read_count(value: object, pointer: str) -> int:
    """Return an integer from 0; raise `wrong_type`, `impossible_count`."""
    if type(value) is not int:
        raise EngineError("wrong_type", "This is an integer.", pointer)
    if not 0 <= value <= 1000:
        raise EngineError("impossible_count", "No hand holds so many.", pointer)
    return value


def read_count_or_unknown(value: object, pointer: str) -> int | None:
    """Return an integer from 0, or None for a value that is not known."""
    return None if value is None else read_count(value, pointer)


def read_list(value: object, pointer: str) -> Sequence[Any]:
    """Return `value` as a list; raise `wrong_type`."""
    if not isinstance(value, (list, tuple)):
        raise EngineError("wrong_type", "This is a list.", pointer)
    return value


def read_cards(value: object, pointer: str) -> int:
    """Return the mask of a list of codes; raise `wrong_type`, `unknown_card`, `duplicate_card`."""
    for place, code in enumerate(read_list(value, pointer)):
        if not isinstance(code, str):
            raise EngineError("wrong_type", "A card is a code such as 7D.", f"{pointer}/{place}")
    return cards_mask(value, pointer)


def read_rank(value: object, pointer: str) -> int:
    """Return the capture value 1..10 of a rank, 0 for null; raise `wrong_type`."""
    if value is None:
        return 0
    if not isinstance(value, str) or value not in RANK_VALUE:
        raise EngineError("wrong_type", "This is a rank of A 2 3 4 5 6 7 J Q K, or null.", pointer)
    return RANK_VALUE[value]


def read_number(value: object) -> int:
    """Return a hand's number, 1..9999; raise `wrong_type`, `bad_number`."""
    if type(value) is not int:
        raise EngineError("wrong_type", "A hand's number is an integer.", "/number")
    if not 1 <= value <= 9999:
        raise EngineError("bad_number", "Hands are numbered from 1.", "/number")
    return value


def read_seat(value: object, seats: int, pointer: str) -> int:
    """Return a seat's number; raise `wrong_type`, `bad_seat`."""
    if type(value) is not int:
        raise EngineError("wrong_type", "A seat is an integer.", pointer)
    if not 0 <= value < seats:
        raise EngineError("bad_seat", f"The seats are 0 to {seats - 1}.", pointer)
    return value


def read_buone(value: object, side: int, seating: Seating, pointer: str) -> tuple[SeatBuona, ...]:
    """Return the declarations of one side, in a fixed order.

    Raises `wrong_type`, `unknown_field`, `missing_field`, `bad_seat` (also for a seat of another side),
    `unknown_card`, `duplicate_card`.
    """
    declared = []
    for number, item in enumerate(read_list(value, pointer)):
        at = f"{pointer}/{number}"
        fields = read_object(item, ("seat", "cards", "matta_as"), at)
        seat = fields.get("seat")
        if seat is not None:
            seat = read_seat(seat, len(seating.seat_sides), f"{at}/seat")
            if seating.seat_sides[seat] != side:
                raise EngineError("bad_seat", "This seat is of another side.", f"{at}/seat")
        cards = read_cards(need(fields, "cards", at), f"{at}/cards")
        declared.append(SeatBuona(seat, Buona(cards, read_rank(fields.get("matta_as"), f"{at}/matta_as"))))
    return tuple(declared)


def ordered(buone: Sequence[SeatBuona]) -> list[SeatBuona]:
    """Return declarations in the order of a canonical entry: by seat, then by cards."""
    return sorted(buone, key=lambda declared: (-1 if declared.seat is None else declared.seat, declared.buona))


def read_dealer_bonus(value: object) -> DealerBonus | None:
    """Return the dealer's bonus of a body, None without one; raise `wrong_type`, `unknown_field`, card codes."""
    if value is None:
        return None
    fields = read_object(value, ("table", "matta_as"), "/dealer_bonus")
    table = read_cards(need(fields, "table", "/dealer_bonus"), "/dealer_bonus/table")
    return DealerBonus(table, read_rank(fields.get("matta_as"), "/dealer_bonus/matta_as"))
