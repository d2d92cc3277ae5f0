"""A checker that reads the history of a load run: what was sent, what was acknowledged, what is there in the end."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request for one hand and what came of it: the status and the answer's bytes, or None when none arrived."""

    match: str
    hand: str
    number: int
    content: str
    status: int | None
    answer: bytes = b""


def faults(history: Iterable[Attempt], stored: dict[str, dict[str, Any]]) -> list[str]:
    """Return what does not hold, as sentences; nothing when every acknowledged hand is there exactly once.

    `stored` is what the service says in the end, by match: `totals` and `hands`, each with `id`, `number`, `totals`
    and `content`, which is compared with what was sent.
    """
    found: list[str] = []
    history = list(history)
    for match, end in stored.items():
        numbers = Counter(hand["number"] for hand in end["hands"])
        found += [f"{match}: hand {number} is there {count} times" for number, count in numbers.items() if count > 1]
        sums = [sum(points) for points in zip(*(hand["totals"] for hand in end["hands"]), strict=True)]
        if sums != end["totals"]:
            found.append(f"{match}: its totals are {end['totals']}, those of its hands {sums}")
    first: dict[tuple[str, str], bytes] = {}
    for attempt in history:
        if attempt.status not in {200, 201}:
            if attempt.status not in {None, 409, 503}:
                found.append(f"{attempt.hand}: an answer of {attempt.status}: {attempt.answer[:200]!r}")
            continue
        told = json.loads(attempt.answer)
        by_id = {hand["id"]: hand for hand in stored[attempt.match]["hands"]}
        if told["id"] not in by_id:
            found.append(f"{attempt.hand}: acknowledged as {told['id']}, which is not there")
        elif by_id[told["id"]]["content"] != attempt.content or by_id[told["id"]]["number"] != attempt.number:
            found.append(f"{attempt.hand}: acknowledged, but other content is there")
        if told["id"] == attempt.hand:
            before = first.setdefault((attempt.match, attempt.hand), attempt.answer)
            if before != attempt.answer:
                found.append(f"{attempt.hand}: two acknowledgements differ")
    return found
