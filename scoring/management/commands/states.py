"""`manage.py states`: print the tables of states as docs/states.md."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from scoring.states import as_markdown


class Command(BaseCommand):
    """Print docs/states.md."""

    help = "Print the states of hands and matches as Markdown (docs/states.md)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the page to standard output."""
        self.stdout.write(as_markdown(), ending="")
