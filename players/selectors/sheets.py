"""Read rankings and tables of points as sheets hold them: names beside ids, what a table does not have left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from players.models import Circuit, Player, RankingSnapshot
from players.principals import Principal
from players.selectors.circuits import circuit_qualified, circuit_table
from players.selectors.histories import history
from players.selectors.snapshots import POINTS
from players.selectors.standing_pages import People

RANKING_COLUMNS = (
    "rank",
    "player",
    "name",
    "rating",
    "deviation",
    "provisional",
    "matches",
    "wins",
    "last_played_on",
)
BOARD_COLUMNS = (
    "rank",
    "players",
    "names",
    "standing",
    "rating",
    "deviation",
    "matches",
    "wins",
    "last_played_on",
)
POINTS_COLUMNS = ("rank", "players", "names", "points", "counted", "occasions", "wins", "best")
QUALIFIED_COLUMNS = ("players", "names", "event", "place", "rank")
RATING_COLUMNS = ("match", "played_on", "chance", "rating", "deviation")
DECIMALS = 6

Sheet = tuple[Sequence[str], list[dict[str, Any]]]
"""Columns, and rows by their names."""


def snapshot_sheet(who: Principal, snapshot: RankingSnapshot) -> Sheet:
    """Return a published ranking; who plays in a club that `who` may not see has no name. One query."""
    columns = POINTS_COLUMNS if snapshot.board == POINTS else BOARD_COLUMNS
    return columns, _named(who, snapshot.rows)


def circuit_sheet(who: Principal, circuit: Circuit) -> Sheet:
    """Return the table of a circuit as it stands."""
    return POINTS_COLUMNS, _named(who, [row.to_dict() for row in circuit_table(circuit)])


def qualified_sheet(who: Principal, circuit: Circuit, day: date) -> Sheet:
    """Return who is qualified on a day, with the names of the events."""
    _, found = circuit_qualified(circuit, day)
    events = {str(pk): name for pk, name in circuit.events.values_list("pk", "name")}
    rows = [{**one._asdict(), "event": events.get(one.event or "", "")} for one in found]
    return QUALIFIED_COLUMNS, _named(who, rows)


def rating_rows(player: Player) -> list[dict[str, Any]]:
    """Return what each rated match did to a player's rating, the latest first: to 6 decimals; one query."""
    return [
        {
            "match": str(change.match_id),
            "played_on": change.played_on,
            "chance": round(change.chance, DECIMALS),
            "rating": round(change.mu, DECIMALS),
            "deviation": round(change.rd, DECIMALS),
        }
        for change in reversed(history(player))
    ]


def _named(who: Principal, rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    told = list(rows)
    people = People(who, [row["key"] for row in told])
    return [
        {
            **row,
            "players": row["key"],
            "names": people.name(row["key"]),
            "best": " ".join(map(str, row.get("best", ()))),
        }
        for row in told
    ]
