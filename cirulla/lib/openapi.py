"""What drf-spectacular cannot know by itself: list pages, problems as the answer to every error, shared headers."""

from __future__ import annotations

from functools import cache
from typing import Any

from drf_spectacular.openapi import AutoSchema as SpectacularAutoSchema
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

_ERRORS = {
    "400": "The request cannot be read: JSON, an unknown field or parameter, a wrong type.",
    "401": "Nobody is logged in, or the token is not good.",
    "403": "Not the caller's to do.",
    "404": "Not there, or nothing the caller may know of.",
    "409": "The state of things does not allow it.",
    "412": "If-Match names an old version; the current one is in `current`.",
    "413": "The body is too large.",
    "415": "The body is not application/json.",
    "422": "Readable, but it cannot be; `code` and `errors` say why and where.",
    "428": "The change needs If-Match.",
    "429": "Too many requests; see Retry-After.",
    "503": "Nothing was stored; send the same request again after Retry-After.",
}
_PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "RFC 9457 problem.",
    "required": ["type", "title", "status", "detail", "instance", "code", "errors"],
    "properties": {
        "type": {"type": "string", "description": "Address of a page about this kind of problem."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "Words for people."},
        "instance": {"type": "string", "description": "The request's id."},
        "code": {"type": "string", "description": "Stable word for programs."},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["pointer", "code", "detail"],
                "properties": {
                    "pointer": {"type": "string", "description": "RFC 6901 pointer into the body."},
                    "code": {"type": "string"},
                    "detail": {"type": "string"},
                },
            },
        },
    },
}


class AutoSchema(SpectacularAutoSchema):
    """The schema generator of this service."""


@cache
def listed(item: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """Return the serializer of a cursor page of `item`."""
    return inline_serializer(
        name=f"{item.__name__.removesuffix('Out').removesuffix('Row')}Page",
        fields={
            "results": item(many=True),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
        },
    )


_HEADERS = {
    "IfMatch": ("If-Match", 'The version you have seen, as its ETag: `"v3"`.'),
    "IfNoneMatch": ("If-None-Match", "Versions you have; 304 when one of them is current."),
    "IdempotencyKey": ("Idempotency-Key", "A key of your own; the same request again gets the first answer."),
}


def _parameter(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/parameters/{name}"}


def problems_and_headers(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add the problem answers, and the headers that versions and retries use, to every operation."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = _PROBLEM
    components["parameters"] = {
        key: {"in": "header", "name": name, "schema": {"type": "string"}, "description": words}
        for key, (name, words) in _HEADERS.items()
    }
    for item in result.get("paths", {}).values():
        for method, operation in item.items():
            for status in _statuses(method, operation):
                operation["responses"].setdefault(
                    status,
                    {
                        "description": _ERRORS[status],
                        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
                    },
                )
            _add_headers(method, operation)
    return result


def _statuses(method: str, operation: dict[str, Any]) -> list[str]:
    found = ["400", "401", "403", "404", "429", "503"]
    if "requestBody" in operation:
        found += ["409", "413", "415", "422"]
    if method in {"put", "patch"}:
        found += ["412", "428"]
    return found


def _add_headers(method: str, operation: dict[str, Any]) -> None:
    parameters = operation.setdefault("parameters", [])
    if method in {"put", "patch"}:
        parameters.append(_parameter("IfMatch"))
    elif method == "get":
        parameters.append(_parameter("IfNoneMatch"))
    elif method == "post" and "201" in operation["responses"] and "tokens" not in operation.get("tags", []):
        parameters.append(_parameter("IdempotencyKey"))
    if not parameters:
        del operation["parameters"]
