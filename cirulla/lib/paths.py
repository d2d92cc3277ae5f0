"""API addresses with or without a slash at the end."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

_WITH_SLASH = ("/api/v1/schema/", "/api/v1/docs/")


class ApiSlashMiddleware:
    """Read `/api/v1/matches/` as `/api/v1/matches`: a redirect would lose the body of a POST."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        path = request.path_info
        if path.startswith("/api/v1/") and path.endswith("/") and path not in _WITH_SLASH and len(path) > 8:
            request.path_info = path.rstrip("/")
            request.path = request.path.rstrip("/")
        return self.get_response(request)
