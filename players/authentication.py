"""Find out who asks: a bearer token, or the session of a page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from players.models import ApiToken, User
from players.principals import ANONYMOUS, SCOPES, TABLE_SCOPES, Principal, TableGrant
from players.selectors.tokens import FoundToken, token_find
from players.tokens import TABLE, token_digest

ALL_SCOPES = frozenset(SCOPES)
_DEVICE_HEADER = "X-Device"


def _device(request: HttpRequest | Request) -> str:
    return "".join(char for char in request.headers.get(_DEVICE_HEADER, "")[:64] if char.isprintable())


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer cir_pat_...`; scopes, expiry and revocation are looked at each time.

    A phone's token of a table (`cir_tab_...`) is left to scoring.authentication.
    """

    def authenticate(self, request: Request) -> tuple[User, FoundToken] | None:
        """Return user and token, None without the header. Raises AuthenticationFailed for a bad token."""
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if not scheme or text.startswith(TABLE):
            return None
        if scheme.lower() != "bearer":
            raise exceptions.AuthenticationFailed("Only `Bearer` tokens are understood.", code="bad_token")
        text = text.strip()
        token = token_find(text)
        if token is None:
            raise exceptions.AuthenticationFailed("This token is not known, expired or revoked.", code="bad_token")
        if not just_used(token):
            ApiToken.objects.filter(pk=token.id).update(last_used_at=timezone.now())
        who = token_principal(token, request)
        _remember(text, who)
        request._request.principal = who  # type: ignore[attr-defined]
        # The rest of the account is read where somebody asks for it.
        return User.from_db(None, ["id", "is_active"], [token.user_id, True]), token

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme, so that an unknown caller gets 401."""
        return 'Bearer realm="cirulla"'


def token_principal(token: FoundToken, request: HttpRequest | Request) -> Principal:
    """Return who sends a personal token."""
    return Principal(f"token:{token.id}", token.user_id, frozenset(token.scopes) & ALL_SCOPES, _device(request))


def just_used(token: FoundToken) -> bool:
    """Tell whether the token's last use, which is noted once a minute, need not be noted now."""
    return token.last_used_at is not None and timezone.now() - token.last_used_at <= timedelta(minutes=1)


def bearer(request: HttpRequest) -> str:
    """Return the personal token that a request sends, as it is, empty without one."""
    scheme, _, text = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    return text.strip() if scheme.lower() == "bearer" and not text.startswith(TABLE) else ""


def remembered(text: str) -> Principal | None:
    """Return whom a token named when it was last good. Whether it is still good only the database knows."""
    return _remembered.get(token_digest(text)) if text else None


def _remember(text: str, who: Principal) -> None:
    if len(_remembered) >= MOST_REMEMBERED:
        _remembered.clear()
    _remembered[token_digest(text)] = who


_remembered: dict[str, Principal] = {}
MOST_REMEMBERED = 4_096


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of a page, with its CSRF token."""

    def authenticate(self, request: Request) -> Any:
        """Return the logged-in user, None for a visitor."""
        found = super().authenticate(request)
        if found is not None:
            request._request.principal = session_principal(request._request)  # type: ignore[attr-defined]
        return found


def session_principal(request: HttpRequest) -> Principal:
    """Return who a page's session belongs to; a session may do all its account may.

    A phone that has joined a table has its grant too, alone or beside an account.
    """
    user, grant = request.user, table_grant(request)
    if isinstance(user, AnonymousUser) or not user.is_authenticated:
        return table_principal(grant, request) if grant else ANONYMOUS
    return Principal(f"user:{user.pk}", user.pk, ALL_SCOPES, _device(request), grant)


def table_principal(grant: TableGrant, request: HttpRequest | Request) -> Principal:
    """Return a phone at a table as services know it."""
    return Principal(f"table:{grant.token_id}", None, TABLE_SCOPES, _device(request), grant)


def table_grant(request: HttpRequest) -> TableGrant | None:
    """Return what the phone's cookie grants; scoring.authentication knows how to read it, once a request."""
    read: Callable[[], TableGrant | None] | None = getattr(request, "table_grant", None)
    return read() if read else None


def principal(request: HttpRequest | Request) -> Principal:
    """Return who asks, for an API request or a page."""
    inner = request._request if isinstance(request, Request) else request
    if isinstance(request, Request):
        _ = request.user  # authentication happens on first access
        found: Principal = getattr(inner, "principal", ANONYMOUS)
        return found
    return session_principal(request)
