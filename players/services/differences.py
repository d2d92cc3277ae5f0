"""Say where what is stored is not what the record says."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Difference(NamedTuple):
    """One figure that is not what the record says.

    `what` kind of row, `whose` it is (ids), the figures as stored and as recomputed; None = no row. `rows` are how
    many it stands for.
    """

    what: str
    whose: str
    stored: object
    recomputed: object
    rows: int = 1

    def __str__(self) -> str:
        return f"{self.what} of {self.whose}: stored {_words(self.stored)}, recomputed {_words(self.recomputed)}"


Report = Callable[[Difference], None]


def unreported(_: Difference) -> None:
    """Take a difference that nobody asked about."""


def _words(figures: object) -> str:
    return "nothing" if figures is None else str(figures)
