"""Follow a knockout: every match of the tree from the slots and the winners so far, best of n, third place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.draw.errors import DrawError
from tournaments.draw.why import Why, why

THIRD_PLACE = "third"

Place = tuple[int, int] | str
"""Where a match stands: (round from 1, index from 0, top to bottom), or `third`."""


class BracketMatch(NamedTuple):
    """Hold one match of the tree: its two sides and winner as far as they are known.

    `bye`: decided without play because the other slot is empty.
    """

    place: Place
    a: str | None
    b: str | None
    winner: str | None
    bye: bool = False

    @property
    def why(self) -> Why | None:
        """Return why these two meet, None while a side is open or empty."""
        if self.a is None or self.b is None:
            return None
        if isinstance(self.place, str):
            return why("losers", a=self.a, b=self.b)
        number, index = self.place
        if number == 1:
            return why("slots", a=self.a, b=self.b)
        return why("winners", a=self.a, b=self.b, match_a=2 * index + 1, match_b=2 * index + 2, round=number - 1)

    @property
    def loser(self) -> str | None:
        """Return who was beaten at the table; nobody loses to a bye."""
        if self.winner is None or self.bye:
            return None
        return self.b if self.winner == self.a else self.a


def series_winner(games: Sequence[str], best_of: int) -> str | None:
    """Return who has won a series of at most `best_of` games (odd), given the winner of each, None while open.

    Raises DrawError `bad_request` when games go on after the series was decided.
    """
    need = best_of // 2 + 1
    wins: dict[str, int] = {}
    for index, winner in enumerate(games):
        wins[winner] = wins.get(winner, 0) + 1
        if wins[winner] == need:
            if index != len(games) - 1:
                raise DrawError("bad_request", "the series was decided before its last game", f"/games/{index + 1}")
            return winner
    return None


def bracket_matches(
    slots: Sequence[str | None], winners: Mapping[Place, str], *, third_place: bool = False
) -> list[BracketMatch]:
    """Return every match of the tree, round by round, the match for third place (if wanted) last.

    `slots`: as drawn, a power of two. `winners`: by place, those decided. Byes are decided of themselves. A correction
    is the same call with other winners. Raises DrawError `bad_request` when a winner is named who does not stand there.
    """
    row: list[str | None] = list(slots)
    empty = [slot is None for slot in slots]
    matches: list[BracketMatch] = []
    number = 1
    while len(row) > 1:
        next_row: list[str | None] = []
        next_empty: list[bool] = []
        for index in range(len(row) // 2):
            pair = slice(2 * index, 2 * index + 2)
            match = _match((number, index), row[pair], empty[pair], winners.get((number, index)))
            matches.append(match)
            next_row.append(match.winner)
            next_empty.append(all(empty[pair]))
        row, empty = next_row, next_empty
        number += 1
    known = {match.place for match in matches}
    if third_place and len(slots) >= 4:
        losers = [match.loser for match in matches if match.place in {(number - 2, 0), (number - 2, 1)}]
        byes = [match.bye for match in matches if match.place in {(number - 2, 0), (number - 2, 1)}]
        matches.append(_match(THIRD_PLACE, losers, byes, winners.get(THIRD_PLACE)))
        known.add(THIRD_PLACE)
    for place in winners:
        if place not in known:
            raise DrawError("bad_request", f"the bracket has no match {place}", "/winners")
    return matches


def champion(matches: Sequence[BracketMatch]) -> str | None:
    """Return who won the final, None while it is open."""
    finals = [match for match in matches if match.place != THIRD_PLACE]
    return finals[-1].winner if finals else None


def _match(place: Place, sides: Sequence[str | None], empty: Sequence[bool], named: str | None) -> BracketMatch:
    a, b = sides
    if any(empty):
        through = b if empty[0] else a
        if named is not None and named != through:
            raise DrawError("bad_request", f"{named!r} does not play match {place}", "/winners")
        return BracketMatch(place, a, b, through, bye=True)
    if named is not None and named not in {a, b}:
        raise DrawError("bad_request", f"{named!r} does not play match {place}", "/winners")
    if named is not None and (a is None or b is None):
        raise DrawError("bad_request", f"match {place} has a winner but not yet two sides", "/winners")
    return BracketMatch(place, a, b, named)
