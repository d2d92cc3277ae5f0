"""Logs: one JSON object a line for machines, one line for people; both with the request's id, neither with a secret."""

from __future__ import annotations

import logging
import re
from collections.abc import MutableMapping
from typing import Any

import structlog

from cirulla.lib.request_id import current_request_id

# Tokens, join codes in addresses, sessions and passwords, however they got into a message.
_SECRETS = (
    (re.compile(r"\b(cir_(?:pat|tab)_)[0-9A-Za-z]{6,}"), r"\1***"),
    (re.compile(r"(/[jJ]/)[^/\s?]+"), r"\1***"),
    (re.compile(r"((?:password|sessionid|csrfmiddlewaretoken|authorization)[\"']?\s*[=:]\s*)\S+", re.I), r"\1***"),
)


def masked(text: str) -> str:
    """Return a message without secrets.

    >>> masked("GET /j/WDJBMJHT/ with cir_pat_0123456789abcdef")
    'GET /j/***/ with cir_pat_***'
    """
    for shape, kept in _SECRETS:
        text = shape.sub(kept, text)
    return text


def mask(logger: Any, name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Take secrets out of every text of an event; a processor of structlog."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = masked(value)
    return event


def add_request_id(logger: Any, name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add the id of the request being answered; a processor of structlog."""
    event.setdefault("request_id", current_request_id())
    return event


PROCESSORS: list[Any] = [
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
    add_request_id,
]


def json_formatter() -> logging.Formatter:
    """Return the formatter of a club server: one JSON object a line, the traceback inside it."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=PROCESSORS,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            mask,
            structlog.processors.JSONRenderer(sort_keys=True),
        ],
    )


class LineFormatter(logging.Formatter):
    """One line for people: what somebody slipped into a name opens no line of its own."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Return the line with secrets masked and control characters written out."""
        line = masked(super().formatMessage(record))
        return "".join(char if char.isprintable() else repr(char)[1:-1] for char in line)
