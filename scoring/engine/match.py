"""Fold counted hands into a match: running totals, its end and its winner.

A match is a fold of `next_state` over its hands, so any prefix of the hands gives the state at that time.
Source: RULES 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from scoring.engine.errors import EngineError
from scoring.engine.hand import CATEGORIES, HandScore, SideScore
from scoring.engine.rulesets import Ruleset

Status = Literal["in_progress", "finished"]


class HandResult(NamedTuple):
    """Hold what a match needs of one hand.

    `totals` are the points of each side, None while the hand is unknown or incomplete. `sides` is the breakdown,
    needed only where `count_out_order` has to break a tie. `wins_match` is the side that wins by this hand alone.
    """

    totals: tuple[int, ...] | None
    sides: tuple[SideScore, ...] | None = None
    wins_match: int | None = None

    @classmethod
    def of(cls, score: HandScore) -> HandResult:
        """Return the result of a scored hand."""
        return cls(score.totals, score.sides, score.wins_match)


@dataclass(frozen=True, slots=True)
class MatchState:
    """Hold the state of one match, or of one game of a series, after some hands.

    `totals` add up the known hands up to the end. `finished_at` is the index of the hand that decided, None before.
    `unknown` and `after_end` are indices of hands: those without totals, and those that lie after the end.
    """

    totals: tuple[int, ...]
    status: Status = "in_progress"
    winner: int | None = None
    finished_at: int | None = None
    hands: int = 0
    unknown: tuple[int, ...] = ()
    after_end: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeriesState:
    """Hold the state of a series of 1, 3 or 5 games (RULES 9.4).

    `games` ends with the game in play unless its hands have ended the series; indices inside them count the hands of
    the whole series. `wins` are games won by each side; `totals` are those of the last game. `cut`: time ended it.
    """

    games: tuple[MatchState, ...]
    wins: tuple[int, ...]
    status: Status = "in_progress"
    winner: int | None = None
    finished_at: int | None = None
    unknown: tuple[int, ...] = ()
    after_end: tuple[int, ...] = ()
    cut: bool = False

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the totals of the game in play, or of the last one."""
        return self.games[-1].totals


def match_state(hands: Iterable[HandResult], rules: Ruleset, sides: int) -> MatchState:
    """Return the state of a match, or of one game of a series, after `hands`.

    A match never ends on or after an unknown hand: what is not known could have ended it earlier. Raises
    `bad_request` with `hand` where `count_out_order` needs a breakdown that a hand lacks.

    >>> from scoring.engine.rulesets import PRESETS
    >>> state = match_state([HandResult((30, 20)), HandResult((21, 31))], PRESETS["sbiro"], 2)
    >>> state.totals, state.status, state.winner
    ((51, 51), 'in_progress', None)
    """
    state = MatchState(totals=(0,) * sides)
    for hand in hands:
        state = next_state(state, hand, rules)
    return state


def next_state(state: MatchState, hand: HandResult, rules: Ruleset) -> MatchState:
    """Return the state of a match after one more hand."""
    index = state.hands
    if state.status == "finished":
        return replace(state, hands=index + 1, after_end=(*state.after_end, index))
    if hand.totals is None:
        if hand.wins_match is not None and not state.unknown:
            return _finished(state, state.totals, hand.wins_match)
        return replace(state, hands=index + 1, unknown=(*state.unknown, index))
    before = state.totals
    totals = tuple([total + points for total, points in zip(before, hand.totals, strict=True)])
    if rules.target_rule == "exceed_exact_resets" and not rules.single_hand:
        totals = tuple([0 if total == rules.target_score else total for total in totals])
    if not state.unknown:
        if hand.wins_match is not None:
            return _finished(state, totals, hand.wins_match)
        if rules.single_hand or _reached(max(totals), rules):
            leaders = [side for side, total in enumerate(totals) if total == max(totals)]
            if len(leaders) == 1:
                return _finished(state, totals, leaders[0])
            if rules.tie_rule == "draw":
                return _finished(state, totals, None)
            if rules.tie_rule == "count_out_order":
                first = _first_out(leaders, before, hand, index, rules)
                if first is not None:
                    return _finished(state, totals, first)
    return replace(state, totals=totals, hands=index + 1)


def series_state(hands: Iterable[HandResult], rules: Ruleset, sides: int) -> SeriesState:
    """Return the state of a series of `best_of` games after `hands`; each game starts at 0.

    The series ends when a side has won more than half of the games, or when all are played: then the side with
    most wins has won it, nobody in a tie. A cappotto wins one game. Source: RULES 9.4.
    """
    games: list[MatchState] = []
    game = MatchState(totals=(0,) * sides)
    wins = [0] * sides
    winner: int | None = None
    finished_at: int | None = None
    after_end: list[int] = []
    for index, hand in enumerate(hands):
        if finished_at is not None:
            after_end.append(index)
            continue
        game = next_state(game, hand, rules)
        if game.status == "in_progress":
            continue
        games.append(game)
        if game.winner is not None:
            wins[game.winner] += 1
        if max(wins) > rules.best_of // 2 or len(games) == rules.best_of:
            winner = wins.index(max(wins)) if wins.count(max(wins)) == 1 else None
            finished_at = index
        else:
            game = MatchState(totals=(0,) * sides, hands=index + 1)
    if finished_at is None:
        games.append(game)
    return SeriesState(
        games=tuple(games),
        wins=tuple(wins),
        status="in_progress" if finished_at is None else "finished",
        winner=winner,
        finished_at=finished_at,
        unknown=game.unknown if finished_at is None else (),
        after_end=tuple(after_end),
    )


def cut_state(state: SeriesState) -> SeriesState:
    """Return the series as it ends when time is up (RATINGS 1).

    Most games won decide, then the totals of the game in play; nobody has won what is level. A series that its hands
    have ended stays as it is, and so does one that time cannot end yet: without a counted hand or with an unknown one.

    >>> from scoring.engine.rulesets import PRESETS
    >>> state = cut_state(series_state([HandResult((30, 20))], PRESETS["sbiro"], 2))
    >>> state.status, state.winner, state.cut
    ('finished', 0, True)
    """
    if state.status == "finished" or state.unknown or not state.games[-1].hands:
        return state
    standing = list(zip(state.wins, state.totals, strict=True))
    best = max(standing)
    winner = standing.index(best) if standing.count(best) == 1 else None
    return replace(state, status="finished", winner=winner, cut=True)


def _finished(state: MatchState, totals: tuple[int, ...], winner: int | None) -> MatchState:
    return replace(
        state, totals=totals, status="finished", winner=winner, finished_at=state.hands, hands=state.hands + 1
    )


def _reached(total: int, rules: Ruleset) -> bool:
    return total >= rules.target_score if rules.target_rule == "reach" else total > rules.target_score


def _first_out(
    tied: Sequence[int], before: tuple[int, ...], hand: HandResult, index: int, rules: Ruleset
) -> int | None:
    """Return the tied side that alone is first at the target when the hand is told in order (RULES 9.3)."""
    if hand.sides is None:
        raise EngineError(
            "bad_request",
            "count_out_order needs the breakdown of a hand that ends in a tie.",
            f"/hands/{index}/sides",
            hand=index,
        )
    told = {side: before[side] for side in tied}
    for place in range(-1, len(CATEGORIES)):
        if place >= 0:
            told = {side: total + hand.sides[side][place] for side, total in told.items()}
        out = [side for side, total in told.items() if _reached(total, rules)]
        if out:
            return out[0] if len(out) == 1 else None
    return None
