"""Add up a table of points over evenings or events, of which a player's best ones count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from players.record import RatedMatch


class Scored(NamedTuple):
    """Hold what one occasion (an evening, an event) gave to one player: points, 0 and more, and a place of his own."""

    key: str
    occasion: Hashable
    points: int
    wins: int = 0


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line of a table of points: `counted` of `occasions` make the `points`; `best` are those, best first."""

    key: str
    rank: int
    points: int
    counted: int
    occasions: int
    wins: int
    best: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the line as a snapshot stores it."""
        return asdict(self)


def table(scored: Iterable[Scored], best_of: int = 0) -> list[TableRow]:
    """Return the table of the best `best_of` occasions of everybody, 0 for all of them.

    By points, then by wins, then by the best occasion, the second best and so on; who is level in all shares a rank,
    and the next one is skipped.
    """
    by_player: dict[str, dict[Hashable, int]] = defaultdict(lambda: defaultdict(int))
    wins: dict[str, int] = defaultdict(int)
    for one in scored:
        by_player[one.key][one.occasion] += one.points
        wins[one.key] += one.wins
    found = []
    for key, occasions in by_player.items():
        best = sorted(occasions.values(), reverse=True)[: best_of or None]
        found.append(TableRow(key, 0, sum(best), len(best), len(occasions), wins[key], tuple(best)))
    found.sort(key=lambda row: (*_merit(row), row.key))
    ranked: list[TableRow] = []
    for index, row in enumerate(found):
        shared = index and _merit(found[index - 1]) == _merit(row)
        ranked.append(TableRow(**{**asdict(row), "rank": ranked[-1].rank if shared else index + 1}))
    return ranked


def _merit(row: TableRow) -> tuple[Any, ...]:
    return (-row.points, -row.wins, tuple(-points for points in row.best))


def of_matches(matches: Iterable[RatedMatch], win: int, draw: int, loss: int) -> Iterable[Scored]:
    """Yield what each match gives to each of its players; an evening is the occasion."""
    for match in matches:
        level = match.places.count(1) > 1
        for side, place in zip(match.sides, match.places, strict=True):
            won = place == 1 and not level
            points = win if won else draw if place == 1 else loss
            for player in side:
                yield Scored(player, match.played_on, points, int(won))


def of_places(events: Mapping[str, Mapping[str, int]], place_points: Sequence[int]) -> Iterable[Scored]:
    """Yield what each event, by id its places by player, gives; a place beyond `place_points` gives nothing."""
    for event, places in events.items():
        for key, place in places.items():
            points = place_points[place - 1] if place <= len(place_points) else 0
            yield Scored(key, event, points, int(place == 1))
