"""Half reports: each side's phone sends its own pile, and the hand closes when they agree.

After a hand both sides count their own cards anyway. What one side has not sent is `null`; the
server joins the halves when forty cards, ten denari, one settebello and one 7 a suit add up, and
says what does not while the cards are still on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.engine import HandEntry

HALF_FIELDS = ("sides", "dealer_bonus")


def agree(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Tell whether two entries of one hand contradict each other nowhere: what one leaves open the other may say."""
    heads = ("number", "dealer_seat", "mode")
    if any(mine[name] != theirs[name] for name in heads) or "sides" not in mine:
        return False
    if _clash(mine.get("dealer_bonus"), theirs.get("dealer_bonus")):
        return False
    return not any(_clash(a, b) for a, b in zip(mine["sides"], theirs["sides"], strict=True))


def joined(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body that holds what either of two agreeing entries says."""
    sides = [a if a is not None else b for a, b in zip(mine["sides"], theirs["sides"], strict=True)]
    body = {name: mine[name] for name in ("number", "dealer_seat", "mode")} | {"sides": sides}
    if bonus := mine.get("dealer_bonus") or theirs.get("dealer_bonus"):
        body["dealer_bonus"] = bonus
    return body


def content(entry: HandEntry) -> dict[str, Any]:
    """Return an entry in the form in which two say the same when they mean the same: the rest written out."""
    head = {"number": entry.number, "dealer_seat": entry.seating.dealer_seat, "mode": entry.mode}
    return {**head, **entry.facts.content()}


def _clash(a: Any, b: Any) -> bool:
    return a is not None and b is not None and a != b
