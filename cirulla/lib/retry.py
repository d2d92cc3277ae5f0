"""Run a transaction again when the database asked for it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

from django.db import DatabaseError, InterfaceError, OperationalError, connection

from cirulla.lib.errors import TryAgain

T = TypeVar("T")
ATTEMPTS = 3
# PostgreSQL: serialization failure, deadlock, lock not available. Source: its manual, appendix A.
TRANSIENT = frozenset({"40001", "40P01", "55P03"})
# Nothing that a retry at once would mend, but the same request may be sent again later: disk full, read-only.
LATER = frozenset({"53100", "53200", "53300", "25006", "57P01", "57P02", "57P03", "57014"})


def sqlstate(error: BaseException) -> str:
    """Return the SQLSTATE of a database error, empty where there is none (SQLite)."""
    return str(getattr(error.__cause__, "sqlstate", None) or "")


def unavailable(error: BaseException) -> bool:
    """Tell whether the database is away, full, read-only or busy, so that the same request may be sent again later."""
    return isinstance(error, OperationalError | InterfaceError) or sqlstate(error) in TRANSIENT | LATER


def is_duplicate(error: BaseException) -> bool:
    """Tell whether a database error says that a unique value is taken already, and nothing else."""
    return sqlstate(error) == "23505" or "UNIQUE constraint failed" in str(error)


def _busy(error: BaseException) -> bool:
    return sqlstate(error) in TRANSIENT or "database is locked" in str(error)


def retrying(work: Callable[[], T]) -> T:
    """Run `work`, a whole transaction, up to three times while the database says it collided.

    Raises TryAgain (503 with Retry-After) after that, and at once when the database is away, full or
    read-only: nothing is stored then, and the client keeps its hand.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return work()
        except (DatabaseError, InterfaceError) as exc:
            if _busy(exc):
                if attempt == ATTEMPTS:
                    raise TryAgain from exc
                time.sleep(random.uniform(0.01, 0.05) * attempt)  # noqa: S311 - spreads two phones, no secret
                continue
            if unavailable(exc):
                connection.close_if_unusable_or_obsolete()
                raise TryAgain from exc
            raise
    raise AssertionError("unreachable")
