"""The test runner itself: its passes, its closing line, and its end when somebody interrupts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from tests.run import Pass, closing_line, environment_for, options_read, passes_chosen
from tests.servers import Addresses
from tests.servers.addresses import folder_remove

ROOT = Path(__file__).resolve().parents[2]
PATIENT = """
import os, pathlib, time

def test_that_takes_its_time():
    known = pathlib.Path(os.environ["KNOWN"])
    known.with_suffix(".new").write_text(f"{os.environ['DATABASE_URL']}\\n{os.getpid()}\\n")
    known.with_suffix(".new").rename(known)
    time.sleep(600)
"""


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def run_until_it_sleeps(folder: Path) -> tuple[subprocess.Popen[bytes], str, int]:
    """Start the runner on one long test; return it, the address of its database and pytest's process id."""
    (folder / "test_patience.py").write_text(PATIENT, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  proof\n  db\n  e2e\n", encoding="utf-8")
    known = folder / "known.txt"
    command = [sys.executable, "-m", "tests.run", "--database", "postgres", "-p", "no:django", str(folder)]
    env = {name: value for name, value in os.environ.items() if name not in {"TEST_DATABASE_URL", "TEST_REDIS_URL"}}
    runner = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**env, "KNOWN": str(known)},
        stdin=subprocess.DEVNULL,
        stdout=(folder / "output.txt").open("wb"),
        stderr=subprocess.STDOUT,
        process_group=0,
        # Who runs the tests under nohup passes on that SIGHUP is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 120
    while not known.exists():
        assert runner.poll() is None, (folder / "output.txt").read_text()
        assert time.monotonic() < deadline, (folder / "output.txt").read_text()
        time.sleep(0.05)
    url, pid = known.read_text(encoding="utf-8").split()
    return runner, url, int(pid)


def data_folder(url: str) -> Path:
    """Return where the database at `url` keeps its data: <temporary folder>/pg/data."""
    with psycopg.connect(url) as connection:
        return Path(connection.execute("SHOW data_directory").fetchone()[0])


@pytest.mark.smoke
@pytest.mark.parametrize(
    "signum",
    [
        pytest.param(signal.SIGTERM, id="SIGTERM"),
        pytest.param(signal.SIGINT, id="SIGINT"),
        pytest.param(signal.SIGHUP, id="SIGHUP", marks=pytest.mark.proof),
    ],
)
def test_a_run_that_is_interrupted_leaves_no_server_and_no_test_process(tmp_path: Path, signum: signal.Signals) -> None:
    runner, url, pytest_pid = run_until_it_sleeps(tmp_path)
    data = data_folder(url)
    runner.send_signal(signum)
    assert runner.wait(timeout=60) == 128 + signum
    assert not alive(pytest_pid)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url, connect_timeout=2)
    assert not data.parent.parent.exists()
    output = (tmp_path / "output.txt").read_text(encoding="utf-8")
    assert f"Interrupted by {signum.name}; the servers are stopped." in output
    assert "Traceback" not in output


@pytest.mark.proof
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent is gone")
def test_not_even_a_killed_run_leaves_a_server(tmp_path: Path) -> None:
    runner, url, pytest_pid = run_until_it_sleeps(tmp_path)
    data = data_folder(url)
    runner.kill()
    runner.wait()
    os.kill(pytest_pid, signal.SIGKILL)
    deadline = time.monotonic() + 20
    while True:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            break
        assert time.monotonic() < deadline, "the database still answers"
        time.sleep(0.1)
    folder_remove(data.parent.parent)


@pytest.mark.parametrize(
    ("counts", "seconds", "line"),
    [
        pytest.param({"passed": 812, "warnings": 1}, 12.3456, " 812 passed, 1 warning in 12.35s ", id="good"),
        pytest.param({"failed": 1, "passed": 2}, 61.0, " 1 failed, 2 passed in 61.00s (0:01:01) ", id="failed"),
        pytest.param({"error": 2, "skipped": 1}, 3725.5, " 1 skipped, 2 errors in 3725.50s (1:02:05) ", id="errors"),
        pytest.param({"deselected": 9}, 0.1, " no tests ran in 0.10s ", id="none"),
    ],
)
def test_the_closing_line_is_written_as_pytest_writes_it(counts: dict[str, int], seconds: float, line: str) -> None:
    assert closing_line(counts, seconds).strip("=") == line
    assert closing_line(counts, seconds).startswith("==")


@pytest.mark.parametrize(
    ("arguments", "passes"),
    [
        pytest.param([], [("postgres", "not proof"), ("sqlite", "(db or e2e) and not proof")], id="suite"),
        pytest.param(["--database", "sqlite"], [("sqlite", "(db or e2e) and not proof")], id="one database"),
        pytest.param(["--proof"], [("postgres", "proof"), ("sqlite", "proof and (db or e2e)")], id="proof"),
        pytest.param(["--smoke"], [("postgres", "(smoke or worker) and not proof")], id="smoke"),
        pytest.param(
            ["-m", "web"],
            [("postgres", "(web) and not proof"), ("sqlite", "(web) and (db or e2e) and not proof")],
            id="marks",
        ),
    ],
)
def test_the_command_line_chooses_the_passes(arguments: list[str], passes: list[tuple[str, str]]) -> None:
    options, given = options_read([*arguments, "-x", "tests/api"])
    assert [(one.database, one.marks) for one in passes_chosen(options)] == passes
    assert given == ["-x", "tests/api"]


def test_the_sqlite_pass_keeps_the_broker_and_its_files_in_a_folder_of_its_own() -> None:
    addresses = Addresses(database="postgres://a/b", broker="redis://c/0", folder=Path("/d"), described="")
    env = environment_for(Pass("sqlite", "db"), addresses, Path("/tmp/e"))
    assert env["DATABASE_URL"] == "sqlite:////tmp/e/cirulla.sqlite3"
    assert env["CELERY_BROKER_URL"] == "redis://c/0"
    assert env["CIRULLA_VAR"] == "/tmp/e"
