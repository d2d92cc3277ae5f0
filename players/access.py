"""What a route asks for before its handler looks at any object. Pages and API declare one of these for each method.

A route that declares none is closed (cirulla.lib.permissions), and `manage.py check` names it.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from rest_framework.request import Request

from players.authentication import principal

Asked = HttpRequest | Request


def anyone(request: Asked) -> bool:
    """Let everybody in; the handler shows only what the caller may know of."""
    return True


def known(request: Asked) -> bool:
    """Let accounts in."""
    return principal(request).known


def seated(request: Asked) -> bool:
    """Let in accounts, and phones that a join code has let in at a table."""
    who = principal(request)
    return who.known or who.table is not None


def staff(request: Asked) -> bool:
    """Let in those who run the service; nobody else learns that there is something."""
    user = request.user
    return bool(user.is_authenticated and user.is_active and user.is_staff)


def scope(name: str) -> Callable[[Asked], bool]:
    """Let in those whose session or token carries a scope."""

    def check(request: Asked) -> bool:
        return principal(request).has(name)

    check.__name__ = f"scope {name}"
    return check


def account_scope(name: str) -> Callable[[Asked], bool]:
    """Let in accounts whose session or token carries a scope; a phone at a table is none."""

    def check(request: Asked) -> bool:
        who = principal(request)
        return who.known and who.has(name)

    check.__name__ = f"account with scope {name}"
    return check
