"""The short way of programs: an API request without a cookie needs nothing of sessions, forms and pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.handlers.base import BaseHandler
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers

from cirulla.gate import GateMiddleware
from cirulla.lib.csp import PolicyMiddleware
from cirulla.lib.problems import ApiProblemMiddleware

START = "/api/v1/"
PAGES = ("/api/v1/schema", "/api/v1/docs")
"""Addresses under START that are pages or documents of a library."""
FIXED = (SecurityMiddleware, PolicyMiddleware, XFrameOptionsMiddleware)
"""Who sets the headers that are the same on every answer; each is asked once what they are."""

Answer = Callable[[HttpRequest], HttpResponse]


class ApiLane:
    """Answer API requests that bring no cookie without the middlewares behind this one.

    The answer has the same headers as by the long way; policies and problems hold as there. A page's own
    requests, which bring its session, go the long way.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self._views = _Views()
        self._fixed: dict[bool, dict[str, str]] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        path = request.path_info
        if not path.startswith(START) or path.startswith(PAGES) or request.META.get("HTTP_COOKIE"):
            return self.get_response(request)
        return self._finished(request, self._views.answer(request))

    def _finished(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        headers = response.headers
        for name, value in self._headers(request).items():
            headers.setdefault(name, value)
        headers.setdefault("Content-Language", translation.get_language() or "")
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        if not response.streaming:
            headers.setdefault("Content-Length", str(len(response.content)))
        return response

    def _headers(self, request: HttpRequest) -> dict[str, str]:
        secure = request.is_secure()
        if secure not in self._fixed:
            plain = HttpResponse()
            del plain.headers["Content-Type"]
            for each in FIXED:
                each(self.get_response).process_response(request, plain)
            self._fixed[secure] = dict(plain.headers.items())
        return self._fixed[secure]


class _Views(BaseHandler):
    """Find the view and call it, with the two hooks that the API needs."""

    _get_response: Answer

    def __init__(self) -> None:
        super().__init__()
        self._view_middleware = [GateMiddleware(self._get_response).process_view]
        self._template_response_middleware: list[Any] = []
        self._exception_middleware = [ApiProblemMiddleware(self._get_response).process_exception]
        self.answer: Answer = convert_exception_to_response(self._called)  # type: ignore[assignment]

    def _called(self, request: HttpRequest) -> HttpResponse:
        request.get_host()  # refuses a Host that is not this service's
        request.user = AnonymousUser()
        translation.activate(translation.get_language_from_request(request))
        request.LANGUAGE_CODE = translation.get_language() or ""
        return self._get_response(request)
