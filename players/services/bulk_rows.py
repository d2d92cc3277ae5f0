"""Write many rows of one table by plain SQL: a rebuild writes millions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db import connection

from players.figures import Played

_MATCHES = ("pool_id", "match_id", "key", "told", "margin")


def insert_pool_matches(rows: Iterable[tuple[int, UUID, str, bytes, bytes]]) -> None:
    """Insert matches that pools have applied: the pool's id and the columns of players.models.PoolMatch."""
    _insert("players_poolmatch", _MATCHES, rows)


def insert_lines(lines: Iterable[Played]) -> None:
    """Insert what matches add to players; the rows are those of players.models.PlayerMatch."""
    _insert("players_playermatch", Played._fields, lines)


def _insert(table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows in one statement whatever their number; PostgreSQL takes them as a COPY."""
    names = ", ".join(f'"{name}"' for name in columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(columns))
        statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608 - names of columns
        cursor.executemany(statement, [tuple(map(_adapted, row)) for row in rows])


def _adapted(value: Any) -> Any:
    """Return a value as SQLite stores it, which has no type for ids and days."""
    if isinstance(value, UUID):
        return value.hex
    return value.isoformat() if isinstance(value, date) else value
