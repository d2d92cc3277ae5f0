"""Choose who is qualified: the first places of recent events, then by rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple


class Event(NamedTuple):
    """Hold one event: its id, the session day it was played on, the place of each player."""

    event: str
    played_on: date
    places: Mapping[str, int]


class Qualified(NamedTuple):
    """Hold one who is qualified: `event` and `place` when an event did it, else None and the rating's rank."""

    key: str
    event: str | None
    place: int | None
    rank: int | None


def months_before(day: date, months: int) -> date:
    """Return the same day of the month so many months earlier, the month's last where it has no such day.

    >>> months_before(date(2026, 8, 31), 6)
    datetime.date(2026, 2, 28)
    """
    whole = day.year * 12 + day.month - 1 - months
    year, month = divmod(whole, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, min(last, day.day))
        except ValueError:
            continue
    raise AssertionError("every month has 28 days")


def begun(events: Iterable[Event], *, today: date, places: int) -> bool:
    """Tell whether a circuit qualifies anybody yet: an event has places, or the rating alone decides (`places` 0)."""
    return not places or any(event.places and event.played_on <= today for event in events)


def qualified(
    events: Iterable[Event],
    by_rating: Sequence[tuple[str, int]],
    *,
    today: date,
    months: int,
    places: int,
    total: int,
) -> list[Qualified]:
    """Return who is qualified on `today`, at most `total` unless the events alone give more.

    First the first `places` of each event of the last `months`, the day exactly so many months ago counted, oldest
    event first; then `by_rating`, ids with their rank in the order of the ranking. Nobody is qualified twice: the
    first event that did it counts. Nobody is qualified at all before the circuit has `begun`.
    """
    events = list(events)
    if not begun(events, today=today, places=places):
        return []
    since = months_before(today, months)
    found: dict[str, Qualified] = {}
    for event in sorted(events, key=lambda one: (one.played_on, one.event)):
        if since <= event.played_on <= today:
            for key, place in sorted(event.places.items(), key=lambda pair: (pair[1], pair[0])):
                if place <= places:
                    found.setdefault(key, Qualified(key, event.event, place, None))
    for key, rank in by_rating:
        if len(found) >= total:
            break
        found.setdefault(key, Qualified(key, None, None, rank))
    return list(found.values())
