"""Keep the state of a ladder as bytes, and name it by a digest: the same matches, the same bytes (RATINGS 3)."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from hashlib import sha256

import orjson

from players.rankings.boards import BOARDS, Line, State, empty


def state_bytes(state: State) -> bytes:
    """Return a state as it is stored: JSON by id, both numbers of a rating to the bit, compressed."""
    return zlib.compress(_plain(state), 1)


def state_read(stored: bytes, names: Sequence[str] = tuple(BOARDS)) -> State:
    """Return a stored state of the boards `names`; no bytes are the state before the first match."""
    if not stored:
        return empty(names)
    told = orjson.loads(zlib.decompress(stored))
    return {name: {key: Line(*row) for key, row in told.get(name, {}).items()} for name in names}


def state_digest(state: State) -> str:
    """Return the SHA-256 (hex) of a state; the order in which people came in is of no matter."""
    return sha256(_plain(state, orjson.OPT_SORT_KEYS)).hexdigest()


def _plain(state: State, option: int = 0) -> bytes:
    # A NamedTuple is a tuple to the writer, and a tuple a list.
    return orjson.dumps(
        {name: {key: tuple(line) for key, line in lines.items()} for name, lines in state.items()}, option=option
    )
