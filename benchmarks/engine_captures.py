"""Measure how fast captures are found on random tables of ten cards.

    python -m benchmarks.engine_captures [tables]

Prints figure, target, ratio. The sides of a ratio run in turn (A B A B) in this run, CPU seconds, best turn of each.
Every turn meets tables it has not seen.
"""

from __future__ import annotations

import sys
from itertools import combinations
from random import Random

from benchmarks.engine_score import BAREST_ON_A_QUIET_MACHINE, barest, cases, seconds
from scoring.engine.captures import legal_captures
from scoring.engine.cards import VALUES
from scoring.engine.hand_deck import deck_tables
from scoring.engine.rulesets import PRESETS

TURNS = 7
TABLE_CARDS = 10
RULES = PRESETS["pagat"]


def tables(count, seed):
    """Return pairs of a played card's bit and a table's mask."""
    chance = Random(seed)
    drawn = [chance.sample(range(40), TABLE_CARDS + 1) for _ in range(count)]
    return [(1 << played, sum(1 << card for card in table)) for played, *table in drawn]


def by_sums(drawn):
    for played, table in drawn:
        legal_captures(played, table, RULES)


def by_all_subsets(drawn):
    """Find the same sets as any program does that tries every subset."""
    for played, table in drawn:
        value = VALUES[played.bit_length() - 1]
        cards = [index for index in range(40) if table >> index & 1]
        [
            some
            for size in range(1, len(cards) + 1)
            for some in combinations(cards, size)
            if sum(VALUES[card] for card in some) in (value, 15 - value)
        ]


def measure(count=4_000):
    """Return rows of figure, value, target, ratio for the common table of `make bench`."""
    hands, deck = cases(count), deck_tables(RULES)
    turns = {"barest": [], "sums": [], "subsets": []}
    few = count // 20
    for turn in range(TURNS):
        turns["barest"].append(seconds(barest, hands, deck))
        turns["sums"].append(seconds(by_sums, tables(count, turn)))
        turns["subsets"].append(seconds(by_all_subsets, tables(few, turn)))
    sums, subsets = count / min(turns["sums"]), few / min(turns["subsets"])
    # The load of a shared machine falls on both sides: the target is put in proportion to the yardstick.
    target = 60_000 * count / min(turns["barest"]) / BAREST_ON_A_QUIET_MACHINE
    return [
        {
            "figure": "captures: all subsets of ten cards, tables/s",
            "value": round(subsets),
            "target": None,
            "ratio": 1.0,
        },
        {
            "figure": "captures: by sums, ten cards, tables/s",
            "value": round(sums),
            "target": round(target),
            "ratio": round(sums / target, 2),
        },
    ]


def main():
    print(f"{'figure':48} {'value':>9} {'target':>9} {'ratio':>6}")
    for row in measure(int(sys.argv[1]) if len(sys.argv) > 1 else 4_000):
        print(f"{row['figure']:48} {row['value']:>9} {row['target'] or '':>9} {row['ratio']:>6}")


if __name__ == "__main__":
    main()
