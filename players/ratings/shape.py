"""Read the fields of a case by shape: each reader returns the typed value or refuses it by pointer (CONTRACT 1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from players.ratings.lines import BAD_REQUEST, CaseError

T = TypeVar("T")
MANY = 10**9


def refuse(detail: str, pointer: str) -> CaseError:
    """Return the error `bad_request` at `pointer`."""
    return CaseError(BAD_REQUEST, detail, pointer)


def as_object(value: object, pointer: str) -> Mapping[str, object]:
    """Return a JSON object."""
    if not isinstance(value, dict):
        raise refuse("must be an object", pointer)
    return value


def as_list(value: object, pointer: str, size: int | None = None) -> list[object]:
    """Return a JSON list, of exactly `size` elements when it is given."""
    if not isinstance(value, list):
        raise refuse("must be a list", pointer)
    if size is not None and len(value) != size:
        raise refuse(f"must hold {size} elements, holds {len(value)}", pointer)
    return value


def as_int(value: object, pointer: str, low: int = -MANY, high: int = MANY) -> int:
    """Return a whole number from `low` to `high`; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise refuse("must be a whole number", pointer)
    if not low <= value <= high:
        raise refuse(f"must be from {low} to {high}", pointer)
    return value


def as_number(value: object, pointer: str, low: float = -MANY, high: float = MANY) -> float:
    """Return a number from `low` to `high`, as a float."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise refuse("must be a number", pointer)
    if not low <= value <= high:
        raise refuse(f"must be from {low} to {high}", pointer)
    return float(value)


def as_bool(value: object, pointer: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise refuse("must be true or false", pointer)
    return value


def as_id(value: object, pointer: str) -> str:
    """Return an id: a string of 1 to 200 characters without tab, line end or other control character."""
    if not isinstance(value, str) or not 1 <= len(value) <= 200:
        raise refuse("must be an id, a string of 1 to 200 characters", pointer)
    if any(character < " " or "\ud800" <= character <= "\udfff" for character in value):
        raise refuse("an id holds no control character and no half of a pair", pointer)
    return value


def as_ids(value: object, pointer: str) -> list[str]:
    """Return a list of ids, no id twice."""
    ids = [as_id(item, f"{pointer}/{index}") for index, item in enumerate(as_list(value, pointer))]
    check_distinct(ids, pointer)
    return ids


def check_distinct(ids: Iterable[str], pointer: str) -> None:
    """Raise `bad_request` when an id stands twice."""
    seen: set[str] = set()
    for one in ids:
        if one in seen:
            raise refuse(f"{one!r} stands twice", pointer)
        seen.add(one)


def required(case: Mapping[str, object], name: str, pointer: str = "") -> object:
    """Return the field `name`; raises `bad_request` when it is missing."""
    if name not in case:
        raise refuse(f"{name} is missing", f"{pointer}/{name}")
    return case[name]
