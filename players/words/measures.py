"""Say figures as measures: a number, its band, and what it rests on; those with too little to go by are grey."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cirulla.lib.days import day_words
from players.figures.estimates import Estimate
from players.figures.extremes import Streak, Streaks
from players.figures.summary import Elsewhere, Expectation, Luck
from players.selectors.figures import Figures
from players.selectors.pages import STRIP, BandLine, svg
from players.words.charts import BarChart, bar_chart
from players.words.numbers import decimal, percent, signed
from scoring.words.rules import preset_name


@dataclass(frozen=True, slots=True)
class Measure:
    """Hold one figure in words; `few` is shown in grey, `band` draws how sure it is."""

    label: str
    figure: str
    what: str
    few: bool
    band: BandLine | None = None


@dataclass(frozen=True, slots=True)
class ElsewhereLine:
    """Hold how often a preset would have turned a match."""

    name: str
    turned: int
    compared: int
    share: str
    few: bool


@dataclass(frozen=True, slots=True)
class FigureBlock:
    """Hold what every page of figures shows of its matches."""

    measures: list[Measure]
    chart: BarChart | None
    elsewhere: list[ElsewhereLine]
    same_elsewhere: str


def block(figures: Figures, pack: str = "french") -> FigureBlock:
    """Return figures laid out."""
    turned = [one for one in figures.elsewhere if one.turned]
    return FigureBlock(
        measures=list(_measures(figures)),
        chart=bar_chart(figures.categories, pack),
        elsewhere=[_elsewhere(one) for one in turned],
        same_elsewhere=", ".join(preset_name(one.preset) for one in figures.elsewhere if not one.turned),
    )


def _measures(figures: Figures) -> Iterable[Measure]:
    won = figures.results
    if won.rate.value is not None:
        yield Measure(
            _("Won"),
            percent(won.rate.value),
            _between(won.rate, percent, ngettext("%(n)s match", "%(n)s matches", won.matches)),
            not won.rate.enough,
            _band(won.rate, 0.0, 1.0, 0.5),
        )
    if figures.expected is not None:
        yield _expected(figures.expected)
    split = figures.split
    for label, one, place in (
        (_("Margin a hand"), won.margin, 10.0),
        (_("of it luck"), split.luck, 10.0),
        (_("of it play"), split.play, 10.0),
    ):
        if one.value is not None:
            hands = ngettext("%(n)s hand", "%(n)s hands", one.n)
            yield Measure(label, signed(one.value), _between(one, signed, hands), not one.enough, _around(one, place))
    if split.rating.value is not None:
        told = _("What play is worth in rating points. Luck makes %(share)s of the ups and downs of a hand.")
        what = told % {"share": percent(split.luck_share or 0.0)}
        rating = split.rating
        yield Measure(
            _("Play in rating points"), signed(split.rating.value, 0), what, not rating.enough, _around(rating, 400.0)
        )
    for gift in figures.luck:
        yield _luck(gift)
    effect = figures.dealer.effect
    if effect.value is not None:
        hands = ngettext("%(n)s hand", "%(n)s hands", effect.n)
        yield Measure(
            _("Worth of the deal"),
            signed(effect.value),
            _between(effect, signed, hands),
            not effect.enough,
            _around(effect, 10.0),
        )


def _between(one: Estimate, shown: Callable[[float], str], rests_on: str) -> str:
    """Return the band of a figure and what it rests on; that it is too little, where it is."""
    told = rests_on % {"n": one.n}
    if one.low is None or one.high is None:
        return _("Over %(told)s: too few to say more.") % {"told": told}
    words = _("Between %(low)s and %(high)s, over %(told)s.")
    if not one.enough:
        words = _("Between %(low)s and %(high)s, over only %(told)s.")
    return words % {"low": shown(one.low), "high": shown(one.high), "told": told}


def _expected(one: Expectation) -> Measure:
    words = _("Wins expected by the ratings; %(wins)s came. By luck alone it is between %(low)s and %(high)s.")
    shown = {
        "wins": decimal(one.wins, 0 if one.wins.is_integer() else 1),
        "low": decimal(one.low),
        "high": decimal(one.high),
    }
    return Measure(_("Expected wins"), decimal(one.expected), words % shown, one.matches < 10)


def _luck(one: Luck) -> Measure:
    label, words = _("Luck with buone"), _("%(points)s points from buone, %(expected)s expected over %(n)s deals.")
    if one.gift == "dealer":
        label = _("Luck as dealer")
        words = _("%(points)s scope from the opening table, %(expected)s expected over %(n)s deals.")
    shown = {"points": decimal(one.points, 0), "expected": decimal(one.expected, 0), "n": one.n}
    figure = signed(one.index) if one.index is not None else "?"
    index = one.index or 0.0
    sure = Estimate(index, index - 1.96, index + 1.96, one.n, one.enough)
    return Measure(label, figure, words % shown, not one.enough, _around(sure, 4.0))


def _band(one: Estimate, low: float, high: float, middle: float) -> BandLine | None:
    if one.value is None or one.low is None or one.high is None:
        return None

    def x(value: float) -> float:
        return (min(max(value, low), high) - low) / (high - low) * (STRIP - 10) + 5

    return BandLine(svg(x(one.low)), svg(max(2.0, x(one.high) - x(one.low))), svg(x(one.value)), svg(x(middle)))


def _around(one: Estimate, reach: float) -> BandLine | None:
    """Return a band on a strip with 0 in the middle, wide enough for the figure."""
    ends = [abs(end) for end in (one.low, one.high) if end is not None]
    reach = max([reach / 4, *(end * 1.15 for end in ends)])
    return _band(one, -reach, reach, 0.0)


def _elsewhere(one: Elsewhere) -> ElsewhereLine:
    share = percent(one.rate.value or 0.0)
    return ElsewhereLine(preset_name(one.preset), one.turned, one.rate.n, share, not one.rate.enough)


def streak_measures(streaks: Streaks) -> list[Measure]:
    """Return the longest rows of wins and losses, and the one going on."""
    current = _("Won one after the other, at present") if streaks.winning else _("Lost one after the other, at present")
    named = (
        (_("Longest run of wins"), streaks.wins),
        (_("Longest run of losses"), streaks.losses),
        (current, streaks.current),
    )
    return [Measure(label, str(one.length), _days(one), one.length == 0) for label, one in named]


def _days(one: Streak) -> str:
    if one.first is None or one.last is None:
        return ""
    first, last = day_words(one.first, "j F Y"), day_words(one.last, "j F Y")
    return first if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}
