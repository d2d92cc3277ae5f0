"""A pytest plugin that writes what a run came to into the file that TESTS_TALLY names, as JSON."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

KINDS = ("failed", "passed", "skipped", "deselected", "xfailed", "xpassed", "warnings", "error")


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count the reports of each kind, as pytest's own closing line does."""
    counts = {
        kind: sum(getattr(report, "count_towards_summary", True) for report in terminalreporter.stats.get(kind, []))
        for kind in KINDS
    }
    Path(os.environ["TESTS_TALLY"]).write_text(json.dumps(counts), encoding="utf-8")
