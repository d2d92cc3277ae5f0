"""`manage.py rebuild`: recompute ladders and figures from the hands on record."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from players.models import Club
from players.services.differences import Difference
from players.services.rebuild import rebuild
from scoring.selectors import record

BAR = 30


class Command(BaseCommand):
    help = "Recompute every ladder and every player's figures from the record; --check only reports what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; end with 1 when something differs")
        parser.add_argument("--club", type=UUID, help="the id of one club")
        parser.add_argument(
            "--jobs", type=int, default=os.cpu_count() or 1, help="processes that share the work (PostgreSQL only)"
        )

    def handle(self, *args: Any, check: bool, club: UUID | None, jobs: int, **options: Any) -> None:
        if club is not None and not Club.objects.filter(pk=club).exists():
            raise CommandError(f"There is no club {club}.")
        found = 0

        def report(difference: Difference) -> None:
            nonlocal found
            found += difference.rows
            self.stdout.write(str(difference))

        rebuild(record=record, club_id=club, check=check, report=report, progress=self._progress, jobs=jobs)
        outcome = "differed" if check else "differed and were put right"
        self.stderr.write(f"{found} rows {outcome}.")
        if check and found:
            sys.exit(1)

    def _progress(self, what: str, done: int, total: int) -> None:
        bar = "#" * (BAR * done // max(total, 1))
        # A terminal shows one line that grows, a log one for each step.
        end = "\r" if self.stderr.isatty() else "\n"
        self.stderr.write(f"{what:<8} [{bar:<{BAR}}] {done} of {total}", ending=end)
