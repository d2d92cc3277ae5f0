"""Draw how likely each of two sides was to win the game, hand by hand.

Source: RATINGS 4; `scoring.engine.chances_win` says how sure that is. Of a series it is the game in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.engine import read_ruleset
from scoring.hand_figures import chance_line
from scoring.match_fold import facts_of, series_of
from scoring.models import Hand, Match

LEFT, RIGHT, TOP, BOTTOM = 46.0, 340.0, 10.0, 110.0
"""The chart's field in a box of 360 by 140."""
MOST_TICKS = 10


@dataclass(frozen=True, slots=True)
class WinRow:
    """Hold the chances after one hand, in per cent; `number` 0 is before the first."""

    number: int
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Hold a hand's number and its place."""

    x: str
    number: int


@dataclass(frozen=True, slots=True)
class WinChart:
    """Hold a drawn chart: `leader` is the side ahead (None: level), `turn` the row that moved most, `before` it."""

    rows: list[WinRow]
    path: str
    area: str
    middle: str
    dot_x: str
    dot_y: str
    label_y: str
    ticks: list[Tick]
    leader: int | None
    percent: int
    decided: bool
    turn: WinRow | None
    before: WinRow | None

    @property
    def left(self) -> int:
        """Return the left side's chance after the last hand, in per cent."""
        return self.rows[-1].left

    @property
    def said(self) -> str:
        """Return the left side's chances in a row, for who does not see the line."""
        return ", ".join(str(row.left) for row in self.rows)


def win_chart(match: Match, hands: Iterable[Hand], seat_sides: Sequence[int]) -> WinChart | None:
    """Return the chart of a match of two sides; None while no hand is whole, or as soon as one is missing.

    `seat_sides` holds the side of each seat in order.
    """
    facts = sorted((facts_of(hand) for hand in hands), key=lambda hand: hand.number)
    whole = all(hand.totals is not None and hand.number == at + 1 for at, hand in enumerate(facts))
    if max(seat_sides) != 1 or not facts or not whole:
        return None
    rules = read_ruleset(match.ruleset)
    games = series_of(facts, rules, 2).games
    # A game that has just begun has nothing to draw yet; the one before it has.
    shown = len(games) - 2 if len(games) > 1 and games[-1].hands == len(facts) == games[-2].hands else len(games) - 1
    first = games[shown - 1].hands if shown else 0
    played = facts[first : games[shown].hands]
    chances = chance_line(
        [hand.totals for hand in played],
        [hand.wins_match for hand in played],
        [hand.dealer_seat for hand in played],
        rules,
        len(seat_sides),
    )
    return _drawn(first, chances, decided=games[shown].status == "finished")


def _drawn(first: int, chances: Sequence[float], *, decided: bool) -> WinChart:
    last_at = len(chances) - 1
    rows = [_row(first + at, chance, decided and at == last_at) for at, chance in enumerate(chances)]
    step = (RIGHT - LEFT) / max(1, last_at)
    places = [(LEFT + at * step, BOTTOM - chance * (BOTTOM - TOP)) for at, chance in enumerate(chances)]
    middle = (TOP + BOTTOM) / 2
    every = -(-last_at // MOST_TICKS) or 1
    last_x, last_y = places[-1]
    last = rows[-1]
    swings = [abs(after - before) for before, after in pairwise(chances)]
    turned = max(range(len(swings)), key=lambda at: swings[at]) + 1 if len(swings) > 1 else 0
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return WinChart(
        rows=rows,
        path=path,
        area=f"{LEFT:.1f},{middle:.1f} {path} {last_x:.1f},{middle:.1f}",
        middle=f"{middle:.1f}",
        dot_x=f"{last_x:.1f}",
        dot_y=f"{last_y:.1f}",
        label_y=f"{last_y - 12 if last_y > 28 else last_y + 24:.1f}",
        ticks=[
            Tick(f"{places[at][0]:.1f}", rows[at].number) for at in range(1, len(rows)) if (last_at - at) % every == 0
        ],
        leader=None if last.left == last.right else int(last.right > last.left),
        percent=max(last.left, last.right),
        decided=decided,
        turn=rows[turned] if turned else None,
        before=rows[turned - 1] if turned else None,
    )


def _row(number: int, chance: float, over: bool) -> WinRow:
    left = round(chance * 100)
    # Nothing is certain before the end.
    left = left if over else min(99, max(1, left))
    return WinRow(number, left, 100 - left)
