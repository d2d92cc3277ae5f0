"""Say how certain a rating is, in the three bands that pages and rankings show (RATINGS 1)."""

from __future__ import annotations

from enum import StrEnum

RANKED_RD = 62.0
SETTLED_RD = 50.0


class Band(StrEnum):
    """Name the certainty of a rating; the value is what programs read."""

    PROVISIONAL = "provisional"
    RANKED = "ranked"
    SETTLED = "settled"


def band(rd: float) -> Band:
    """Return the band of a rating deviation `rd` (Elo points, > 0).

    Provisional above 62 (about 30 pair matches or 8 singles take one there), ranked up to 62, settled up to 50.
    Source: RATINGS 1.

    >>> band(62.0)
    <Band.RANKED: 'ranked'>
    """
    if rd > RANKED_RD:
        return Band.PROVISIONAL
    return Band.RANKED if rd > SETTLED_RD else Band.SETTLED
