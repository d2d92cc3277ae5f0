"""Measure how fast whole hands of 36 plays are judged again.

    python -m benchmarks.engine_replay [hands]

Prints figure, target, ratio. The sides of a ratio run in turn (A B A B) in this run, CPU seconds, best turn of each.
"""

from __future__ import annotations

import sys
from random import Random

from benchmarks.engine_score import BAREST_ON_A_QUIET_MACHINE, barest, cases, seconds
from scoring.engine.hand_deck import deck_tables
from scoring.engine.replay import replay_answer, replay_hand
from scoring.engine.replay_case import read_transcript_case
from scoring.engine.rulesets import PRESETS
from scoring.engine.simulate import simulate_hand

TURNS = 7


def transcripts(count):
    """Return `replay` cases of two players, 36 plays each."""
    chance = Random(36)
    return [
        simulate_hand(PRESETS["sbiro"], 2, number % 2, chance, ("greedy", "random")).case for number in range(count)
    ]


def from_codes(told):
    for case in told:
        replay_answer(case)


def from_masks(read):
    for transcript, rules in read:
        replay_hand(transcript, rules).score()


def measure(count=300):
    """Return rows of figure, value, target, ratio for the common table of `make bench`."""
    told = transcripts(count)
    read = [read_transcript_case(case) for case in told]
    hands, deck = cases(4_000), deck_tables(PRESETS["sbiro"])
    turns = {"barest": [], "codes": [], "masks": []}
    for _ in range(TURNS):
        turns["barest"].append(seconds(barest, hands, deck))
        turns["masks"].append(seconds(from_masks, read))
        turns["codes"].append(seconds(from_codes, told))
    # The load of a shared machine falls on both sides: the target is put in proportion to the yardstick.
    quiet = len(hands) / min(turns["barest"]) / BAREST_ON_A_QUIET_MACHINE
    return [
        _row("replay: from codes, whole answer, hands/s", count / min(turns["codes"]), 6_000 * quiet),
        _row("replay: from masks, judged and counted, hands/s", count / min(turns["masks"]), 6_000 * quiet),
    ]


def _row(figure, value, target):
    return {"figure": figure, "value": round(value), "target": round(target), "ratio": round(value / target, 2)}


def main():
    print(f"{'figure':48} {'value':>9} {'target':>9} {'ratio':>6}")
    for row in measure(int(sys.argv[1]) if len(sys.argv) > 1 else 300):
        print(f"{row['figure']:48} {row['value']:>9} {row['target'] or '':>9} {row['ratio']:>6}")


if __name__ == "__main__":
    main()
