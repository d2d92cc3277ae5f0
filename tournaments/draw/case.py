"""Read the fields that the draws' cases share: entrants, history, seeds, pairs (CONTRACT 1)."""

from __future__ import annotations

from collections.abc import Mapping

from players.ratings.lines import Case
from players.ratings.shape import (
    as_id,
    as_ids,
    as_list,
    as_number,
    as_object,
    check_distinct,
    refuse,
    required,
)
from tournaments.draw.types import DOWN, UP, Entrant, Pair, PastRound

MAX_ENTRANTS = 2000
MAX_ROUNDS = 200


def read_seed(case: Case) -> str:
    """Return the seed as text; a whole number is taken by its digits, no seed is the empty one."""
    value = case.get("seed")
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str) or len(value) > 1000 or "\n" in value or _unpaired(value):
        raise refuse("must be a text of one line or a whole number", "/seed")
    return value


def read_ids(case: Case, name: str = "entrants") -> list[str]:
    """Return a list of distinct ids, at most `MAX_ENTRANTS`."""
    ids = as_ids(required(case, name), f"/{name}")
    if len(ids) > MAX_ENTRANTS:
        raise refuse(f"must hold at most {MAX_ENTRANTS}", f"/{name}")
    return ids


def read_entrants(case: Case) -> list[Entrant]:
    """Return the entrants with their scores (0 where none is given), distinct."""
    rows = as_list(required(case, "entrants"), "/entrants")
    if len(rows) > MAX_ENTRANTS:
        raise refuse(f"must hold at most {MAX_ENTRANTS}", "/entrants")
    entrants = []
    for index, row in enumerate(rows):
        pointer = f"/entrants/{index}"
        fields = as_object(row, pointer)
        entrants.append(
            Entrant(
                as_id(required(fields, "id", pointer), f"{pointer}/id"),
                as_number(fields.get("score", 0), f"{pointer}/score"),
            )
        )
    check_distinct((entrant.id for entrant in entrants), "/entrants")
    return entrants


def read_pairs(value: object, pointer: str) -> tuple[Pair, ...]:
    """Return a list of pairs of two different ids."""
    pairs = []
    for index, row in enumerate(as_list(value, pointer)):
        a, b = as_list(row, f"{pointer}/{index}", 2)
        pair = (as_id(a, f"{pointer}/{index}/0"), as_id(b, f"{pointer}/{index}/1"))
        if pair[0] == pair[1]:
            raise refuse("nobody meets himself", f"{pointer}/{index}")
        pairs.append(pair)
    return tuple(pairs)


def read_pair_set(case: Case, name: str) -> frozenset[frozenset[str]]:
    """Return unordered pairs, none where the field is missing."""
    return frozenset(frozenset(pair) for pair in read_pairs(case.get(name, []), f"/{name}"))


def read_history(case: Case) -> list[PastRound]:
    """Return the rounds already drawn.

    Each is `{"pairs": [["a", "b"]], "bye": id or null}`, and may say `unplayed` (pairs of it that never met),
    `walkovers` (who won without playing) and `floats` (as the draw's answer gave them).
    """
    rows = as_list(case.get("history", []), "/history")
    if len(rows) > MAX_ROUNDS:
        raise refuse(f"must hold at most {MAX_ROUNDS} rounds", "/history")
    return [_read_round(row, f"/history/{index}") for index, row in enumerate(rows)]


def _read_round(value: object, pointer: str) -> PastRound:
    row = as_object(value, pointer)
    pairs = read_pairs(required(row, "pairs", pointer), f"{pointer}/pairs")
    bye = None if row.get("bye") is None else as_id(row["bye"], f"{pointer}/bye")
    check_distinct([entrant for pair in pairs for entrant in pair] + ([bye] if bye is not None else []), pointer)
    unplayed = frozenset(frozenset(pair) for pair in read_pairs(row.get("unplayed", []), f"{pointer}/unplayed"))
    walkovers = frozenset(as_ids(row.get("walkovers", []), f"{pointer}/walkovers"))
    return PastRound(pairs, bye, unplayed, walkovers, _read_floats(row.get("floats"), f"{pointer}/floats"))


def _read_floats(value: object, pointer: str) -> Mapping[str, str]:
    if value is None:
        return {}
    floats = as_object(value, pointer)
    read = {}
    for entrant, way in floats.items():
        if way not in (DOWN, UP):
            raise refuse(f"a float is {DOWN!r} or {UP!r}", f"{pointer}/{entrant}")
        read[entrant] = str(way)
    return read


def _unpaired(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)
