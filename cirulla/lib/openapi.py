"""What drf-spectacular cannot know: policies, list pages, problems for every error, shared headers, examples."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.conf import settings
from drf_spectacular.openapi import AutoSchema as SpectacularAutoSchema
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers

from cirulla.lib.api import DEFAULT_LIMIT, MAX_LIMIT, ORDERINGS
from cirulla.lib.permissions import policy_for

EXAMPLES_FILE = settings.BASE_DIR / "docs" / "api_examples.json"
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
        "instance": {"type": "string", "description": "The request's id, also in the header X-Request-Id."},
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
        "current": {"type": "object", "description": "With 412 and 428: the resource as it is now."},
    },
}
_LIST = {
    "cursor": OpenApiParameter("cursor", str, description="Where to go on: out of `next` or `previous`."),
    "limit": OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT},
        description="Rows of a page.",
    ),
    "ordering": OpenApiParameter(
        "ordering", str, enum=ORDERINGS, description="Newest first (`-created_at`, unasked) or oldest first."
    ),
}
_TEXT = {"type": "string"}
_SENT: dict[str, tuple[str, str, dict[str, Any]]] = {
    "IfMatch": ("If-Match", 'The version you have seen, as its ETag: `"v3"`.', _TEXT),
    "IfNoneMatch": ("If-None-Match", "Versions you have; 304 when one of them is current.", _TEXT),
    "IdempotencyKey": (
        "Idempotency-Key",
        "A key of your own; the same request again gets the first answer.",
        {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!#-~]+$"},
    ),
}
_ANSWERED = {
    "XRequestId": ("X-Request-Id", "The request's id: name it when you ask for help."),
    "RateLimit": ("RateLimit", 'What is left: `"caller";r=42;t=17`, 42 requests for 17 seconds.'),
    "RateLimitPolicy": ("RateLimit-Policy", 'The quota: `"caller";q=1200;w=60`, 1200 requests in 60 seconds.'),
    "ETag": ("ETag", 'The version of what is answered: `"v3"`.'),
    "Location": ("Location", "Address of what was made."),
    "RetryAfter": ("Retry-After", "Seconds after which to try again."),
}
# Their answers hold a secret that is shown once, so none is kept for retries.
SHOWN_ONCE = frozenset({"tokens_create", "join", "join_codes_make"})


class AutoSchema(SpectacularAutoSchema):
    """The schema generator of this service: what a view's policy and parameters say is in the document too."""

    def get_override_parameters(self) -> list[Any]:
        """Add the parameters that all lists share, where the view takes them."""
        known: tuple[str, ...] = getattr(self.view, "query_parameters", ()) if self.method == "GET" else ()
        return [*super().get_override_parameters(), *(_LIST[name] for name in known if name in _LIST)]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Name the ways in that the policy of this method allows; nobody's are `{}`."""
        words = self._policy()
        ways: list[dict[str, list[str]]] = super().get_auth()
        if words.startswith(("account", "known")):
            ways = [way for way in ways if "table" not in way]
        return [*ways, {}] if words == "anyone" else ways

    def get_description(self) -> str:  # type: ignore[override]
        """Say which scope a token needs."""
        said: str = super().get_description()
        _, _, scope = self._policy().partition("scope ")
        return f"{said}\n\nA token needs the scope `{scope}`." if scope else said

    def is_deprecated(self) -> bool:
        """Say so of an address that will end."""
        return getattr(self.view, "deprecation", None) is not None

    def _policy(self) -> str:
        return getattr(policy_for(type(self.view), self.method), "__name__", "")


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


