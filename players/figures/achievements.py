"""Say which achievements a player's matches have earned, and which hand or match is the ground of each.

An achievement is data: what is measured and how much of it is needed. What is measured is counted from the first match
on; once a correction takes the ground away, the same count no longer reaches it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
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


@dataclass(slots=True)
class _Life:
    """Counts a player's matches as they come."""

    counts: dict[str, int] = field(default_factory=dict)
    seen: dict[str, set[object]] = field(default_factory=dict)

    def plus(self, measure: str, value: int) -> int:
        self.counts[measure] = self.counts.get(measure, 0) + value
        return self.counts[measure]

    def different(self, measure: str, value: object) -> int:
        self.seen.setdefault(measure, set()).add(value)
        return len(self.seen[measure])


def earned(moments: Iterable[Moment]) -> list[Earned]:
    """Return what a player has earned, in the order of earning; `moments` are his matches, ordered by key."""
    life = _Life()
    missing = list(ACHIEVEMENTS)
    found = []
    for moment in moments:
        measures = _measures(moment, life)
        for one in [one for one in missing if measures.get(one.measure, (0, 0))[0] >= one.least]:
            missing.remove(one)
            ground = (moment.match_id, measures[one.measure][1], moment.played_on, moment.key)
            found.append(Earned(one.code, *ground))
        if not missing:
            break
    return found


def _measures(moment: Moment, life: _Life) -> dict[str, tuple[int, int]]:
    """Return each measure after a match, with the hand that is its ground, 0 for the whole match."""
    winning: dict[str, tuple[int, int]] = {}
    if moment.won:
        winning = {
            "wins": (life.plus("wins", 1), 0),
            "streak": (life.plus("streak", 1), 0),
            "disciplines_won": (life.different("disciplines_won", discipline_of(moment.seats)), 0),
            "comeback": (10_000 - moment.lowest_chance if moment.lowest_chance >= 0 else 0, moment.lowest_hand),
            "by_one_point": (int(moment.won_by == 1), 0),
            "won_by": (moment.won_by, 0),
        }
    else:
        life.counts["streak"] = 0
    return winning | {
        "matches": (life.plus("matches", 1), 0),
        "scope": (life.plus("scope", moment.scope), 0),
        "barseghe": (life.plus("barseghe", moment.barseghe), 0),
        "decini": (life.plus("decini", moment.decini), 0),
        "decini_in_a_match": (moment.decini, 0),
        "best_points": (moment.best_points, moment.best_points_hand),
        "best_scope": (moment.best_scope, moment.best_scope_hand),
        "best_piccola": (moment.best_piccola, moment.best_piccola_hand),
        "all_four": (int(moment.all_four > 0), moment.all_four),
        "both_scales": (int(moment.both_scales > 0), moment.both_scales),
        "cappotto": (int(moment.cappotto_hand > 0), moment.cappotto_hand),
        "presets": (life.different("presets", moment.preset), 0),
        "evenings": (life.different("evenings", moment.played_on), 0),
    }
