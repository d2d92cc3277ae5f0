"""Check played events: every pairing against its conditions, every table against its results."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.checker import check_event


class Command(BaseCommand):
    help = "Check tournaments written as JSON lines; prints every finding and ends with status 1 if there is one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, help="files of JSON lines; standard input without any")

    def handle(self, *args: Any, **options: Any) -> None:
        events = findings = 0
        for where, line in _lines(options["files"]):
            try:
                document = json.loads(line)
                if not isinstance(document, dict):
                    raise ValueError("no JSON object")
                found = check_event(document)
            except (ValueError, RecursionError) as error:
                raise CommandError(f"{where}: {error}") from None
            events += 1
            findings += len(found)
            for one in found:
                self.stdout.write(f"{where} {document['format']}: {one.where}: {one.what}")
        if findings:
            raise CommandError(f"{findings} findings in {events} events")
        self.stdout.write(f"{events} events, no findings")


def _lines(files: list[Path]) -> Iterator[tuple[str, str]]:
    if not files:
        yield from ((f"line {number}", line) for number, line in enumerate(sys.stdin, start=1) if line.strip())
    for path in files:
        try:
            with path.open(encoding="utf-8") as source:
                yield from ((f"{path}:{number}", line) for number, line in enumerate(source, start=1) if line.strip())
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None
