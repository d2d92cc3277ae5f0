"""Turn every error under /api/ into an RFC 9457 problem."""

from __future__ import annotations

import http
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import orjson
from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework import exceptions
from rest_framework.response import Response

from cirulla.lib.errors import FieldError, Refusal, TryAgain
from cirulla.lib.request_id import current_request_id
from cirulla.lib.retry import unavailable

logger = logging.getLogger("cirulla.problems")
MEDIA_TYPE = "application/problem+json"
CODES = {
    400: "bad_request",
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "too_large",
    415: "unsupported_media_type",
    429: "too_many_requests",
    500: "server_error",
    503: "try_again",
}


def problem_body(
    status: int, code: str, detail: str, errors: Iterable[FieldError] = (), extra: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return a problem as a dictionary: the members of RFC 9457 plus `code` and `errors`."""
    return {
        "type": f"/problems/{code}/",
        "title": http.HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "instance": f"urn:request:{current_request_id()}",
        "code": code,
        "errors": [error.as_dict() for error in errors],
        **(extra or {}),
    }


def problem_response(
    status: int,
    code: str,
    detail: str,
    errors: Iterable[FieldError] = (),
    extra: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Return the problem as an answer outside of Django REST framework."""
    return HttpResponse(
        orjson.dumps(problem_body(status, code, detail, errors, extra)),
        status=status,
        content_type=MEDIA_TYPE,
        headers=dict(headers or {}),
    )


def refusal_response(refusal: Refusal) -> HttpResponse:
    """Return a service's refusal as an answer."""
    return problem_response(
        refusal.status, refusal.code, refusal.detail, refusal.errors, refusal.extra, refusal.headers
    )


def pointer(parts: Iterable[str | int]) -> str:
    """Return the JSON Pointer of a path. Source: RFC 6901, section 3.

    >>> pointer(["sides", 0, "a/b"])
    '/sides/0/a~1b'
    """
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def _flatten(detail: Any, path: tuple[str | int, ...] = ()) -> Iterable[FieldError]:
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from _flatten(inner, path if name == "non_field_errors" else (*path, name))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, dict | list)
            yield from _flatten(inner, (*path, index) if nested else path)
    else:
        yield FieldError(pointer(path), getattr(detail, "code", "invalid") or "invalid", str(detail))


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | Response | None:
    """Answer refusals and framework exceptions as problems; leave anything else to become a 500.

    A database that is gone or busy is 503 with Retry-After: the same request may be sent again.
    """
    if isinstance(exc, Refusal):
        return refusal_response(exc)
    if isinstance(exc, Http404):
        exc = exceptions.NotFound()
    if isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied()
    if isinstance(exc, RequestDataTooBig):
        return problem_response(413, "too_large", "The body is larger than this service reads.")
    if unavailable(exc):
        logger.warning("database not available: %s", exc)
        return refusal_response(TryAgain())
    if not isinstance(exc, exceptions.APIException):
        return None
    headers: dict[str, str] = {}
    if wait := getattr(exc, "wait", None):
        headers["Retry-After"] = str(max(1, int(wait + 0.999)))
    status = exc.status_code
    errors: list[FieldError] = []
    if isinstance(exc, exceptions.ValidationError):
        errors = list(_flatten(exc.detail))
        code, detail = "invalid", errors[0].detail if errors else "Something in the body is not right."
        if len(errors) == 1 or len({error.code for error in errors}) == 1:
            code = errors[0].code
    else:
        raw = exc.detail if not isinstance(exc.detail, dict | list) else str(exc.detail)
        detail = str(raw)
        code = CODES.get(status, "error")
        if isinstance(exc, exceptions.ParseError):
            code = "not_json"
        if isinstance(exc, exceptions.AuthenticationFailed):
            code = exc.get_codes() if isinstance(exc.get_codes(), str) else code  # type: ignore[assignment]
    response = problem_response(status, code, detail, errors, headers=headers)
    if status == 401:
        response["WWW-Authenticate"] = 'Bearer realm="cirulla"'
    return response


class ApiProblemMiddleware:
    """Keep the promise outside of the framework too: no HTML error under /api/.

    Covers unknown addresses, methods, CSRF failures, bodies that are too large, and crashes.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        response = self.get_response(request)
        if not request.path.startswith("/api/") or response.status_code < 400:
            return response
        if response.headers.get("Content-Type", "").startswith(MEDIA_TYPE):
            return response
        status = response.status_code
        answer = problem_response(status, CODES.get(status, "error"), http.HTTPStatus(status).description or "Error.")
        for name in ("Allow", "Retry-After", "WWW-Authenticate"):
            if name in response.headers:
                answer.headers[name] = response.headers[name]
        return answer

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer refusals raised by plain views, and a database that is away, on pages too."""
        api = request.path.startswith("/api/")
        if isinstance(exception, Refusal):
            if api:
                return refusal_response(exception)
            return error_page(request, exception.status, exception.code, exception.detail)
        if unavailable(exception):
            logger.warning("database not available: %s", exception)
            return refusal_response(TryAgain()) if api else error_page(request, 503, "try_again", str(TryAgain()))
        if not api or isinstance(exception, Http404 | PermissionDenied | SuspiciousOperation | BadRequest):
            return None
        kind = "database" if isinstance(exception, DatabaseError) else "unexpected"
        logger.exception("%s error at %s", kind, re.sub(r"[\r\n]", " ", request.path))
        return problem_response(500, "server_error", "Something went wrong here. The request's id is in `instance`.")


def error_page(request: HttpRequest, status: int, code: str, detail: str) -> HttpResponse:
    """Render an error for people. The template needs no database."""
    response = render(request, "problem.html", {"status": status, "code": code, "detail": detail}, status=status)
    if status == 503:
        response.headers["Retry-After"] = "2"
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a missing or wrong CSRF token."""
    detail = "The form's security token is missing or old. Load the page again and repeat."
    if request.path.startswith("/api/"):
        return problem_response(403, "csrf_failed", detail)
    return error_page(request, 403, "csrf_failed", detail)
