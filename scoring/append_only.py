"""The database's own refusal to change or delete a revision.

`create` and `drop` are used by the migration, and by tests around Django's flush, which uses DELETE
on SQLite.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "scoring_handrevision"
MESSAGE = "hand revisions are append-only"

_POSTGRESQL_CREATE = f"""
CREATE OR REPLACE FUNCTION {TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
END $$;
DROP TRIGGER IF EXISTS {TABLE}_append_only ON {TABLE};
CREATE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE ON {TABLE}
  FOR EACH ROW EXECUTE FUNCTION {TABLE}_refuse();
"""
_POSTGRESQL_DROP = f"DROP TRIGGER IF EXISTS {TABLE}_append_only ON {TABLE}; DROP FUNCTION IF EXISTS {TABLE}_refuse();"


def create(connection: BaseDatabaseWrapper) -> None:
    """Make the triggers; making them again changes nothing."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_CREATE)
            return
        for event in ("UPDATE", "DELETE"):
            cursor.execute(
                f"CREATE TRIGGER IF NOT EXISTS {TABLE}_no_{event.lower()} BEFORE {event} ON {TABLE} "
                f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
            )


def drop(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers away."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_DROP)
            return
        for event in ("update", "delete"):
            cursor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_no_{event}")
