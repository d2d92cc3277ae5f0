"""A private PostgreSQL cluster in a temporary folder."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import psycopg
import psycopg.sql

from tests.servers.account import Account
from tests.servers.locate import version
from tests.servers.process import ServerError, ServerProcess, Stop, free_port

DATABASE = "cirulla"
ATTEMPTS = 5
# What a power cut could cost does not matter for a cluster that is thrown away.
HASTY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
}


class Postgres:
    """A cluster under `folder`, reached on a free port of the loopback address and on a socket in its folder.

    Superuser `postgres`, no password, UTF8, at most 200 connections. Unless `durable`, nothing is
    flushed to the disk. `start`, `stop`, `kill` and `start` again may follow each other.
    """

    def __init__(self, bin_folder: Path, folder: Path, *, account: Account, durable: bool, stop: Stop) -> None:
        self._bin = bin_folder
        self._account = account
        self._durable = durable
        self._stop = stop
        self._home = account.folder(folder)
        self._data = folder / "data"
        self._log = folder.with_suffix(".log")
        self._process: ServerProcess | None = None
        self.port = 0

    def start(self) -> None:
        """Start the server, making the cluster first if there is none; return when it answers.

        Raises ServerError when it does not start.
        """
        if not self._data.exists():
            self._make()
        settings = {**SETTINGS, **({} if self._durable else HASTY), "unix_socket_directories": str(self._home)}
        words = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        for _ in range(ATTEMPTS):
            # Another program may take the port between the look and the start: then the next one is tried.
            port = self.port or free_port()
            command = [str(self._bin / "postgres"), "-D", str(self._data), "-p", str(port), *words]
            process = ServerProcess(command, account=self._account, log=self._log, ends_with=signal.SIGINT)
            self._process = process
            if process.wait_until(lambda port=port: self._answers(port), stop=self._stop):
                self.port = port
                return
        raise ServerError(f"PostgreSQL ({self._bin}) does not start. Its last words: {process.words()}")

    def url(self, database: str = DATABASE) -> str:
        """Return the address of `database` on this server, in the form of DATABASE_URL."""
        return f"postgres://postgres@127.0.0.1:{self.port}/{database}"

    def database_make(self, database: str = DATABASE) -> str:
        """Make an empty database unless it is there, and return its address."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            name = psycopg.sql.Identifier(database)
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone():
                connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(name))
        return self.url(database)

    @property
    def pid(self) -> int | None:
        """Return the process id of the running server."""
        return self._process.pid if self._process else None

    def stop(self) -> None:
        """Stop the server, ending open connections."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def kill(self) -> None:
        """End the server and its processes at once, as a power cut would; `start` recovers."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _make(self) -> None:
        # PostgreSQL 17 brings its own C.UTF-8; older ones ask the system, which may not have it.
        builtin = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        choices = [["--locale=C.UTF-8"], ["--no-locale"]]
        if version(self._bin / "postgres") >= (17,):
            choices.insert(0, builtin)
        for choice in choices:
            command = [str(self._bin / "initdb"), "-D", str(self._data), "-U", "postgres", "-A", "trust"]
            done = subprocess.run(
                self._account.command([*command, "-E", "UTF8", "--no-sync", *choice]),
                capture_output=True,
                text=True,
                cwd="/",
                env={**os.environ, "LC_ALL": "C"},
                check=False,
                **self._account.options(),
            )
            if done.returncode == 0:
                return
        raise ServerError(f"initdb ({self._bin}) failed: {' | '.join(done.stderr.splitlines()[-5:])}")

    def _answers(self, port: int) -> bool:
        try:
            psycopg.connect(f"postgres://postgres@127.0.0.1:{port}/postgres", connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True
