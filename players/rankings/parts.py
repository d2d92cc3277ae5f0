"""Keep the boards of a ladder in parts, so that one more match reads and writes only those of its players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from struct import Struct
from zlib import crc32

from players.rankings.boards import Line, State

FORM = "P2"
"""Names the form of below and of players.rankings.state; a ladder of another form is replayed."""
PARTS = 32
"""Parts of a board of persons; which one a line is in follows from its id."""
PAIR_PARTS = 512
"""Parts of a board of pairs, of which there are many more: with the partners drawn by lot, two new ones a match."""
LINE = Struct("<ddIII")
"""A line: both numbers of a rating to the bit, matches, wins, the day."""
_LENGTH = Struct("<I")


def part_name(board: str, key: str) -> str:
    """Return the part in which a board keeps the line of a person or pair."""
    parts = PAIR_PARTS if " " in key else PARTS
    return f"{board}/{crc32(key.encode()) % parts:02d}"


def state_parts(state: State) -> dict[str, bytes]:
    """Return the parts of a state that have lines, by name."""
    found: dict[str, dict[str, Line]] = defaultdict(dict)
    for board, lines in state.items():
        for key, line in lines.items():
            found[part_name(board, key)][key] = line
    return {name: part_bytes(lines) for name, lines in found.items()}


def part_bytes(lines: Mapping[str, Line]) -> bytes:
    """Return lines as they are stored: the length of the ids, the ids in their order, then the lines in the same one.

    The same lines are the same bytes.
    """
    keys = sorted(lines)
    names = "\n".join(keys).encode()
    return b"".join([_LENGTH.pack(len(names)), names, *[LINE.pack(*lines[key]) for key in keys]])


def part_read(stored: bytes) -> dict[str, Line]:
    """Return the lines that `part_bytes` has stored."""
    at = _LENGTH.size + _LENGTH.unpack_from(stored)[0]
    keys = stored[_LENGTH.size : at].decode().split("\n")
    return dict(zip(keys, map(Line._make, LINE.iter_unpack(stored[at:])), strict=True))


def parts_read(state: State, parts: Iterable[tuple[str, bytes]]) -> None:
    """Put the lines of parts into a state; those of a board that it does not have are left out."""
    for name, stored in parts:
        board, _, _ = name.partition("/")
        if board in state:
            state[board].update(part_read(stored))
