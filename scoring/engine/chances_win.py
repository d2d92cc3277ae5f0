"""Say how likely a side is to win the game from the score: for live charts, comebacks, the hand of the match.

For two sides. Where it is known how often a hand ends with which points (counted over simulated hands, shipped in
`data/hand_points.json`) every score is worked out from the end backwards; for other rulesets a closed form stands in.
Source: RULES 9; RATINGS 4.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from math import erf, sqrt

from scoring.engine.rulesets import PRESETS, Ruleset

MATCH_OPTIONS = (
    "target_score",
    "target_rule",
    "tie_rule",
    "single_hand",
    "best_of",
    "players",
    "play_direction",
    "deal_style",
    "three_redeals_lose",
)
"""Options that leave the points of a hand as they are (RULES 2.2, 9)."""

POINTS_A_HAND = 8.76
MARGIN_SD = 8.73
"""Mean of a side and spread of the margin in one hand, of the closed form."""


@dataclass(frozen=True, slots=True)
class HandPoints:
    """Hold how hands end, as chances that add up to 1.

    `points` lists (points of the dealer's side, of the other side, chance); `wins` are the chances that the dealer's
    side, or the other, wins the match by the hand alone.
    """

    points: tuple[tuple[int, int, float], ...]
    wins: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def counted(cls, rows: Sequence[Sequence[int]], wins: Sequence[int] = (0, 0)) -> HandPoints:
        """Return the chances that counted hands stand for; `rows` are (dealer's points, the other's, how often)."""
        # A hand without any point only passes the deal.
        rows = [row for row in rows if row[0] or row[1]]
        total = sum(count for *_, count in rows) + sum(wins)
        points = tuple((dealer, other, count / total) for dealer, other, count in rows)
        return cls(points, (wins[0] / total, wins[1] / total))


def win_chance(rules: Ruleset, totals: tuple[int, int], dealer_side: int, seats: int = 2) -> float:
    """Return the chance, 0 to 1, that side 0 wins the game in play.

    `totals` are the points before the next hand, `dealer_side` the side that deals it, `seats` 2 or 4. Of a series
    (`best_of`) it is the chance to win this game.

    >>> win_chance(PRESETS["sbiro"], (20, 20), 0) + win_chance(PRESETS["sbiro"], (20, 20), 1)
    1.0
    """
    known = hand_points(rules, seats)
    mine, other = totals[dealer_side], totals[1 - dealer_side]
    reach = rules.target_score + (rules.target_rule != "reach")
    if known is None:
        dealers = 0.5 if rules.single_hand else closed_form(mine - other, mine, other, reach)
    elif rules.single_hand or mine == other >= reach:
        dealers = _after_a_hand(known)
    elif max(mine, other) >= reach:
        dealers = float(mine > other)
    else:
        dealers = _by_score(rules, seats)[mine][other]
    return dealers if dealer_side == 0 else 1.0 - dealers


def closed_form(lead: int, first: int, second: int, target: int) -> float:
    """Return about the chance to win with a lead, from the two scores; who deals does not count."""
    most, least = max(first, second), min(first, second)
    hands = (0.664 * (target - most) + 0.336 * (target - least)) / POINTS_A_HAND + 0.43
    return (1.0 + erf(lead / (MARGIN_SD * sqrt(max(0.05, hands)) * sqrt(2)))) / 2.0


@lru_cache(maxsize=512)
def hand_points(rules: Ruleset, seats: int) -> HandPoints | None:
    """Return how hands end under `rules`, None when only a closed form is known."""
    preset = PRESETS.get(rules.preset)
    if preset is None or replace(rules, **{name: getattr(preset, name) for name in MATCH_OPTIONS}) != preset:
        return None
    return _shipped().get(f"{rules.preset}/{seats}")


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, HandPoints]:
    text = (files(__package__) / "data" / "hand_points.json").read_text()
    return {name: HandPoints.counted(told["points"], told["wins"]) for name, told in json.loads(text).items()}


def _after_a_hand(known: HandPoints) -> float:
    """Return the dealer's chance to lead after one hand, a tie being played on with the deal passed."""
    more = known.wins[0] + sum(chance for dealer, other, chance in known.points if dealer > other)
    equal = sum(chance for dealer, other, chance in known.points if dealer == other)
    return (more + equal) / (1.0 + equal)


@lru_cache(maxsize=512)
def _by_score(rules: Ruleset, seats: int) -> list[list[float]]:
    """Return the table of a ruleset whose hands were counted; rulesets are cheap keys, the hands behind one are not."""
    known = hand_points(rules, seats)
    if known is None:
        return []
    reach = rules.target_score + (rules.target_rule != "reach")
    return _table(known, reach, rules.target_score, rules.target_rule, rules.tie_rule)


@lru_cache(maxsize=64)
def _table(known: HandPoints, reach: int, target: int, rule: str, tie_rule: str) -> list[list[float]]:
    """Return, by the dealer's total and the other's, the chance that the dealer's side wins."""
    table = [[0.0] * reach for _ in range(reach)]
    tie = 0.5 if tie_rule == "draw" else _after_a_hand(known)
    falls_back = target if rule == "exceed_exact_resets" else -1
    for both in range(2 * reach - 2, -1, -1):
        for mine in range(max(0, both - reach + 1), min(both, reach - 1) + 1):
            other = both - mine
            total = known.wins[0]
            for more, others_more, chance in known.points:
                first, second = mine + more, other + others_more
                if first < reach and second < reach and falls_back not in (first, second):
                    total += chance * (1.0 - table[second][first])
                else:
                    total += chance * _settled(first, second, reach, falls_back, tie)
            table[mine][other] = total
    return table


def _settled(first: int, second: int, reach: int, falls_back: int, tie: float) -> float:
    """Return the first side's chance after a hand that ended the game, left a tie, or made a total fall back to 0.

    `tie` is the chance of the side that deals the hand after a tie; a score that fell back is judged by the closed
    form, as it is not worked out yet.
    """
    first = 0 if first == falls_back else first
    second = 0 if second == falls_back else second
    if first < reach and second < reach:
        return closed_form(first - second, first, second, reach)
    if first == second:
        return 1.0 - tie
    return float(first > second)
