"""The one permission class of the API: a view without a declared policy is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

if TYPE_CHECKING:
    from rest_framework.views import APIView


class PolicyRequired(BasePermission):
    """Deny every view that has not declared who may use it."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Ask the view's `policy` for this method; no policy, no access. A method it lacks becomes 405."""
        if not hasattr(view, (request.method or "").lower()):
            return True
        policy: Any = getattr(type(view), "policy", None)  # of the class: a function there is no method
        if isinstance(policy, dict):
            policy = policy.get(request.method)
        return policy is not None and bool(policy(request))


class Anyone(BasePermission):
    """Let everybody read the schema and its page."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Say yes."""
        return True
