"""The gate in front of every page: its declared policy, or the one that stands here for pages of libraries."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

from cirulla.lib.permissions import Route, policy_for, routes
from cirulla.lib.problems import error_page
from players.access import Asked, anyone, staff

logger = logging.getLogger("cirulla.gate")
Policy = Callable[[Asked], bool]

BORROWED: Mapping[str, Policy] = {
    "accounts/": anyone,  # the account pages ask for log-in and for a fresh password themselves
    "admin/": staff,
    "i18n/": anyone,
    "api/v1/schema/": anyone,
    "api/v1/docs/": anyone,
}
"""Who may use the pages that libraries bring, by the beginning of their address."""


def policy_of(route: str, view: Any, method: str = "GET") -> Policy | None:
    """Return who may use an address: its own declaration first, None when nobody has said."""
    own = policy_for(getattr(view, "cls", view), method)
    if own is not None:
        return own
    return next((policy for start, policy in BORROWED.items() if route.startswith(start)), None)


def undeclared() -> list[Route]:
    """Return the routes for which nobody has said who may use them, for any of their methods."""
    return [
        route
        for route in routes()
        if any(policy_of(route.pattern, route.view, method) is None for method in route.methods)
    ]


class GateMiddleware:
    """Ask a page's policy before the page runs. Endpoints of the API ask theirs themselves: they know tokens."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Let in whom the policy lets in; send a visitor to the log-in, and tell others that there is nothing."""
        if hasattr(view, "cls"):
            return None
        route = request.resolver_match.route if request.resolver_match else ""
        policy = policy_of(route, view, request.method or "GET")
        if policy is None:
            logger.error("the page %r declares no policy (cirulla.lib.permissions.declare), so it is closed", route)
        elif policy(request):
            return None
        elif not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return error_page(request, 404, "not_found", "There is nothing at this address that you may see.")
