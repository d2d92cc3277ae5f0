"""The short answer to "still the same?": token, right to see and version in one statement, then 304.

What a token says of its bearer is remembered to write that statement; the statement itself asks for the token, so that
one revoked, expired or changed is noticed at once and answered by the long way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from cirulla.lib.errors import Refusal
from cirulla.lib.etag import etag, not_modified
from cirulla.lib.problems import refusal_response
from cirulla.lib.throttle import count
from players.authentication import bearer, just_used, remembered, token_principal
from players.selectors.seen import SeenQuery
from players.selectors.tokens import token_with


def _first(row: tuple[Any, ...]) -> int | None:
    version: int | None = row[0]
    return version


def unchanged(
    request: HttpRequest,
    query: SeenQuery,
    thing: UUID,
    version_of: Callable[[tuple[Any, ...]], int | str | None] = _first,
) -> HttpResponse | None:
    """Answer 304 when the caller has this version of a thing already, 429 when he asked too often.

    `version_of` reads the version in a row of `query`. None means: nothing is certain, go the long way.
    """
    text = bearer(request)
    expected = remembered(text)
    found = token_with(text, query.statement(expected, thing)) if expected else None
    if expected is None or found is None:
        return None
    token, row = found
    version = version_of(row)
    who = token_principal(token, request)
    same = (who.user_id, who.scopes) == (expected.user_id, expected.scopes)
    if not same or not just_used(token) or version is None or not not_modified(request, version):
        return None
    request.principal = who  # type: ignore[attr-defined]
    try:
        limits = count("caller", who.ref, settings.LIMITS["caller"])
    except Refusal as refusal:
        return refusal_response(refusal)
    response = HttpResponse(status=304, headers={"ETag": etag(version), **limits})
    del response.headers["Content-Type"]
    return response
