"""Queries about what somebody may see, written by the ORM once for each kind of caller and run again by plain SQL.

Who may see what stands in players.policies alone; to write such a query anew costs several times what it costs to run.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from cirulla.lib.plain_sql import Statement, id_in, plain_cursor
from players.principals import Principal

# They stand for the values of a call while a query is written.
_ACCOUNT = UUID("00000000-0000-4000-8000-0000000000a1")
_TABLE = UUID("00000000-0000-4000-8000-0000000000a2")
_THINGS = tuple(UUID(f"00000000-0000-4000-8000-0000000000b{number}") for number in range(4))
MOST_TEXTS = 400

Text = tuple[str, tuple[Any, ...]]


class SeenQuery:
    """A query that depends on who asks and on ids, four at most.

    `query` takes both, and `shape` by its name where a call has one: whatever changes the text. It returns a
    queryset of `values_list`; of the caller it may use account, scopes and table alone. Values come as
    the database has them (cirulla.lib.plain_sql reads them).
    """

    def __init__(self, query: Callable[..., QuerySet[Any, Any]]) -> None:
        self._query = query
        self._texts: dict[Hashable, Text] = {}

    def statement(self, who: Principal, *things: UUID, shape: Hashable = None) -> Statement:
        """Return the query as plain SQL with its values."""
        text, marks = self._text(who, len(things), shape)
        values = {
            id_in(_ACCOUNT): who.user_id,
            id_in(_TABLE): who.table.match_id if who.table else None,
            **{id_in(mark): thing for mark, thing in zip(_THINGS, things, strict=False)},
        }
        return text, [id_in(values[mark]) if mark in values else mark for mark in marks]

    def rows(self, who: Principal, *things: UUID, shape: Hashable = None) -> list[tuple[Any, ...]]:
        """Run the query; one statement."""
        with plain_cursor() as cursor:
            cursor.execute(*self.statement(who, *things, shape=shape))
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found

    def first(self, who: Principal, *things: UUID) -> tuple[Any, ...] | None:
        """Run the query and return its first row, None without one."""
        return next(iter(self.rows(who, *things)), None)

    def _text(self, who: Principal, count: int, shape: Hashable) -> Text:
        kind = (who.user_id is None, who.scopes, who.table is None, count, shape)
        found = self._texts.get(kind)
        if found is None:
            asks = replace(
                who,
                user_id=_ACCOUNT if who.user_id else None,
                table=replace(who.table, match_id=_TABLE) if who.table else None,
            )
            more = {} if shape is None else {"shape": shape}
            found = self._query(asks, *_THINGS[:count], **more).query.sql_with_params()
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            self._texts[kind] = found
        return found
