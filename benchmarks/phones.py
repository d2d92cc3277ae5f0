"""Clients for the benchmarks: processes that send prepared requests on one kept connection each, for a bounded time."""

from __future__ import annotations

import multiprocessing
import re
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles


@dataclass(frozen=True, slots=True)
class Sent:
    """What one turn of all clients came to: seconds, each answer's milliseconds, wrong answers, how far each came."""

    seconds: float
    millis: list[float]
    wrong: list[str]
    reached: list[int]

    @property
    def count(self) -> int:
        """Return how many requests were answered."""
        return len(self.millis)

    @property
    def rate(self) -> float:
        """Return requests a second."""
        return self.count / self.seconds

    def percentile(self, which: int) -> float:
        """Return the percentile of the answers' milliseconds."""
        return quantiles(self.millis, n=100)[which - 1]


Request = tuple[str, str, bytes | None, dict[str, str]]
LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)\r\n")


def turn(port: int, shares: Sequence[Sequence[Request]], *, seconds: float, good: frozenset[int], again: bool) -> Sent:
    """Let a client process for each share send its requests in order for `seconds`, with `again` in a circle."""
    context = multiprocessing.get_context("fork")
    with context.Pool(len(shares)) as pool:
        start = time.time() + 0.5
        work = [(port, share, start, seconds, good, again) for share in shares]
        told = pool.starmap(_client, work)
    millis = [one for mine, _, _, _ in told for one in mine]
    wrong = [one for _, found, _, _ in told for one in found]
    return Sent(max(ended for *_, ended in told) - start, millis, wrong, [index for _, _, index, _ in told])


def _client(
    port: int, share: Sequence[Request], start: float, seconds: float, good: frozenset[int], again: bool
) -> tuple[list[float], list[str], int, float]:
    line = socket.create_connection(("127.0.0.1", port), timeout=30)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    prepared = [_bytes(request) for request in share]
    millis: list[float] = []
    wrong: list[str] = []
    time.sleep(max(0.0, start - time.time()))
    ends, index = time.perf_counter() + seconds, 0
    while time.perf_counter() < ends:
        if index == len(prepared):
            if not again:
                break
            index = 0
        asked = time.perf_counter()
        line.sendall(prepared[index])
        index += 1
        status, body = _answer(line)
        millis.append((time.perf_counter() - asked) * 1000)
        if status not in good:
            wrong.append(f"{status} {body[:200]!r}")
    line.close()
    return millis, wrong, index, time.time()


def _bytes(request: Request) -> bytes:
    method, path, body, headers = request
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body or b'')}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")


def _answer(line: socket.socket) -> tuple[int, bytes]:
    """Read one answer: bare sockets, so that the clients take little of the machine that is measured."""
    got = line.recv(65_536)
    while (end := got.find(b"\r\n\r\n")) < 0:
        got += line.recv(65_536)
    length = LENGTH.search(got, 0, end + 2)
    status, wanted = int(got[9:12]), end + 4 + (int(length[1]) if length else 0)
    while len(got) < wanted:
        got += line.recv(65_536)
    return status, got[end + 4 :]
