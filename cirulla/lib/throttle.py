"""Count requests per caller and minute, atomically, and say in headers what is left."""

from __future__ import annotations

import logging
import time

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from cirulla.lib.errors import Refusal

logger = logging.getLogger("cirulla.throttle")
WINDOW = 60


class TooMany(Refusal):
    """429: the quota of this minute is used up."""

    status = 429

    def __init__(self, wait: int, headers: dict[str, str]) -> None:
        super().__init__(
            "too_many_requests",
            f"Too many requests; try again in {wait} s.",
            headers={**headers, "Retry-After": str(wait)},
        )


def rate_headers(policy: str, quota: int, left: int, reset: int) -> dict[str, str]:
    """Return the RateLimit headers. Source: draft-ietf-httpapi-ratelimit-headers.

    >>> rate_headers("engine", 120, 7, 31)["RateLimit"]
    '"engine";r=7;t=31'
    """
    return {
        "RateLimit-Policy": f'"{policy}";q={quota};w={WINDOW}',
        "RateLimit": f'"{policy}";r={max(0, left)};t={reset}',
    }


def count(policy: str, caller: str, quota: int) -> dict[str, str]:
    """Count one request and return the headers of the answer.

    Raises TooMany when the minute's quota is used up. If the counter itself is away the request goes
    through: counting never stops a hand from being recorded.
    """
    now = int(time.time())
    reset = WINDOW - now % WINDOW
    key = f"rate:{policy}:{caller}:{now // WINDOW}"
    try:
        cache.add(key, 0, WINDOW * 2)
        used = cache.incr(key)
    except Exception as exc:
        logger.warning("the request counter is away: %s", exc)
        return {}
    headers = rate_headers(policy, quota, quota - used, reset)
    if used > quota:
        raise TooMany(reset, headers)
    return headers


class Address(BaseThrottle):
    """Name the caller by address, as the trusted proxies report it."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Let everything through: `count` is what limits."""
        return True

    def caller(self, request: Request) -> str:
        """Return the address that NUM_PROXIES says is the caller's own."""
        return str(self.get_ident(request))
