"""A private Redis in a temporary folder, in memory only."""

from __future__ import annotations

import contextlib
import signal
import socket
from pathlib import Path

from tests.servers.account import Account
from tests.servers.process import ServerError, ServerProcess, Stop, free_port

ATTEMPTS = 5


class Redis:
    """A server on a free port of the loopback address, 64 databases, nothing written to the disk."""

    def __init__(self, program: Path, folder: Path, *, account: Account, stop: Stop) -> None:
        self._program = program
        self._account = account
        self._stop = stop
        self._home = account.folder(folder)
        self._log = folder.with_suffix(".log")
        self._process: ServerProcess | None = None
        self.port = 0

    def start(self) -> None:
        """Start the server and return when it answers. Raises ServerError when it does not start."""
        for _ in range(ATTEMPTS):
            port = self.port or free_port()
            words = ["--port", str(port), "--bind", "127.0.0.1", "--databases", "64", "--dir", str(self._home)]
            command = [str(self._program), *words, "--save", "", "--appendonly", "no", "--daemonize", "no"]
            process = ServerProcess(command, account=self._account, log=self._log, ends_with=signal.SIGTERM)
            self._process = process
            if process.wait_until(lambda port=port: _answers(port), stop=self._stop):
                self.port = port
                return
        raise ServerError(f"Redis ({self._program}) does not start. Its last words: {process.words()}")

    def url(self, database: int = 0) -> str:
        """Return the address of one of the 64 databases, in the form of CELERY_BROKER_URL."""
        return f"redis://127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int | None:
        """Return the process id of the running server."""
        return self._process.pid if self._process else None

    def stop(self) -> None:
        """Stop the server."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def kill(self) -> None:
        """End the server at once; what it held is lost."""
        if self._process is not None:
            self._process.kill()
            self._process = None


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=2) as line:
        line.sendall(b"PING\r\n")
        return line.recv(16).startswith(b"+PONG")
    return False
