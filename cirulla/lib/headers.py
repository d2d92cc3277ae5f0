"""The security headers that Django and django-csp do not set, and no plain HTTP for the API."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from cirulla.lib.problems import problem_response

# The camera reads QR codes, the wake lock keeps the phone awake at the table; nothing else is asked for.
PERMISSIONS = (
    "accelerometer=(), autoplay=(), camera=(self), display-capture=(), fullscreen=(self), geolocation=(), "
    "gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), screen-wake-lock=(self), usb=()"
)


class HeadersMiddleware:
    """Set headers on every answer; refuse an API request that came unencrypted, whose token is lost already."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        api = request.path.startswith("/api/")
        if api and settings.SECURE_SSL_REDIRECT and not request.is_secure():
            detail = "The API answers over https alone; make a new token if you sent one."
            return problem_response(403, "https_required", detail)
        response = self.get_response(request)
        response.headers["Permissions-Policy"] = PERMISSIONS
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin" if api else "same-origin"
        if not api and response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Cache-Control", "private, no-cache")
            patch_vary_headers(response, ("Cookie", "Accept-Language"))
        return response
