"""A TCP proxy that does to a connection what cellars, routers and power cuts do."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

CHUNK = 65_536


@dataclass(slots=True)
class Toxics:
    """What is wrong with the line now; every field may be changed while connections are open."""

    down: bool = False
    """Connections are refused, open ones are reset."""
    deaf: bool = False
    """Connections are taken and nothing goes through."""
    swallow: bool = False
    """What the server answers is read and lost; when it is whole or `patience` is over the line is cut."""
    cut_after: int | None = None
    """After so many bytes of the answer the line is cut."""
    cut_request_after: int | None = None
    """After so many bytes of the request the line is cut."""
    slice_bytes: int = 0
    """The answer comes in pieces of so many bytes."""
    delay: float = 0.0
    """Every piece in either direction waits for so many seconds."""
    bytes_per_second: int = 0
    """The answer is no faster than this."""


@dataclass(slots=True)
class Tripwire:
    """Freeze a connection when `marker` comes up it: before it is handed on, or when its answer comes."""

    marker: bytes
    hand_on: bool
    tripped: threading.Event = field(default_factory=threading.Event)


class Proxy:
    """Listen on a free port of the loopback address and hand on to `port`, as far as the toxics let it."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.toxics = Toxics()
        self.tripwire: Tripwire | None = None
        self.answered = 0
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._listen, daemon=True).start()

    def heal(self) -> None:
        """Make the line good for connections that come from now on; frozen ones are cut."""
        self.toxics = Toxics()
        if self.tripwire is not None:
            self.tripwire = None
            self.cut()

    def cut(self) -> None:
        """Reset every open connection."""
        with self._lock:
            lines, self._open = list(self._open), set()
        for line in lines:
            _reset(line)

    def down(self) -> None:
        """Reset every connection and refuse new ones."""
        self.toxics.down = True
        self.cut()

    def trip(self, marker: bytes, *, hand_on: bool) -> Tripwire:
        """Freeze the first connection that says `marker`; with `hand_on` the server hears it and its answer is kept."""
        self.tripwire = Tripwire(marker, hand_on)
        return self.tripwire

    def close(self) -> None:
        """Stop listening and cut what is open."""
        self._listener.close()
        self.cut()

    def _listen(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self.toxics.down:
                _reset(client)
                continue
            threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            server = socket.create_connection(("127.0.0.1", self.target), timeout=5)
        except OSError:
            _reset(client)
            return
        server.settimeout(None)
        for line in (client, server):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._lock:
            self._open |= {client, server}
        frozen = threading.Event()
        up = threading.Thread(target=self._pump, args=[client, server, self._request(frozen)], daemon=True)
        up.start()
        self._pump(server, client, self._answer(frozen))
        up.join()
        with self._lock:
            self._open -= {client, server}
        for line in (client, server):
            line.close()

    def _pump(self, source: socket.socket, sink: socket.socket, treat: Callable[[bytes, socket.socket], bool]) -> None:
        try:
            while data := source.recv(CHUNK):
                if self.toxics.deaf:
                    continue
                if self.toxics.delay:
                    time.sleep(self.toxics.delay)
                if not treat(data, sink):
                    raise ConnectionResetError
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            # One end is gone or must go: the other is told, or it would wait for it for ever.
            _reset(source)
            _reset(sink)

    def _request(self, frozen: threading.Event) -> Callable[[bytes, socket.socket], bool]:
        sent = 0

        def treat(data: bytes, sink: socket.socket) -> bool:
            nonlocal sent
            limit = self.toxics.cut_request_after
            if limit is not None and sent + len(data) > limit:
                sink.sendall(data[: max(0, limit - sent)])
                return False
            sent += len(data)
            wire = self.tripwire
            if wire is not None and not wire.tripped.is_set() and wire.marker in data:
                frozen.set()
                if wire.hand_on:
                    sink.sendall(data)
                else:
                    wire.tripped.set()
            elif not frozen.is_set():
                sink.sendall(data)
            return True

        return treat

    def _answer(self, frozen: threading.Event) -> Callable[[bytes, socket.socket], bool]:
        sent = 0

        def treat(data: bytes, sink: socket.socket) -> bool:
            nonlocal sent
            if frozen.is_set():
                if (wire := self.tripwire) is not None:
                    wire.tripped.set()
                return True
            toxics = self.toxics
            if toxics.swallow:
                self.answered += 1
                return False
            if toxics.cut_after is not None and sent + len(data) > toxics.cut_after:
                sink.sendall(data[: max(0, toxics.cut_after - sent)])
                self.answered += 1
                return False
            sent += len(data)
            _send(data, sink, toxics)
            return True

        return treat


def _send(data: bytes, sink: socket.socket, toxics: Toxics) -> None:
    piece = toxics.slice_bytes or len(data)
    for start in range(0, len(data), piece):
        part = data[start : start + piece]
        sink.sendall(part)
        if toxics.bytes_per_second:
            time.sleep(len(part) / toxics.bytes_per_second)
        elif toxics.slice_bytes:
            time.sleep(0.0005)


def _reset(line: socket.socket) -> None:
    """Close a line so that the other end is told of a reset, not of an orderly end."""
    with contextlib.suppress(OSError):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.shutdown(socket.SHUT_RDWR)
    with contextlib.suppress(OSError):
        line.close()
