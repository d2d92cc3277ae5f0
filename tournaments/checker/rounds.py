"""Check rounds of pairs: S1-S5, and by trying every other draw that the one drawn was the best (research 2.2, 2.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

Document = Mapping[str, Any]
Found = list[tuple[str, str]]
Pairing = list[tuple[str, str | None]]
"""Everybody's pairs, the bye as a pair with None."""

EVERY_DRAW = 8
"""Entrants (the bye is one) up to which every other draw is tried; above, every exchange between two pairs."""


def check_swiss(document: Document) -> Found:
    """Check every round: everybody once, no rematch, one bye at most, and no better draw by the conditions' order."""
    found: Found = []
    met: set[frozenset[str]] = set()
    no_bye: set[str] = set()
    floats: list[dict[str, str]] = []
    seen: list[set[str]] = []
    order = {one: index for index, one in enumerate(document["entrants"])}
    for turn in document["rounds"]:
        where = f"round {turn['number']}"
        pairing = pairing_of(turn)
        found += everybody_once(where, pairing, turn["present"])
        found += [(where, f"{a} and {b} meet again") for a, b in pairing if b and frozenset((a, b)) in met]
        found += [(where, f"{a} has had a bye or a win without play") for a, b in pairing if b is None and a in no_bye]
        ranked = sorted(turn["present"], key=lambda one: (-turn["scores"][one], order[one]))
        judge = _SwissJudge(ranked, turn["scores"], floats, seen)
        found += better_draw(where, pairing, ranked, met, no_bye, judge.price)
        floats.append(judge.floats(pairing))
        seen.append({one for row in turn["results"] if row["kind"] == "played" for one in (row["a"], row["b"])})
        remember(turn, met, no_bye)
    if document.get("refusal"):
        found += _refusal(document["refusal"], met, no_bye)
    return found


def check_danese(document: Document) -> Found:
    """Check every round: everybody once, nobody whom the variant closes, bye to the lowest, nearest neighbours."""
    found: Found = []
    met: set[frozenset[str]] = set()
    last: set[frozenset[str]] = set()
    no_bye: set[str] = set()
    order = {one: index for index, one in enumerate(document["entrants"])}
    variant = document["options"]["variant"]
    for turn in document["rounds"]:
        where = f"round {turn['number']}"
        pairing = pairing_of(turn)
        closed = {"pure": set(), "modified": last, "monrad": met}[variant]
        found += everybody_once(where, pairing, turn["present"])
        found += [(where, f"{a} and {b} may not meet") for a, b in pairing if b and frozenset((a, b)) in closed]
        ranked = sorted(turn["present"], key=lambda one: (-turn["scores"][one], order[one]))
        place = {one: index for index, one in enumerate(ranked)}

        def price(other: Pairing, place: dict[str, int] = place) -> tuple[int, int]:
            bye = sum(-place[a] for a, b in other if b is None)
            return bye, sum((place[a] - place[b]) ** 2 for a, b in other if b is not None)

        found += better_draw(where, pairing, ranked, closed, no_bye, price)
        before = set(met)
        remember(turn, met, no_bye)
        last = {frozenset((row["a"], row["b"])) for row in turn["results"] if row["kind"] == "played"}
        met = before | last
    return found


def check_fixed(document: Document) -> Found:
    """Check a round robin: all meet all others once (twice), everybody once a round, one rest each if odd."""
    entrants = document["entrants"]
    times = 2 if document["options"].get("double") else 1
    meetings: Counter[frozenset[str]] = Counter()
    rests: Counter[str] = Counter()
    found: Found = []
    for turn in document["rounds"]:
        pairing = pairing_of(turn)
        found += everybody_once(f"round {turn['number']}", pairing, entrants)
        meetings.update(frozenset((a, b)) for a, b in pairing if b)
        rests.update(a for a, b in pairing if b is None)
    for two in combinations(entrants, 2):
        if meetings[frozenset(two)] != times:
            found.append(("rounds", f"{two[0]} and {two[1]} meet {meetings[frozenset(two)]} times"))
    due = times if len(entrants) % 2 else 0
    found += [("rounds", f"{one} rests {rests[one]} times") for one in entrants if rests[one] != due]
    return found


def check_mitchell(document: Document) -> Found:
    """Check a Mitchell: the lines never mix, nobody meets again, nobody rests twice."""
    fixed = set(document["options"]["fixed"])
    meetings: Counter[frozenset[str]] = Counter()
    rests: Counter[str] = Counter()
    found: Found = []
    for turn in document["rounds"]:
        where = f"round {turn['number']}"
        pairing = pairing_of(turn)
        found += everybody_once(where, pairing, document["entrants"])
        found += [(where, f"{a} and {b} are of one line") for a, b in pairing if b and (a in fixed) == (b in fixed)]
        meetings.update(frozenset((a, b)) for a, b in pairing if b)
        rests.update(a for a, b in pairing if b is None)
    found += [("rounds", f"{sorted(two)} meet {times} times") for two, times in meetings.items() if times > 1]
    return found + [("rounds", f"{one} rests {times} times") for one, times in rests.items() if times > 1]


def pairing_of(turn: Document) -> Pairing:
    """Return a round's pairs, the bye as a pair with None."""
    pairs: Pairing = [(a, b) for a, b in turn["pairs"]]
    return pairs if turn.get("bye") is None else [*pairs, (turn["bye"], None)]


def everybody_once(where: str, pairing: Pairing, present: Sequence[str]) -> Found:
    """Check that everybody present stands exactly once, and a bye only where the number is odd (S1, S3)."""
    playing = Counter(one for pair in pairing for one in pair if one is not None)
    found = [(where, f"{one} stands {playing[one]} times") for one in present if playing[one] != 1]
    found += [(where, f"{one} is not present") for one in playing if one not in set(present)]
    if sum(b is None for _, b in pairing) != len(present) % 2:
        found.append((where, "the number of byes does not fit"))
    return found


