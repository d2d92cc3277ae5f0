"""The lives of a hand and of a match: every transition, in one place.

A transition that is not here cannot happen; `docs/states.md` is printed from these tables and tests
go through all of them.
"""

from __future__ import annotations

from cirulla.lib.errors import Conflict

NEW = "-"
"""The state before there is anything."""

HAND: dict[tuple[str, str], str] = {
    (NEW, "record"): "recorded",
    (NEW, "record_half"): "open",
    ("open", "record_half"): "open",
    ("open", "join"): "recorded",
    ("open", "correct"): "recorded",
    ("recorded", "record_half"): "open",
    ("recorded", "correct"): "recorded",
    ("confirmed", "correct"): "recorded",
    ("disputed", "correct"): "recorded",
    ("recorded", "confirm"): "confirmed",
    ("confirmed", "confirm"): "confirmed",
    ("disputed", "confirm"): "disputed",
    ("open", "rival"): "open",
    ("recorded", "rival"): "disputed",
    ("confirmed", "rival"): "disputed",
    ("disputed", "rival"): "disputed",
    ("recorded", "dispute"): "disputed",
    ("confirmed", "dispute"): "disputed",
    ("disputed", "dispute"): "disputed",
    ("disputed", "resolve"): "recorded",
    ("open", "void"): "void",
    ("recorded", "void"): "void",
    ("confirmed", "void"): "void",
    ("disputed", "void"): "void",
    ("void", "restore"): "recorded",
}
"""State and event of a hand to its next state."""

MATCH: dict[tuple[str, str], str] = {
    (NEW, "start"): "open",
    ("draft", "open"): "open",
    ("draft", "abandon"): "abandoned",
    ("open", "finish"): "finished",
    ("finished", "unfinish"): "open",
    ("open", "abandon"): "abandoned",
    ("abandoned", "reopen"): "open",
    ("open", "end"): "finished",
    ("finished", "reopen"): "open",
}
"""State and event of a match to its next state.

`finish` and `unfinish` follow from its hands alone; `reopen` takes from a finished one that time has ended it.
"""


def hand_next(state: str, event: str) -> str:
    """Return the state of a hand after an event. Raises Conflict `hand_state` when it cannot be."""
    return _next(HAND, state, event, "hand_state", "hand")


def match_next(state: str, event: str) -> str:
    """Return the state of a match after an event. Raises Conflict `match_state` when it cannot be."""
    return _next(MATCH, state, event, "match_state", "match")


def _next(table: dict[tuple[str, str], str], state: str, event: str, code: str, thing: str) -> str:
    try:
        return table[state, event]
    except KeyError:
        possible = sorted(name for at, name in table if at == state)
        raise Conflict(
            code,
            f"A {thing} that is {state} cannot take `{event}`; it can take {', '.join(possible) or 'nothing'}.",
            extra={"state": state, "possible": possible},
        ) from None


def as_markdown() -> str:
    """Return both tables as the page docs/states.md."""
    parts = ["# States", "", "Printed from `scoring/states.py` by `manage.py states`; `-` is before there is anything."]
    for title, table in (("Hand", HAND), ("Match", MATCH)):
        parts += ["", f"## {title}", "", "| from | event | to |", "|---|---|---|"]
        parts += [f"| {state} | {event} | {after} |" for (state, event), after in table.items()]
    return "\n".join(parts) + "\n"
