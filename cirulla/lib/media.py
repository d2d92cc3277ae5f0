"""JSON in and out: the only media type of the API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson
from rest_framework import parsers, renderers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request

from cirulla.lib.errors import BadRequest

MAX_DEPTH = 12


def _depth(value: Any, level: int = 0) -> int:
    if level > MAX_DEPTH:
        return level
    if isinstance(value, dict):
        return max((_depth(item, level + 1) for item in value.values()), default=level + 1)
    if isinstance(value, list):
        return max((_depth(item, level + 1) for item in value), default=level + 1)
    return level


def dump(data: Any) -> bytes:
    """Return JSON as UTF-8: times in UTC with `Z`, ids as text."""
    return orjson.dumps(data, default=str, option=orjson.OPT_UTC_Z | orjson.OPT_NON_STR_KEYS)


class JsonParser(parsers.BaseParser):
    """Read a JSON object of bounded depth; anything else is a 400 with a code."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return the decoded object. Raises BadRequest `not_json`, `not_an_object`, `too_deep`."""
        try:
            # The request's body is read through Django, whose limit on its size applies.
            raw = parser_context["request"]._request.body if parser_context else stream.read()
            data = orjson.loads(raw)
        except orjson.JSONDecodeError as exc:
            raise BadRequest("not_json", f"The body is not JSON: {exc}") from None
        if not isinstance(data, dict):
            raise BadRequest("not_an_object", "The body must be a JSON object.")
        # A body with fewer brackets cannot be deeper: most are let through without a look at every value.
        if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and _depth(data) > MAX_DEPTH:
            raise BadRequest("too_deep", f"The body is nested deeper than {MAX_DEPTH} levels.")
        return data


class JsonRenderer(renderers.BaseRenderer):
    """Write JSON as UTF-8."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the bytes; an answer stored as bytes is passed through untouched."""
        if data is None:
            return b""
        if isinstance(data, bytes):
            return data
        return dump(data)


class JsonOnly(BaseContentNegotiation):
    """Answer JSON whatever Accept says, and refuse a body of another type."""

    def select_parser(self, request: Request, parsers: Iterable[parsers.BaseParser]) -> parsers.BaseParser | None:
        """Return the parser of the body's media type, None for another."""
        given = (request.content_type or "").split(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == given), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[renderers.BaseRenderer], format_suffix: str | None = None
    ) -> tuple[renderers.BaseRenderer, str]:
        """Return the first renderer."""
        renderer = next(iter(renderers))
        return renderer, renderer.media_type
