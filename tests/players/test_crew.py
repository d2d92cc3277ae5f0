"""Shares of work in several processes: in order, and nobody goes on alone when the one who asked is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from players.services.crew import in_shares

ENDLESS = """
import os, sys, time
from pathlib import Path
import django
django.setup()
from players.services.crew import in_shares

def work(number):
    Path(sys.argv[1], str(os.getpid())).touch()
    time.sleep(600)

list(in_shares(work, [1, 2], 2))
"""


def wait_for(check: Callable[[], bool], seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < until, "in time"
        time.sleep(0.05)


def there(pid: int) -> bool:
    """Tell whether a process runs; one that has ended and whom nobody waits for does not."""
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_comes_of_each_share_comes_in_their_order(jobs):
    base = 100
    assert list(in_shares(lambda number: base + number, range(5), jobs)) == [100, 101, 102, 103, 104]


def test_a_share_that_fails_says_why():
    def work(number: int) -> int:
        raise ValueError(f"share {number}")

    with pytest.raises(ValueError, match="share 1"):
        list(in_shares(work, [1, 2], 2))


def test_whoever_was_asked_ends_when_who_asked_is_killed(tmp_path):
    parent = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, str(tmp_path)], env={**os.environ, "DJANGO_SETTINGS_MODULE": "cirulla.settings"}
    )
    try:
        wait_for(lambda: len(list(tmp_path.iterdir())) == 2)
        workers = [int(path.name) for path in tmp_path.iterdir()]
        assert all(map(there, workers))
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    wait_for(lambda: not any(map(there, workers)))
