"""`manage.py ratings_backtest`: how well the rating would have foretold a club's matches, beside other methods."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from players.models import Club
from players.ratings.backtest import attainable, judge, skill_spread
from players.ratings.comparisons import METHODS
from players.services.ladder import rated_stream
from scoring.selectors import record

LINE = "{:<12} {:>9} {:>9} {:>12} {:>9}"


class Command(BaseCommand):
    help = "Let the rating and other methods foretell a club's matches; print log loss, calibration, captured share."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", type=UUID, help="the id of the club")
        parser.add_argument("--bins", action="store_true", help="add the reliability of the official rating in tenths")

    def handle(self, *args: Any, club: UUID, bins: bool, **options: Any) -> None:
        if not Club.objects.filter(pk=club).exists():
            raise CommandError(f"There is no club {club}.")
        matches = list(rated_stream(record.rated_matches(club)))
        if not matches:
            raise CommandError("The club has no rated match yet.")
        spread = skill_spread(matches)
        best = attainable(matches, spread)
        self.stdout.write(f"{len(matches)} rated matches; skills differ by about {spread:.0f} points.")
        self.stdout.write(f"Who knew every skill would have a log loss of about {best:.5f}.")
        self.stdout.write(LINE.format("method", "log loss", "- coin", "calibration", "captured"))
        for name, method in METHODS.items():
            try:
                judged = judge(matches, method())
            except ImportError:
                self.stdout.write(f"{name:<12} is not installed here")
                continue
            share = judged.captured(best)
            slope = "" if judged.slope is None else f"{judged.slope:.2f}"
            told = (f"{judged.loss:.5f}", f"{judged.loss - judged.coin:+.5f}", slope)
            self.stdout.write(LINE.format(name, *told, "" if share is None else f"{share:.0%}"))
        if bins:
            for said, won, count in judge(matches, METHODS["team_glicko"]()).bins:
                self.stdout.write(f"said {said:.0%}: won {won:.0%} of {count}")
