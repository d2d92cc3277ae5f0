"""Play one evening through every operation of the API and write what was sent and answered: docs/api_examples.json.

    python -m tests.api.record_examples

The examples in the OpenAPI document are taken from there, so they are answers that the service has given.
Ids, tokens and codes are replaced by ones that are the same at every recording.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django
import time_machine

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs" / "api_examples.json"
EVENING = "2026-11-27T20:15:00Z"
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TOKEN = re.compile(r"cir_(pat|tab)_[0-9A-Za-z]{43,}")
HINT = re.compile(r"cir_(pat|tab)_[0-9A-Za-z]{6}…[0-9A-Za-z]{4}")
CODES = re.compile(r'(?<=[/"])([BCDFGHJKLMNPQRSTVWXZ]{4})-?([BCDFGHJKLMNPQRSTVWXZ]{4})(?=[/"])')


class Recorder:
    """Send requests and keep, by operation, the first that was answered well."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Any]] = {}

    def keep(self, operation: str, answer: Any, body: Any = None) -> Any:
        """Keep an answer under an operation's id; return its content."""
        assert answer.status_code < 300, (operation, answer.status_code, answer.content)
        media = answer.get("Content-Type", "").split(";")[0]
        raw = b"".join(answer.streaming_content) if answer.streaming else answer.content
        content = json.loads(raw) if media == "application/json" and raw else raw.decode("utf-8-sig")
        example = {"status": answer.status_code, "media": media, "response": content}
        if body is not None:
            example["request"] = body
        self.kept.setdefault(operation, example)
        return content


def same_names(text: str) -> str:
    """Replace what is drawn anew each time by what is the same each time."""
    ids: dict[str, str] = {}
    codes: dict[str, str] = {}
    letters = "BCDFGHJKLMNPQRSTVWXZ"

    def code(found: re.Match[str]) -> str:
        key = found.group(1) + found.group(2)
        made = codes.setdefault(key, "WDJBMJH" + letters[len(codes)])
        return f"{made[:4]}-{made[4:]}" if "-" in found.group() else made

    text = UUID.sub(lambda found: ids.setdefault(found.group(), f"01ac2f5c-8a00-7000-8000-{len(ids) + 1:012x}"), text)
    text = TOKEN.sub(lambda found: f"cir_{found.group(1)}_" + "x" * 49, text)
    text = HINT.sub(lambda found: f"cir_{found.group(1)}_xxxxxx…xxxx", text)
    return CODES.sub(code, text)


def play() -> dict[str, dict[str, Any]]:
    """Play the evening."""
    from allauth.account.models import EmailAddress

    from tests.api.conftest import Api, client_of, person
    from tests.api.examples_evening import evening

    def people(email: str) -> Any:
        user, who = person(email)
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
        return client_of(who)

    recorder = Recorder()
    make: Callable[[str | None], Api] = lambda token: Api(django.test.Client(), token)  # noqa: E731
    evening(recorder.keep, people("gina@example.org"), people("nena@example.org"), make)
    return recorder.kept


def main() -> int:
    """Write the file anew."""
    os.environ["DATABASE_URL"] = "sqlite:///:memory:"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cirulla.settings")
    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    with time_machine.travel(EVENING, tick=False):
        kept = play()
    text = json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True)
    FILE.write_text(same_names(text) + "\n", encoding="utf-8")
    sys.stdout.write(f"{FILE.relative_to(ROOT)}: {len(kept)} operations\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
