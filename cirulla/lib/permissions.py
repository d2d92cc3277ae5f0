"""Every route declares who may use it; one that does not is closed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

if TYPE_CHECKING:
    from rest_framework.views import APIView

View = TypeVar("View", bound=Callable[..., Any])
METHODS = ("get", "post", "put", "patch", "delete")


def declare(policy: Callable[[Any], bool]) -> Callable[[View], View]:
    """Declare who may use a page: `policy` is asked about each request before the view runs."""

    def wrap(view: View) -> View:
        view.policy = policy  # type: ignore[attr-defined]
        return view

    return wrap


class PolicyRequired(BasePermission):
    """Deny every endpoint that has not declared who may use it."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Ask the view's `policy` for this method; no policy, no access. A method it lacks becomes 405."""
        if not hasattr(view, (request.method or "").lower()):
            return True
        policy = policy_for(type(view), request.method or "")
        return policy is not None and bool(policy(request))


class Anyone(BasePermission):
    """Let everybody read the schema and its page."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Say yes."""
        return True


def policy_for(view: Any, method: str) -> Callable[[Any], bool] | None:
    """Return the policy that an endpoint's class or a page's function declares for a method, None without one.

    The class is asked, not an instance: a function there is no method.
    """
    policy: Any = getattr(view, "policy", None)
    if isinstance(policy, dict):
        policy = policy.get("GET" if method == "HEAD" else method)
    return policy if callable(policy) else None


@dataclass(frozen=True, slots=True)
class Route:
    """One address of the service: its pattern from the root, its name, its view, and the methods it answers."""

    pattern: str
    name: str
    view: Any
    methods: tuple[str, ...]

    @property
    def endpoint(self) -> Any:
        """Return the class behind an endpoint of the API, the function behind a page."""
        return getattr(self.view, "cls", self.view)


def routes(urlconf: str | None = None) -> Iterator[Route]:
    """Walk all addresses of the service, in the order in which they are tried."""
    yield from _walk(get_resolver(urlconf).url_patterns, "")


def _walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[Route]:
    for item in patterns:
        pattern = before + str(item.pattern)
        if isinstance(item, URLResolver):
            yield from _walk(item.url_patterns, pattern)
            continue
        cls = getattr(item.callback, "cls", None)
        methods = tuple(name.upper() for name in METHODS if hasattr(cls, name)) if cls else ("GET", "POST")
        yield Route(pattern, item.name or "", item.callback, methods)
