"""Measure a replay of pair matches against openskill's loop over the same matches, in turn, in one run.

    python -m benchmarks.ratings [matches] [players]

Prints one table: figure, target, ratio. CPU seconds of this process, the best of the turns of each side.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

from openskill.models import BradleyTerryFull

from players.ratings import Match, replay

TURNS = 5
TARGET_RATIO = 10.0


def pair_matches(count, players):
    """Return `count` matches of pairs drawn from `players` people, half of the results each way."""
    chance = Random(51)
    names = [f"player-{index}" for index in range(players)]
    rows = []
    for _ in range(count):
        a, b, c, d = chance.sample(names, 4)
        rows.append(Match(((a, b), (c, d)), (1, 2) if chance.random() < 0.5 else (2, 1)))
    return rows


def openskill_loop(rows):
    """Rate every match the way openskill's manual does."""
    model = BradleyTerryFull()
    ratings = {}
    for row in rows:
        teams = [[ratings.get(player) or model.rating() for player in side] for side in row.sides]
        for side, team in zip(row.sides, model.rate(teams, ranks=list(row.places)), strict=True):
            ratings.update(zip(side, team, strict=True))
    return ratings


def cpu_seconds(work, *values):
    before = process_time()
    work(*values)
    return process_time() - before


def measure(count=100_000, players=2_000):
    """Return rows of figure, value, target, ratio for the common table of `make bench`."""
    rows = pair_matches(count, players)
    some = rows[: count // 10]
    ours, theirs = [], []
    for _ in range(TURNS):
        ours.append(cpu_seconds(replay, rows))
        theirs.append(cpu_seconds(openskill_loop, some))
    own, other = count / min(ours), len(some) / min(theirs)
    return [
        {"figure": "ratings: openskill's loop, matches/s", "value": round(other), "target": None, "ratio": 1.0},
        {
            "figure": "ratings: replay, matches/s",
            "value": round(own),
            "target": f">= {TARGET_RATIO:g} x openskill",
            "ratio": round(own / other, 1),
        },
        {
            "figure": "ratings: replay of 1,000,000 matches, s (reckoned)",
            "value": round(1e6 / own, 2),
            "target": None,
            "ratio": None,
        },
    ]


if __name__ == "__main__":
    for line in measure(*(int(word) for word in sys.argv[1:])):
        print(f"{line['figure']:<52} {line['value']:>12} {line['target'] or '':<20} {line['ratio'] or ''}")
