"""What every endpoint shares: JSON in and out, strict bodies and parameters, cursor lists, declared policies."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cirulla.lib.deprecation import Deprecation
from cirulla.lib.errors import BadRequest, FieldError
from cirulla.lib.etag import etag, not_modified

MAX_LIMIT = 200
DEFAULT_LIMIT = 50


class StrictSerializer(serializers.Serializer[Any]):
    """A body whose every field is known and of its own type: nothing is ignored and nothing is guessed."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the validated dictionary. Raises BadRequest `unknown_field`, `wrong_type`."""
        if isinstance(data, Mapping):
            writable = {name: field for name, field in self.fields.items() if not field.read_only}
            if unknown := sorted(set(map(str, data)) - set(writable)):
                raise BadRequest(
                    "unknown_field",
                    f"Unknown field: {', '.join(unknown)}.",
                    errors=[
                        FieldError(f"/{name}", "unknown_field", "This field cannot be sent here.") for name in unknown
                    ],
                )
            wrong = [error for name, field in writable.items() for error in _wrong_types(field, data.get(name), name)]
            if wrong:
                raise BadRequest("wrong_type", wrong[0].detail, errors=wrong)
        return super().to_internal_value(data)


# The framework reads 0 as "0" and "1" as true; here JSON's own type has to be right. The first that fits counts.
_TYPES: tuple[tuple[type[serializers.Field[Any, Any, Any, Any]], type, str], ...] = (
    (serializers.BooleanField, bool, "This is true or false."),
    (serializers.IntegerField, int, "This is an integer."),
    (serializers.CharField, str, "This is text."),
    (serializers.ChoiceField, str, "This is text."),
    (serializers.UUIDField, str, "This is text."),
    (serializers.DateTimeField, str, "This is text."),
)


def _wrong_types(field: Any, value: Any, path: str) -> Iterator[FieldError]:
    if value is None:
        return
    if isinstance(field, serializers.ListField) and isinstance(value, list):
        for index, item in enumerate(value):
            yield from _wrong_types(field.child, item, f"{path}/{index}")
        return
    for kind, wanted, words in _TYPES:
        if isinstance(field, kind):
            whole = wanted is int and type(value) is float and value.is_integer()  # JSON knows one kind of number
            if type(value) is not wanted and not whole:
                yield FieldError(f"/{path}", "wrong_type", words)
            return


class RefusingQuery:
    """Read query parameters; one that the endpoint does not know is a 400."""

    def __init__(self, request: HttpRequest | Request, known: Iterable[str]) -> None:
        params = request.GET
        allowed = set(known)
        if unknown := sorted(set(params) - allowed):
            raise BadRequest(
                "unknown_parameter",
                f"Unknown query parameter: {', '.join(unknown)}. Known here: {', '.join(sorted(allowed)) or 'none'}.",
                errors=[
                    FieldError(f"/{name}", "unknown_parameter", "This parameter is not known here.") for name in unknown
                ],
            )
        if empty := sorted(name for name in params if not params[name]):
            raise self.bad(empty[0], f"{empty[0]} has no value.")
        self.params = params

    def text(self, name: str, default: str = "") -> str:
        """Return the last value of a parameter."""
        return self.params.get(name, default)

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """Return an integer in `low`..`high`. Raises BadRequest `bad_parameter`."""
        raw = self.params.get(name)
        if raw is None:
            return default
        if raw.isascii() and raw.isdigit() and low <= int(raw[:9]) <= high and len(raw) <= 9:
            return int(raw)
        raise self.bad(name, f"{name} must be a whole number from {low} to {high}.")

    def choice(self, name: str, values: Iterable[str], default: str = "") -> str:
        """Return one of `values`. Raises BadRequest `bad_parameter`."""
        raw = self.params.get(name, default)
        options = list(values)
        if raw == default or raw in options:
            return raw
        raise self.bad(name, f"{name} must be one of {', '.join(options)}.")

    def several(self, name: str, values: Iterable[str]) -> tuple[str, ...]:
        """Return the words of a comma-separated parameter, each one of `values`. Raises BadRequest `bad_parameter`."""
        options = tuple(values)
        words = tuple(word for word in self.text(name).split(",") if word)
        if set(words) <= set(options):
            return words
        raise self.bad(name, f"{name} takes {', '.join(options)}.")

    def day(self, name: str) -> date | None:
        """Return a date, None without the parameter. Raises BadRequest `bad_parameter`."""
        raw = self.text(name)
        try:
            return date.fromisoformat(raw) if raw else None
        except ValueError:
            raise self.bad(name, f"{name} must be a day such as 2026-11-30.") from None

    @staticmethod
    def bad(name: str, detail: str) -> BadRequest:
        """Return the refusal of a parameter's value."""
        return BadRequest("bad_parameter", detail, errors=[FieldError(f"/{name}", "bad_parameter", detail)])


