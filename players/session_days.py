"""Tell to which evening of a club a moment belongs: a session day ends at 06:00 in the club's time zone."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

SESSION_ENDS_AT_HOUR = 6


def session_day(at: datetime, time_zone: str) -> date:
    """Return the day that a club's evening at the moment `at` belongs to.

    By the clock on the club's wall: an hour that comes twice, or not at all, changes nothing.

    >>> session_day(datetime.fromisoformat("2026-10-25T01:30:00+00:00"), "Europe/Rome")
    datetime.date(2026, 10, 24)
    """
    wall = at.astimezone(ZoneInfo(time_zone)).replace(tzinfo=None)
    return (wall - timedelta(hours=SESSION_ENDS_AT_HOUR)).date()


def day_ends(day: date, time_zone: str) -> datetime:
    """Return the moment at which a session day is over: 06:00 of the next day on the club's wall."""
    return datetime.combine(day + timedelta(days=1), time(SESSION_ENDS_AT_HOUR), ZoneInfo(time_zone))
