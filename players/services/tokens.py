"""Make and revoke personal tokens."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from cirulla.lib.errors import FieldError, Forbidden, Unprocessable
from players.models import ApiToken
from players.principals import SCOPES, Principal
from players.services.audit import audit
from players.services.clubs import read_name
from players.tokens import new_token, token_digest, token_hint


@transaction.atomic
def token_create(
    *, by: Principal, name: str, scopes: Sequence[str], expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """Make a token for the account that asks; return the row and the text, which is never shown again.

    A token cannot give what its maker lacks. Raises Unprocessable `unknown_scope`, `expired`,
    `bad_name` and Forbidden `scope_exceeded`.
    """
    for index, scope in enumerate(scopes):
        if scope not in SCOPES:
            detail = f"Unknown scope {scope[:40]!r}; known: {', '.join(SCOPES)}."
            raise Unprocessable(
                "unknown_scope", detail, errors=[FieldError(f"/scopes/{index}", "unknown_scope", detail)]
            )
        if not by.has(scope):
            raise Forbidden(f"Your own token does not carry {scope}.", code="scope_exceeded")
    if expires_at is not None and expires_at <= timezone.now():
        detail = "The token would have expired already."
        raise Unprocessable("expired", detail, errors=[FieldError("/expires_at", "expired", detail)])
    text = new_token()
    row = ApiToken.objects.create(
        user_id=by.account,
        name=read_name(name),
        digest=token_digest(text),
        hint=token_hint(text),
        scopes=sorted(set(scopes)),
        expires_at=expires_at,
    )
    audit("token_created", by=by, subject=row.pk, facts={"scopes": row.scopes})
    return row, text


@transaction.atomic
def token_revoke(*, by: Principal, token_id: UUID) -> bool:
    """Revoke one of the account's own tokens at once; tell whether there was such a token."""
    mine = ApiToken.objects.filter(pk=token_id, user_id=by.account, revoked_at__isnull=True)
    if not mine.update(revoked_at=timezone.now()):
        return False
    audit("token_revoked", by=by, subject=token_id)
    return True
