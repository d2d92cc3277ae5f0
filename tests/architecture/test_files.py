"""What holds for every file of the tree: its length, its name, and what it must not tell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, product_modules, project_files

LONGEST = 400
READ_BY_PEOPLE = {".py", ".js", ".css", ".html", ".sh"}
VAGUE = {"utils", "util", "helpers", "helper", "misc", "common", "data", "manager2"}
# Written in two halves, so that this file does not hold them either.
SECRETS_OF_A_MACHINE = [
    pytest.param("/" + "work/", id="folder of a workplace"),
    pytest.param("/" + "root/", id="home of root"),
    pytest.param("/opt/" + "pypi", id="mirror on a disk"),
    pytest.param("/opt/" + "wheels", id="wheels on a disk"),
    pytest.param("pypi" + ".org", id="index of Python packages"),
    pytest.param("python" + "hosted", id="files of Python packages"),
    pytest.param("registry" + ".npmjs", id="registry of JavaScript packages"),
    pytest.param("deb" + ".debian.org", id="mirror of Debian"),
    pytest.param("--index" + "-url", id="address of an index"),
]


def text_of(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def test_a_file_of_more_than_400_lines_gives_its_reason_in_its_head() -> None:
    too_long = {}
    for path in project_files():
        if path.suffix not in READ_BY_PEOPLE or "migrations" in path.parts:
            continue
        lines = text_of(path).splitlines()
        if len(lines) > LONGEST and "400 lines" not in "\n".join(lines[:30]):
            too_long[str(path)] = len(lines)
    assert too_long == {}


def test_a_module_is_named_after_its_subject() -> None:
    assert [str(path) for path in product_modules() if path.stem in VAGUE] == []


@pytest.mark.parametrize("secret", SECRETS_OF_A_MACHINE)
def test_no_file_tells_where_it_was_made_or_fetched(secret: str) -> None:
    assert [str(path) for path in project_files() if secret in text_of(path)] == []


def test_every_module_delays_its_annotations() -> None:
    missing = [
        str(path)
        for path in project_files()
        if path.suffix == ".py"
        and "migrations" not in path.parts
        and (text := text_of(path).strip())
        and path.name != "__init__.py"
        and "from __future__ import annotations" not in text
    ]
    assert missing == []


def test_no_file_holds_a_banner_or_a_postponed_thought() -> None:
    banner = re.compile(r"^\s*(#|//|\*)\s*[-=*#]{4,}|^\s*(#|//)\s.*[-=]{6,}\s*$")
    thought = re.compile("TO" + "DO|FIX" + "ME|XX" + "X:")
    found = [
        f"{path}:{number}"
        for path in project_files()
        if path.suffix in {".py", ".js", ".css", ".html", ".sh"} and "migrations" not in path.parts
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if banner.search(line) or thought.search(line)
    ]
    assert found == []
