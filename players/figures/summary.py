"""Turn sums into the figures of a player, a pair or a club: how often, how much, how sure, and against what.

Source: RATINGS 4; research 3.1 to 3.3 for the constants.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from players.figures.estimates import LEAST_HANDS, Estimate, Z, difference, mean, scaled, variance, wilson
from players.figures.line import CATEGORIES, MILLIONTHS, QUARTERS, SQUARED, Sums

ELO_A_POINT = 76.6
"""What one point of margin a hand is worth in a match to 51, in rating points (RATINGS 2)."""
POINTS = "points"
SIMULATED: Mapping[int, Mapping[str, float]] = {
    2: {
        POINTS: 9.07,
        "scope": 3.68,
        "carte": 0.459,
        "denari": 0.389,
        "settebello": 0.5,
        "primiera": 0.475,
        "piccola": 0.58,
        "grande": 0.60,
    },
    3: {POINTS: 5.64, "scope": 2.47},
}
"""What a side of equal simulated players marks in a hand, by how many sides play (research 3.3)."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """Hold how many of `matches` rated ones were won, and how many the ratings expected; a draw is half a win.

    `low` and `high` are where 95 of 100 players with these chances end.
    """

    matches: int
    wins: float
    expected: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Results:
    """Hold what became of the matches. `margin` is in points a hand over the mean of the other sides."""

    matches: int
    wins: int
    draws: int
    rate: Estimate
    hands: int
    hands_a_match: float | None
    margin: Estimate


@dataclass(frozen=True, slots=True)
class CategoryFigure:
    """Hold the points of one category in a hand, beside the club's.

    `low` and `high` bound where 95 of 100 players who mark like the club would be after as many hands; `standing` is
    `above`, `below`, `usual`, or empty without a club to compare with. `simulated` is what equal simulated players
    mark, None where that is not known.
    """

    category: str
    own: Estimate
    club: float | None
    low: float | None
    high: float | None
    standing: str
    simulated: float | None


@dataclass(frozen=True, slots=True)
class Luck:
    """Hold what the cards gave (`points` from `gift`: buone or dealer) against its exact expectation.

    `index` is in standard deviations (RATINGS 4); `n` counts own deals of three, or tables dealt, in `hands` hands.
    """

    gift: str
    points: float
    expected: float
    surplus: float
    index: float | None
    n: int
    enough: bool


@dataclass(frozen=True, slots=True)
class DealerEffect:
    """Hold the margin of a hand when the own side deals, when it does not, and the difference."""

    dealing: Estimate
    other: Estimate
    effect: Estimate


@dataclass(frozen=True, slots=True)
class Split:
    """Hold the margin of a hand split into what the cards gave and what play made of the rest, in points.

    `rating` is the part of play in rating points; `luck_share` is how much of the ups and downs is luck, 0 to 1.
    """

    luck: Estimate
    play: Estimate
    rating: Estimate
    luck_share: float | None


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Hold how often another side would have been ahead under a preset, of the matches that can be counted by it."""

    preset: str
    turned: int
    rate: Estimate


def expectation(chances: Iterable[tuple[float, float]]) -> Expectation | None:
    """Return the expected wins of pairs (chance before the match, 1, 0.5 or 0 after it), None without any.

    >>> expectation([(0.5, 1), (0.6, 0), (0.4, 1), (0.5, 0.5)])
    Expectation(matches=4, wins=2.5, expected=2.0, low=0.05..., high=3.94...)
    """
    pairs = list(chances)
    if not pairs:
        return None
    expected = sum(chance for chance, _ in pairs)
    half = Z * sqrt(sum(chance * (1 - chance) for chance, _ in pairs))
    low, high = max(0.0, expected - half), min(float(len(pairs)), expected + half)
    return Expectation(len(pairs), sum(came for _, came in pairs), expected, low, high)


def results(sums: Sums) -> Results:
    """Return what became of the matches that add up to `sums`."""
    matches, hands = sums.get("matches", 0), sums.get("hands", 0)
    return Results(
        matches=matches,
        wins=sums.get("wins", 0),
        draws=sums.get("draws", 0),
        rate=wilson(sums.get("wins", 0) + sums.get("draws", 0) / 2, matches),
        hands=hands,
        hands_a_match=hands / matches if matches else None,
        margin=_quarters(sums, "margin", hands),
    )


def categories(
    sums: Sums, club: Sums | None = None, simulated: Mapping[str, float] | None = None
) -> list[CategoryFigure]:
    """Return the points of a hand by category, all of them first (`points`); what nobody ever marked is left out.

    `club` are the sums of everybody in the club under the same filter.
    """
    found = []
    for category in (POINTS, *CATEGORIES):
        total, squares, n = _category(sums, category)
        if not total and (club is None or not _category(club, category)[0]):
            continue
        own = mean(total, squares, n)
        found.append(_beside(category, own, club, (simulated or {}).get(category)))
    return found


