"""Read the two clubs that bots of known skill have played (tests/ratings/make_clubs.py)."""

from __future__ import annotations

from typing import NamedTuple

from players.ratings import IndexMatch, Match
from tests.ratings.make_clubs import DATA


class SimulatedClub(NamedTuple):
    """`slips` by player: how often he plays a random card, the less the better; the same matches in two shapes."""

    slips: dict[str, float]
    matches: list[Match]
    by_margin: list[IndexMatch]


def simulated_club(seed):
    head, *lines = (DATA / f"simulated_club_{seed}.txt").read_text(encoding="utf-8").splitlines()
    slips = {str(player): float(share) for player, share in enumerate(head.split())}
    matches, by_margin = [], []
    for line in lines:
        a, b, c, d, winner, *figures, cappotto = line.split()
        mine, theirs, luck, their_luck, hands = map(int, figures)
        sides = ((a, c), (b, d))
        matches.append(Match(sides, (1, 2) if winner == "0" else (2, 1)))
        by_margin.append(
            IndexMatch(sides, (mine, theirs), (luck, their_luck), hands, None if cappotto == "-" else int(cappotto))
        )
    return SimulatedClub(slips, matches, by_margin)
