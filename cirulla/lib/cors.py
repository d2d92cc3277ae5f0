"""Let pages of other sites read what is public, and nothing else (the Fetch standard, CORS protocol).

Only GET and HEAD under /api/v1/, only answers to nobody: a request that names an account by token or
cookie gets no such header, so a browser keeps its answer from the foreign page.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

EXPOSED = "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset"
A_DAY = "86400"


class PublicReadsMiddleware:
    """Add the headers that let any page read public answers; answer the question a browser asks before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        if not request.path.startswith("/api/v1/"):
            return self.get_response(request)
        asked = request.headers.get("Access-Control-Request-Method", "")
        if request.method == "OPTIONS" and asked:
            return self._preflight(asked)
        response = self.get_response(request)
        if request.method in {"GET", "HEAD"} and not request.COOKIES and "Authorization" not in request.headers:
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
        return response

    @staticmethod
    def _preflight(asked: str) -> HttpResponse:
        response = HttpResponse(status=204)
        if asked in {"GET", "HEAD"}:
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Allow-Methods"] = "GET, HEAD"
            response.headers["Access-Control-Allow-Headers"] = "If-None-Match, X-Request-Id"
            response.headers["Access-Control-Max-Age"] = A_DAY
        return response
