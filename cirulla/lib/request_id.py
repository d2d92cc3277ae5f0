"""Give every request an id that is in its answer, in its problem and in the logs."""

from __future__ import annotations

import contextvars
import logging
import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from cirulla.lib.ids import uuid7

_current: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="-")
_ACCEPTED = re.compile(r"[A-Za-z0-9._-]{8,64}")


def current_request_id() -> str:
    """Return the id of the request being answered, `-` outside of one."""
    return _current.get()


class RequestIdMiddleware:
    """Take `X-Request-Id` from the caller if it is harmless, else make one; return it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        given = request.headers.get("X-Request-Id", "")
        value = given if _ACCEPTED.fullmatch(given) else str(uuid7())
        token = _current.set(value)
        try:
            response = self.get_response(request)
        finally:
            _current.reset(token)
        response.headers["X-Request-Id"] = value
        return response


class RequestIdFilter(logging.Filter):
    """Add `request_id` to each log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always let the record through."""
        record.request_id = current_request_id()
        return True
