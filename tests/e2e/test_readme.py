"""The commands of the README do what it says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixtures.programs import ROOT
from tests.fixtures.server import Server

BLOCKS = re.findall(r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def spoken(block: str, folder: Path) -> list[dict]:
    """Run one block of commands in `folder` and return the JSON lines that it prints."""
    # `python3` is whatever runs the tests.
    program = f'set -eu\npython3() {{ "{sys.executable}" "$@"; }}\n{block}'
    done = subprocess.run(["bash", "-c", program], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    decoder, said, text = json.JSONDecoder(), [], done.stdout.strip()
    while text:
        value, end = decoder.raw_decode(text)
        said.append(value)
        text = text[end:].lstrip()
    return said


@pytest.mark.e2e
def test_the_example_over_the_api_records_the_worked_hand(server: Server) -> None:
    recorded, ranking = spoken(next(block for block in BLOCKS if "curl" in block), server.var.parent)
    assert recorded["match"]["totals"] == [13, 18]
    assert ranking["results"]


def test_the_example_of_the_engine_alone_finds_the_winner() -> None:
    (answer,) = spoken(next(block for block in BLOCKS if "scoring.engine" in block), ROOT)
    assert answer["status"] == "finished"
    assert answer["winner"] == 0