def remember(turn: Document, met: set[frozenset[str]], no_bye: set[str]) -> None:
    """Add what a played round closes: matches played, byes had, matches won without play."""
    for row in turn["results"]:
        if row["kind"] == "played":
            met.add(frozenset((row["a"], row["b"])))
        elif row["kind"] == "bye":
            no_bye.add(row["a"])
        elif row["kind"] == "forfeit" and max(row["score"]) > 0:
            no_bye.add(row["a"] if row["score"][0] > row["score"][1] else row["b"])


def better_draw(
    where: str,
    pairing: Pairing,
    ranked: Sequence[str],
    closed: set[frozenset[str]],
    no_bye: set[str],
    price: Callable[[Pairing], tuple[Any, ...]],
) -> Found:
    """Look for a draw that keeps the hard conditions and has a lower price; say which, if there is one."""

    def allowed(a: str, b: str | None) -> bool:
        return a not in no_bye if b is None else frozenset((a, b)) not in closed

    own = price(pairing)
    seats: list[str | None] = [*ranked, None] if len(ranked) % 2 else list(ranked)
    others = every_draw(seats, allowed) if len(seats) <= EVERY_DRAW else exchanges(pairing, allowed)
    for other in others:
        if price(other) < own:
            return [(where, f"a better draw exists: {other}")]
    return []


def every_draw(seats: Sequence[str | None], allowed: Callable[[str, str | None], bool]) -> Iterator[Pairing]:
    """Yield every draw of the seats (None is the bye, and stands last)."""
    if not seats:
        yield []
        return
    first, rest = seats[0], list(seats[1:])
    assert first is not None
    for index, other in enumerate(rest):
        if allowed(first, other):
            for tail in every_draw(rest[:index] + rest[index + 1 :], allowed):
                yield [(first, other), *tail]


def exchanges(pairing: Pairing, allowed: Callable[[str, str | None], bool]) -> Iterator[Pairing]:
    """Yield every draw that differs in two pairs only."""
    for one, two in combinations(range(len(pairing)), 2):
        (a, b), (c, d) = pairing[one], pairing[two]
        kept = [pair for index, pair in enumerate(pairing) if index not in (one, two)]
        for left, right in (((a, c), (b, d)), ((a, d), (c, b)), ((a, d), (b, c))):
            turned = [pair if pair[0] is not None else pair[::-1] for pair in (left, right)]
            if all(x is not None and allowed(x, y) for x, y in turned):
                yield kept + [(x, y) for x, y in turned if x is not None]


class _SwissJudge:
    """Price a whole Swiss draw by the plain words of the conditions, as a tuple: lower is better."""

    def __init__(
        self, ranked: Sequence[str], scores: Mapping[str, float], floats: list[dict[str, str]], seen: list[set[str]]
    ) -> None:
        self.ranked = list(ranked)
        self.scores = scores
        self.past = floats
        self.seen = seen
        levels = sorted({scores[one] for one in ranked}, reverse=True)
        if seen and len(levels) > 2 * len(seen) + 1:
            self.group = {one: index // 8 for index, one in enumerate(ranked)}
        else:
            self.group = {one: levels.index(scores[one]) for one in ranked}
        self.members: dict[int, list[str]] = {}
        for one in ranked:
            self.members.setdefault(self.group[one], []).append(one)

    def floats(self, pairing: Pairing) -> dict[str, str]:
        ways: dict[str, str] = {}
        for a, b in pairing:
            if b is None:
                ways[a] = "down"
            elif self.group[a] != self.group[b]:
                high, low = (a, b) if self.group[a] < self.group[b] else (b, a)
                ways[high], ways[low] = "down", "up"
        return ways

    def price(self, pairing: Pairing) -> tuple[Any, ...]:
        place = {one: index for index, one in enumerate(self.ranked)}
        bye_score, missed, fold = 0.0, 0, 0
        gaps: Counter[int] = Counter()
        for a, b in pairing:
            if b is None:
                bye_score = self.scores[a]
                missed = sum(a not in played for played in self.seen)
                fold += (2 * (len(self.ranked) - 1 - place[a])) ** 2
                continue
            gap = abs(self.group[a] - self.group[b])
            if gap:
                gaps[gap] += 1
                fold += (2 * (abs(place[a] - place[b]) - 1)) ** 2
            else:
                size = len(self.members[self.group[a]])
                fold += (abs(2 * abs(place[a] - place[b]) - (size - size % 2))) ** 2
        ways = self.floats(pairing)
        repeats = []
        for back in (1, 2):
            before = self.past[-back] if len(self.past) >= back else {}
            repeats.append(sum(before.get(one) == way for one, way in ways.items()))
        widest = len(self.members)
        return (bye_score, tuple(gaps[gap] for gap in range(widest, 0, -1)), missed, *repeats, fold)


def _refusal(refusal: Document, met: set[frozenset[str]], no_bye: set[str]) -> Found:
    """Check that a refused round really had no draw, where the field is small enough to try them all."""
    present = refusal["present"]
    seats: list[str | None] = [*present, None] if len(present) % 2 else list(present)
    if len(present) < 2 or len(seats) > EVERY_DRAW:
        return []

    def allowed(a: str, b: str | None) -> bool:
        return a not in no_bye if b is None else frozenset((a, b)) not in met

    if next(every_draw(seats, allowed), None) is not None:
        return [(f"round {refusal['round']}", "the draw was refused though one exists")]
    return []
