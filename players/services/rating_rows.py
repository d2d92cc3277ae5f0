"""Write rating changes by plain SQL: a correction far back rewrites tens of thousands of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import connection

from players.services.ladder import Change

_COLUMNS = ("pool_id", *Change._fields)


def insert_changes(pool_id: int, changes: Iterable[Change]) -> None:
    """Insert changes of a pool, in one statement whatever their number.

    The rows are those of players.models.RatingChange; PostgreSQL takes them as a COPY.
    """
    columns = ", ".join(f'"{name}"' for name in _COLUMNS)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY players_ratingchange ({columns}) FROM STDIN") as copy:
                for change in changes:
                    copy.write_row((pool_id, *change))
            return
        marks = ", ".join(["%s"] * len(_COLUMNS))
        statement = f"INSERT INTO players_ratingchange ({columns}) VALUES ({marks})"  # noqa: S608 - names of columns
        cursor.executemany(statement, [(pool_id, *_adapted(change)) for change in changes])


def _adapted(change: Change) -> tuple[Any, ...]:
    """Return a change as SQLite stores it, which has no type for ids and days."""
    match_id, player_id, key, digest, played_on, *figures = change
    return (match_id.hex, player_id.hex, key, digest, played_on.isoformat(), *figures)
