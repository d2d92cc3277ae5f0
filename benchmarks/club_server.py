"""The club server of the architecture for benchmarks: PostgreSQL, Redis, granian WSGI 2 × 2, and the CPU they use."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx

from tests.fixtures.programs import Program, children, run_to_end
from tests.servers import Postgres, Redis, Stop
from tests.servers.account import server_account, working_folder
from tests.servers.addresses import folder_remove
from tests.servers.locate import postgres_bin, redis_program
from tests.servers.process import free_port

TICK = os.sysconf("SC_CLK_TCK")
GRANIAN = importlib.util.find_spec("granian") is not None
SERVER = "granian 2x2" if GRANIAN else "waitress, 4 threads: granian is not installed"


@dataclass(slots=True)
class Served:
    """One side of a comparison: its port, its process, the database server's process id, what was filled in."""

    port: int
    program: Program
    postgres: int
    filled: dict[str, Any]
    application: str = ""
    env: dict[str, str] = field(default_factory=dict)

    def cpu(self) -> tuple[float, float]:
        """Return the CPU seconds that the service and PostgreSQL have used so far."""
        return _cpu(self.program.pid), _cpu(self.postgres)


def _cpu(pid: int) -> float:
    total = 0
    for one in (pid, *children(pid)):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15]))  # own and reaped children's user and system time
    return total / TICK


@contextlib.contextmanager
def two_sides(matches: int) -> Iterator[tuple[Served, Served]]:
    """Serve the service and the baseline side by side, each with `matches` open matches in a database of its own."""
    account, stop = server_account(), Stop()
    folder = working_folder(account)
    with contextlib.ExitStack() as stack:
        stack.callback(folder_remove, folder)
        programs = postgres_bin(account, wheel=False, folder=folder, stop=stop)
        postgres = Postgres(programs, folder / "pg", account=account, durable=True, stop=stop)
        stack.callback(postgres.stop)
        postgres.start()
        program = redis_program(account, wheel=False, folder=folder, stop=stop)
        redis = Redis(program, folder / "redis", account=account, stop=stop)
        stack.callback(redis.stop)
        redis.start()
        sides = []
        for name, fill, application in (
            ("club", "benchmarks.club_fill", "cirulla.wsgi:application"),
            ("baseline", "benchmarks.baseline.fill", "benchmarks.baseline.wsgi:application"),
        ):
            var = folder / name
            var.mkdir()
            env = {
                "DATABASE_URL": postgres.database_make(name),
                "CELERY_BROKER_URL": redis.url(),
                "REDIS_URL": redis.url(1),
                "CIRULLA_VAR": str(var),
                "EMBEDDED": "1",
                "LIMIT_CALLER": "100000000",
                "LOG_LEVEL": "WARNING",
            }
            filled = json.loads(run_to_end(["-m", fill, str(matches)], env=env))
            port, program = _serve(stack, application, env)
            assert postgres.pid is not None
            sides.append(Served(port, program, postgres.pid, filled, application, env))
        yield sides[0], sides[1]


@contextlib.contextmanager
def beside(served: Served, **env: str) -> Iterator[Served]:
    """Serve the same database by one more server, with other settings."""
    with contextlib.ExitStack() as stack:
        port, program = _serve(stack, served.application, served.env | env)
        yield replace(served, port=port, program=program)


def _serve(stack: contextlib.ExitStack, application: str, env: dict[str, str]) -> tuple[int, Program]:
    port = free_port()
    program = Program(_words(application, port), env=env, log=Path(env["CIRULLA_VAR"]) / f"server-{port}.log")
    stack.callback(program.kill)
    program.wait_until(lambda: _answers(port))
    return port, program


def _words(application: str, port: int) -> list[str]:
    if not GRANIAN:
        return ["-m", "waitress", f"--listen=127.0.0.1:{port}", "--threads=4", application]
    sized = ["--workers", "2", "--blocking-threads", "2", "--no-ws", "--http", "1", "--log-level", "warning"]
    return ["-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port), *sized, application]


def _answers(port: int) -> bool:
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(f"http://127.0.0.1:{port}/api/v1/matches", timeout=5).status_code < 500
    return False
