"""Write many rows of one table by plain SQL: a rebuild writes millions, a correction far back tens of thousands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db import connection

from players.figures import Played
from players.models import RatingChange
from players.services.ladder import Change

_CHANGES = ("pool_id", *Change._fields)


def insert_changes(pool_id: int, changes: Iterable[Change]) -> None:
    """Insert changes of a pool; the rows are those of players.models.RatingChange."""
    _insert("players_ratingchange", _CHANGES, ((pool_id, *change) for change in changes))


def replace_changes(pool_id: int, from_key: str, pages: Iterable[Sequence[Change]]) -> None:
    """Make the changes of a pool from a key on those of `pages`, in the order of their keys.

    The pages may read the database as they come. On PostgreSQL rows that stay are updated, page by page: a new one
    costs a look at all it refers to.
    """
    if connection.vendor != "postgresql":
        RatingChange.objects.filter(pool=pool_id, key__gte=from_key).delete()
        for page in pages:
            insert_changes(pool_id, page)
        return
    columns = ", ".join(_CHANGES)
    after, first = from_key, from_key
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMP TABLE changes_anew AS SELECT {columns} FROM players_ratingchange LIMIT 0")  # noqa: S608
        for page in pages:
            _insert("changes_anew", _CHANGES, [(pool_id, *change) for change in page])
            cursor.execute(f"{_GONE} AND c.key <= %s", [pool_id, after, first, page[-1].key])
            cursor.execute(_ANEW)
            cursor.execute("TRUNCATE changes_anew")
            after, first = page[-1].key, ""
        cursor.execute(_GONE, [pool_id, after, first])
        cursor.execute("DROP TABLE changes_anew")


_TOLD = [name for name in _CHANGES if name not in ("pool_id", "match_id", "player_id")]
_GONE = (
    "DELETE FROM players_ratingchange c WHERE c.pool_id = %s AND (c.key > %s OR c.key = %s) AND NOT EXISTS "
    "(SELECT FROM changes_anew a WHERE a.match_id = c.match_id AND a.player_id = c.player_id)"
)
_ANEW = (
    f"INSERT INTO players_ratingchange AS c ({', '.join(_CHANGES)}) SELECT {', '.join(_CHANGES)} FROM changes_anew "  # noqa: S608
    f"ON CONFLICT (pool_id, match_id, player_id) DO UPDATE SET "
    f"{', '.join(f'{name} = excluded.{name}' for name in _TOLD)} "
    f"WHERE ({', '.join(f'c.{name}' for name in _TOLD)}) IS DISTINCT FROM "
    f"({', '.join(f'excluded.{name}' for name in _TOLD)})"
)


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
