"""Reads of who belongs to a club and who is invited, in the shapes of the API."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from cirulla.lib.errors import Forbidden
from players.models import Invitation, Membership
from players.policies import may_read_members
from players.principals import Principal
from players.selectors.clubs import club_get


def members_of(who: Principal, club_id: UUID) -> QuerySet[Membership]:
    """Return the members of a club. Raises NotFound, and Forbidden for whom their addresses are no business."""
    _check(who, club_id)
    return Membership.objects.filter(club_id=club_id).select_related("user")


def member_row(member: Membership) -> dict[str, Any]:
    """Return a member as the API shows it to those who run the club."""
    return {
        "id": str(member.pk),
        "club": str(member.club_id),
        "account": str(member.user_id),
        "email": member.user.email,
        "role": member.role,
        "created_at": member.created_at,
        "version": member.version,
        "url": f"/api/v1/clubs/{member.club_id}/members/{member.pk}",
    }


def invitations_waiting(who: Principal, club_id: UUID) -> QuerySet[Invitation]:
    """Return the invitations of a club that wait. Raises NotFound, Forbidden."""
    _check(who, club_id)
    return Invitation.objects.filter(club_id=club_id, closed_at__isnull=True, expires_at__gt=timezone.now())


def invitation_row(made: Invitation) -> dict[str, Any]:
    """Return an invitation as the API shows it to those who run the club."""
    return {
        "id": str(made.pk),
        "club": str(made.club_id),
        "email": made.email,
        "role": made.role,
        "created_at": made.created_at,
        "expires_at": made.expires_at,
    }


def my_invitation_row(made: Invitation) -> dict[str, Any]:
    """Return an invitation as the API shows it to who is invited; its club must have been fetched."""
    return {
        "id": str(made.pk),
        "club": str(made.club_id),
        "name": made.club.name,
        "role": made.role,
        "expires_at": made.expires_at,
    }


def _check(who: Principal, club_id: UUID) -> None:
    club_get(who, club_id)
    if not may_read_members(who, club_id):
        raise Forbidden("Only owners and directors see the accounts of a club.")
