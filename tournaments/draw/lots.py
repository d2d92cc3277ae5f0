"""Draw lots that anybody can draw again: order by the SHA-256 of seed and id, and a commitment made before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from json import dumps

COMMITMENT_NAME = "cirulla-draw-1"
"""First line of every committed text; names its form, so that a later form cannot be taken for this one."""


def lot(seed: str, entrant: str) -> int:
    """Return the lot of an entrant under `seed`: an integer of 256 bits, the SHA-256 of `seed LF entrant`."""
    return int.from_bytes(sha256(f"{seed}\n{entrant}".encode()).digest(), "big")


def lot_order(seed: str, entrants: Iterable[str]) -> list[str]:
    """Return the entrants in the order of their lots: a fair shuffle, the same whatever order they came in."""
    return sorted(entrants, key=lambda entrant: (lot(seed, entrant), entrant))


def commitment(seed: str, entries: Sequence[str]) -> str:
    """Return what is published before the draw: SHA-256 (hex) of the secret seed and the entries in seed order.

    The text hashed is the lines `cirulla-draw-1`, the seed, and one entry a line, each ended by LF, in UTF-8. Ids hold
    no line end, so no two lists make the same text. Source: RATINGS 5, research 3.4.
    """
    lines = [COMMITMENT_NAME, seed, *entries]
    if any("\n" in line for line in lines):
        raise ValueError("neither the seed nor an id may hold a line end")
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def commitment_holds(published: str, seed: str, entries: Sequence[str]) -> bool:
    """Say whether the seed and entries shown after the draw are those that were committed before it."""
    return published == commitment(seed, entries)


def input_digest(case: Mapping[str, object]) -> str:
    """Return the SHA-256 (hex) of a draw's whole input as compact JSON with sorted keys; stored beside the draw."""
    return sha256(dumps(case, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()).hexdigest()
