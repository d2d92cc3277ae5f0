"""Keep the state of a ladder as bytes, and name it by a digest: the same matches, the same bytes (RATINGS 3)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import Struct

import orjson

from players.rankings.boards import BOARDS, Line, State, empty
from players.rankings.parts import LINE

_LENGTH = Struct("<I")
_FORM = b"L1"
"""What the form of below begins with; a state of another form is replayed from the record."""


def state_bytes(state: State) -> bytes:
    """Return a state as it is stored, quick to write and read, for one more match does both.

    First the name of this form, 2 bytes; the length of the head, 4; the head, JSON: name, lines and length of the ids
    of each board; then, board by board, the ids, compressed, and the lines.
    """
    head, body = [], []
    for name, lines in state.items():
        keys = zlib.compress("\n".join(lines).encode(), 1)
        head.append((name, len(lines), len(keys)))
        body += [keys, *[LINE.pack(*line) for line in lines.values()]]
    told = orjson.dumps(head)
    return b"".join([_FORM, _LENGTH.pack(len(told)), told, *body])


def state_known(stored: bytes) -> bool:
    """Tell whether `state_read` reads what is stored: what another release has written it may not."""
    return not stored or stored.startswith(_FORM)


def state_read(stored: bytes, names: Sequence[str] = tuple(BOARDS)) -> State:
    """Return a stored state of the boards `names`; no bytes are the state before the first match."""
    if not stored:
        return empty(names)
    found = dict(_boards(memoryview(stored)[len(_FORM) :]))
    return {name: found.get(name, {}) for name in names}


def _boards(stored: memoryview) -> Iterator[tuple[str, dict[str, Line]]]:
    (at,) = _LENGTH.unpack(stored[: _LENGTH.size])
    head = orjson.loads(stored[_LENGTH.size : _LENGTH.size + at])
    at += _LENGTH.size
    for name, count, length in head:
        keys = zlib.decompress(stored[at : at + length]).decode().split("\n") if count else []
        at += length
        lines = stored[at : at + count * LINE.size]
        at += len(lines)
        yield name, dict(zip(keys, map(Line._make, LINE.iter_unpack(lines)), strict=True))


def state_digest(state: State) -> str:
    """Return the SHA-256 (hex) of a state; the order in which people came in is of no matter."""
    told = {name: {key: tuple(line) for key, line in lines.items()} for name, lines in state.items()}
    return sha256(orjson.dumps(told, option=orjson.OPT_SORT_KEYS)).hexdigest()
