"""Fold the hands on record into the state of their match.

The match stores nothing of its own but that time was called: status, totals, games, winner, next dealer
and missing numbers all follow from the hands and that, so correcting any hand is a fold from the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from scoring.engine import HandResult, Ruleset, SeriesState, SideScore, cut_state, series_state


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
    cut: bool


class NotYet(NamedTuple):
    """Why time cannot end a match as it stands: a code, and the numbers of the hands it is about."""

    code: str
    numbers: tuple[int, ...]


def not_to_be_cut(fold: MatchFold, hands: Sequence[HandFacts]) -> NotYet | None:
    """Return why `fold`, with time called, is not cut: only complete hands count, and all before must be here.

    None when it is, or when its hands have ended it. Codes `hands_missing`, `hand_incomplete`, `no_hand_counted`.
    """
    if fold.status == "finished":
        return None
    if fold.missing:
        return NotYet("hands_missing", tuple(fold.missing))
    unknown = [hand.number for hand in hands if hand.totals is None and hand.wins_match is None]
    return NotYet("hand_incomplete", tuple(sorted(unknown))) if unknown else NotYet("no_hand_counted", ())


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


def match_fold(
    hands: Sequence[HandFacts],
    rules: Ruleset,
    *,
    sides: int,
    seats: int,
    first_dealer: int,
    time_called: bool = False,
) -> MatchFold:
    """Fold `hands`, which are in the order of their numbers and none void.

    A number not yet here counts as an unknown hand: the match cannot finish on or past it (CONTRACT 2), nor by
    `time_called`, which ends as it stands what its hands have not ended (RATINGS 1); `cut` tells whether it did.
    """
    known = {hand.number: hand for hand in hands}
    last = max(known, default=0)
    series = series_of(hands, rules, sides, time_called=time_called)
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
        cut=series.cut,
    )


def series_of(hands: Sequence[HandFacts], rules: Ruleset, sides: int, *, time_called: bool = False) -> SeriesState:
    """Return the engine's state of the series after `hands`; a number that is not there is an unknown hand."""
    known = {hand.number: hand for hand in hands}
    with_breakdown = rules.tie_rule == "count_out_order"
    numbers = range(1, max(known, default=0) + 1)
    unknown = HandResult(None)
    results = [_result(known[number], with_breakdown) if number in known else unknown for number in numbers]
    state = series_state(results, rules, sides)
    return cut_state(state) if time_called else state


def facts_of(hand: HandFigures) -> HandFacts:
    """Return what the fold needs of a hand's row."""
    totals = tuple(hand.totals) if hand.totals is not None else None
    return HandFacts(hand.number, hand.dealer_seat, totals, hand.wins_match, hand.score)


def _result(hand: HandFacts, with_breakdown: bool) -> HandResult:
    sides = None
    if with_breakdown and hand.score is not None:
        sides = tuple(SideScore(**side) for side in hand.score["sides"])
    return HandResult(hand.totals, sides, hand.wins_match)
