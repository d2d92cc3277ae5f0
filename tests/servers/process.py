"""A server as a child process: started, waited for, ended for certain; and the signals that ask for the end."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from tests.servers.account import Account

ASKING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
GRACE_SECONDS = 20.0


class ServerError(RuntimeError):
    """A server cannot be found or does not start; the message is a sentence for a person."""


class Interrupted(BaseException):
    """Somebody asked the run to end; `signum` says how."""

    def __init__(self, signum: int) -> None:
        super().__init__(signal.Signals(signum).name)
        self.signum = signum


@dataclass(frozen=True, slots=True)
class Job:
    """A command to run, its environment (None: this one) and folder, and a file for its output (None: the terminal)."""

    command: Sequence[str]
    env: Mapping[str, str] | None = None
    cwd: Path | None = None
    output: Path | None = None


class _Child:
    """A job's process and all that it starts."""

    def __init__(self, job: Job) -> None:
        # Whoever writes to a terminal must stay in its foreground group, or it could not ask questions (pdb).
        self._shares_terminal = job.output is None and os.isatty(0)
        with contextlib.ExitStack() as stack:
            output = stack.enter_context(job.output.open("wb")) if job.output else None
            self.process = subprocess.Popen(
                job.command,
                env=job.env,
                cwd=job.cwd,
                stdin=subprocess.DEVNULL if output else None,
                stdout=output,
                stderr=subprocess.STDOUT if output else None,
                process_group=None if self._shares_terminal else 0,
            )

    def interrupt(self, signum: int) -> None:
        """Hand a signal on as Ctrl-C, unless the terminal has done so itself."""
        if not (self._shares_terminal and signum == signal.SIGINT):
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGINT)

    def kill(self) -> None:
        """Kill what is left of the process and its group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if self._shares_terminal:
                self.process.kill()
            else:
                os.killpg(self.process.pid, signal.SIGKILL)


class Stop:
    """Remembers that a signal asked for the end and hands it to the children that are at work.

    The handler only notes the signal: whoever waits looks at the note, so no signal can fall between
    the start of a process and the place that remembers to end it.
    """

    def __init__(self) -> None:
        self.signum: int | None = None
        self._children: list[_Child] = []

    @contextlib.contextmanager
    def listening(self) -> Iterator[Stop]:
        """Note SIGINT, SIGTERM and SIGHUP instead of dying of them; a SIGHUP that nohup ignores stays ignored."""
        noted = [number for number in ASKING if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN]
        before = {number: signal.signal(number, self._note) for number in noted}
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def check(self) -> None:
        """Raise Interrupted when a signal has come."""
        if self.signum is not None:
            raise Interrupted(self.signum)

    def run(self, *jobs: Job) -> list[int]:
        """Run `jobs` side by side to their ends and return their statuses; a signal is handed on as Ctrl-C.

        Children that have not ended 20 s later, or at a second signal, are killed with their groups.
        Raises Interrupted after the ends when a signal had come.
        """
        self.check()
        deadline: float | None = None
        try:
            for job in jobs:
                self._children.append(_Child(job))
            while any(child.process.poll() is None for child in self._children):
                if self.signum is not None and deadline is None:
                    deadline = time.monotonic() + GRACE_SECONDS
                    for child in self._children:
                        child.interrupt(self.signum)
                if deadline is not None and time.monotonic() > deadline:
                    self._kill()
                time.sleep(0.1)
            statuses = [child.process.returncode for child in self._children]
        finally:
            self._kill()
            self._children.clear()
        self.check()
        return statuses

    def _note(self, signum: int, _frame: FrameType | None) -> None:
        if self.signum is None:
            self.signum = signum
        else:
            self._kill()

    def _kill(self) -> None:
        for child in self._children:
            child.kill()


class ServerProcess:
    """One server program, in a process group of its own, with its output in a file."""

    def __init__(self, command: Sequence[str], *, account: Account, log: Path, ends_with: signal.Signals) -> None:
        self.log = log
        self._ends_with = ends_with
        with log.open("ab") as output:
            try:
                self._child = subprocess.Popen(
                    account.command(command, dies_with=ends_with.name.removeprefix("SIG")),
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    process_group=0,
                    cwd="/",
                    env={**os.environ, "LC_ALL": "C", "TZ": "UTC"},
                    **account.options(),
                )
            except OSError as error:
                raise ServerError(f"{command[0]} cannot be started: {error.strerror}.") from error

    @property
    def pid(self) -> int:
        """Return the process id of the server."""
        return self._child.pid

    @property
    def alive(self) -> bool:
        """Tell whether the server is still running."""
        return self._child.poll() is None

    def wait_until(self, ready: Callable[[], bool], *, stop: Stop, seconds: float = 60.0) -> bool:
        """Wait until `ready()`; return False when the server ended before.

        Raises ServerError after `seconds`, Interrupted when a signal comes.
        """
        deadline = time.monotonic() + seconds
        while self.alive:
            stop.check()
            if ready():
                return True
            if time.monotonic() > deadline:
                self.end()
                raise ServerError(f"A server did not become ready in {seconds:.0f} s. Its last words: {self.words()}")
            time.sleep(0.02)
        return False

    def end(self) -> None:
        """End the server: its own polite signal, then SIGQUIT, then SIGKILL for the group."""
        for signum, seconds in ((self._ends_with, 10.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0)):
            if self.alive:
                self._signal(signum)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(timeout=seconds)
                break
        self._signal(signal.SIGKILL)

    def kill(self) -> None:
        """End the server without warning, as a power cut would."""
        self._signal(signal.SIGKILL)
        self._child.wait()

    def words(self, lines: int = 5) -> str:
        """Return the last `lines` lines that the server wrote."""
        try:
            text = self.log.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return "none"
        return " | ".join(text.splitlines()[-lines:]) or "none"

    def _signal(self, signum: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            # Only the server itself gets a polite signal: it ends its own children in order.
            if signum is signal.SIGKILL:
                os.killpg(self._child.pid, signum)
            else:
                os.kill(self._child.pid, signum)


def free_port() -> int:
    """Return a TCP port of the loopback address that nothing listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
