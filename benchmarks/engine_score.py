"""Measure the counting of hands: in process, from masks, and through the command.

    python -m benchmarks.engine_score [hands]

Prints figure, target, ratio. The sides of a ratio run in turn (A B A B) in this run, CPU seconds, best turn of each.
"""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

from scoring.engine.cards import BIT, CODES, DECK
from scoring.engine.hand_case import score_answer
from scoring.engine.hand_deck import deck_tables, pile_totals
from scoring.engine.rulesets import PRESETS

TURNS = 300
SLICE = 200
BAREST_ON_A_QUIET_MACHINE = 652_000
"""Hands/s of `barest` on two quiet cores of the machine for which the targets were set."""
COPY = "import sys, json\nfor line in sys.stdin: sys.stdout.write(json.dumps(json.loads(line)) + '\\n')"
BARSEGHE = [["AH", "3S", "5C"], ["2H", "2S", "4C"], ["AC", "AS", "6S"]]


def cases(count):
    """Return `score` cases of two sides with scope, some declarations and some opening tables."""
    chance = Random(51)
    made = []
    for number in range(count):
        pack = list(CODES)
        chance.shuffle(pack)
        cut = chance.randint(12, 28)
        sides = [{"cards": pack[:cut], "scope": chance.randint(0, 3)}, {"cards": pack[cut:], "scope": 1}]
        if number % 2:
            sides[number // 2 % 2]["buone"] = [{"cards": BARSEGHE[number % 3], "matta_as": None}]
        case = {"id": number, "op": "score", "ruleset": "sbiro", "sides": sides}
        if number % 8 == 0 and {"KD", "KC", "4D", "6D"} <= set(pack[:cut]):
            case |= {"dealer_side": 0, "dealer_table": ["KD", "KC", "4D", "6D"], "dealer_matta_as": None}
        made.append(case)
    return made


def barest(hands, tables):
    """Count the piles of two sides from their codes, with nothing checked and nothing told apart."""
    bit = BIT.__getitem__
    worth, denari = tables.primiera, tables.denari_total
    for hand in hands:
        one = sum(map(bit, hand["sides"][0]["cards"]))
        two = DECK ^ one
        a, b = denari[one >> 10 & 1023], denari[two >> 10 & 1023]
        for x, y in (
            (one.bit_count(), two.bit_count()),
            ((one >> 10 & 1023).bit_count(), (two >> 10 & 1023).bit_count()),
            (
                worth[one & 1023] + worth[one >> 10 & 1023] + worth[one >> 20 & 1023] + worth[one >> 30],
                worth[two & 1023] + worth[two >> 10 & 1023] + worth[two >> 20 & 1023] + worth[two >> 30],
            ),
        ):
            a += x > y
            b += y > x


def breakdown(hands):
    for hand in hands:
        score_answer(hand)


def masks_only(piles, tables):
    for pile in piles:
        pile_totals(pile, tables)


def seconds(work, *values):
    before = process_time()
    work(*values)
    return process_time() - before


def child_seconds(command, text):
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], input=text, stdout=subprocess.DEVNULL, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(count=4_000):
    """Return rows of figure, value, target, ratio for the common table of `make bench`."""
    hands = cases(count)
    tables = deck_tables(PRESETS["sbiro"])
    piles = [[sum(BIT[code] for code in side["cards"]) for side in hand["sides"]] for hand in hands]
    turns = {"barest": [], "breakdown": [], "masks": [], "copy": [], "command": []}
    text = "".join(json.dumps(hand) + "\n" for hand in hands * 15).encode()
    # Many short turns: on a shared machine only the least disturbed of them says something.
    for turn in range(TURNS):
        start = turn * SLICE % (count - SLICE)
        some = hands[start : start + SLICE]
        turns["barest"].append(seconds(barest, some, tables))
        turns["breakdown"].append(seconds(breakdown, some))
        turns["masks"].append(seconds(masks_only, piles[start : start + SLICE], tables))
    for _ in range(3):
        turns["copy"].append(child_seconds(["-c", COPY], text))
        turns["command"].append(child_seconds(["-m", "scoring.engine"], text))
    rate = {name: SLICE / min(turns[name]) for name in ("barest", "breakdown", "masks")}
    rate |= {name: 15 * count / min(turns[name]) for name in ("copy", "command")}
    # The load of a shared machine falls on both sides: the target is put in proportion to the yardstick.
    quiet = rate["barest"] / BAREST_ON_A_QUIET_MACHINE
    return [
        {
            "figure": "score: the barest sum from codes, hands/s",
            "value": round(rate["barest"]),
            "target": None,
            "ratio": 1.0,
        },
        _row("score: whole breakdown from codes, hands/s", rate["breakdown"], 180_000 * quiet),
        _row("score: totals from masks, hands/s", rate["masks"], 600_000 * quiet),
        {"figure": "copying JSON lines, lines/s", "value": round(rate["copy"]), "target": None, "ratio": 1.0},
        _row("python -m scoring.engine, lines/s", rate["command"], 0.615 * rate["copy"]),
    ]


def _row(figure, value, target):
    return {"figure": figure, "value": round(value), "target": round(target), "ratio": round(value / target, 2)}


def main():
    print(f"{'figure':48} {'value':>9} {'target':>9} {'ratio':>6}")
    for row in measure(int(sys.argv[1]) if len(sys.argv) > 1 else 4_000):
        print(f"{row['figure']:48} {row['value']:>9} {row['target'] or '':>9} {row['ratio']:>6}")


if __name__ == "__main__":
    main()
