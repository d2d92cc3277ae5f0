"""Which side a seat belongs to."""

from __future__ import annotations


def seat_sides(seats: int) -> tuple[int, ...]:
    """Return the side of each seat: four are two pairs with partners opposite, else each alone (RULES 2.1).

    >>> seat_sides(4), seat_sides(3)
    ((0, 1, 0, 1), (0, 1, 2))
    """
    return (0, 1, 0, 1) if seats == 4 else tuple(range(seats))