LIST_PARAMETERS = ("cursor", "limit", "ordering")
ORDERINGS = ("-created_at", "created_at")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a list: newest first when `falling`, after the row that `after` names, `count` rows at most."""

    falling: bool
    after: str
    count: int


def _part_of(rows: QuerySet[Any, Any], part: Part, field: str) -> list[Any]:
    if part.after:
        rows = rows.filter(Q(**{f"{field}__{'lt' if part.falling else 'gt'}": part.after}))
    return list(rows.order_by(f"-{field}" if part.falling else field)[: part.count])


def cursor_page(
    request: Request,
    source: QuerySet[Any, Any] | Callable[[Part], list[Any]],
    row: Callable[[Any], Any],
    query: RefusingQuery,
    field: str = "id",
    *,
    together: bool = False,
) -> dict[str, Any]:
    """Return one page of `source`, newest first unless asked otherwise, by a unique unchanging `field`.

    `ordering` is one of ORDERINGS; `field` sorts as rows were made. The answer is `{"results", "next",
    "previous"}`; the cursor names the last row seen, so rows that arrive meanwhile neither repeat nor
    hide another. A `source` that is no queryset returns the Part asked for itself. With `together` the
    function `row` makes all rows at once. Raises BadRequest `bad_parameter` for a cursor that this
    service did not make.
    """
    limit = query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT)
    direction, after = _read_cursor(query)
    backwards = direction == "previous"
    falling = (query.choice("ordering", ORDERINGS, ORDERINGS[0]) == ORDERINGS[0]) != backwards
    part = Part(falling, after, limit + 1)
    try:
        found = _part_of(source, part, field) if isinstance(source, QuerySet) else source(part)
    except (ValueError, TypeError, ValidationError) as exc:
        raise query.bad("cursor", "This cursor was not made here.") from exc
    more = len(found) > limit
    found = found[:limit]
    if backwards:
        found.reverse()
    has_next = more if not backwards else True
    has_previous = (bool(after) and bool(found)) if not backwards else more
    return {
        "results": row(found) if together else [row(item) for item in found],
        "next": _page_url(request, "next", found[-1], field) if found and has_next else None,
        "previous": _page_url(request, "previous", found[0], field) if found and has_previous else None,
    }


def _read_cursor(query: RefusingQuery) -> tuple[str, str]:
    raw = query.text("cursor")
    if not raw:
        return "next", ""
    try:
        direction, after = base64.urlsafe_b64decode(raw.encode()).decode().split(":", 1)
        if direction not in {"next", "previous"} or not after or "\x00" in after:
            raise ValueError(raw)
    except ValueError as exc:
        raise query.bad("cursor", "This cursor was not made here.") from exc
    return direction, after


def _page_url(request: Request, direction: str, item: Any, field: str) -> str:
    value = item[0] if isinstance(item, tuple) else getattr(item, field)
    cursor = base64.urlsafe_b64encode(f"{direction}:{value}".encode()).decode()
    params = {**{name: request.GET[name] for name in request.GET}, "cursor": cursor}
    return request.build_absolute_uri(f"{request.path}?{urlencode(params)}")


def versioned(request: HttpRequest, body: Any, version: int | str, status: int = 200) -> Response:
    """Answer a resource with its ETag, or 304 when the caller has this version already.

    `body` may be a function: it is called only when the caller has not.
    """
    if request.method in {"GET", "HEAD"} and not_modified(request, version):
        return Response(status=304, headers={"ETag": etag(version)})
    return Response(body() if callable(body) else body, status=status, headers={"ETag": etag(version)})


class ApiView(APIView):
    """Base of every endpoint: a policy for each method, JSON only, known query parameters only.

    `policy` is one predicate on the request or a dictionary by method; without one the endpoint is
    closed. `query_parameters` names what may follow the `?`.
    """

    policy: ClassVar[Any] = None
    query_parameters: ClassVar[tuple[str, ...]] = ()
    deprecation: ClassVar[Deprecation | None] = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check policy and parameters before the handler runs."""
        super().initial(request, *args, **kwargs)
        self.query = RefusingQuery(request, self.query_parameters)

    def permission_denied(self, request: Request, message: str | None = None, code: str | None = None) -> Any:
        """Answer 401 to the unknown and 403 to the known."""
        if request.auth is None and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated("Log in, or send a token: `Authorization: Bearer cir_pat_...`.")
        raise exceptions.PermissionDenied(message)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Answer the request, the question whether something has changed by the short way where there is one."""
        if request.method == "GET" and "HTTP_IF_NONE_MATCH" in request.META:
            short = self.unchanged(request, *args, **kwargs)
            if short is not None:
                short.headers["Allow"] = ", ".join(self.allowed_methods)
                return self._told(short, personal=True)
        return super().dispatch(request, *args, **kwargs)

    def unchanged(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        """Return the answer to a caller with a token who has what there is; None: the long way finds out."""
        return None

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the headers that every answer has: what is left of the quota, who may keep it, when the address ends."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        for name, value in getattr(request._request, "rate_headers", {}).items():
            answer.headers.setdefault(name, value)
        return self._told(answer, personal=request.auth is not None or request.user.is_authenticated)

    def _told(self, answer: Any, *, personal: bool) -> Any:
        headers = {"Cache-Control": "private, no-cache" if personal else "no-cache"}
        if self.deprecation is not None:
            headers.update(self.deprecation.headers())
        for name, value in headers.items():
            answer.headers.setdefault(name, value)
        patch_vary_headers(answer, ("Authorization", "Cookie"))
        return answer

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        """Answer OPTIONS with the methods allowed, nothing more."""
        return Response(status=204, headers={"Allow": ", ".join(self.allowed_methods)})


def read_body(serializer: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """Return the validated body. Raises ValidationError and BadRequest, which the handler turns into problems."""
    reader = serializer(data=request.data)
    reader.is_valid(raise_exception=True)
    data: dict[str, Any] = reader.validated_data
    return data


def json_body(request: Request) -> dict[str, Any]:
    """Return the body as it was sent: the parser lets objects through and nothing else."""
    data: dict[str, Any] = request.data  # type: ignore[assignment]
    return data


def bytes_response(body: bytes, status: int, headers: Mapping[str, str]) -> HttpResponse:
    """Return an answer whose body was stored as bytes, unchanged."""
    return HttpResponse(body, status=status, content_type="application/json", headers=dict(headers))
