"""The database's own refusal to change or delete what was recorded.

`create` and `drop` are used by the migrations, each for the tables that exist by then, and by tests
around Django's flush, which uses DELETE on SQLite.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

TABLES = ("scoring_handrevision", "scoring_matchevent", "players_auditevent", "players_rankingsnapshot")
MESSAGE = "this table is append-only"

_REFUSE = f"""
CREATE OR REPLACE FUNCTION scoring_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""


def create(connection: BaseDatabaseWrapper) -> None:
    """Make the triggers; making them again changes nothing."""
    with connection.cursor() as cursor:
        tables = _existing(connection)
        if connection.vendor == "postgresql":
            cursor.execute(_REFUSE)
            for table in tables:
                cursor.execute(
                    f"DROP TRIGGER IF EXISTS {table}_append_only ON {table}; "
                    f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
                    "FOR EACH ROW EXECUTE FUNCTION scoring_refuse_change()"
                )
            return
        for table in tables:
            for event in ("UPDATE", "DELETE"):
                cursor.execute(
                    f"CREATE TRIGGER IF NOT EXISTS {table}_no_{event.lower()} BEFORE {event} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
                )


def drop(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers away."""
    with connection.cursor() as cursor:
        for table in _existing(connection):
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_append_only ON {table}")
                continue
            for event in ("update", "delete"):
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{event}")


def _existing(connection: BaseDatabaseWrapper) -> list[str]:
    there = set(connection.introspection.table_names())
    return [table for table in TABLES if table in there]
