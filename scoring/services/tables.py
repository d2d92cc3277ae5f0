"""Let phones in at a table by a code, and out again."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from cirulla.lib.errors import Conflict, FieldError, Forbidden, NotFound, Refusal, Unprocessable
from players.policies import may_seat_phones
from players.principals import Principal
from players.services.audit import audit
from players.tokens import TABLE, new_token, token_digest, token_hint
from scoring.models import JoinCode, Match, TableToken
from scoring.selectors.matches import matches_visible
from scoring.selectors.tables import code_find

CODE_LIVES = timedelta(hours=18)
"""An evening and the night after it."""
TOKEN_LIVES = timedelta(days=30)
"""A phone left in a drawer still brings its hands; the code that let it in has ended long before."""


class UnknownCode(Refusal):
    """404: no code of these letters lets anybody in now. Which of the reasons it is, nobody is told."""

    status = 404

    def __init__(self) -> None:
        detail = "No table has this code now. Ask for the code that is shown at the table."
        super().__init__("unknown_code", detail, errors=[FieldError("/code", "unknown_code", detail)])


def match_to_seat(by: Principal, match_id: UUID) -> Match:
    """Return a match whose phones `by` may let in. Raises NotFound, Forbidden."""
    match = matches_visible(by).filter(pk=match_id).first()
    if match is None:
        raise NotFound("There is no such match.")
    if not may_seat_phones(by, match_id=match.pk, club_id=match.club_id, created_by=match.created_by_id):
        raise Forbidden("Only members of the club let phones in at its tables.")
    return match


@transaction.atomic
def join_code_make(*, by: Principal, match_id: UUID) -> JoinCode:
    """Make the code of a match; the one before it ends, the phones it let in stay.

    Raises NotFound, Forbidden, Conflict `match_state` for a match that is over.
    """
    match = match_to_seat(by, match_id)
    Match.objects.select_for_update().get(pk=match.pk)
    if match.status != Match.Status.OPEN:
        raise Conflict("match_state", "Only an open match lets phones in.")
    now = timezone.now()
    JoinCode.objects.filter(match=match, revoked_at__isnull=True).update(revoked_at=now)
    code = JoinCode.objects.create(match=match, created_by=by.ref, expires_at=now + CODE_LIVES)
    audit("join_code_made", by=by, club_id=match.club_id, subject=match.pk)
    return code


@transaction.atomic
def join_code_revoke(*, by: Principal, match_id: UUID, code_id: UUID) -> None:
    """End a code at once. Raises NotFound, Forbidden."""
    match = match_to_seat(by, match_id)
    codes = JoinCode.objects.filter(match=match, pk=code_id, revoked_at__isnull=True)
    if not codes.update(revoked_at=timezone.now()):
        raise NotFound("There is no such code.")
    audit("join_code_revoked", by=by, club_id=match.club_id, subject=match.pk)


@transaction.atomic
def table_join(*, code: str, seat: int | None, by: Principal) -> tuple[TableToken, str]:
    """Let a phone in at the table of a code; return the row and the token's text, which is never shown again.

    `seat` is the number of who holds the phone, None for somebody who sits nowhere. Raises
    UnknownCode, Unprocessable `bad_seat`.
    """
    found = code_find(code)
    if found is None:
        raise UnknownCode
    if seat is not None and not 0 <= seat < found.match.seats_count:
        detail = f"A seat is from 0 to {found.match.seats_count - 1}."
        raise Unprocessable("bad_seat", detail, errors=[FieldError("/seat", "bad_seat", detail)])
    text = new_token(TABLE)
    token = TableToken.objects.create(
        match=found.match,
        join_code=found,
        seat=seat,
        digest=token_digest(text),
        hint=token_hint(text),
        device=by.device,
        expires_at=timezone.now() + TOKEN_LIVES,
    )
    audit("table_joined", by=by, club_id=found.match.club_id, subject=token.pk, facts={"match": str(found.match_id)})
    return token, text


@transaction.atomic
def table_token_revoke(*, by: Principal, match_id: UUID, token_id: UUID) -> None:
    """Put one phone out at once; its hands stay. Raises NotFound, Forbidden."""
    match = match_to_seat(by, match_id)
    tokens = TableToken.objects.filter(match=match, pk=token_id, revoked_at__isnull=True)
    if not tokens.update(revoked_at=timezone.now()):
        raise NotFound("There is no such phone.")
    audit("table_token_revoked", by=by, club_id=match.club_id, subject=token_id)
