"""`manage.py serve`, the server of `make run`, as a process: it starts, answers, ends, and says what is in its way."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.fixtures.programs import ROOT, run_to_end
from tests.fixtures.server import own_database, server_environment, server_start
from tests.servers.process import free_port

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """Give the folder and the environment of a server whose database is migrated and empty."""
    var = tmp_path_factory.mktemp("bare")
    env = server_environment(var, free_port(), own_database(var, "bare"))
    run_to_end(["manage.py", "migrate", "--no-input", "--verbosity", "0"], env=env)
    return var, env


@pytest.fixture(scope="module")
def url(settled: tuple[Path, dict[str, str]]) -> Iterator[str]:
    """Give the address of a server that runs as long as this module's tests."""
    var, env = settled
    program = server_start(env, var)
    yield env["BASE_URL"]
    program.end()


def test_the_server_says_that_it_lives_and_that_it_can_work(url: str) -> None:
    assert httpx.get(f"{url}/healthz").json() == {"status": "ok"}
    assert httpx.get(f"{url}/readyz").json() == {"status": "ready"}


def test_the_static_files_come_from_the_same_process(url: str) -> None:
    answer = httpx.get(f"{url}/static/css/cirulla.css")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/css")


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM], ids=lambda signum: signum.name)
def test_the_server_ends_quickly_and_quietly(settled: tuple[Path, dict[str, str]], signum: signal.Signals) -> None:
    var, env = settled
    url = f"http://127.0.0.1:{(port := free_port())}"
    program = server_start({**env, "PORT": str(port), "BASE_URL": url}, var)
    with httpx.Client() as kept_open:
        assert kept_open.get(f"{url}/healthz").status_code == 200
        asked = time.monotonic()
        assert program.end(signum) == 0
        took = time.monotonic() - asked
    assert "Traceback" not in program.output()
    # A second is the promise; ten are a server that hangs, on a computer that does something else as well.
    assert took < 10


def test_a_port_in_use_is_told_in_one_sentence(settled: tuple[Path, dict[str, str]]) -> None:
    _, env = settled
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env={**env, "PORT": port, "PATH": ""},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode != 0
    assert f"Port {port} is in use." in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
