"""Say how a player does with each partner and against each opponent: shrunk, so that three lucky nights are no proof.

Source: research 1.6 (synergy in rating points, n0 = 120,700 / t² for a believed spread of t).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from players.figures.estimates import LEAST_MATCHES, Estimate, wilson

ELO_A_SURPLUS = 695.0
BELIEVED_SPREAD = 20.0
"""Rating points by which partnerships are believed to differ from what their two players are worth."""
SHRINK = 120_700 / BELIEVED_SPREAD**2


class Meeting(NamedTuple):
    """Hold one match with somebody: as partner (`together`) or opponent.

    `margin` in quarters of a point over all its hands; `chance` is the rated one before the match, None for an
    unrated match.
    """

    other: UUID
    together: bool
    won: bool
    drawn: bool
    hands: int
    margin: int
    chance: float | None


@dataclass(frozen=True, slots=True)
class Company:
    """Hold all matches with one partner, or against one opponent.

    `expected` wins by the ratings and `surplus` over them count the `rated` ones; `effect` is the surplus in rating
    points, drawn towards 0 where there are few. `margin` is points a hand.
    """

    other: UUID
    matches: int
    wins: int
    draws: int
    rate: Estimate
    margin: float
    rated: int
    expected: float
    surplus: float
    effect: float

    @property
    def enough(self) -> bool:
        """Tell whether there are matches enough to say more than that they were played."""
        return self.matches >= LEAST_MATCHES


def company(meetings: Iterable[Meeting], *, together: bool) -> list[Company]:
    """Return everybody met as partner, or as opponent, those met most often first."""
    by_other: dict[UUID, list[Meeting]] = {}
    for one in meetings:
        if one.together == together:
            by_other.setdefault(one.other, []).append(one)
    found = [_company(other, some) for other, some in by_other.items()]
    return sorted(found, key=lambda one: (-one.matches, one.other))


def _company(other: UUID, meetings: list[Meeting]) -> Company:
    wins, draws = sum(one.won for one in meetings), sum(one.drawn for one in meetings)
    rated = [(one.won + one.drawn / 2, one.chance) for one in meetings if one.chance is not None]
    expected = sum(chance for _, chance in rated)
    surplus = sum(came for came, _ in rated) - expected
    hands = sum(one.hands for one in meetings)
    return Company(
        other=other,
        matches=len(meetings),
        wins=wins,
        draws=draws,
        rate=wilson(wins + draws / 2, len(meetings)),
        margin=sum(one.margin for one in meetings) / 4 / hands if hands else 0.0,
        rated=len(rated),
        expected=expected,
        surplus=surplus,
        effect=synergy(surplus, len(rated)),
    )


def synergy(surplus: float, n: int) -> float:
    """Return a surplus of wins over `n` rated matches in rating points, shrunk (research 1.6).

    >>> round(synergy(6, 30), 2)
    12.57
    """
    return ELO_A_SURPLUS * surplus / (n + SHRINK)


def best(found: Iterable[Company]) -> Company | None:
    """Return whom a player does best with or against, of those met often enough; None without such."""
    return max((one for one in found if one.enough), key=lambda one: (one.effect, one.matches), default=None)


def worst(found: Iterable[Company]) -> Company | None:
    """Return whom a player does worst with or against: as opponent, his nemesis."""
    return min((one for one in found if one.enough), key=lambda one: (one.effect, -one.matches), default=None)
