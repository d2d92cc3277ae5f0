"""Write down who did what, in the transaction of what was done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from cirulla.lib.request_id import current_request_id
from players.models import AuditEvent
from players.principals import Principal

KINDS = (
    "club_created",
    "club_changed",
    "member_invited",
    "invitation_withdrawn",
    "invitation_accepted",
    "invitation_declined",
    "member_role_changed",
    "member_removed",
    "token_created",
    "token_revoked",
    "join_code_made",
    "join_code_revoked",
    "table_joined",
    "table_token_revoked",
    "join_codes_guessed",
    "account_deleted",
    "players_merged",
    "season_created",
    "season_changed",
    "season_closed",
    "circuit_created",
    "circuit_changed",
    "circuit_club_asked",
    "circuit_club_joined",
    "circuit_club_left",
    "circuit_event_set",
    "circuit_event_removed",
    "audit_exported",
    "exported",
)
"""Every kind of act that is written down here; what is done to hands has kinds of its own (docs/states.md)."""


def audit(
    kind: str,
    *,
    by: Principal,
    club_id: UUID | None = None,
    subject: UUID | None = None,
    facts: Mapping[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Append one act. `facts` holds ids, roles and counts, never a name, an address or a secret.

    Raises ValueError for a kind that is not in KINDS.
    """
    if kind not in KINDS:
        raise ValueError(f"unknown kind of audit event: {kind}")
    AuditEvent.objects.create(
        club_id=club_id,
        kind=kind,
        subject=subject,
        facts=dict(facts or {}),
        reason=reason,
        principal=by.ref,
        device=by.device,
        request_id=current_request_id()[:64],
    )
