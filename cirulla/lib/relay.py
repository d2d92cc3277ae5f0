"""The relay thread of the embedded server: it runs the Celery tasks that outbox rows ask for, and what beat would."""

from __future__ import annotations

import logging
import threading
import time

from django.conf import settings
from django.db import close_old_connections, connections

from cirulla.lib import outbox

logger = logging.getLogger("cirulla.relay")
SWEEP_SECONDS = 2.0
GATHER_SECONDS = 0.5
"""What comes in meanwhile for the same match is done once: phones that record come before the ranking."""
REST = 3.0
REST_MOST_SECONDS = 0.5
"""While something is recorded it rests after a piece of work, so many times as long as that took."""


class Relay:
    """One thread that drains the outbox whenever it is woken, and every two seconds anyway."""

    def __init__(self, stop: threading.Event) -> None:
        self._stop = stop
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._run, name="relay", daemon=True)
        self._due: dict[str, float] = {}

    def start(self) -> None:
        """Start the thread; from now on commits in this process wake it."""
        outbox.on_nudge(self._wake.set)
        self._thread.start()

    def join(self, timeout: float = 5.0) -> None:
        """Wait for the work in hand to end after the stop event was set."""
        self._wake.set()
        self._thread.join(timeout)
        outbox.on_nudge(None)

    def _run(self) -> None:
        while not self._stop.is_set():
            self._wake.wait(SWEEP_SECONDS)
            self._stop.wait(GATHER_SECONDS)
            self._wake.clear()
            try:
                close_old_connections()
                self._drain()
                self._beat()
            except Exception:
                logger.exception("the relay goes on after an error")
                self._stop.wait(1.0)
        connections.close_all()

    def _drain(self) -> None:
        while not self._stop.is_set() and (deliveries := outbox.claim()):
            for done, delivery in enumerate(deliveries, 1):
                begun = time.monotonic()
                outbox.attempt(outbox.run_here, delivery)
                self._give_way(time.monotonic() - begun)
                if self._stop.is_set():
                    outbox.release(deliveries[done:])
                    return

    def _give_way(self, worked: float) -> None:
        if self._wake.is_set():
            self._wake.clear()  # the drain asks for rows once more
            self._stop.wait(min(REST * worked, REST_MOST_SECONDS))

    def _beat(self) -> None:
        """Run the beat entries that are due; their clock starts with the server."""
        from cirulla.celery import app

        now = time.monotonic()
        for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
            if name == "outbox-sweep":  # that is what this thread does
                continue
            schedule = entry["schedule"]
            seconds = float(schedule) if isinstance(schedule, int | float) else 24 * 3600.0
            due = self._due.setdefault(name, now + seconds)
            if now >= due:
                self._due[name] = now + seconds
                app.tasks[str(entry["task"])].apply()