def problems_and_headers(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add the problem answers, and the headers that versions, retries and limits use, to every operation."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = _PROBLEM
    components["parameters"] = {
        key: {"in": "header", "name": name, "schema": schema, "description": words}
        for key, (name, words, schema) in _SENT.items()
    }
    components["headers"] = {
        key: {"schema": {"type": "string"}, "description": words} for key, (_, words) in _ANSWERED.items()
    }
    for method, operation in _operations(result):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            _close(content["schema"], components["schemas"])
        if method == "get":
            operation["responses"]["304"] = {"description": "If-None-Match names this version: there is no body."}
        for status in _statuses(method, operation):
            operation["responses"].setdefault(
                status,
                {
                    "description": _ERRORS[status],
                    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
                },
            )
        _ask_for_headers(method, operation)
        for status, response in operation["responses"].items():
            response["headers"] = {
                _ANSWERED[key][0]: {"$ref": f"#/components/headers/{key}"} for key in _answered(method, status)
            }
    return result


def examples(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add to every operation the example that was recorded of it (docs/api_examples.json)."""
    if not EXAMPLES_FILE.exists():
        return result
    known: dict[str, Any] = json.loads(EXAMPLES_FILE.read_text(encoding="utf-8"))
    for _, operation in _operations(result):
        example = known.get(operation["operationId"])
        if example is None:
            continue
        if "requestBody" in operation and "request" in example:
            for content in operation["requestBody"]["content"].values():
                content["examples"] = {"example": {"value": example["request"]}}
        response = operation["responses"].get(str(example["status"]), {})
        for media, content in response.get("content", {}).items():
            if media == example["media"]:
                content["examples"] = {"example": {"value": example["response"]}}
    return result


def _operations(result: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for item in result.get("paths", {}).values():
        yield from item.items()


def _close(schema: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Say of a body, and of all in it, that an unknown field is refused and text holds no NUL."""
    if name := schema.get("$ref", "").rpartition("/")[2]:
        schema = schemas[name]
        if "additionalProperties" in schema:
            return
        if schema.get("type") == "object" and "properties" in schema:
            schema["additionalProperties"] = False
    if schema.get("type") == "string" and not {"enum", "format", "pattern"} & set(schema):
        schema["pattern"] = "^[^\\u0000]*$"
    for inner in (*schema.get("properties", {}).values(), schema.get("items", {}), *schema.get("oneOf", ())):
        if isinstance(inner, dict) and inner:
            _close(inner, schemas)


def _conditional(method: str, operation: dict[str, Any]) -> bool:
    """Tell whether a change names the version it changes: every PUT and PATCH, and what says that it needs If-Match."""
    return method in {"put", "patch"} or (method != "get" and "If-Match" in operation.get("description", ""))


def _statuses(method: str, operation: dict[str, Any]) -> list[str]:
    found = ["400", "401", "403", "404", "429", "503"]
    if method != "get":
        found.append("409")
    if "requestBody" in operation:
        found += ["413", "415", "422"]
    elif any(parameter.get("name") == "ruleset" for parameter in operation.get("parameters", [])):
        found.append("422")
    if _conditional(method, operation):
        found += ["412", "428"]
    return found


def _answered(method: str, status: str) -> list[str]:
    found = ["XRequestId", "RateLimit", "RateLimitPolicy"]
    if status in {"429", "503"}:
        found.append("RetryAfter")
    if status in {"200", "201"}:
        found.append("ETag")
    return [*found, "Location"] if status == "201" else found


def _ask_for_headers(method: str, operation: dict[str, Any]) -> None:
    parameters = operation.setdefault("parameters", [])
    for parameter in parameters:
        if parameter.get("in") == "query" and parameter["schema"].get("type") == "string":
            parameter["schema"].setdefault("minLength", 1)
    if _conditional(method, operation):
        parameters.append(_parameter("IfMatch"))
    elif method == "get":
        parameters.append(_parameter("IfNoneMatch"))
    elif method == "post" and "201" in operation["responses"] and operation["operationId"] not in SHOWN_ONCE:
        parameters.append(_parameter("IdempotencyKey"))
    if not parameters:
        del operation["parameters"]


def _parameter(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/parameters/{name}"}
