"""Read typed settings from the environment.

Every setting has a default that makes a fresh clone run on SQLite; `NAME_FILE`
may name a file that holds the value, for secrets mounted by an orchestrator.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

# A phone waits for an answer: nothing in the database may wait longer than this (milliseconds).
TIMEOUTS = {"lock_timeout": 3_000, "statement_timeout": 15_000, "idle_in_transaction_session_timeout": 30_000}


class EnvError(RuntimeError):
    """An environment variable holds something that cannot be read."""


def text(name: str, default: str = "") -> str:
    """Return the variable `name`, the content of the file `NAME_FILE` names, or `default`."""
    if (path := os.environ.get(f"{name}_FILE")) and name not in os.environ:
        return Path(path).read_text(encoding="utf-8").strip()
    return os.environ.get(name, default)


def flag(name: str, default: bool = False) -> bool:
    """Return a boolean: 1, true, yes, on or 0, false, no, off (any case).

    Raises EnvError for any other word.
    """
    word = text(name, "1" if default else "0").strip().lower()
    if word in {"1", "true", "yes", "on"}:
        return True
    if word in {"0", "false", "no", "off", ""}:
        return False
    raise EnvError(f"{name} must be true or false, not {word!r}.")


def number(name: str, default: int) -> int:
    """Return an integer. Raises EnvError when the variable is not one."""
    raw = text(name, str(default))
    try:
        return int(raw)
    except ValueError:
        raise EnvError(f"{name} must be a whole number, not {raw!r}.") from None


def words(name: str, default: str = "") -> list[str]:
    """Return a list: the variable split at commas, blanks trimmed, empty items dropped."""
    return [item.strip() for item in text(name, default).split(",") if item.strip()]


def own_secret(path: Path) -> str:
    """Return the secret that this installation keeps in a file, made on first use and readable by its owner alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secret := secrets.token_urlsafe(48))
    return secret


def database(url: str) -> dict[str, Any]:
    """Turn a database address into Django's dictionary.

    `sqlite:///relative/or//absolute` and `postgres://user:password@host:port/name?option=value`
    are understood; a `host` option may name a socket folder. Raises EnvError for any other scheme.
    """
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    if parts.scheme == "sqlite":
        return sqlite(unquote(parts.path.removeprefix("/")) or ":memory:")
    if parts.scheme in {"postgres", "postgresql"}:
        return {
            "ENGINE": "cirulla.lib.postgresql",
            "NAME": unquote(parts.path.removeprefix("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": options.pop("host", "") or unquote(parts.hostname or ""),
            "PORT": str(parts.port or ""),
            # Persistent connections cost less processor time than a pool; a dead one is noticed before use.
            "CONN_MAX_AGE": number("DATABASE_CONN_MAX_AGE", 600),
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": {
                "options": " ".join(f"-c {name}={millis}" for name, millis in TIMEOUTS.items()),
                "application_name": "cirulla",
                "connect_timeout": 5,
                "prepare_threshold": 3,
                **options,
            },
        }
    raise EnvError(f"DATABASE_URL starts with {parts.scheme!r}; use sqlite:/// or postgres://.")


def sqlite(path: str) -> dict[str, Any]:
    """Return Django's dictionary for an SQLite file that several threads write to.

    IMMEDIATE takes the write lock at BEGIN, so that read-then-write waits its turn
    instead of failing; WAL lets readers go on meanwhile.
    """
    return {
        "ENGINE": "cirulla.lib.sqlite",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;",
        },
        "TEST": {"NAME": str(Path(path).with_name("test-" + Path(path).name)) if path != ":memory:" else None},
    }
