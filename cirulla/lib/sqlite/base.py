"""One writer at a time, in order: SQLite itself lets those who wait ask again and again, and some of them for ever."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

_lines: dict[str, threading.Lock] = defaultdict(threading.Lock)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions take this process's lock of the file before SQLite's own.

    Other processes (a command beside the server) are kept apart by SQLite's lock, as ever. A turn that does not
    come within the connection's timeout is the error that SQLite would raise: `database is locked`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._line: threading.Lock | None = None

    def _start_transaction_under_autocommit(self) -> None:
        line = _lines[str(self.settings_dict["NAME"])]
        if not line.acquire(timeout=float(self.settings_dict["OPTIONS"].get("timeout", 5))):
            raise OperationalError("database is locked")
        self._line = line
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave_line()
            raise

    def _commit(self) -> Any:
        done = super()._commit()  # type: ignore[misc]
        self._leave_line()
        return done

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._leave_line()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._leave_line()

    def _leave_line(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.release()
