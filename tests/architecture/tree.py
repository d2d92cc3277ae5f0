"""The files of the project, as the version control knows them."""

from __future__ import annotations

import functools
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("cirulla", "scoring", "players", "tournaments")


@functools.cache
def project_files() -> tuple[Path, ...]:
    """Return every file that is or would be committed, relative to the project's folder.

    Without version control (an unpacked archive) it is every file outside the folders that tools make.
    """
    if not (ROOT / ".git").exists():
        return tuple(sorted(path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file() and not _made(path)))
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    return tuple(path for name in sorted(listed.split("\0")) if name and (ROOT / (path := Path(name))).is_file())


def _made(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return (
        parts[0] in {"var", "node_modules", ".venv"} or any("cache" in part for part in parts) or path.suffix == ".mo"
    )


def product_modules() -> list[Path]:
    """Return the Python modules of the product's packages, without migrations."""
    return [
        path
        for path in project_files()
        if path.suffix == ".py" and path.parts[0] in PACKAGES and "migrations" not in path.parts
    ]
