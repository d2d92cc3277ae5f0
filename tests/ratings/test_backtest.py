"""In a lucky club the rating predicts better than a coin, and the usual Elo K32 does not (research 1.8.3)."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest

from players.ratings import Match, replay

PLAYERS = 40
MATCHES = 2400
SKILL_SD = 70
COIN = log(2)


def lucky_club(seed):
    """A club of true skills, every result drawn by the logistic of the pairs' mean skill."""
    chance = Random(seed)
    skill = {f"p{index:02}": chance.gauss(0, SKILL_SD) for index in range(PLAYERS)}
    matches = []
    for _ in range(MATCHES):
        a, b, c, d = chance.sample(sorted(skill), 4)
        gap = (skill[a] + skill[b] - skill[c] - skill[d]) / 2
        won = chance.random() < 1 / (1 + 10 ** (-gap / 400))
        matches.append(Match(((a, b), (c, d)), (1, 2) if won else (2, 1)))
    return skill, matches


def loss(odds, matches):
    told = [log(odd[0] if match.places[0] == 1 else odd[1]) for odd, match in zip(odds, matches, strict=True)]
    return -sum(told) / len(told)


def elo_k32_odds(matches):
    elo, odds = {}, []
    for match in matches:
        means = [sum(elo.get(player, 1500) for player in side) / 2 for side in match.sides]
        p = 1 / (1 + 10 ** (-(means[0] - means[1]) / 400))
        odds.append((p, 1 - p))
        won = match.places[0] == 1
        for side, sign in zip(match.sides, (1, -1), strict=True):
            for player in side:
                elo[player] = elo.get(player, 1500) + sign * 32 * (won - p)
    return odds


def calibration_slope(odds, matches):
    """Slope of the logistic regression of the result on the published log odds, by Newton's steps; 1 is honest."""
    slope = 1.0
    logits = [log(odd[0] / odd[1]) for odd in odds]
    won = [match.places[0] == 1 for match in matches]
    for _ in range(20):
        p = [1 / (1 + exp(-slope * x)) for x in logits]
        slope += sum(x * (y - q) for x, y, q in zip(logits, won, p, strict=True)) / sum(
            x * x * q * (1 - q) for x, q in zip(logits, p, strict=True)
        )
    return slope


def rank_correlation(one, other):
    ranks = []
    for values in (one, other):
        order = sorted(values, key=values.get)
        ranks.append({player: place for place, player in enumerate(order)})
    n = len(one)
    return 1 - 6 * sum((ranks[0][player] - ranks[1][player]) ** 2 for player in one) / (n * (n * n - 1))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_rating_beats_the_coin_is_calibrated_and_finds_the_order(seed):
    skill, matches = lucky_club(seed)
    done = replay(matches)
    assert loss(done.chances, matches) < COIN - 0.004
    assert 0.8 <= calibration_slope(done.chances, matches) <= 1.25
    assert rank_correlation(skill, {player: one.mu for player, one in done.ratings.items()}) >= 0.7


@pytest.mark.parametrize("seed", [1, 2])
def test_elo_k32_loses_against_the_rating(seed):
    _, matches = lucky_club(seed)
    assert loss(elo_k32_odds(matches), matches) > loss(replay(matches).chances, matches) + 0.004
