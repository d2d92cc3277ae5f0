"""Look at the line before asking the server whether it is there; keep the plans of plain SQL on the server."""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base, operations


class DatabaseOperations(operations.DatabaseOperations):
    """What is asked of a statement afterwards."""

    def last_executed_query(self, cursor: Any, sql: Any, params: Any) -> str:
        """Return the statement as it ran, or as it was written when the server had it planned already."""
        return super().last_executed_query(cursor, sql, params) or str(sql)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is asked `SELECT 1` only when something lies on its line.

    A server that ended, or ended this connection, has said so, and an idle connection has nothing else to
    hear. Django's own check costs a round trip at the start of every request.
    """

    ops_class = DatabaseOperations

    def plain_cursor(self) -> Any:
        """Return a cursor whose values travel apart from the statement, so that the server plans it once.

        Django's own cursors write values into the text, because the ORM's statements need it.
        """
        self.close_if_health_check_failed()
        self.ensure_connection()
        with self.wrap_database_errors:
            return self._prepare_cursor(base.ServerBindingCursor(self.connection))  # type: ignore[attr-defined, call-arg]

    def is_usable(self) -> bool:
        """Tell whether the connection can be used."""
        line = self.connection
        if line is not None and not line.closed and not self.errors_occurred and _silent(line.fileno()):
            return True
        return super().is_usable()


def _silent(handle: int) -> bool:
    poll = select.poll()
    poll.register(handle, select.POLLIN | select.POLLHUP | select.POLLERR)
    return not poll.poll(0)
