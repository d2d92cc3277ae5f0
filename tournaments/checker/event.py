"""Check an event's document: dispatch by format, collect findings (peers 3.11, row 133)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from tournaments.checker.rounds import check_danese, check_fixed, check_mitchell, check_swiss
from tournaments.checker.seats import check_rotating
from tournaments.checker.table import check_table
from tournaments.checker.trees import check_groups, check_knockout, check_reentry

Document = Mapping[str, Any]


class Finding(NamedTuple):
    """Hold one thing that does not follow the rules: `where` in the document, `what` in words."""

    where: str
    what: str


CHECKS: dict[str, Callable[[Document], list[tuple[str, str]]]] = {
    "swiss": check_swiss,
    "danese": check_danese,
    "round_robin": check_fixed,
    "mitchell": check_mitchell,
    "knockout": check_knockout,
    "groups": check_groups,
    "reentry": check_reentry,
    "rotating": check_rotating,
}


def check_event(document: Document) -> list[Finding]:
    """Return every pairing and every place in the table that does not follow from the rules; none is a good event.

    Raises ValueError when the document has no known format or lacks a field that its format needs.
    """
    event_format = document.get("format")
    if event_format not in CHECKS:
        raise ValueError(f"no format is named {event_format!r}")
    try:
        found = _commitment(document) + CHECKS[event_format](document)
        if "standings" in document:
            found += check_table(document)
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"the document is not whole: {error!r}") from error
    return [Finding(where, what) for where, what in found]


def _commitment(document: Document) -> list[tuple[str, str]]:
    text = "\n".join(["cirulla-draw-1", document["seed"], *document["entrants"]]) + "\n"
    if sha256(text.encode()).hexdigest() != document["commitment"]:
        return [("commitment", "seed and entrants are not those that were committed")]
    return []
