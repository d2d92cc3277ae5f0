"""Measure recording on one machine: SQLite under the server of `make run`, eight phones at once.

python -m benchmarks.record_hand_embedded [seconds]
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from benchmarks.club_server import Served
from benchmarks.phones import turn
from benchmarks.record_hand import CLIENTS, requests, row
from tests.fixtures.programs import run_to_end
from tests.fixtures.server import server_environment, server_start
from tests.servers.process import free_port

MATCHES = 1_500


def measure(seconds: float = 8.0):
    """Return rows of figure, value, target, ratio for the common table of `make bench`."""
    with tempfile.TemporaryDirectory() as name:
        var = Path(name)
        port = free_port()
        env = server_environment(var, port, f"sqlite:///{var / 'club.sqlite3'}") | {"LOG_LEVEL": "WARNING"}
        env["LIMIT_CALLER"] = "100000000"
        filled = json.loads(run_to_end(["-m", "benchmarks.club_fill", str(MATCHES)], env=env))
        program = server_start(env, var)
        try:
            side = Served(port, program, program.pid, filled)
            before = side.cpu()[0]
            sent = turn(port, requests(side, body=True), seconds=seconds, good=frozenset({201}), again=False)
            spent = side.cpu()[0] - before
        finally:
            program.end()
    rate = sent.rate
    return [
        row("SQLite, 8 clients, whole path, hands/s", round(rate), ">= 200", round(rate / 200, 2)),
        row("SQLite: answers that were errors", len(sent.wrong), "0"),
        row("SQLite: p50 / p99, ms", f"{sent.percentile(50):.1f} / {sent.percentile(99):.1f}"),
        row("SQLite: CPU ms a hand, server with its relay", f"{1000 * spent / sent.count:.2f}"),
    ]


if __name__ == "__main__":
    assert CLIENTS == 8
    for line in measure(*(float(word) for word in sys.argv[1:])):
        print(f"{line['figure']:<48} {line['value']!s:>16} {line['target'] or '':<10} {line['ratio'] or ''}")
