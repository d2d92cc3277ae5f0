"""Recognise a phone at a table: by `Authorization: Bearer cir_tab_...`, or by the cookie that joining gave it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from players.authentication import table_grant, table_principal
from players.principals import TableGrant
from players.tokens import TABLE
from scoring.models import TableToken
from scoring.selectors.tables import grant_of, token_find

COOKIE = "__Host-table" if settings.SECURE else "table"
COOKIE_AGE = 60 * 60 * 24 * 30


class TableMiddleware:
    """Give pages a reader of the phone's cookie; the database is asked only where somebody wants to know."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        if text := request.COOKIES.get(COOKIE):
            request.table_grant = _Reader(text)  # type: ignore[attr-defined]
        return self.get_response(request)


class _Reader:
    """Look a cookie's token up once, when first asked."""

    def __init__(self, text: str) -> None:
        self._text: str | None = text
        self._found: TableGrant | None = None

    def __call__(self) -> TableGrant | None:
        if self._text is not None:
            token = token_find(self._text)
            self._text = None
            self._found = _seen(token) if token else None
        return self._found


class TableAuthentication(authentication.BaseAuthentication):
    """A phone's token of a table; expiry and revocation are looked at each time."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, TableGrant] | None:
        """Return nobody's account and the grant, None without one. Raises AuthenticationFailed for a bad token."""
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "bearer" and text.strip().startswith(TABLE):
            token = token_find(text.strip())
            if token is None:
                raise exceptions.AuthenticationFailed("This token is not known, expired or revoked.", code="bad_token")
            return self._let_in(request, _seen(token))
        grant = None if scheme or request._request.user.is_authenticated else table_grant(request._request)
        if grant is None:
            return None
        authentication.SessionAuthentication().enforce_csrf(request)
        return self._let_in(request, grant)

    @staticmethod
    def _let_in(request: Request, grant: TableGrant) -> tuple[AnonymousUser, TableGrant]:
        request._request.principal = table_principal(grant, request)  # type: ignore[attr-defined]
        return AnonymousUser(), grant

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme, so that an unknown caller gets 401."""
        return 'Bearer realm="cirulla"'


def cookie_set(response: HttpResponse, text: str) -> None:
    """Give a phone its token in a cookie that scripts cannot read."""
    response.set_cookie(
        COOKIE, text, max_age=COOKIE_AGE, path="/", secure=settings.SECURE, httponly=True, samesite="Lax"
    )


def _seen(token: TableToken) -> TableGrant:
    now: Any = timezone.now()
    if token.last_seen_at is None or now - token.last_seen_at > timedelta(minutes=1):
        TableToken.objects.filter(pk=token.pk).update(last_seen_at=now)
    return grant_of(token)