def _beside(category: str, own: Estimate, club: Sums | None, simulated: float | None) -> CategoryFigure:
    total, squares, n = _category(club or {}, category)
    if not n or not own.n or own.value is None:
        return CategoryFigure(category, own, None, None, None, "", simulated)
    usual = total / n
    half = Z * sqrt(variance(total, squares, n) / own.n)
    low, high = max(0.0, usual - half), usual + half
    standing = "above" if own.value > high else "below" if own.value < low else "usual"
    return CategoryFigure(category, own, usual, low, high, standing if own.enough else "", simulated)


def _category(sums: Sums, category: str) -> tuple[int, int, int]:
    """Return total, sum of squares and number of hands of a category; what is 0 or 1 is its own square."""
    n = sums.get("hands_with_categories", 0)
    if category == POINTS:
        return sum(sums.get(name, 0) for name in CATEGORIES), sums.get("known_sq", 0), n
    total = sums.get(category, 0)
    return total, sums.get(f"{category}_sq", 0) if category in SQUARED else total, n


def simulated_for(hands_by_sides: Mapping[int, int]) -> dict[str, float]:
    """Return what equal simulated players mark over so many hands with so many sides; only what is known for all.

    >>> round(simulated_for({2: 30, 3: 10})["scope"], 4)
    3.3775
    """
    played = {sides: hands for sides, hands in hands_by_sides.items() if hands}
    if not played or not played.keys() <= SIMULATED.keys():
        return {}
    known = set.intersection(*(set(SIMULATED[sides]) for sides in played))
    total = sum(played.values())
    return {
        name: sum(SIMULATED[sides][name] * hands for sides, hands in played.items()) / total for name in sorted(known)
    }


def luck(sums: Sums) -> list[Luck]:
    """Return what buone and dealer's bonuses gave against what they give on average (RATINGS 4)."""
    declared = _luck("buone", sums.get("declared_halves", 0) / 2, "declared", sums.get("declared_deals", 0), sums)
    dealt = _luck("dealer", float(sums.get("dealt_points", 0)), "dealt", sums.get("dealt_hands", 0), sums)
    return [one for one in (declared, dealt) if one.n]


def _luck(gift: str, points: float, kind: str, n: int, sums: Sums) -> Luck:
    expected = sums.get(f"{kind}_mean", 0) / MILLIONTHS
    spread = sqrt(sums.get(f"{kind}_variance", 0) / MILLIONTHS)
    surplus = points - expected
    return Luck(gift, points, expected, surplus, surplus / spread if spread else None, n, n >= LEAST_HANDS)


def dealer_effect(sums: Sums) -> DealerEffect:
    """Return what it is worth to deal, in points of margin a hand; the dealing side plays last."""
    dealing_n = sums.get("dealing_hands", 0)
    dealing = _quarters(sums, "dealing_margin", dealing_n)
    rest = {
        "margin": sums.get("margin", 0) - sums.get("dealing_margin", 0),
        "margin_sq": sums.get("margin_sq", 0) - sums.get("dealing_margin_sq", 0),
    }
    other = _quarters(rest, "margin", sums.get("hands", 0) - dealing_n)
    return DealerEffect(dealing, other, difference(dealing, other))


def split(sums: Sums) -> Split:
    """Return luck and play apart, over the hands whose categories are known."""
    n = sums.get("hands_with_categories", 0)
    by_luck = variance(sums.get("luck", 0), sums.get("luck_sq", 0), n)
    by_play = variance(sums.get("play", 0), sums.get("play_sq", 0), n)
    play = _quarters(sums, "play", n)
    share = by_luck / (by_luck + by_play) if by_luck + by_play else None
    return Split(_quarters(sums, "luck", n), play, scaled(play, ELO_A_POINT), share)


def elsewhere(groups: Iterable[tuple[str, str, int]]) -> list[Elsewhere]:
    """Return how often each preset would have put another side ahead.

    `groups` are (presets that would not, presets that would, how many matches), names with one space between.
    """
    compared: dict[str, int] = {}
    turned: dict[str, int] = {}
    for same, other, count in groups:
        for name in (*same.split(), *other.split()):
            compared[name] = compared.get(name, 0) + count
        for name in other.split():
            turned[name] = turned.get(name, 0) + count
    found = [Elsewhere(name, turned.get(name, 0), wilson(turned.get(name, 0), n)) for name, n in compared.items()]
    return sorted(found, key=lambda one: (-(one.rate.value or 0), one.preset))


def _quarters(sums: Sums, name: str, n: int) -> Estimate:
    total, squares = sums.get(name, 0), sums.get(f"{name}_sq", 0)
    return mean(total / QUARTERS, squares / QUARTERS**2, n)
