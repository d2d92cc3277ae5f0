"""Prepare `.venv` with the pinned packages of one requirements file.

Runs before anything is installed: standard library only. What can be missing on a fresh machine is
answered with one sentence on standard error and exit status 1.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
INTERPRETER = VENV / "bin" / "python"
STAMP = VENV / "installed.json"
LEVELS = ("base", "test", "dev", "production")
INTRODUCE = "import json, sys, pip; print(json.dumps([sys.prefix, sys.base_prefix, list(sys.version_info[:2])]))"


def stop(sentence: str) -> NoReturn:
    """End with `sentence` on standard error and status 1."""
    sys.stderr.write(sentence + "\n")
    raise SystemExit(1)


def say(sentence: str) -> None:
    """Write one line of progress to standard output at once."""
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


def stamp_read() -> dict[str, str]:
    """Return what the stamp in `.venv` remembers: its folder and the digest of each file installed."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def made_in(venv: Path) -> str | None:
    """Return the folder that `venv` was made in, as far as it remembers; None when it does not.

    A moved environment still starts, but the programs in its bin folder point to the old place.
    """
    known = stamp_read().get("folder")
    if known is not None:
        return known
    try:
        lines = (venv / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    for line in lines:
        key, _, value = line.partition("=")
        command = re.search(r" -m venv (?:.* )?(/.*)$", value)
        if key.strip() == "command" and command:
            return command[1].strip()
    return None


def environment_fault(*, this_python: bool) -> str | None:
    """Say why `.venv` has to be made anew, or return None when it can be used as it is.

    With `this_python` it must belong to the interpreter that runs this.
    """
    try:
        answer = subprocess.run(  # noqa: S603 - the project's own interpreter
            [str(INTERPRETER), "-I", "-c", INTRODUCE], capture_output=True, text=True, timeout=60, check=True
        )
        prefix, base, version = json.loads(answer.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return "it is not complete, or its Python is gone"
    if Path(prefix).resolve() != VENV.resolve():
        return "it belongs to another folder"
    folder = made_in(VENV)
    if folder is not None and Path(folder).resolve() != VENV.resolve():
        return f"it was made in {folder}"
    if tuple(version) < (3, 11):
        return f"its Python is {version[0]}.{version[1]}"
    if this_python and (Path(base).resolve(), tuple(version)) != (
        Path(sys.base_prefix).resolve(),
        sys.version_info[:2],
    ):
        return "it belongs to another Python"
    return None


def environment_make() -> None:
    """Make an empty `.venv` with the interpreter that runs this."""
    try:
        import ensurepip  # noqa: F401 - Debian leaves both out of python3
        import venv
    except ImportError:
        stop(
            f"This Python ({sys.executable}) has no venv module. "
            f"Debian and Ubuntu: apt install python3-venv (or python{sys.version_info[0]}.{sys.version_info[1]}-venv)."
        )
    version = ".".join(str(part) for part in sys.version_info[:3])
    say(f"Making .venv with Python {version} ...")
    try:
        venv.create(VENV, with_pip=True, symlinks=True)
    except subprocess.CalledProcessError:
        stop(
            f"pip could not be put into .venv by {sys.executable}. "
            "Debian and Ubuntu: apt install python3-venv; elsewhere check that the disk is not full."
        )


def requirements_install(level: str) -> None:
    """Install `requirements/<level>.txt` into `.venv`, unless the stamp says that it is there."""
    listed = ROOT / "requirements" / f"{level}.txt"
    content = listed.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    stamp = stamp_read()
    if stamp.get(listed.name) == digest:
        return
    count = sum(b"==" in line and not line.startswith((b" ", b"#")) for line in content.splitlines())
    say(f"Installing requirements/{listed.name} ({count} packages; a minute or two the first time) ...")
    command = [str(INTERPRETER), "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "-qq"]
    # Without an environment of its own pip would install into ~/.local when told so by the user's settings.
    done = subprocess.run(  # noqa: S603 - the project's own interpreter
        [*command, "--require-hashes", "--requirement", str(listed)],
        env={**os.environ, "PIP_USER": "0", "PYTHONNOUSERSITE": "1"},
        check=False,
    )
    if done.returncode != 0:
        stop(
            f"pip could not install requirements/{listed.name}; its own words are above. "
            "Check the network (HTTP_PROXY, HTTPS_PROXY and pip's settings are used as they are) and try again."
        )
    stamp.update({"folder": str(VENV.resolve()), listed.name: digest})
    STAMP.write_text(json.dumps(stamp, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def prepare(level: str, *, this_python: bool) -> None:
    """Bring `.venv` to the state that `level` asks for; quick when it is there already."""
    if VENV.is_symlink() or VENV.exists():
        fault = environment_fault(this_python=this_python)
        if fault is not None:
            if VENV.is_symlink() or not ((VENV / "pyvenv.cfg").is_file() or not any(VENV.iterdir())):
                stop(f"{VENV} cannot be used ({fault}) and was not made by this project: move it away and try again.")
            say(f"Making .venv anew: {fault}.")
            shutil.rmtree(VENV)
            environment_make()
    else:
        environment_make()
    requirements_install(level)


def main() -> None:
    """Read the command line and prepare `.venv`, with sentences for what the file system refuses."""
    parser = argparse.ArgumentParser(description="Prepare .venv with one requirements file.")
    parser.add_argument("level", choices=LEVELS)
    parser.add_argument("--with-this-python", action="store_true", help="make .venv anew if another Python made it")
    given = parser.parse_args()
    try:
        prepare(given.level, this_python=given.with_this_python)
    except PermissionError as error:
        stop(f"No permission to write {error.filename or VENV}: use a folder of your own, or change its owner.")
    except OSError as error:
        stop(f"Preparing {VENV} failed: {error.strerror or error}.")
    except KeyboardInterrupt:
        stop("Stopped; the next make goes on from here.")


if __name__ == "__main__":
    main()
