"""`manage.py rescore --check`: run the engine over everything that was entered and report what differs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.selectors.rescore import drifts


class Command(BaseCommand):
    """Compare stored points with what the engine says of the stored entries."""

    help = "Run the engine over all stored entries and report every stored figure that it would not give today."

    def add_arguments(self, parser: CommandParser) -> None:
        """Ask for --check, so that nobody thinks something is rewritten."""
        parser.add_argument(
            "--check", action="store_true", required=True, help="report differences; nothing is written"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each difference; status 1 when there is one."""
        found = 0
        for drift in drifts():
            found += 1
            where = f"match {drift.match} hand {drift.hand or '-'}"
            self.stdout.write(f"{where} {drift.what}: stored {drift.stored}, computed {drift.computed}")
        if found:
            raise CommandError(f"{found} stored figures differ from what the engine gives.")
        self.stdout.write("Every stored figure is what the engine gives.")
