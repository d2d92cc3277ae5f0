"""`manage.py serve`: pages, API, static files and the outbox's tasks in one process."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import sys
import threading
import time
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.wsgi import get_wsgi_application
from waitress.server import create_server

from cirulla.lib.relay import Relay

THREADS = 64
# SQLite gives the interpreter up at every statement; the thread that ranks would keep it 5 ms each time, while a hand
# holds the only write lock.
TURN_SECONDS = 0.0005
stopping = threading.Event()


class Command(BaseCommand):
    """Serve a club from one machine, without anything else to install."""

    help = "Serve pages, API and static files, and run the tasks of the outbox, in one process. Ctrl-C stops it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take host and port; the environment's HOST and PORT are the defaults."""
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=None)

    def handle(self, *args: Any, **options: Any) -> None:
        """Listen, print where, and stay until a signal."""
        host = options["host"]
        port = options["port"] if options["port"] is not None else self._env_port()
        listener = self._listen(host, port)
        port = listener.getsockname()[1]
        base_url = f"http://{'127.0.0.1' if host in {'0.0.0.0', ''} else host}:{port}"  # noqa: S104 - compared, not bound
        server = create_server(
            get_wsgi_application(),
            sockets=[listener],
            threads=THREADS,
            ident="cirulla",
            clear_untrusted_proxy_headers=True,
        )
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(name, self._stop)
        sys.setswitchinterval(TURN_SECONDS)
        relay = Relay(stopping)
        relay.start()
        self._announce(base_url)
        try:
            server.run()
        finally:
            stopping.set()
            server.close()
            relay.join()
            self.stdout.write("Stopped.")

    @staticmethod
    def _env_port() -> int:
        raw = os.environ.get("PORT", "8000")
        if not raw.isdigit() or int(raw) > 65535:
            raise CommandError(f"PORT must be a number from 0 to 65535, not {raw!r}.")
        return int(raw)

    @staticmethod
    def _stop(number: int, frame: FrameType | None) -> None:
        stopping.set()
        raise KeyboardInterrupt

    @staticmethod
    def _listen(host: str, port: int) -> socket.socket:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(256)
        except OSError as exc:
            listener.close()
            if exc.errno == errno.EADDRINUSE:
                raise CommandError(f"Port {port} is in use. Choose another one: PORT=8001 make run") from None
            if exc.errno == errno.EACCES:
                raise CommandError(f"Port {port} may not be opened by this account. Choose one above 1023.") from None
            raise CommandError(f"Cannot listen on {host}:{port}: {exc.strerror}.") from None
        return listener

    def _announce(self, base_url: str) -> None:
        path = settings.VAR_DIR / "demo.json"
        self.stdout.write(f"\nCirulla is served at {base_url}  (Ctrl-C stops it)")
        self.stdout.write(f"  API      {base_url}/api/v1/docs/")
        if path.exists():
            demo = json.loads(path.read_text(encoding="utf-8"))
            if demo.get("base_url") != base_url:
                demo["base_url"] = base_url
                fresh = path.with_suffix(".tmp")
                fresh.write_text(json.dumps(demo, indent=2) + "\n", encoding="utf-8")
                fresh.chmod(0o600)
                fresh.replace(path)
            self.stdout.write(f"  Log in   {demo['email']}  {demo['password']}")
            self.stdout.write(f"  Token    {demo['token']}")
            self.stdout.write(f"  Club     {base_url}/clubs/{demo['club']}/")
        self.stdout.write(f"  Ready at {time.strftime('%H:%M:%S')}")
        self.stdout.flush()
        sys.stdout.flush()
