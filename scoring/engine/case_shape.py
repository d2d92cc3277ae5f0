"""Read the fields of a case, each with the pointer that a refusal names.

Every function raises `bad_request`, and nothing else, for a value of another shape. Source: CONTRACT 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.engine.cards import RANK_VALUE
from scoring.engine.errors import EngineError


def required(case: Mapping[str, Any], name: str, at: str = "") -> Any:
    """Return a field that has to be there."""
    if name not in case:
        raise EngineError("bad_request", f"The field {name} is missing.", f"{at}/{name}")
    return case[name]


def read_object(value: Any, pointer: str) -> Mapping[str, Any]:
    """Return an object."""
    if not isinstance(value, Mapping):
        raise EngineError("bad_request", "This is an object.", pointer)
    return value


def read_list(value: Any, pointer: str) -> list[Any]:
    """Return a list of anything."""
    if not isinstance(value, list):
        raise EngineError("bad_request", "This is a list.", pointer)
    return value


def read_code(value: Any, pointer: str) -> str:
    """Return a text that may be a card's code."""
    if not isinstance(value, str):
        raise EngineError("bad_request", "A card is a code such as 7D.", pointer)
    return value


def read_codes(value: Any, pointer: str, *, count: int | None = None) -> list[str]:
    """Return a list of texts that may be codes, `count` of them when it is given."""
    codes = read_list(value, pointer)
    for place, code in enumerate(codes):
        read_code(code, f"{pointer}/{place}")
    if count is not None and len(codes) != count:
        raise EngineError("bad_request", f"These are {count} cards, not {len(codes)}.", pointer)
    return codes


def read_integer(value: Any, pointer: str, low: int, high: int | None = None) -> int:
    """Return an integer of `low` to `high`; true and false are none."""
    if type(value) is not int or value < low or (high is not None and value > high):
        words = f"from {low}" + ("" if high is None else f" to {high}")
        raise EngineError("bad_request", f"This is an integer {words}.", pointer)
    return value


def read_flag(value: Any, pointer: str) -> bool:
    """Return true or false."""
    if type(value) is not bool:
        raise EngineError("bad_request", "This is true or false.", pointer)
    return value


def read_matta_as(value: Any, pointer: str) -> int:
    """Return the value 1..10 of the rank that a matta was declared as, 0 for null."""
    if value is None:
        return 0
    if isinstance(value, str) and value in RANK_VALUE:
        return RANK_VALUE[value]
    raise EngineError("bad_request", "matta_as is a rank of A 2 3 4 5 6 7 J Q K, or null.", pointer)
