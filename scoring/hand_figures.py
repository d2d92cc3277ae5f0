"""Say what one recorded hand adds to the figures of a side and of a seat, without the database.

Source: RULES 5, 7, 8.8; RATINGS 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from scoring.engine import Ruleset
from scoring.engine.chances import HAND, Chances, chances
from scoring.engine.chances_win import MATCH_OPTIONS, win_chance
from scoring.engine.entry_cards import CardsEntry
from scoring.engine.entry_counts import CountsEntry
from scoring.engine.entry_fields import SeatBuona
from scoring.engine.entry_score import ModeEntry
from scoring.engine.hand_buone import buona_worth
from scoring.engine.match import HandResult, MatchState, next_state
from scoring.engine.rulesets import PRESETS, deals

QUARTERS = 4
DECK_POINTS = ("carte", "denari", "settebello", "primiera")
GIFTS = ("buone", "dealer")
"""What the cards give and nobody plays for: the luck of a hand (RATINGS 4)."""


class Declared(NamedTuple):
    """Hold what is known of a side's declarations in one hand.

    `by_seat` are points by the seat that declared, None where a seat was not noted; `barseghe` and `decini` count.
    """

    by_seat: Mapping[int, int] | None
    barseghe: int
    decini: int


class HandSide(NamedTuple):
    """Hold what one hand was for one side.

    `points` of the side; `margin` against the mean of the others and its part `luck`, in quarters. `told` are the
    points by category, None where they are not known; `declared` None where declarations are not told one by one.
    """

    points: int
    margin: int
    luck: int
    told: Mapping[str, int] | None
    declared: Declared | None


def hand_sides(
    totals: Sequence[int], score: Mapping[str, Any] | None, facts: ModeEntry | None, rules: Ruleset
) -> tuple[HandSide, ...]:
    """Return what a hand was for each side: its totals, its `score` answer and what was entered where they are there.

    Turned cards that a paper sheet does not tell apart may be scope, buone or the dealer's bonus: the categories of
    such a side are not known, and nobody's luck in that hand.
    """
    told: list[Mapping[str, int] | None] = [None] * len(totals)
    if score is not None:
        told = [None if "marked" in side else side for side in score["sides"]]
    gifts = [0] * len(totals)
    if None not in told:
        gifts = [sum([side[name] for name in GIFTS]) for side in told if side is not None]
    declared = declarations(facts, rules)
    return tuple(
        [
            HandSide(points, quarters(totals, side), quarters(gifts, side), told[side], declared[side])
            for side, points in enumerate(totals)
        ]
    )


def quarters(points: Sequence[int], side: int) -> int:
    """Return a side's points less the mean of the others', in quarters of a point; 2, 3 or 5 sides.

    >>> quarters((13, 18), 0), quarters((10, 4, 5), 0)
    (-20, 22)
    """
    others = len(points) - 1
    return QUARTERS * points[side] - QUARTERS * (sum(points) - points[side]) // others


def declarations(facts: ModeEntry | None, rules: Ruleset) -> tuple[Declared | None, ...]:
    """Return each side's declarations, None where the mode of entry does not tell them one by one."""
    if not isinstance(facts, CardsEntry | CountsEntry):
        return (None,) * 5
    return tuple(None if side is None or side.buone is None else _declared(side.buone, rules) for side in facts.sides)


def _declared(buone: Sequence[SeatBuona], rules: Ruleset) -> Declared:
    by_seat: dict[int, int] | None = {}
    barseghe = decini = 0
    for seat, buona in buone:
        worth = buona_worth(buona, rules)
        if worth is None:
            continue
        decini += "decino" in worth.kinds
        barseghe += "barsega" in worth.kinds and "decino" not in worth.kinds
        if seat is None:
            by_seat = None
        elif by_seat is not None:
            by_seat[seat] = by_seat.get(seat, 0) + worth.points
    return Declared(by_seat, barseghe, decini)


@dataclass(frozen=True, slots=True)
class Expected:
    """Hold the exact luck of a hand under some rules for one seat; `deals` of three cards, None where not known."""

    deals: int
    chances: Chances


@lru_cache(maxsize=512)
def expected(rules: Ruleset, seats: int) -> Expected | None:
    """Return what the cards give a seat in a hand, None where it gets other than three cards in a deal."""
    sizes = deals(rules, seats)
    if set(sizes) != {HAND}:
        return None
    plain = PRESETS["sbiro"]
    same = {name: getattr(plain, name) for name in MATCH_OPTIONS}
    return Expected(len(sizes), chances(replace(rules, preset=plain.preset, **same)))


def chance_line(
    totals: Sequence[tuple[int, ...] | None],
    wins: Sequence[int | None],
    dealers: Sequence[int],
    rules: Ruleset,
    seats: int,
) -> list[float]:
    """Return the chance of side 0 before the first hand and after each, of one match between two sides.

    `totals` are the points of the hands in order (None where only who won is known), `wins` the side that won by a
    hand alone, `dealers` the seats that deal them. The list ends with the hand that decided: 1, 0, or a half for a
    match that ended level.
    """
    state = MatchState(totals=(0, 0))
    line = []
    for points, won, dealer in zip(totals, wins, dealers, strict=True):
        line.append(win_chance(rules, (state.totals[0], state.totals[1]), dealer % 2, seats))
        state = next_state(state, HandResult(points, None, won), rules)
        if state.status == "finished":
            break
    if state.status == "finished":
        line.append(0.5 if state.winner is None else float(state.winner == 0))
    elif dealers:
        following = (dealers[-1] + 1) % seats
        line.append(win_chance(rules, (state.totals[0], state.totals[1]), following % 2, seats))
    return line
