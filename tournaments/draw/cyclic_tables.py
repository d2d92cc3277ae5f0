"""Hold the ready schedules with changing partners: everybody once with, twice against everybody (research 2.3).

Numbers of 4, 8, … 32 players turn modulo n - 1 with the last one fixed (`STILL`); 5, 13, 17, … 29 turn modulo n with
one resting; 9 has a table of its own. Found and checked for the club; `tests/tournaments` prove every one again.
"""

from __future__ import annotations

STILL = -1

Table = tuple[tuple[int, int], tuple[int, int]]
"""Partners against partners."""

_TEXT = {
    4: "-1,0-1,2",
    8: "-1,4-0,5 1,2-3,6",
    12: "-1,8-5,9 0,10-2,4 1,7-3,6",
    16: "-1,1-4,12 0,2-10,13 3,7-8,9 5,14-6,11",
    20: "-1,9-0,6 1,18-3,11 2,5-16,17 4,13-7,12 8,15-10,14",
    24: "-1,12-9,20 0,2-8,16 1,6-10,19 3,4-7,14 5,22-11,21 13,17-15,18",
    28: "-1,10-11,23 0,17-15,20 1,3-9,12 2,8-21,25 4,18-13,24 5,6-7,16 14,22-19,26",
    32: "-1,5-14,30 0,8-16,17 1,26-7,27 2,4-6,20 3,12-11,15 9,19-22,29 10,28-21,24 13,25-18,23",
    5: "1,4-2,3",
    13: "1,10-2,7 3,4-6,8 5,11-9,12",
    17: "1,3-9,13 2,14-10,16 4,12-5,15 6,7-8,11",
    21: "1,11-2,8 3,20-7,9 4,17-16,19 5,12-10,15 6,18-13,14",
    25: "1,17-7,14 2,15-13,18 3,6-22,23 4,21-8,19 5,11-10,12 9,24-16,20",
    29: "1,21-18,23 2,17-12,25 3,7-16,19 4,26-5,28 6,24-10,20 8,9-15,27 11,13-14,22",
}

_NINE = (
    "3,6-2,1 4,8-5,7",
    "4,7-0,2 5,6-3,8",
    "5,8-1,0 3,7-4,6",
    "6,0-5,4 7,2-8,1",
    "7,1-3,5 8,0-6,2",
    "8,2-4,3 6,1-7,0",
    "0,3-8,7 1,5-2,4",
    "1,4-6,8 2,3-0,5",
    "2,5-7,6 0,4-1,3",
)


def _read(text: str) -> tuple[Table, ...]:
    tables = []
    for table in text.split():
        cut = table.index("-", 1) if table.startswith("-") else table.index("-")
        (a, b), (c, d) = (map(int, side.split(",")) for side in (table[:cut], table[cut + 1 :]))
        tables.append(((a, b), (c, d)))
    return tuple(tables)


STARTERS: dict[int, tuple[Table, ...]] = {count: _read(text) for count, text in _TEXT.items()}
NINE: tuple[tuple[Table, ...], ...] = tuple(_read(text) for text in _NINE)


def cyclic_rounds(count: int) -> list[tuple[Table, ...]] | None:
    """Return all rounds of the ready schedule for `count` players 0 … `count` - 1, None if there is none.

    `count` - 1 rounds when nobody rests, else `count` with one resting each time.
    """
    if count == 9:
        return list(NINE)
    if count not in STARTERS:
        return None
    turn = count - 1 if count % 4 == 0 else count

    def moved(number: int, step: int) -> int:
        return count - 1 if number == STILL else (number + step) % turn

    return [
        tuple(
            ((moved(a, step), moved(b, step)), (moved(c, step), moved(d, step))) for (a, b), (c, d) in STARTERS[count]
        )
        for step in range(turn)
    ]
