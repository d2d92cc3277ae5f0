"""Make `scoring/engine/data/hand_points.json`: how often bots end a hand with which points, for each preset.

    python -m benchmarks.make_hand_points [hands]

Half of the hands are played by greedy bots, half by careful ones, all seats alike. Seeds are fixed: the same
engine makes the same file.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path

from scoring.engine import chances_win
from scoring.engine.rulesets import PRESETS, Ruleset
from scoring.engine.simulate import simulate_hand

TARGET = Path(chances_win.__file__).parent / "data" / "hand_points.json"
BOTS = ("greedy", "careful")


def count_hands(rules: Ruleset, seats: int, hands: int) -> dict[str, object]:
    """Return how many hands ended with (dealer's points, others' points), and how many won the match at once."""
    points: Counter[tuple[int, int]] = Counter()
    wins = [0, 0]
    for bot in BOTS:
        dice = random.Random(f"{rules.preset}/{seats}/{bot}")
        for number in range(hands // len(BOTS)):
            hand = simulate_hand(rules, seats, number % seats, dice, (bot,) * seats)
            mine = hand.sides[hand.dealer]
            result = hand.result
            if result.wins_match is not None:
                wins[result.wins_match != mine] += 1
            elif result.totals is not None:
                points[result.totals[mine], result.totals[1 - mine]] += 1
    return {"wins": wins, "points": sorted([dealer, other, count] for (dealer, other), count in points.items())}


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    told = {
        f"{name}/{seats}": count_hands(rules, seats, hands)
        for name, rules in PRESETS.items()
        for seats in rules.players
        if seats in (2, 4)
    }
    TARGET.parent.mkdir(exist_ok=True)
    rows = [f'"{name}": {json.dumps(counted, separators=(",", ":"))}' for name, counted in told.items()]
    TARGET.write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
