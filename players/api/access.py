"""Policies of endpoints: what a request must carry before its handler looks at any object."""

from __future__ import annotations

from collections.abc import Callable

from rest_framework.request import Request

from players.authentication import principal


def anyone(request: Request) -> bool:
    """Let everybody in; the handler shows only what the caller may know of."""
    return True


def known(request: Request) -> bool:
    """Let accounts in."""
    return principal(request).known


def scope(name: str) -> Callable[[Request], bool]:
    """Let accounts in whose session or token carries a scope."""

    def check(request: Request) -> bool:
        return principal(request).has(name)

    return check
