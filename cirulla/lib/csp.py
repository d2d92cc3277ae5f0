"""The Content-Security-Policy, which is the same on nearly every answer, written without being built each time."""

from __future__ import annotations

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase

_OWN = ("_csp_config", "_csp_update", "_csp_replace", "_csp_exempt")


class PolicyMiddleware(CSPMiddleware):
    """Build the policy once; an answer that has its own, or a page that took a nonce, gets it from django-csp."""

    _policy: str | None = None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Set the header."""
        if getattr(request, "_csp_nonce", None) is not None or any(hasattr(response, name) for name in _OWN):
            answer: HttpResponseBase = super().process_response(request, response)
            return answer
        if self._policy is None:
            answer = super().process_response(request, response)
            self._policy = answer.headers.get(HEADER)
            return answer
        response.headers.setdefault(HEADER, self._policy)
        return response
