"""Lines of invented matches for the tests of the pure figures."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID

from hypothesis import strategies as st

from players.figures.line import Played
from players.figures.moment import Moment

MONDAY = date(2026, 3, 2)
ANNA = UUID(int=1)
NOTHING = dict.fromkeys(Played._fields[4:19], 0)


def line(number: int = 1, **told: object) -> Played:
    """Return the line of one match of Anna's: the `number`th, a day after the one before."""
    day = MONDAY + timedelta(days=number)
    head = {"match_id": UUID(int=1000 + number), "player_id": ANNA, "played_on": day, "won": False}
    usual = {"key": f"{day}/000/{number:05}", "seats": 2, "sides": 2, "preset": "sbiro", "hands": 5}
    return Played(**(NOTHING | head | usual | told))


def moment(number: int = 1, **told: object) -> Moment:
    """Return the same as a moment."""
    return Moment.of(line(number, **told))


small = st.integers(-60, 60)
lines = st.builds(
    lambda number, won, counts, squares: line(
        number, won=won, drawn=False, margin=counts[0], luck=counts[1], play=counts[2], scope=abs(counts[3]), **squares
    ),
    st.integers(1, 400),
    st.booleans(),
    st.tuples(small, small, small, small),
    st.fixed_dictionaries({"margin_sq": st.integers(0, 900), "declared_mean": st.integers(0, 10**9)}),
)
