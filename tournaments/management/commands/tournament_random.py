"""Write random played events, one JSON document a line, for `tournament_check` and for whoever wants test data."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.random_event import FORMATS, random_event


class Command(BaseCommand):
    help = "Write random played tournaments as JSON lines; the same seed always writes the same events."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, required=True, help="of the first event; the next ones count on")
        parser.add_argument("--count", type=int, default=1, help="how many events (1)")
        parser.add_argument("--format", choices=sorted(FORMATS), help="one format; any without it")
        parser.add_argument("--entrants", type=int, help="how many entrants, from 2 to 200; any up to 33 without it")

    def handle(self, *args: Any, **options: Any) -> None:
        entrants = options["entrants"]
        if entrants is not None and not 2 <= entrants <= 200:
            raise CommandError("--entrants must be from 2 to 200")
        if options["count"] < 1:
            raise CommandError("--count must be at least 1")
        for seed in range(options["seed"], options["seed"] + options["count"]):
            event = random_event(seed, event_format=options["format"], entrants=entrants)
            self.stdout.write(json.dumps(event, separators=(",", ":")))
