"""The files of the project, as the version control knows them."""

from __future__ import annotations

import functools
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("cirulla", "scoring", "players", "tournaments")


@functools.cache
def project_files() -> tuple[Path, ...]:
    """Return every file that is or would be committed, relative to the project's folder."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    return tuple(path for name in sorted(listed.split("\0")) if name and (ROOT / (path := Path(name))).is_file())


def product_modules() -> list[Path]:
    """Return the Python modules of the product's packages, without migrations."""
    return [
        path
        for path in project_files()
        if path.suffix == ".py" and path.parts[0] in PACKAGES and "migrations" not in path.parts
    ]
