"""Check everything that needs no test run: `python -m tests.check [name ...]`.

Every check prints one line and none keeps the others from running; what a failed one said follows at the end.
The status is 0 when all were good.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("cirulla", "scoring", "players", "tournaments")
SCHEMA = ROOT / "docs" / "openapi.json"
PYTHON = (sys.executable, "-m")
MANAGE = (sys.executable, "manage.py")


class CheckError(Exception):
    """A check found something; the message is what it has to say."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where checks may write: a temporary folder, and the environment of a service that lives there."""

    folder: Path

    @property
    def embedded(self) -> dict[str, str]:
        """Return the environment of an empty club on SQLite."""
        database = f"sqlite:///{self.folder / 'check.sqlite3'}"
        return {"CIRULLA_VAR": str(self.folder), "DATABASE_URL": database, "CELERY_BROKER_URL": "", "EMBEDDED": "1"}

    @property
    def production(self) -> dict[str, str]:
        """Return the environment of a club server; nothing listens at its addresses."""
        return {
            "ALLOWED_HOSTS": "club.example",
            "BASE_URL": "https://club.example",
            "CELERY_BROKER_URL": "redis://127.0.0.1:1/0",
            "CIRULLA_VAR": str(self.folder),
            "DATABASE_URL": "postgres://cirulla:secret@127.0.0.1:1/cirulla",
            "DEBUG": "0",
            "EMBEDDED": "0",
            "SECRET_KEY": "k9-Vq3+zR7_wT1mX5=bN8*cL2^dH6(pJ4)sG0!fY-uE:aO;iQ,eK.tM",
        }


def told(command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> str:
    """Run `command` in the project's folder and return its output. Raises CheckError when it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CheckError(done.stdout.strip() or f"{command[0]} ended with {done.returncode}")
    return done.stdout


def style(_place: Place) -> None:
    """Find mistakes and bad habits in the Python."""
    told([*PYTHON, "ruff", "check", "."])


def layout(_place: Place) -> None:
    """Compare the layout of the Python with the formatter's."""
    told([*PYTHON, "ruff", "format", "--check", "."])


def types(place: Place) -> None:
    """Check the types of the service and of the set-up, strictly."""
    told([*PYTHON, "mypy", "--strict", *PACKAGES, "requirements/install.py"], place.embedded)


def imports(place: Place) -> None:
    """Check the directions of the imports (`[tool.importlinter]` in pyproject.toml)."""
    told([Path(sys.executable).parent / "lint-imports", "--no-logo", "--no-cache"], place.embedded)


def templates(_place: Place) -> None:
    """Compare the layout of the templates with the formatter's."""
    pages = [path for name in ("templates", *PACKAGES) for path in (ROOT / name).glob("**/templates/**/*.html")]
    pages += (ROOT / "templates").glob("**/*.html")
    if not pages:
        raise CheckError("No templates were found.")
    told([Path(sys.executable).parent / "djade", "--check", *sorted(set(pages))])


def migrations(place: Place) -> None:
    """Find models that no migration knows."""
    told([*MANAGE, "makemigrations", "--check", "--dry-run"], place.embedded)


def openapi(place: Place) -> None:
    """Compare the committed schema with the code's."""
    made = place.folder / "openapi.json"
    command = [*MANAGE, "spectacular", "--format", "openapi-json", "--file", made, "--validate", "--fail-on-warn"]
    told(command, place.embedded)
    if not SCHEMA.exists() or SCHEMA.read_text(encoding="utf-8") != made.read_text(encoding="utf-8"):
        raise CheckError("docs/openapi.json is not what the code says: run make openapi and look at the difference.")


def catalogues(place: Place) -> None:
    """Find texts that are not translated."""
    told([*MANAGE, "catalogues", "--check"], place.embedded)


def deploy(place: Place) -> None:
    """Run Django's own checks with the settings of a club server; a warning is a failure."""
    told([*MANAGE, "check", "--deploy", "--fail-level", "WARNING"], place.production)


def javascript(_place: Place) -> None:
    """Check the types of the JavaScript with the pinned TypeScript."""
    npm = shutil.which("npm")
    if npm is None:
        raise CheckError("No npm: the JavaScript's types need Node.js (Debian: apt install nodejs npm).")
    lock, installed = ROOT / "package-lock.json", ROOT / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        told([npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"])
    told([npm, "run", "--silent", "types"])


CHECKS: tuple[Callable[[Place], None], ...] = (
    types,
    style,
    layout,
    imports,
    templates,
    migrations,
    openapi,
    catalogues,
    deploy,
    javascript,
)


def judge(check: Callable[[Place], None]) -> tuple[str, float]:
    """Run one check in a folder of its own; return what it found ("" when it is good) and its seconds."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        try:
            check(Place(Path(name)))
        except CheckError as error:
            return str(error), time.monotonic() - started
    return "", time.monotonic() - started


def main(names: Sequence[str]) -> int:
    """Run the checks named, all without a name, two at a time; return the status."""
    known = {check.__name__: check for check in CHECKS}
    if unknown := set(names) - set(known):
        sys.stderr.write(f"There is no check {', '.join(sorted(unknown))}; there are {', '.join(known)}.\n")
        return 2
    found: dict[str, str] = {}
    with ThreadPoolExecutor(max_workers=2) as pool:
        waiting = {pool.submit(judge, known[name]): name for name in (names or known)}
        for future in as_completed(waiting):
            name = waiting[future]
            found[name], seconds = future.result()
            summary = (known[name].__doc__ or "").strip()
            sys.stdout.write(f"{'FAILED' if found[name] else 'ok':<7}{name:<12}{seconds:6.1f} s  {summary}\n")
            sys.stdout.flush()
    failed = [name for name in found if found[name]]
    for name in failed:
        sys.stdout.write(f"\n{name}:\n{found[name]}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
