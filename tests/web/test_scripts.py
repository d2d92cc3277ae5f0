"""The scripts of the pages, by node's own test runner; node comes with Playwright."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import playwright
import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "cirulla" / "static" / "js"
TESTS = sorted((ROOT / "tests" / "web" / "js").glob("*.test.mjs"))


def node() -> str:
    """Return the node inside Playwright's wheel, else the one on PATH."""
    own = Path(playwright.__file__).parent / "driver" / "node"
    found = str(own) if own.exists() else shutil.which("node")
    assert found, "No node: Playwright's wheel brings one."
    return found


@pytest.mark.parametrize("path", TESTS, ids=[path.stem for path in TESTS])
def test_nodes_tests_pass(path: Path) -> None:
    ended = subprocess.run([node(), "--test", str(path)], capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_scripts_make_no_markup_out_of_text() -> None:
    guilty = [
        path.name
        for path in SCRIPTS.rglob("*.js")
        if re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", path.read_text("utf-8")
        )
    ]
    assert guilty == []


def test_only_the_client_talks_to_the_service() -> None:
    assert [path.name for path in SCRIPTS.rglob("*.js") if "fetch(" in path.read_text("utf-8")] == ["client.js"]
