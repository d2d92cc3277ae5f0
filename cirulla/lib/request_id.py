"""Give every request an id that is in its answer, in its problem and in the logs."""

from __future__ import annotations

import contextvars
import logging
import re
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from cirulla.lib.ids import uuid7

logger = logging.getLogger("cirulla.request")
_current: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="-")
_ACCEPTED = re.compile(r"[A-Za-z0-9._-]{8,64}")


def current_request_id() -> str:
    """Return the id of the request being answered, `-` outside of one."""
    return _current.get()


class RequestIdMiddleware:
    """Take `X-Request-Id` from the caller if it is harmless, else make one; return it, and log what was answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        given = request.headers.get("X-Request-Id", "")
        value = given if _ACCEPTED.fullmatch(given) else str(uuid7())
        token = _current.set(value)
        started = time.perf_counter()
        try:
            response = self.get_response(request)
            if logger.isEnabledFor(logging.INFO):
                logger.info("answered", extra=_told(request, response.status_code, started))
        finally:
            _current.reset(token)
        response.headers["X-Request-Id"] = value
        return response


def _told(request: HttpRequest, status: int, started: float) -> dict[str, object]:
    who = getattr(getattr(request, "principal", None), "ref", "")
    return {
        "method": request.method,
        "path": request.path,
        "status": status,
        "ms": round((time.perf_counter() - started) * 1000, 1),
        "by": who,
    }


class RequestIdFilter(logging.Filter):
    """Add `request_id` to each log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always let the record through."""
        record.request_id = current_request_id()
        return True
