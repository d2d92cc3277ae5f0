"""Describe the kinds of value that options of a ruleset take, and check them.

Each option of `Ruleset` carries an `Option`: what it may hold, its default, the rule it sets.
Source: RULES 12.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["integer", "boolean", "choice", "integers", "sums"]
Frozen = Any
"""A checked value as `Ruleset` keeps it: int, bool, str, None, or a tuple."""


@dataclass(frozen=True, slots=True)
class Option:
    """Say what one option of a ruleset is.

    `values` are the choices of a `choice` or the bounds `(low, high)` of integers, `high` None when
    there is none. `default` is JSON-able. `rule` is a number of RULES.md, `about` one sentence.
    """

    name: str
    kind: Kind
    values: tuple[Any, ...]
    default: Any
    rule: str
    about: str

    def read(self, value: object) -> Frozen:
        """Return `value` as a ruleset keeps it; raise ValueError, with words, when it is not one of the values."""
        return READERS[self.kind](value, self.values)

    def write(self, value: Frozen) -> Any:
        """Return a kept value as JSON holds it."""
        if self.kind == "sums":
            return {str(total): points for total, points in value}
        if self.kind == "integers":
            return list(value)
        return value

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the option's values."""
        schema: dict[str, Any] = {"description": f"{self.about} (RULES {self.rule})", "default": self.default}
        if self.kind == "boolean":
            return {"type": "boolean", **schema}
        if self.kind == "choice":
            return {"enum": list(self.values), **schema}
        low, high = self.values
        integer: dict[str, Any] = {"type": "integer", "minimum": low}
        if high is not None:
            integer["maximum"] = high
        if self.kind == "integers":
            return {"type": "array", "items": integer, "minItems": 1, **schema}
        if self.kind == "sums":
            return {
                "type": "object",
                "propertyNames": {"pattern": "^[1-9][0-9]*$"},
                "additionalProperties": integer,
                **schema,
            }
        return {**integer, **schema}


def _integer(value: object, bounds: tuple[Any, ...]) -> int:
    low, high = bounds
    if type(value) is not int or value < low or (high is not None and value > high):
        raise ValueError(f"an integer from {low}" + ("" if high is None else f" to {high}"))
    return value


def _boolean(value: object, _: tuple[Any, ...]) -> bool:
    if type(value) is not bool:
        raise ValueError("true or false")
    return value


def _choice(value: object, choices: tuple[Any, ...]) -> Any:
    # `1 == True` in Python: the type has to agree too.
    for choice in choices:
        if type(choice) is type(value) and choice == value:
            return choice
    raise ValueError("one of " + ", ".join("null" if choice is None else str(choice) for choice in choices))


def _integers(value: object, bounds: tuple[Any, ...]) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)) or not 1 <= len(value) <= 40:
        raise ValueError("a list of 1 to 40 integers")
    return tuple(_integer(item, bounds) for item in value)


def _sums(value: object, bounds: tuple[Any, ...]) -> tuple[tuple[int, int], ...]:
    words = 'an object such as {"15": 1, "30": 2}'
    if not isinstance(value, Mapping) or len(value) > 40:
        raise ValueError(words)
    pairs = []
    for key, points in value.items():
        if not (isinstance(key, str) and key.isascii() and key.isdigit() and len(key) <= 3 and key[0] != "0"):
            raise ValueError(words)
        pairs.append((int(key), _integer(points, bounds)))
    return tuple(sorted(pairs))


READERS: Mapping[Kind, Callable[[object, tuple[Any, ...]], Frozen]] = {
    "integer": _integer,
    "boolean": _boolean,
    "choice": _choice,
    "integers": _integers,
    "sums": _sums,
}
