"""Counters that several processes may raise at once: in Redis, or in the memory of the one process there is."""

from __future__ import annotations

import threading
import time
from functools import cache
from typing import Protocol

import redis
from django.conf import settings

TIMEOUT_SECONDS = 0.25
REST_SECONDS = 5.0


class CounterAway(Exception):  # noqa: N818 - it is the counter that is away, not an error of the caller
    """The counters cannot be reached now."""


class Counters(Protocol):
    """What limits need: raise a counter that forgets itself, and look at one."""

    def add(self, key: str, seconds: int, amount: int = 1) -> int:
        """Raise a counter that lives for `seconds` and return what it says now. Raises CounterAway."""

    def read(self, key: str) -> int:
        """Return what a counter says. Raises CounterAway."""


class MemoryCounters:
    """Counters of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: dict[str, tuple[float, int]] = {}
        self._swept = time.monotonic()

    def add(self, key: str, seconds: int, amount: int = 1) -> int:
        """Raise a counter and return what it says now."""
        now = time.monotonic()
        with self._lock:
            if now - self._swept > 60:
                self._values = {name: kept for name, kept in self._values.items() if kept[0] > now}
                self._swept = now
            ends, value = self._values.get(key, (now + seconds, 0))
            if ends <= now:
                ends, value = now + seconds, 0
            self._values[key] = (ends, value + amount)
            return value + amount

    def read(self, key: str) -> int:
        """Return what a counter says."""
        with self._lock:
            ends, value = self._values.get(key, (0.0, 0))
        return value if ends > time.monotonic() else 0

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()


class RedisCounters:
    """Counters that all processes of a club server share. A Redis that is away is asked once in five seconds."""

    def __init__(self, url: str, prefix: str = "") -> None:
        self._redis = redis.Redis.from_url(
            url, socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS, retry=None
        )
        self._prefix = prefix
        self._away_until = 0.0

    def add(self, key: str, seconds: int, amount: int = 1) -> int:
        """Raise a counter in one atomic step and return what it says now. Raises CounterAway."""
        self._rested()
        try:
            value = int(self._redis.incrby(self._prefix + key, amount))
            if value == amount:  # the first; every key names its minute, so none is counted on without an end
                self._redis.expire(self._prefix + key, seconds)
            return value
        except redis.RedisError as exc:
            raise self._gone(exc) from exc

    def read(self, key: str) -> int:
        """Return what a counter says. Raises CounterAway."""
        self._rested()
        try:
            return int(self._redis.get(self._prefix + key) or 0)
        except redis.RedisError as exc:
            raise self._gone(exc) from exc

    def _rested(self) -> None:
        if time.monotonic() < self._away_until:
            raise CounterAway("the counters did not answer a moment ago")

    def _gone(self, exc: Exception) -> CounterAway:
        self._away_until = time.monotonic() + REST_SECONDS
        return CounterAway(str(exc))


@cache
def counters() -> Counters:
    """Return the counters of this installation: Redis where settings.REDIS_URL names one."""
    if settings.REDIS_URL:
        return RedisCounters(settings.REDIS_URL, settings.REDIS_PREFIX)
    return MemoryCounters()
