"""Reads of join codes and of the phones that have used them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from cirulla.lib.ids import CODE_ALPHABET
from players.principals import TableGrant
from players.tokens import TABLE, token_digest, well_formed
from scoring.models import JoinCode, Match, TableToken

CODE_LENGTH = 8


def read_code(raw: str) -> str:
    """Return the eight letters of a code as somebody types or scans it, empty when it cannot be one.

    >>> read_code(" wdjb-mjht "), read_code("WDJB-MJHA")
    ('WDJBMJHT', '')
    """
    letters = raw[:40].upper().replace("-", "").replace(" ", "")
    return letters if len(letters) == CODE_LENGTH and set(letters) <= set(CODE_ALPHABET) else ""


def shown_code(code: str) -> str:
    """Return a code in two groups of four, as people read it aloud."""
    return f"{code[:4]}-{code[4:]}"


def code_find(raw: str) -> JoinCode | None:
    """Return the code that lets phones in now; wrong, expired, revoked and over are one None after the same work."""
    code = read_code(raw)
    found = JoinCode.objects.select_related("match").filter(
        code=code, revoked_at__isnull=True, expires_at__gt=timezone.now(), match__status=Match.Status.OPEN
    )
    return found.first()


def code_of(match: Match) -> JoinCode | None:
    """Return the code of a match that works now."""
    now = timezone.now()
    return JoinCode.objects.filter(match=match, revoked_at__isnull=True, expires_at__gt=now).first()


def code_row(code: JoinCode) -> dict[str, Any]:
    """Return a join code as the API shows it to who may make one."""
    return {
        "id": str(code.pk),
        "match": str(code.match_id),
        "code": shown_code(code.code),
        "page": f"/j/{code.code}/",
        "created_at": code.created_at,
        "expires_at": code.expires_at,
    }


def phones_of(match: Match) -> QuerySet[TableToken]:
    """Return the phones that may write to a match."""
    return TableToken.objects.filter(match=match, revoked_at__isnull=True, expires_at__gt=timezone.now())


def phone_row(phone: TableToken) -> dict[str, Any]:
    """Return a phone at a table as the API lists it: never the text of its token."""
    return {
        "id": str(phone.pk),
        "match": str(phone.match_id),
        "seat": phone.seat,
        "hint": phone.hint,
        "device": phone.device,
        "created_at": phone.created_at,
        "expires_at": phone.expires_at,
        "last_seen_at": phone.last_seen_at,
    }


def token_find(text: str) -> TableToken | None:
    """Return the table token of this text, None when it is wrong, expired or revoked."""
    if not well_formed(text, TABLE):
        return None
    works = Q(revoked_at__isnull=True, expires_at__gt=timezone.now())
    return TableToken.objects.filter(works, digest=token_digest(text)).first()


def grant_of(token: TableToken) -> TableGrant:
    """Return what a table token grants."""
    return TableGrant(token.pk, token.match_id, token.seat)


def seats_to_choose(match_id: UUID) -> list[tuple[int | None, str]]:
    """Return number and name of each seat of a match, in playing order."""
    seats = Match.objects.get(pk=match_id).seats.select_related("player").order_by("number")
    return [(seat.number, seat.player.name) for seat in seats]
