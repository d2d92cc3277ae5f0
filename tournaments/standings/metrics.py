"""Reckon the named columns of a standings table (RATINGS 6): each a function of the event, each with its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from players.ratings.lines import CaseError
from tournaments.standings.opponents import Event, contributions, cut_highest, cut_lowest, fore_scores
from tournaments.standings.results import UNIT, Kind, Turn

CAP = 40
"""Margin of one match that counts at most in `margin_capped` (research 2.11)."""

Column = Mapping[str, Fraction | int]


class Metric(NamedTuple):
    """Hold one column: its name, the words that explain it, its source, and how it is reckoned.

    `lower_is_better` turns the order; `column` gives every entrant's value, in points.
    """

    name: str
    words: str
    source: str
    column: Callable[[Event], Column]
    lower_is_better: bool = False


def _points(event: Event) -> Column:
    return {entrant: Fraction(score, UNIT) for entrant, score in event.own_scores.items()}


def _count(event: Event, counts: Callable[[Turn], float]) -> Column:
    values = {}
    for entrant, turns in event.turns.items():
        counted = [counts(turn) for turn in turns]
        total = sum(counted)
        # Tenths of a point do not add up in doubles; whole numbers, nearly always, do.
        values[entrant] = total if isinstance(total, int) else sum((Fraction(str(one)) for one in counted), Fraction())
    return values


def _wins(event: Event) -> Column:
    return _count(event, lambda turn: int(turn.won))


def _won(event: Event) -> Column:
    return _count(event, lambda turn: int(turn.won and turn.kind is Kind.PLAYED))


def _margin(event: Event) -> Column:
    return _count(event, lambda turn: turn.margin)


def _margin_capped(event: Event) -> Column:
    return _count(event, lambda turn: max(-CAP, min(CAP, turn.margin)))


def _scope(event: Event) -> Column:
    return _count(event, lambda turn: turn.scope)


def _match_points(own: bool) -> Callable[[Event], Column]:
    def column(event: Event) -> Column:
        return _count(event, lambda turn: _known(turn)[0 if own else 1])

    return column


def _points_difference(event: Event) -> Column:
    return _count(event, lambda turn: _known(turn)[0] - _known(turn)[1])


def _known(turn: Turn) -> tuple[float, float]:
    if turn.kind is not Kind.PLAYED:
        return (0, 0)
    if turn.points is None:
        raise CaseError("bad_request", "this metric needs the points of every match played", "/results")
    return turn.points


def _buchholz(low: int = 0, high: int = 0) -> Callable[[Event], Column]:
    def column(event: Event) -> Column:
        values = {}
        for entrant, rows in event.contributions.items():
            for _ in range(low):
                rows = cut_lowest(rows)
            for _ in range(high):
                rows = cut_highest(rows)
            values[entrant] = Fraction(sum(row.score for row in rows), UNIT)
        return values

    return column


def _fore_buchholz(event: Event) -> Column:
    scores = fore_scores(event)
    own = {
        entrant: sum(turn.score for turn in turns[:-1]) + _fore_last(event, turns[-1]) if turns else 0
        for entrant, turns in event.turns.items()
    }
    return {
        entrant: Fraction(sum(row.score for row in contributions(event, entrant, scores, own)), UNIT)
        for entrant in event.turns
    }


def _fore_last(event: Event, turn: Turn) -> int:
    return turn.score if turn.opponent is None else event.draw


def _average_buchholz(event: Event) -> Column:
    buchholz = _buchholz()(event)
    values = {}
    for entrant, turns in event.turns.items():
        met = [buchholz[turn.opponent] for turn in turns if turn.kind is Kind.PLAYED and turn.opponent is not None]
        mean = sum(met, Fraction()) / len(met) if met else Fraction()
        values[entrant] = Fraction(int(mean * 100 + Fraction(1, 2)), 100)
    return values


def _sonneborn_berger(low: int = 0) -> Callable[[Event], Column]:
    def column(event: Event) -> Column:
        values = {}
        for entrant, rows in event.contributions.items():
            for _ in range(low):
                rows = cut_lowest(rows, weighted=True)
            values[entrant] = Fraction(sum(row.weighted for row in rows), UNIT * UNIT)
        return values

    return column


def _progressive(event: Event) -> Column:
    values = {}
    for entrant, turns in event.turns.items():
        rounds = len(turns)
        running = sum(turn.score * (rounds - index) for index, turn in enumerate(turns))
        values[entrant] = Fraction(running, UNIT)
    return values


def _koya(event: Event) -> Column:
    own = event.own_scores
    rounds = max((len(turns) for turns in event.turns.values()), default=0)
    values = {}
    for entrant, turns in event.turns.items():
        strong = [
            turn.score
            for turn in turns
            if turn.opponent is not None
            and (turn.kind is Kind.PLAYED or event.round_robin)
            and 2 * own[turn.opponent] >= event.win * rounds
        ]
        values[entrant] = Fraction(sum(strong), UNIT)
    return values


def _matches(event: Event) -> Column:
    return _count(event, lambda turn: int(turn.kind is Kind.PLAYED))


_ROWS = (
    Metric(
        "vp", "Victory points: the sum of the points of all rounds, byes and forfeits included.", "RATINGS 6", _points
    ),
    Metric("points", "Points: the sum of the points of all rounds, byes and forfeits included.", "RATINGS 6", _points),
    Metric("wins", "Rounds won: at the table, by forfeit or by the bye.", "FIDE C.07 7.1", _wins),
    Metric("won", "Matches won at the table.", "FIDE C.07 7.2", _won),
    Metric("margin", "Sum of the margins of the matches played.", "RATINGS 6", _margin),
    Metric(
        "margin_capped",
        f"Sum of the margins, no match counting more than {CAP} either way.",
        "RATINGS 6",
        _margin_capped,
    ),
    Metric("buchholz", "Sum of the opponents' points: who met stronger ones has more.", "FIDE C.07 8.1", _buchholz()),
    Metric("buchholz_cut1", "Buchholz without the weakest opponent.", "FIDE C.07 8.1, 14.1", _buchholz(1)),
    Metric("buchholz_cut2", "Buchholz without the two weakest opponents.", "FIDE C.07 8.1, 14.1", _buchholz(2)),
    Metric(
        "buchholz_median",
        "Buchholz without the weakest and the strongest opponent.",
        "FIDE C.07 8.1, 14.3",
        _buchholz(1, 1),
    ),
    Metric(
        "average_buchholz",
        "Mean Buchholz of the opponents met at the table, to two decimals.",
        "FIDE C.07 8.2",
        _average_buchholz,
    ),
    Metric(
        "fore_buchholz", "Buchholz as if every match of the last round were level.", "FIDE C.07 8.3", _fore_buchholz
    ),
    Metric(
        "sonneborn_berger",
        "Sum over the rounds of own points times the opponent's points.",
        "FIDE C.07 9.1",
        _sonneborn_berger(),
    ),
    Metric(
        "sonneborn_berger_cut1",
        "Sonneborn-Berger without the weakest opponent.",
        "FIDE C.07 9.1, 14.1",
        _sonneborn_berger(1),
    ),
    Metric(
        "progressive",
        "Sum of the running score after each round: early points weigh more.",
        "FIDE C.07 7.5",
        _progressive,
    ),
    Metric(
        "koya", "Points against those who have at least half of all points that could be won.", "FIDE C.07 9.2", _koya
    ),
    Metric("scope", "Scope made in the matches played.", "RATINGS 6", _scope),
    Metric("points_for", "Points scored in the matches played.", "research/rules 17", _match_points(True)),
    Metric(
        "points_against",
        "Points conceded in the matches played; fewer is better.",
        "research/rules 17",
        _match_points(False),
        True,
    ),
    Metric("points_difference", "Points scored less points conceded.", "research/rules 17", _points_difference),
    Metric("matches", "Matches played at the table.", "RATINGS 6", _matches),
)

METRICS: dict[str, Metric] = {metric.name: metric for metric in _ROWS}
"""Every metric that is a column of its own; `direct` and `lot` look at the tie and at the seed (see `ranking`)."""
