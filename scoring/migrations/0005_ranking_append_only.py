"""Let the database itself refuse to change or delete a published ranking too."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from scoring import append_only


def make(apps: Any, schema_editor: Any) -> None:
    append_only.create(schema_editor.connection)


def unmake(apps: Any, schema_editor: Any) -> None:
    append_only.drop(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0004_audit_append_only"), ("players", "0004_rankings")]
    operations = [migrations.RunPython(make, unmake)]
