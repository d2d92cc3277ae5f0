"""Wake the relay on the broker without a request ever waiting for the broker."""

from __future__ import annotations

import logging
import os
import threading

logger = logging.getLogger("cirulla.outbox")
APART_SECONDS = 0.2
AWAY_SECONDS = 5.0


class Nudger:
    """One daemon thread in each process that asks the broker for the relay; requests at the same time are one.

    A broker that is away, or takes the connection and says nothing, costs this thread its time and nobody else:
    what is lost here the sweep finds.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked = threading.Event()
        self._process = 0

    def ask(self) -> None:
        """Let the relay be asked for soon; returns at once."""
        if self._process != os.getpid():
            self._start()
        self._asked.set()

    def _start(self) -> None:
        with self._lock:
            if self._process == os.getpid():
                return
            # After a fork the thread is the parent's: this process has none yet.
            self._asked = threading.Event()
            threading.Thread(target=self._run, name="nudge", daemon=True).start()
            self._process = os.getpid()

    def _run(self) -> None:
        from cirulla.celery import app

        pause = threading.Event()
        while True:
            self._asked.wait()
            self._asked.clear()
            try:
                app.send_task("lib.outbox_relay", retry=False)
            except Exception as exc:
                logger.warning("the broker did not take the nudge: %s", exc)
                pause.wait(AWAY_SECONDS)
            else:
                pause.wait(APART_SECONDS)
