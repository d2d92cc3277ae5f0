"""What one finished match adds to the figures of one player: a line of whole numbers, so that sums are exact.

Lines are added and taken away; every figure but the extremes (records, streaks, achievements) follows from sums.
Margins are in quarters of a point, exact expectations in millionths of one. Source: RATINGS 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple
from uuid import UUID

DISCIPLINES: Mapping[str, int] = {"singles": 2, "threes": 3, "pairs": 4, "fives": 5}
"""How many sit at the table, by the name of the discipline."""
QUARTERS = 4
MILLIONTHS = 1_000_000
UNKNOWN = -1
"""The win chance of a match for which none is known: more than two sides, or a series."""


class Played(NamedTuple):
    """What one finished match adds to one player's figures; points and counts are those of his side.

    `points_against` are those of all other sides together. The categories of RULES 8.8 are summed over
    `hands_with_categories` hands, those whose categories are known, and so is all that is named after them.

    - `key` sorts a player's lines, `version` is the match's version they were read at.
    - `margin`: own points less the mean of the other sides', in quarters, over all hands; `margin_sq` the sum of its
      squares (sixteenths). `dealing_*`: the same over the hands that his side dealt.
    - `luck`, `play`: the margin of the known hands split into what the cards gave (buone, dealer's bonus) and the rest.
    - `declared_*`: buone of `declared_deals` own deals of three, in halves of a point (a pair's that nobody claimed are
      half each's), with exact mean and variance in millionths. `dealt_*`: the same for the bonus of hands he dealt
      himself, in points.
    - `won_by`: by how many points a match between two sides was won, 0 for any other and for one that was not.
    - `best_*` are the most in one hand, each with the number of the hand, 0 where there was none; `all_four` is the
      number of a hand with all four deck points, `both_scales` of one with piccola and grande, `cappotto_hand` of a
      cappotto, 0 without one.
    - `lowest_chance`: the lowest chance to win that the scores gave his side, in ten-thousandths, after hand
      `lowest_hand`; UNKNOWN where none is known.
    - `presets_same`, `presets_turned`: names of the presets under which the same side, or another, would have been
      ahead, in order, one space between.
    """

    match_id: UUID
    player_id: UUID
    played_on: date
    won: bool
    hands: int
    points_for: int
    points_against: int
    hands_with_categories: int
    carte: int
    denari: int
    settebello: int
    primiera: int
    scope: int
    buone: int
    dealer: int
    piccola: int
    grande: int
    re_bello: int
    cappotto: int
    key: str = ""
    version: int = 0
    drawn: bool = False
    seats: int = 0
    sides: int = 0
    side: int = 0
    preset: str = ""
    scope_sq: int = 0
    buone_sq: int = 0
    dealer_sq: int = 0
    piccola_sq: int = 0
    grande_sq: int = 0
    cappotto_sq: int = 0
    known_sq: int = 0
    margin: int = 0
    margin_sq: int = 0
    dealing_hands: int = 0
    dealing_margin: int = 0
    dealing_margin_sq: int = 0
    luck: int = 0
    luck_sq: int = 0
    play: int = 0
    play_sq: int = 0
    declared_deals: int = 0
    declared_halves: int = 0
    declared_mean: int = 0
    declared_variance: int = 0
    dealt_hands: int = 0
    dealt_points: int = 0
    dealt_mean: int = 0
    dealt_variance: int = 0
    named_hands: int = 0
    barseghe: int = 0
    decini: int = 0
    won_by: int = 0
    best_points: int = 0
    best_points_hand: int = 0
    best_scope: int = 0
    best_scope_hand: int = 0
    best_buone: int = 0
    best_buone_hand: int = 0
    best_piccola: int = 0
    best_piccola_hand: int = 0
    all_four: int = 0
    both_scales: int = 0
    cappotto_hand: int = 0
    lowest_chance: int = UNKNOWN
    lowest_hand: int = 0
    presets_same: str = ""
    presets_turned: str = ""


_FIELDS = Played._fields
CATEGORIES = _FIELDS[_FIELDS.index("carte") : _FIELDS.index("cappotto") + 1]
"""The categories of RULES 8.8, in the order in which points are told."""
SQUARED = ("scope", "buone", "dealer", "piccola", "grande", "cappotto")
"""The categories that can be more than one point in a hand: the square of the others is their sum."""
SUMMED = (
    "hands",
    "points_for",
    "points_against",
    "hands_with_categories",
    *_FIELDS[_FIELDS.index("carte") : _FIELDS.index("key")],
    *_FIELDS[_FIELDS.index("scope_sq") : _FIELDS.index("won_by")],
)
"""The columns that are added up over matches."""

Sums = Mapping[str, int]
"""What lines add up to: `matches`, `wins`, `draws` and the columns of SUMMED; a name that is not there is 0."""


def line_sums(line: Played) -> dict[str, int]:
    """Return what one line adds, zeros left out."""
    sums = {"matches": 1, "wins": int(line.won), "draws": int(line.drawn)}
    sums |= {name: getattr(line, name) for name in SUMMED}
    return {name: value for name, value in sums.items() if value}


def add(sums: Sums, lines: Iterable[Played] = (), less: Iterable[Played] = ()) -> dict[str, int]:
    """Return `sums` with some lines more and some less, zeros left out; the order of the lines does not matter.

    >>> line = Played(UUID(int=1), UUID(int=2), date(2026, 3, 2), True, 5, 51, 30, *[0] * 12)
    >>> add({"matches": 1, "hands": 4}, [line], [line])
    {'matches': 1, 'hands': 4}
    """
    total = dict(sums)
    for sign, some in ((1, lines), (-1, less)):
        for line in some:
            for name, value in line_sums(line).items():
                total[name] = total.get(name, 0) + sign * value
    return {name: value for name, value in total.items() if value}


def together(parts: Iterable[Sums]) -> dict[str, int]:
    """Return the sum of sums."""
    total: dict[str, int] = {}
    for part in parts:
        for name, value in part.items():
            total[name] = total.get(name, 0) + value
    return total


def discipline_of(seats: int) -> str:
    """Return the name of a discipline by how many sit at the table; empty for a number that is none.

    >>> discipline_of(4)
    'pairs'
    """
    return next((name for name, people in DISCIPLINES.items() if people == seats), "")
