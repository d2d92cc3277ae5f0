"""Measure draws and standings, with networkx as the yardstick of the matching in the same run.

    python -m benchmarks.draws [turns]

Prints one table: figure, seconds, target, ratio. Both sides of a ratio run in turn; CPU seconds, best turn of each.
networkx is only a yardstick (`pip install networkx`); without it its rows are left out.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from random import Random
from time import process_time

from tournaments.draw import Entrant, PastRound, rotating_round, rotating_schedule, swiss_round
from tournaments.draw.matching import least_matching
from tournaments.draw.swiss_cost import Prices, candidates, price_all, stand
from tournaments.draw.types import meetings
from tournaments.standings import Result, Settings, banded_points, standings

TURNS = 3
METRICS = ("vp", "direct", "wins", "buchholz_cut1", "margin_capped", "sonneborn_berger", "scope", "lot")
SWISS_TARGETS = {40: 0.1, 200: 1.0, 1000: 30.0}
STANDINGS_TARGET = 0.2
ROUNDS = 8


def played(count, rounds=ROUNDS):
    """Return a Swiss of wins after some rounds: entrants in seed order with scores, and the history."""
    chance = Random(count)
    scores = {f"e{number:04}": 0 for number in range(count)}
    history = []
    for _ in range(rounds):
        drawn = swiss_round([Entrant(name, score) for name, score in scores.items()], history, seed="bench")
        for pair in drawn.pairs:
            scores[chance.choice(pair)] += 1
        history.append(PastRound(drawn.pairs, drawn.bye, floats=drawn.floats))
    return [Entrant(name, score) for name, score in scores.items()], history


def cpu_seconds(work):
    before = process_time()
    work()
    return process_time() - before


def matching_edges(entrants, history):
    """Return the priced pairs of the next round, as the draw makes them."""
    standing = stand(entrants, len(history), "auto")
    pairs = candidates(standing, len(entrants) <= 300)
    prices = Prices(standing, history, "bench", 1)
    return price_all(prices, pairs, meetings(tuple(history)), frozenset(), frozenset(), False)


def by_networkx(networkx, count, edges):
    graph = networkx.Graph()
    ceiling = max(price for _, _, price in edges) + 1
    graph.add_weighted_edges_from((a, b, ceiling - price) for a, b, price in edges)
    return networkx.max_weight_matching(graph, maxcardinality=True)


def swiss_rows(turns):
    networkx = import_module("networkx") if find_spec("networkx") else None
    rows = []
    for count, target in SWISS_TARGETS.items():
        entrants, history = played(count)
        edges = matching_edges(entrants, history)
        whole, own, other = [], [], []
        for _ in range(turns):
            whole.append(cpu_seconds(lambda e=entrants, h=history: swiss_round(e, h, seed="bench")))
            own.append(cpu_seconds(lambda c=count, e=edges: least_matching(c, e)))
            if networkx and len(other) < (turns if count < 1000 else 1):
                other.append(cpu_seconds(lambda c=count, e=edges: by_networkx(networkx, c, e)))
        rows.append(row(f"Swiss round {ROUNDS + 1}, {count} entrants, s", min(whole), f"<= {target:g} s"))
        rows.append(row(f"  its matching, {len(edges)} pairs, s", min(own)))
        if other:
            rows.append(row("  the same by networkx, s", min(other), None, min(other) / min(own)))
    return rows


def rotating_rows(turns):
    names = [f"p{number:03}" for number in range(200)]
    plan = min(cpu_seconds(lambda: rotating_schedule(names, 8, seed="bench")) for _ in range(turns))
    history = rotating_schedule(names, 7, seed="bench")
    entrants = [Entrant(name, index * 37 % 90) for index, name in enumerate(names)]
    one = min(
        cpu_seconds(lambda: rotating_round(entrants, history, seed="bench", by_standings=True)) for _ in range(turns)
    )
    return [
        row("rotating partners, 200 players, 8 rounds, s", plan),
        row("rotating partners, 200 players, round 8 by standings, s", one),
    ]


def standings_rows(turns):
    _, history = played(1000, 9)
    chance = Random(9)
    results = []
    for number, past in enumerate(history, start=1):
        for a, b in past.pairs:
            margin = chance.randint(-45, 45)
            scope = (chance.randint(0, 9), chance.randint(0, 9))
            results.append(Result(number, a, b, banded_points(margin), margin=margin, scope=scope))
    names = [f"e{number:04}" for number in range(1000)]
    settings = Settings(METRICS, win=20, draw=10, seed="bench")
    took = min(cpu_seconds(lambda: standings(names, results, settings)) for _ in range(turns))
    return [row("standings of 1,000 after 9 rounds, 8 metrics, s", took, f"<= {STANDINGS_TARGET:g} s")]


def row(figure, value, target=None, ratio=None):
    return {
        "figure": figure,
        "value": round(value, 4),
        "target": target,
        "ratio": None if ratio is None else round(ratio, 1),
    }


def measure(turns=TURNS):
    """Return rows of figure, value, target, ratio for the common table of `make bench`."""
    return [*swiss_rows(turns), *rotating_rows(turns), *standings_rows(turns)]


if __name__ == "__main__":
    for line in measure(*(int(word) for word in sys.argv[1:])):
        print(f"{line['figure']:<58} {line['value']:>10} {line['target'] or '':<12} {line['ratio'] or ''}")
