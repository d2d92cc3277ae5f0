"""Hold a named lock of the database until the transaction ends, where no row stands for what is locked."""

from __future__ import annotations

from zlib import crc32

from django.db import connection


def hold(name: str, number: int) -> None:
    """Wait for the lock `name` of `number` (0 to 2^31 - 1) and hold it to the end of the transaction.

    PostgreSQL's advisory lock; on SQLite the transaction holds the only write lock there is.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [crc32(name.encode()) - 2**31, number])


def patient() -> None:
    """Let this transaction take its time: a rebuild reckons for minutes between two statements (cirulla.env)."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0")
