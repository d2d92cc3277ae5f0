"""Where the server programs are: pg_config, Debian's folders, PATH, else wheels."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.servers.account import Account
from tests.servers.process import Stop
from tests.servers.wheels import copy_for, wheel_program

OLDEST_POSTGRES = (15,)
OLDEST_REDIS = (6, 2)


def postgres_bin(account: Account, *, wheel: bool, folder: Path, stop: Stop) -> Path:
    """Return a folder with `postgres` and `initdb`, version 15 or newer, that `account` may run.

    With `wheel` the machine's own servers are not looked for. `folder` receives the copy of a wheel that
    another user has to read. Raises ServerError when there is none.
    """
    if not wheel:
        for candidate in _postgres_folders():
            programs = [candidate / "postgres", candidate / "initdb"]
            if all(program.is_file() and account.can_run(program) for program in programs) and (
                version(programs[0]) >= OLDEST_POSTGRES
            ):
                return candidate
    return _from_wheel("PostgreSQL", account, folder, stop).parent


def redis_program(account: Account, *, wheel: bool, folder: Path, stop: Stop) -> Path:
    """Return `redis-server`, version 6.2 or newer, that `account` may run; arguments as for PostgreSQL."""
    if not wheel:
        found = shutil.which("redis-server")
        if found and account.can_run(Path(found)) and version(Path(found)) >= OLDEST_REDIS:
            return Path(found)
    return _from_wheel("Redis", account, folder, stop)


def version(program: Path) -> tuple[int, ...]:
    """Return the version that `program --version` prints, (0,) when it prints none."""
    try:
        words = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=20, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return (0,)
    found = re.search(r"(?:\) |v=)(\d+(?:\.\d+)*)", words)
    return tuple(int(part) for part in found[1].split(".")) if found else (0,)


def _postgres_folders() -> Iterator[Path]:
    if config := shutil.which("pg_config"):
        answer = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        if answer.returncode == 0:
            yield Path(answer.stdout.strip())
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    yield from sorted(debian, key=lambda path: float(re.sub(r"[^\d.]", "", path.parent.name) or 0), reverse=True)
    if found := shutil.which("postgres"):
        yield Path(found).resolve().parent


def _from_wheel(server: str, account: Account, folder: Path, stop: Stop) -> Path:
    program = wheel_program(server, stop=stop)
    return copy_for(program, folder) if account.is_another else program
