"""Plan the evenings of the demo club: who plays whom, when, by which rules. The same seed, the same plan."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from cirulla.demo.people import MEMBERS

SEED = "castelletto"
ZONE = ZoneInfo("Europe/Rome")
EVENINGS = 37
TUESDAY, FRIDAY = 1, 4
ROUNDS = (time(20, 45), time(21, 35), time(22, 25))
AT_THE_TABLES = 10
SHORT = "Venerdì ai 31"
"""The club's own rules for Fridays (RULES 10: preset and what differs)."""
RULES = {"sbiro": 9, "pagat": 3, "wikipedia": 3, "luzzati": 2, "molassana": 1, "laspezia": 1, "aula2": 1}


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """One match: `seats` are numbers of members in playing order, `ruleset` a preset or the club's own by name.

    `leave_at` None: played to the end; else it is left open as soon as a side has so many points.
    """

    number: int
    at: datetime
    seats: tuple[int, ...]
    ruleset: str
    leave_at: int | None = None


def planned_matches(now: datetime) -> list[PlannedMatch]:
    """Return the matches of the club's last evenings up to `now`, oldest first; the last ones are still open."""
    dice = random.Random(SEED)  # noqa: S311 - an invented club, not a secret
    plan: list[PlannedMatch] = []
    for day in _evenings(now.astimezone(ZONE).date()):
        for at, table in _tables(day, dice):
            rules = SHORT if day.weekday() == FRIDAY and dice.random() < 0.9 else _rules(dice)
            plan.append(PlannedMatch(len(plan), at, table, rules))
    tonight = ((3, 7), (1, 4, 11, 8), (13, 16))
    for seats, leave_at, minutes in zip(tonight, (40, 15, 1), (55, 35, 12), strict=True):
        plan.append(PlannedMatch(len(plan), now - timedelta(minutes=minutes), seats, "sbiro", leave_at))
    return plan


def _evenings(today: date) -> Iterator[date]:
    days = (today - timedelta(days=back) for back in range(EVENINGS * 7, 0, -1))
    return iter([day for day in days if day.weekday() in {TUESDAY, FRIDAY}][-EVENINGS:])


def _tables(day: date, dice: random.Random) -> Iterator[tuple[datetime, tuple[int, ...]]]:
    """Seat those who came, anew in every round: one or two tables of pairs, the others in twos."""
    there = _who_comes(dice)
    for start in ROUNDS:
        dice.shuffle(there)
        left = there[:]
        for _ in range(dice.choice((1, 1, 2))):
            yield _at(day, start), tuple(left[:4])
            left = left[4:]
        for first in range(0, len(left) - 1, 2):
            yield _at(day, start), tuple(left[first : first + 2])


def _who_comes(dice: random.Random) -> list[int]:
    """Draw members, no one twice, each the likelier the more often he comes."""
    keys = {number: dice.random() ** (1 / member.comes) for number, member in enumerate(MEMBERS)}
    return sorted(keys, key=lambda number: keys[number], reverse=True)[:AT_THE_TABLES]


def _rules(dice: random.Random) -> str:
    return dice.choices(list(RULES), list(RULES.values()))[0]


def _at(day: date, start: time) -> datetime:
    return datetime.combine(day, start, ZONE)


def side_skill(seats: Sequence[int], side: int) -> float:
    """Return the mean skill of a side; seats belong to the sides in turn (RULES 2.1)."""
    skills = [MEMBERS[number].skill for number in seats[side::2]]
    return sum(skills) / len(skills)
