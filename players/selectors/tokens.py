"""Find a personal token: asked at every request of the API, so by one plain statement."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from cirulla.lib.plain_sql import Statement, id_out, json_out, plain_cursor, time_out
from players.tokens import token_digest, well_formed

_FIND = (
    "SELECT t.id, t.user_id, CAST(t.scopes AS text), t.expires_at, t.last_used_at"
    " FROM players_apitoken t JOIN players_user u ON u.id = t.user_id"
    " WHERE t.digest = %s AND t.revoked_at IS NULL AND u.is_active"
)


@dataclass(frozen=True, slots=True)
class FoundToken:
    """A token that is good now."""

    id: UUID
    user_id: UUID
    scopes: tuple[str, ...]
    last_used_at: datetime | None


def token_find(text: str) -> FoundToken | None:
    """Return the token that `text` is, None when it is unknown, revoked, expired, or its account is not active."""
    if not well_formed(text):
        return None
    with plain_cursor() as cursor:
        cursor.execute(_FIND, [token_digest(text)])
        row = cursor.fetchone()
    return None if row is None else _good(row)


def token_with(text: str, statement: Statement) -> tuple[FoundToken, tuple[Any, ...]] | None:
    """Return what `token_find` does together with the first row of another query, in one statement.

    None without the one or the other.
    """
    query, values = statement
    with plain_cursor() as cursor:
        cursor.execute(f"SELECT * FROM ({_FIND}) t CROSS JOIN ({query}) s", [token_digest(text), *values])  # noqa: S608
        row = cursor.fetchone()
    token = None if row is None else _good(row[:5])
    return None if row is None or token is None else (token, row[5:])


def _good(row: tuple[Any, ...]) -> FoundToken | None:
    key, user, scopes, expires_at, used_at = row
    if expires_at is not None and time_out(expires_at) <= timezone.now():
        return None
    token_id, user_id = id_out(key), id_out(user)
    assert token_id is not None
    assert user_id is not None
    return FoundToken(token_id, user_id, tuple(json_out(scopes)), None if used_at is None else time_out(used_at))
