"""Check an individual event with changing partners: W1-W4 (research 2.3, 2.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from tournaments.checker.rounds import Found

Document = Mapping[str, Any]


def check_rotating(document: Document) -> Found:
    """Check that everybody sits or rests once a round, nobody repeats a partner, rests and short tables go round."""
    entrants = document["entrants"]
    partners: Counter[frozenset[str]] = Counter()
    opponents: Counter[frozenset[str]] = Counter()
    rests = Counter(dict.fromkeys(entrants, 0))
    threes = Counter(dict.fromkeys(entrants, 0))
    found: Found = []
    for number, turn in enumerate(document["rounds"], start=1):
        where = f"round {number}"
        seated = [one for table in turn["tables"] for pair in table for one in pair]
        short = [one for table in turn["threes"] for one in table]
        if sorted(seated + short + turn["resting"]) != sorted(entrants):
            found.append((where, "not everybody is there exactly once"))
        if len(turn["resting"]) > 3 or (len(turn["resting"]) != len(entrants) % 4 and not short):
            found.append((where, f"{len(turn['resting'])} rest of {len(entrants)}"))
        partners.update(frozenset(pair) for table in turn["tables"] for pair in table)
        opponents.update(frozenset((a, b)) for one, two in turn["tables"] for a in one for b in two)
        opponents.update(frozenset(two) for table in turn["threes"] for two in combinations(table, 2))
        for counts, these, word in ((rests, turn["resting"], "rests"), (threes, short, "sits at three")):
            fewest = min(counts.values())
            left_out = [one for one in entrants if counts[one] == fewest and one not in these]
            if any(counts[one] > fewest for one in these) and left_out:
                found.append((where, f"somebody {word} again before everybody did once"))
            counts.update(these)
    found += [("rounds", f"{sorted(two)} are partners {n} times") for two, n in partners.items() if n > 1]
    if document["options"].get("whole") and len(entrants) % 4 == 0 and len(entrants) <= 32:
        found += [("rounds", f"{sorted(two)} are opponents {n} times") for two, n in opponents.items() if n > 2]
    return found
