"""The system user that servers run as, and folders that this user can reach.

PostgreSQL refuses to run as root, and a server of the tests needs no rights at all.
"""

from __future__ import annotations

import functools
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LONGEST_FOLDER = 70  # a socket's path holds 103 bytes on macOS, 107 on Linux


@dataclass(frozen=True, slots=True)
class Account:
    """Who runs a server: `uid` and `gid` of another user, or None for whoever runs the tests."""

    uid: int | None = None
    gid: int | None = None

    @property
    def is_another(self) -> bool:
        """Tell whether servers run as another user than the tests."""
        return self.uid is not None

    def command(self, command: Sequence[str], *, dies_with: str | None = None) -> list[str]:
        """Return `command` as it has to be started.

        With `dies_with` (a signal's short name) Linux sends that signal when the starter is gone,
        so that not even `kill -9` leaves a server behind.
        """
        prefix: list[str] = []
        if self.is_another and setpriv():
            prefix = ["setpriv", f"--reuid={self.uid}", f"--regid={self.gid}", "--clear-groups"]
        if dies_with and setpriv():
            prefix = [*(prefix or ["setpriv"]), "--pdeathsig", dies_with]
        return [*prefix, *command]

    def options(self) -> dict[str, Any]:
        """Return what `subprocess.Popen` needs to change the user where there is no setpriv."""
        if self.is_another and not setpriv():
            return {"user": self.uid, "group": self.gid, "extra_groups": []}
        return {}

    def folder(self, path: Path) -> Path:
        """Make `path`, a folder that only this account can use."""
        path.mkdir(mode=0o700)
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)
        return path

    def can_run(self, program: Path) -> bool:
        """Tell whether this account may execute `program`, through all the folders above it."""
        if not self.is_another:
            return os.access(program, os.X_OK)
        real = program.resolve()
        return all(part.stat().st_mode & stat.S_IXOTH for part in (real, *real.parents))


@functools.cache
def setpriv() -> bool:
    """Tell whether util-linux's setpriv is here (BusyBox has a smaller one)."""
    if shutil.which("setpriv") is None:
        return False
    words = subprocess.run(["setpriv", "--help"], capture_output=True, text=True, check=False)
    return "--pdeathsig" in words.stdout + words.stderr


def server_account() -> Account:
    """Return the account for servers: another user when the tests run as root, `postgres` if there is one."""
    if os.geteuid() != 0:
        return Account()
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(uid=entry.pw_uid, gid=entry.pw_gid)
    return Account(uid=65534, gid=65534)


def working_folder(account: Account) -> Path:
    """Make a temporary folder, short enough for sockets, that `account` can enter."""
    for parent in (tempfile.gettempdir(), "/tmp", "/var/tmp"):
        if len(parent) > LONGEST_FOLDER - 20 or not os.access(parent, os.W_OK | os.X_OK):
            continue
        if account.is_another and not account.can_run(Path(parent)):
            continue
        folder = Path(tempfile.mkdtemp(prefix="cirulla-", dir=parent))
        if account.is_another:
            folder.chmod(0o755)
        return folder
    raise OSError("no temporary folder that the servers can use; set TMPDIR to a short path that everybody may enter")
