"""What goes to a server: no known hole in a pinned package, no address of an index in the pins."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["base", "production", "test", "dev"])
def test_every_pinned_package_has_a_hash_and_no_file_names_an_index(name):
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    pins = re.findall(r"^[A-Za-z0-9._-]+(?:\[[^\]]*\])?==", text, re.M)
    assert len(pins) > 15
    assert "://" not in text
    blocks = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.M)[1:]
    assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_no_code_trusts_text_as_markup_or_runs_what_it_reads():
    """`mark_safe`, `|safe` and their like stand nowhere but in the one template of allauth's own help texts."""
    code = re.compile(
        r"\bmark_safe\b|\bpickle\.load|\byaml\.load\(|(?<![.\w])(?:eval|exec)\(|\.innerHTML\s*=|insertAdjacentHTML"
    )
    for package in ("cirulla", "players", "scoring", "tournaments"):
        for path in (*(ROOT / package).rglob("*.py"), *(ROOT / package).rglob("*.js")):
            assert not code.search(path.read_text(encoding="utf-8")), path
    found = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "templates").rglob("*.html")
        if re.search(r"\|\s*safe\b|autoescape off", path.read_text(encoding="utf-8"))
    ]
    assert found == ["templates/allauth/elements/fields.html"]
