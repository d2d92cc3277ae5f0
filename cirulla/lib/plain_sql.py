"""Values for plain SQL that is the same text on PostgreSQL and SQLite, which has no types for them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any
from uuid import UUID

import orjson
from django.db import connection


@cache
def sqlite() -> bool:
    """Tell whether this installation's database is SQLite."""
    return bool(connection.vendor == "sqlite")


def plain_cursor() -> Any:
    """Return a cursor for plain SQL, to be used in a `with` statement."""
    return connection.cursor() if sqlite() else connection.plain_cursor()  # type: ignore[attr-defined]


Statement = tuple[str, list[Any]]
"""A statement's text and its values."""


def write_together(*statements: Statement) -> None:
    """Run inserts and updates of which none reads or changes what another writes.

    PostgreSQL gets them as one statement, which costs one round trip; SQLite gets them one after the other.
    """
    with plain_cursor() as cursor:
        if sqlite():
            for text, values in statements:
                cursor.execute(text, values)
            return
        *others, last = statements
        named = ", ".join(f"write_{number} AS ({text})" for number, (text, _) in enumerate(others))
        text = f"WITH {named} {last[0]}" if others else last[0]
        cursor.execute(text, [value for _, values in statements for value in values])


def id_in(value: UUID | None) -> Any:
    """Return an id as the database stores it."""
    return value.hex if value is not None and sqlite() else value


def id_out(value: Any) -> UUID | None:
    """Return a stored id."""
    return value if value is None or isinstance(value, UUID) else UUID(value)


def json_in(value: Any) -> str | None:
    """Return a value as JSON text, None as NULL."""
    return None if value is None else orjson.dumps(value).decode()


def json_out(value: Any) -> Any:
    """Return what stored JSON text holds."""
    return orjson.loads(value) if isinstance(value, str | bytes) else value


def time_in(value: datetime | None) -> Any:
    """Return a time as the database stores it."""
    return connection.ops.adapt_datetimefield_value(value) if sqlite() else value


def time_out(value: Any) -> datetime:
    """Return a stored time, in UTC."""
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=UTC)
    return datetime.fromisoformat(value).replace(tzinfo=UTC)
