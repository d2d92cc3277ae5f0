"""Count simulated hands for `scoring/engine/data/hand_counts.json`, by which the detector knows what is rare.

    python -m benchmarks.make_hand_counts [hands for each number of players]

For each way of dealing: how often one side, or all together, had so many cards, denari, scope, barseghe, decini and
turned cards (scope, buone and dealer's bonus). Bots of all three kinds play.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random

from scoring.engine.detect import dealing, side_measures
from scoring.engine.rulesets import PRESETS
from scoring.engine.simulate import simulate_hand

TARGET = Path(__file__).parents[1] / "scoring" / "engine" / "data" / "hand_counts.json"
GAMES = [("sbiro", 2), ("sbiro", 3), ("sbiro", 4), ("cirullone", 4), ("cirulla_a_5", 5)]
BOTS = [["careful"], ["greedy"], ["careful", "random"]]


def count_hands(preset, seats, hands):
    """Return how often each value of each measure was met, as lists that begin at 0."""
    rules, dice = PRESETS[preset], Random(51)
    counts = {}
    for number in range(hands):
        bots = BOTS[number % 3]
        hand = simulate_hand(rules, seats, number % seats, dice, [bots[seat % len(bots)] for seat in range(seats)])
        for name, values in side_measures(hand.replay.counted(), rules).items():
            for value in values:
                counts.setdefault(name, Counter())[value] += 1
            counts.setdefault(f"{name}_in_all", Counter())[sum(values)] += 1
    for name in ("carte_in_all", "denari_in_all"):
        del counts[name]
    return {name: [counted[value] for value in range(max(counted) + 1)] for name, counted in sorted(counts.items())}


def main():
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 6_000
    made = {dealing(PRESETS[preset], seats): count_hands(preset, seats, hands) for preset, seats in GAMES}
    rows = [f"{json.dumps(name)}: {json.dumps(counts, separators=(',', ':'))}" for name, counts in made.items()]
    TARGET.write_text("{\n" + ",\n".join(rows) + "\n}\n")
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
