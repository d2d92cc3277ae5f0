"""Fold the hands on record into the state of their match.

The match stores nothing of its own: status, totals, games, winner, next dealer and missing numbers
all follow from the hands, so correcting any hand is a fold from the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from scoring.engine import HandResult, Ruleset, SeriesState, SideScore, series_state


class HandFacts(NamedTuple):
    """What the fold needs of a hand; `totals` None while something of it is unknown."""

    number: int
    dealer_seat: int
    totals: tuple[int, ...] | None
    wins_match: int | None
    score: Mapping[str, Any] | None = None


class HandFigures(Protocol):
    """A row that holds a hand's figures."""

    number: Any
    dealer_seat: Any
    totals: Any
    wins_match: Any
    score: Any


@dataclass(frozen=True, slots=True)
class MatchFold:
    """The state of a match after some hands, in the shapes of CONTRACT 2."""

    status: str
    winner: int | None
    totals: list[int]
    games: list[dict[str, Any]]
    missing: list[int]
    after_end: list[int]
    hands_count: int
    next_dealer: int


def expected_dealer(hands: Sequence[HandFacts], number: int, first_dealer: int, seats: int) -> int:
    """Return the seat that deals hand `number`: the deal passes on after each hand (RULES 2.2).

    It is counted from the nearest earlier hand, so that an evening in which the deal once went astray
    goes on from where it is.
    """
    before = [hand for hand in hands if hand.number < number]
    if not before:
        return (first_dealer + number - 1) % seats
    last = max(before, key=lambda hand: hand.number)
    return (last.dealer_seat + number - last.number) % seats


def match_fold(hands: Sequence[HandFacts], rules: Ruleset, *, sides: int, seats: int, first_dealer: int) -> MatchFold:
    """Fold `hands`, which are in the order of their numbers and none void.

    A number not yet here counts as an unknown hand: the match cannot finish on or past it (CONTRACT 2).
    """
    known = {hand.number: hand for hand in hands}
    last = max(known, default=0)
    series = series_of(hands, rules, sides)
    finished = series.status == "finished"
    return MatchFold(
        status="finished" if finished else "open",
        winner=series.winner,
        totals=list(series.totals),
        games=[{"totals": list(game.totals), "winner": game.winner} for game in series.games],
        missing=[number for number in range(1, last + 1) if number not in known],
        after_end=[index + 1 for index in series.after_end if index + 1 in known],
        hands_count=len(known),
        next_dealer=expected_dealer(hands, last + 1, first_dealer, seats),
    )


def series_of(hands: Sequence[HandFacts], rules: Ruleset, sides: int) -> SeriesState:
    """Return the engine's state of the series after `hands`; a number that is not there is an unknown hand."""
    known = {hand.number: hand for hand in hands}
    with_breakdown = rules.tie_rule == "count_out_order"
    numbers = range(1, max(known, default=0) + 1)
    unknown = HandResult(None)
    results = [_result(known[number], with_breakdown) if number in known else unknown for number in numbers]
    return series_state(results, rules, sides)


def facts_of(hand: HandFigures) -> HandFacts:
    """Return what the fold needs of a hand's row."""
    totals = tuple(hand.totals) if hand.totals is not None else None
    return HandFacts(hand.number, hand.dealer_seat, totals, hand.wins_match, hand.score)


def _result(hand: HandFacts, with_breakdown: bool) -> HandResult:
    sides = None
    if with_breakdown and hand.score is not None:
        sides = tuple(SideScore(**side) for side in hand.score["sides"])
    return HandResult(hand.totals, sides, hand.wins_match)
