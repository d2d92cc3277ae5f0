"""Check knockouts, re-entry and groups from their documents (research 2.5, 2.6, 2.12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from tournaments.checker.rounds import Found, everybody_once, pairing_of

Document = Mapping[str, Any]


def check_knockout(document: Document) -> Found:
    """Check the bracket: everybody in one slot, byes of round 1 only and to the first numbers, n - 1 eliminations."""
    found = check_tree(document, document["entrants"])
    slots = document["slots"]
    for rank, entrant in enumerate(document["options"]["seeds"]):
        opponent = slots[slots.index(entrant) ^ 1]
        if rank < len(slots) - len(document["entrants"]) and opponent is not None:
            found.append(("slots", f"seed {rank + 1} should go through"))
        for other in document["options"]["seeds"][:rank]:
            if meeting(slots, entrant, other) < (len(slots) // (rank + 1)).bit_length() - 1:
                found.append(("slots", f"seeds {entrant} and {other} meet too early"))
    return found


def check_tree(document: Document, entrants: Sequence[str]) -> Found:
    """Check slots and matches of one tree, match by match."""
    found: Found = []
    slots = document["slots"]
    if sorted(one for one in slots if one is not None) != sorted(entrants):
        found.append(("slots", "not everybody stands in one slot"))
    size = len(slots)
    if size & (size - 1) or (size > 1 and size // 2 >= max(len(entrants), 2)):
        found.append(("slots", f"{size} slots for {len(entrants)} entrants"))
    if any(slots[index] is None and slots[index + 1] is None for index in range(0, size - 1, 2)):
        found.append(("slots", "a bye meets a bye"))
    beaten: Counter[str] = Counter()
    row, number = list(slots), 1
    tree = {tuple(one["place"]): one for one in document["matches"] if one["place"] != "third"}
    while len(row) > 1:
        through = []
        for index in range(len(row) // 2):
            match = tree[number, index]
            sides = {row[2 * index], row[2 * index + 1]}
            if {match["a"], match["b"]} != sides or match["winner"] not in sides - {None}:
                found.append((f"match {number}.{index}", "does not follow from the matches before"))
            if None in sides and number > 1:
                found.append((f"match {number}.{index}", "a bye after round 1"))
            if None not in sides:
                beaten.update(side for side in sides if side != match["winner"])
            through.append(match["winner"])
        row, number = through, number + 1
    if sum(beaten.values()) != len(entrants) - 1 or any(times > 1 for times in beaten.values()):
        found.append(("matches", f"{sum(beaten.values())} eliminations of {len(entrants)} entrants"))
    if document["champion"] in beaten or document["champion"] != row[0]:
        found.append(("champion", "was beaten"))
    return found


def check_groups(document: Document) -> Found:
    """Check snake, group rounds, and that group mates meet as late as can be: two a group not before the final."""
    found: Found = []
    count = document["options"]["groups"]
    groups = document["groups"]
    sizes = [len(group["entrants"]) for group in groups]
    if max(sizes) - min(sizes) > 1:
        found.append(("groups", f"sizes {sizes}"))
    for index, entrant in enumerate(document["entrants"]):
        turn, step = index // count, index % count
        if entrant not in groups[count - 1 - step if turn % 2 else step]["entrants"]:
            found.append(("groups", f"{entrant} is not where the snake puts him"))
    for number, group in enumerate(groups):
        met: Counter[frozenset[str]] = Counter()
        for turn in group["rounds"]:
            found += everybody_once(f"group {number}", pairing_of(turn), group["entrants"])
            met.update(frozenset(pair) for pair in turn["pairs"])
        for two in combinations(group["entrants"], 2):
            if met[frozenset(two)] != 1:
                found.append((f"group {number}", f"{two} meet {met[frozenset(two)]} times"))
    qualified = document["qualified"]
    found += check_tree(document, [one for row in qualified for one in row])
    final = len(document["slots"]).bit_length() - 1
    for row in qualified:
        if len(row) == 2 and len(qualified) > 1 and meeting(document["slots"], *row) < final:
            found.append(("slots", f"group mates {row} meet before the final"))
    return found


def check_reentry(document: Document) -> Found:
    """Check that only losers come back, within the limits, that all losses but re-entries eliminate, one is left."""
    found: Found = []
    options = document["options"]
    alive = set(document["entrants"])
    back: Counter[str] = Counter()
    byes: Counter[str] = Counter()
    losses = 0
    for number, turn in enumerate(document["rounds"], start=1):
        where = f"round {number}"
        pairing = pairing_of(turn)
        found += everybody_once(where, pairing, sorted(alive))
        if turn["bye"] is not None:
            if byes[turn["bye"]] > min(byes[one] for one in alive):
                found.append((where, f"{turn['bye']} has had a bye, others have not"))
            byes[turn["bye"]] += 1
        if len(turn["winners"]) != len(turn["pairs"]):
            return [*found, (where, "not every pair has a winner")]
        losers = {a if winner == b else b for (a, b), winner in zip(turn["pairs"], turn["winners"], strict=True)}
        losses += len(losers)
        alive -= losers
        for one in turn["back"]:
            back[one] += 1
            if one not in losers or number > options["until_round"] or back[one] > options["per_entrant"]:
                found.append((where, f"{one} may not come back"))
            alive.add(one)
    if options["total"] is not None and sum(back.values()) > options["total"]:
        found.append(("rounds", "too many re-entries"))
    if alive != {document["champion"]}:
        found.append(("champion", f"{len(alive)} are left"))
    if losses != len(document["entrants"]) - 1 + sum(back.values()):
        found.append(("rounds", f"{losses} losses do not fit"))
    return found


def meeting(slots: Sequence[str | None], one: str, other: str) -> int:
    """Return the round in which two entrants would meet: their halves of the tree joined step by step."""
    a, b = slots.index(one), slots.index(other)
    number = 0
    while a != b:
        a, b, number = a // 2, b // 2, number + 1
    return number
