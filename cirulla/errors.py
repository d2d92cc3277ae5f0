"""Error pages: problems under /api/, readable pages elsewhere. None of them needs the database."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from cirulla.lib.problems import CODES, error_page, problem_response

_WORDS = {
    400: "The request cannot be read.",
    403: "You may not do this.",
    404: "There is nothing at this address that you may see.",
    500: "Something went wrong here. Nothing you entered is lost on your phone.",
}


def _answer(request: HttpRequest, status: int) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problem_response(status, CODES[status], _WORDS[status])
    return error_page(request, status, CODES[status], _WORDS[status])


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """Answer 400."""
    return _answer(request, 400)


def permission_denied(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """Answer 403."""
    return _answer(request, 403)


def page_not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """Answer 404."""
    return _answer(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500."""
    return _answer(request, 500)
