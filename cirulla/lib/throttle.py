"""Count requests per caller and minute, atomically, and say in headers what is left.

Quotas are settings.LIMITS, requests a minute by policy. A whole club sits behind one address, so known
callers are counted by account, token or phone, and only visitors by address.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from cirulla.lib.counters import CounterAway, counters
from cirulla.lib.errors import Refusal, TryAgain
from cirulla.lib.problems import error_page

logger = logging.getLogger("cirulla.throttle")
WINDOW = 60


class TooMany(Refusal):
    """429: the quota of this minute is used up."""

    status = 429

    def __init__(self, policy: str, wait: int, headers: dict[str, str]) -> None:
        super().__init__(
            "too_many_requests",
            f"Too many requests; try again in {wait} s.",
            extra={"violated-policies": [policy]},
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


def count(policy: str, caller: str, quota: int, *, closed: bool = False) -> dict[str, str]:
    """Count one request and return the headers of the answer.

    Raises TooMany when the minute's quota is used up. If the counter itself is away the request goes
    through: counting never stops a hand from being recorded. A `closed` policy (log-in, codes) raises
    TryAgain instead.
    """
    return _judge(policy, caller, quota, closed, lambda key: counters().add(key, WINDOW * 2))


def look(policy: str, caller: str, quota: int, *, closed: bool = False) -> dict[str, str]:
    """Judge as `count` does the next request, but count nothing: for policies that count failures alone."""
    return _judge(policy, caller, quota, closed, lambda key: counters().read(key) + 1)


def _judge(policy: str, caller: str, quota: int, closed: bool, ask: Callable[[str], int]) -> dict[str, str]:
    now = int(time.time())
    reset = WINDOW - now % WINDOW
    try:
        used = ask(_key(policy, caller, now))
    except CounterAway as exc:
        logger.warning("the request counter is away: %s", exc)
        if closed:
            raise TryAgain from exc
        return {}
    headers = rate_headers(policy, quota, quota - used, reset)
    if used > quota:
        raise TooMany(policy, reset, headers)
    return headers


def spent(policy: str, caller: str) -> int:
    """Return how many were counted in this minute, 0 when the counters are away."""
    try:
        return counters().read(_key(policy, caller, int(time.time())))
    except CounterAway:
        return 0


def _key(policy: str, caller: str, now: int) -> str:
    return f"rate:{policy}:{caller}:{now // WINDOW}"


def address(request: HttpRequest) -> str:
    """Return the caller's address, as many proxies back as are trusted; of IPv6 the /64, which one house has whole.

    A header that no trusted proxy wrote has no effect.
    """
    found = request.META.get("REMOTE_ADDR", "")
    forwarded = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    if (proxies := int(settings.REST_FRAMEWORK["NUM_PROXIES"])) and forwarded:
        found = forwarded[-min(proxies, len(forwarded))]
    try:
        parsed = ipaddress.ip_address(found)
    except ValueError:
        return "unknown"
    if parsed.version == 6:
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return str(parsed)


class Limits(BaseThrottle):
    """Count every request of the API: known callers by their own name, visitors by address."""

    def allow_request(self, request: Request, view: object) -> bool:
        """Count, and keep the headers for the answer. Raises TooMany."""
        inner = request._request
        ref = getattr(getattr(inner, "principal", None), "ref", "")
        policy, caller = ("caller", ref) if ref else ("address", address(inner))
        inner.rate_headers = count(policy, caller, settings.LIMITS[policy])  # type: ignore[attr-defined]
        return True


class LoginLimitMiddleware:
    """Limit what is posted to the account pages by address, before anything looks at a password or a code.

    Closed when the counters are away. The account pages have their own, narrower limits by account.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *args: object) -> HttpResponse | None:
        """Count a POST to an account page, and answer it when there were too many."""
        if request.method != "POST" or not request.path.startswith("/accounts/"):
            return None
        try:
            count("login", address(request), settings.LIMITS["login"], closed=True)
        except Refusal as refusal:
            page = error_page(request, refusal.status, refusal.code, refusal.detail)
            for name, value in refusal.headers.items():
                page.headers[name] = value
            return page
        return None
