"""`manage.py demo`: fill the database with the demo club."""

from __future__ import annotations

import logging
import time
from typing import Any

from django.core.management.base import BaseCommand

from cirulla.demo.club import Progress, club_ensure, followups_work_off, matches_play, rankings_publish_now
from cirulla.demo.owner import demo_file, demo_write, owner_ensure
from cirulla.demo.people import CLUB


class Command(BaseCommand):
    help = "Make a club with 24 invented players and their matches. A second run keeps what is there."

    def handle(self, *args: Any, **options: Any) -> None:
        # Hundreds of tasks run here one after the other; each would tell that it has succeeded.
        logging.getLogger("celery.app.trace").setLevel(logging.WARNING)
        owner = owner_ensure()
        club = club_ensure(owner.principal)
        demo_write(owner, club.pk)
        played = matches_play(club, owner.principal, self._progress("matches played"))
        followups_work_off(self._progress("changes brought into the rankings"))
        rankings_publish_now(club)
        outcome = f"{played} matches played" if played else "all there"
        self.stdout.write(f"{CLUB}: {outcome}; how to log in is written to {demo_file()}")

    def _progress(self, what: str) -> Progress:
        said = time.monotonic()

        def progress(done: int, of: int) -> None:
            nonlocal said
            if time.monotonic() - said > 2:
                said = time.monotonic()
                self.stdout.write(f"  {done} of {of} {what}")

        return progress
