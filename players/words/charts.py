"""Draw figures as SVG: points by category beside the club's, and the calendar. All lengths are as SVG reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cirulla.lib.days import day_words
from players.figures.extremes import Day
from players.figures.summary import CategoryFigure
from players.selectors.pages import svg
from players.words.numbers import decimal
from scoring.words.rules import category_name

POINTS = "points"
WEEKS = 26
CELL = 12
BARS_FROM, BARS_TO, ROW = 142, 316, 34


@dataclass(frozen=True, slots=True)
class Bar:
    """Hold one row of the chart: where its bar and the club's mark lie, in its box; and its row of the table."""

    label: str
    text_y: str
    bar_y: str
    width: str
    mark_x: str | None
    mark_from: str
    mark_to: str
    own: str
    club: str
    usual: str
    standing: str
    few: bool


@dataclass(frozen=True, slots=True)
class BarChart:
    """Hold the points of a hand by category, drawn 360 wide and `height` high."""

    rows: list[Bar]
    height: str
    told: str
    hands: int


@dataclass(frozen=True, slots=True)
class CalendarCell:
    """Hold one day with matches: its place, how dark from 1 to 4, and its words."""

    x: str
    y: str
    shade: str
    words: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """Hold the days with matches of the last half year, a column a week, Monday on top."""

    cells: list[CalendarCell]
    width: str
    height: str
    days: int
    matches: int
    first: date
    last: date


def bar_chart(categories: Sequence[CategoryFigure], pack: str) -> BarChart | None:
    """Return the points of a hand by category, drawn, None where no category is known."""
    told = [one for one in categories if one.category != POINTS and one.own.value is not None]
    if not told:
        return None
    most = max([0.01, *(max(one.own.value or 0.0, one.club or 0.0) for one in told)])
    rows = [_bar(one, place, most, pack) for place, one in enumerate(told)]
    whole = next(one for one in categories if one.category == POINTS)
    return BarChart(
        rows=rows,
        height=str(ROW * len(rows) + 4),
        told=", ".join(f"{row.label} {row.own}" for row in rows),
        hands=whole.own.n,
    )


def _bar(one: CategoryFigure, place: int, most: float, pack: str) -> Bar:
    value, top = one.own.value or 0.0, ROW * place
    standing = {"above": _("more than usual"), "below": _("less than usual"), "usual": _("as usual")}.get(
        one.standing, ""
    )
    usual = "" if one.low is None or one.high is None else f"{decimal(one.low, 2)}–{decimal(one.high, 2)}"

    def x(figure: float) -> float:
        return BARS_FROM + figure / most * (BARS_TO - BARS_FROM)

    return Bar(
        label=category_name(one.category, pack),
        text_y=str(top + 21),
        bar_y=str(top + 7),
        width=svg(max(1.0, x(value) - BARS_FROM)),
        mark_x=None if one.club is None else svg(x(one.club)),
        mark_from=str(top + 2),
        mark_to=str(top + 30),
        own=decimal(value, 2),
        club="" if one.club is None else decimal(one.club, 2),
        usual=usual,
        standing=standing,
        few=not one.own.enough,
    )


def calendar_page(days: Sequence[Day], today: date) -> Calendar | None:
    """Return the half year up to `today`, None without a match in it."""
    first = today - timedelta(days=today.weekday() + 7 * (WEEKS - 1))
    shown = {one.day: one for one in days if first <= one.day <= today}
    if not shown:
        return None
    most = max(one.matches for one in shown.values())
    cells = []
    for day, one in shown.items():
        number = (day - first).days
        words = ngettext("%(day)s: %(n)s match", "%(day)s: %(n)s matches", one.matches)
        cells.append(
            CalendarCell(
                x=str(number // 7 * (CELL + 2)),
                y=str(number % 7 * (CELL + 2)),
                shade=str(-(-4 * one.matches // most)),
                words=words % {"day": day_words(day, "j M"), "n": one.matches},
            )
        )
    total = sum(one.matches for one in shown.values())
    return Calendar(cells, str(WEEKS * (CELL + 2)), str(7 * (CELL + 2)), len(shown), total, first, today)
