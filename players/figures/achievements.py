"""Say which achievements a player's matches have earned, and which hand or match is the ground of each.

An achievement is data: what is measured and how much of it is needed. What is measured is counted from the first match
on; once a correction takes the ground away, the same count no longer reaches it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from players.figures.line import discipline_of
from players.figures.moment import Moment


@dataclass(frozen=True, slots=True)
class Achievement:
    """Say that `measure` has to reach `least`; `code` is its name for ever."""

    code: str
    measure: str
    least: int


ACHIEVEMENTS: tuple[Achievement, ...] = (
    Achievement("first_match", "matches", 1),
    Achievement("fifty_matches", "matches", 50),
    Achievement("two_hundred_matches", "matches", 200),
    Achievement("first_win", "wins", 1),
    Achievement("hundred_wins", "wins", 100),
    Achievement("five_in_a_row", "streak", 5),
    Achievement("ten_in_a_row", "streak", 10),
    Achievement("thirty_points", "best_points", 30),
    Achievement("eight_scope", "best_scope", 8),
    Achievement("hundred_scope", "scope", 100),
    Achievement("thousand_scope", "scope", 1000),
    Achievement("first_decino", "decini", 1),
    Achievement("twenty_decini", "decini", 20),
    Achievement("two_decini", "decini_in_a_match", 2),
    Achievement("hundred_barseghe", "barseghe", 100),
    Achievement("whole_piccola", "best_piccola", 6),
    Achievement("both_scales", "both_scales", 1),
    Achievement("all_four", "all_four", 1),
    Achievement("cappotto", "cappotto", 1),
    Achievement("comeback", "comeback", 9_500),
    Achievement("great_comeback", "comeback", 9_900),
    Achievement("by_one_point", "by_one_point", 1),
    Achievement("landslide", "won_by", 40),
    Achievement("every_table", "disciplines_won", 3),
    Achievement("five_houses", "presets", 5),
    Achievement("twenty_evenings", "evenings", 20),
)
"""All achievements, in the order in which they are shown."""
BY_CODE: Mapping[str, Achievement] = {one.code: one for one in ACHIEVEMENTS}


class Earned(NamedTuple):
    """Hold an achievement with its ground: the match, the hand in it (0: all of it), the day and the key."""

    code: str
    match_id: UUID
    hand: int
    earned_on: date
    key: str


class Before(NamedTuple):
    """Hold what a player's matches have come to before some more: sums, a row of wins going on, what was seen.

    `presets` and `disciplines` (those won in) are names, `evenings` how many different days up to `last_day`.
    """

    matches: int = 0
    wins: int = 0
    scope: int = 0
    barseghe: int = 0
    decini: int = 0
    streak: int = 0
    presets: frozenset[str] = frozenset()
    disciplines: frozenset[str] = frozenset()
    evenings: int = 0
    last_day: date | None = None


class Life(NamedTuple):
    """Hold what a player's matches have come to that no sum tells, as JSON has it: the rest of what `Before` holds.

    `key` is that of his last match, `last_day` its day in ISO form.
    """

    key: str = ""
    streak: int = 0
    presets: Sequence[str] = ()
    disciplines: Sequence[str] = ()
    evenings: int = 0
    last_day: str = ""

    def before(self, sums: Mapping[str, int]) -> Before:
        """Return what awards go on from, with the sums of the same matches."""
        return Before(
            matches=sums.get("matches", 0),
            wins=sums.get("wins", 0),
            scope=sums.get("scope", 0),
            barseghe=sums.get("barseghe", 0),
            decini=sums.get("decini", 0),
            streak=self.streak,
            presets=frozenset(self.presets),
            disciplines=frozenset(self.disciplines),
            evenings=self.evenings,
            last_day=date.fromisoformat(self.last_day) if self.last_day else None,
        )

    def after(self, moments: Sequence[Moment]) -> Life:
        """Return the life with some more matches, ordered by key, after those it tells."""
        if not moments:
            return self
        before = self.before({})
        won = {discipline_of(moment.seats) for moment in moments if moment.won}
        return Life(
            key=moments[-1].key,
            streak=_streak(moments, before)[0][-1],
            presets=sorted(before.presets.union(moment.preset for moment in moments)),
            disciplines=sorted(before.disciplines | won),
            evenings=_evenings(moments, before)[0][-1],
            last_day=moments[-1].played_on.isoformat(),
        )


_NOTHING = Before()
Column = tuple[Sequence[int], Sequence[int] | None]
"""A measure after each match, and the hand that is its ground; None where the whole match is."""


def earned(
    moments: Sequence[Moment], before: Before = _NOTHING, missing: Iterable[Achievement] = ACHIEVEMENTS
) -> list[Earned]:
    """Return what a player has earned of `missing` with `moments`, his matches ordered by key, in the order of earning.

    `moments` follow after what `before` holds. A column of one measure over all matches is worked out at a time:
    a rebuild reads every match of everybody.
    """
    columns: dict[str, Column] = {}
    found = []
    for place, one in enumerate(missing):
        if one.measure not in columns:
            columns[one.measure] = _MEASURES[one.measure](moments, before)
        values, hands = columns[one.measure]
        if max(values, default=0) >= one.least:
            at = next(index for index, value in enumerate(values) if value >= one.least)
            moment = moments[at]
            hand = 0 if hands is None else hands[at]
            found.append((at, place, Earned(one.code, moment.match_id, hand, moment.played_on, moment.key)))
    found.sort()
    return [told for *_, told in found]


def _added(name: str) -> Callable[[Sequence[Moment], Before], Column]:
    """Return who adds up a column of whole numbers over matches."""
    start, column = attrgetter(name), attrgetter(name)
    return lambda moments, before: (list(accumulate(map(column, moments), initial=start(before)))[1:], None)


def _one_hand(name: str, hand: str) -> Callable[[Sequence[Moment], Before], Column]:
    """Return who reads a column that one hand of the match is the ground of."""
    column, ground = attrgetter(name), attrgetter(hand)
    return lambda moments, before: (list(map(column, moments)), list(map(ground, moments)))


def _there(name: str) -> Callable[[Sequence[Moment], Before], Column]:
    """Return who reads whether a hand is named in a column; that hand is the ground."""
    column = attrgetter(name)

    def read(moments: Sequence[Moment], before: Before) -> Column:
        hands = list(map(column, moments))
        return [int(hand > 0) for hand in hands], hands

    return read


def _matches(moments: Sequence[Moment], before: Before) -> Column:
    return range(before.matches + 1, before.matches + len(moments) + 1), None


def _wins(moments: Sequence[Moment], before: Before) -> Column:
    return list(accumulate([moment.won for moment in moments], initial=before.wins))[1:], None


def _streak(moments: Sequence[Moment], before: Before) -> Column:
    row = before.streak
    return [row := row + 1 if moment.won else 0 for moment in moments], None


def _comeback(moments: Sequence[Moment], before: Before) -> Column:
    values = [10_000 - one.lowest_chance if one.won and one.lowest_chance >= 0 else 0 for one in moments]
    return values, [moment.lowest_hand for moment in moments]


def _won_by(moments: Sequence[Moment], before: Before) -> Column:
    return [moment.won_by if moment.won else 0 for moment in moments], None


def _by_one_point(moments: Sequence[Moment], before: Before) -> Column:
    return [int(moment.won and moment.won_by == 1) for moment in moments], None


def _decini_in_a_match(moments: Sequence[Moment], before: Before) -> Column:
    return [moment.decini for moment in moments], None


def _disciplines_won(moments: Sequence[Moment], before: Before) -> Column:
    return _different([discipline_of(one.seats) if one.won else None for one in moments], before.disciplines), None


def _presets(moments: Sequence[Moment], before: Before) -> Column:
    return _different([moment.preset for moment in moments], before.presets), None


def _different(names: Sequence[str | None], before: frozenset[str]) -> list[int]:
    seen = set(before)
    counts = []
    for name in names:
        if name is not None:
            seen.add(name)
        counts.append(len(seen))
    return counts


def _evenings(moments: Sequence[Moment], before: Before) -> Column:
    day, count, counts = before.last_day, before.evenings, []
    for moment in moments:
        if moment.played_on != day:
            day, count = moment.played_on, count + 1
        counts.append(count)
    return counts, None


_MEASURES: Mapping[str, Callable[[Sequence[Moment], Before], Column]] = {
    "matches": _matches,
    "wins": _wins,
    "streak": _streak,
    "best_points": _one_hand("best_points", "best_points_hand"),
    "best_scope": _one_hand("best_scope", "best_scope_hand"),
    "best_piccola": _one_hand("best_piccola", "best_piccola_hand"),
    "scope": _added("scope"),
    "barseghe": _added("barseghe"),
    "decini": _added("decini"),
    "decini_in_a_match": _decini_in_a_match,
    "both_scales": _there("both_scales"),
    "all_four": _there("all_four"),
    "cappotto": _there("cappotto_hand"),
    "comeback": _comeback,
    "won_by": _won_by,
    "by_one_point": _by_one_point,
    "disciplines_won": _disciplines_won,
    "presets": _presets,
    "evenings": _evenings,
}
"""How each measure is read off a player's matches."""
