"""Let the database itself refuse to change or delete an audit event too."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from scoring import append_only


def make(apps: Any, schema_editor: Any) -> None:
    append_only.create(schema_editor.connection)


def unmake(apps: Any, schema_editor: Any) -> None:
    append_only.drop(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0003_tables"), ("players", "0003_members_audit")]
    operations = [migrations.RunPython(make, unmake)]
