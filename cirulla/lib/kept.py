"""Answers kept by the process that made them, under the version that they are of, so that none is ever out of date."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

from django.conf import settings


class KeptAnswers:
    """JSON by key; who puts a version into the key asks the database for the version, and never for the rest.

    `most` bytes at most are kept, what was not asked for longest goes first. Threads share it.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held = 0
        self._lock = threading.Lock()
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """Return what is kept under a key, None without it."""
        with self._lock:
            found = self._answers.get(key)
            if found is not None:
                self._answers.move_to_end(key)
        return found

    def put(self, key: Hashable, answer: bytes) -> None:
        """Keep an answer."""
        with self._lock:
            before = self._answers.pop(key, b"")
            self._answers[key] = answer
            self._held += len(answer) - len(before)
            while self._held > self._most:
                _, gone = self._answers.popitem(last=False)
                self._held -= len(gone)


class KeptThings:
    """The `most` things asked for last, by a key with their version; nobody changes what is kept. Threads share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._things: OrderedDict[Hashable, object] = OrderedDict()

    def get(self, key: Hashable) -> object | None:
        """Return what is kept under a key, None without it."""
        with self._lock:
            found = self._things.get(key)
            if found is not None:
                self._things.move_to_end(key)
        return found

    def put(self, key: Hashable, thing: object) -> None:
        """Keep a thing; what was not asked for longest goes for it."""
        with self._lock:
            self._things[key] = thing
            self._things.move_to_end(key)
            while len(self._things) > self._most:
                self._things.popitem(last=False)


kept = KeptAnswers(settings.KEPT_ANSWERS_KB * 1024)
"""The answers of this process."""
