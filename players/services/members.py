"""Let people into a club, change what they may do there, and out again.

An invitation names an e-mail address; it waits until the account that owns the address takes it up. So
who invites never learns whether there is an account.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from cirulla.lib import outbox
from cirulla.lib.errors import Conflict, FieldError, Forbidden, NotFound
from players.models import Club, Invitation, Membership
from players.policies import Role, may_give_role, may_read_members
from players.principals import Principal
from players.services.audit import audit

INVITATION_LIVES = timedelta(days=30)


@transaction.atomic
def member_invite(*, by: Principal, club_id: UUID, email: str, role: str) -> Invitation:
    """Invite whoever owns an e-mail address; the answer is the same whether there is an account or not.

    Raises Forbidden for a role that `by` may not give, Conflict `invited_already`.
    """
    if not may_give_role(by, club_id, role):
        raise Forbidden(f"You may not make anybody {role} of this club.")
    now = timezone.now()
    open_ones = Invitation.objects.filter(club_id=club_id, email=email.lower(), closed_at__isnull=True)
    open_ones.filter(expires_at__lte=now).update(closed_at=now)
    try:
        with transaction.atomic():
            made = Invitation.objects.create(
                club_id=club_id, email=email.lower(), role=role, expires_at=now + INVITATION_LIVES
            )
    except IntegrityError:
        detail = "This address has an invitation that waits."
        raise Conflict("invited_already", detail, errors=[FieldError("/email", "invited_already", detail)]) from None
    audit("member_invited", by=by, club_id=club_id, subject=made.pk, facts={"role": role})
    outbox.add("member_invited", made.pk)
    return made


@transaction.atomic
def invitation_withdraw(*, by: Principal, club_id: UUID, invitation_id: UUID) -> None:
    """Take an invitation back. Raises NotFound, Forbidden."""
    made = _waiting().filter(pk=invitation_id, club_id=club_id).first()
    if made is None:
        raise NotFound("There is no such invitation.")
    if not may_give_role(by, club_id, made.role):
        raise Forbidden("You may not take this invitation back.")
    _close(made)
    audit("invitation_withdrawn", by=by, club_id=club_id, subject=made.pk)


def invitations_of(by: Principal) -> QuerySet[Invitation]:
    """Return the invitations that wait for the addresses which the account has shown to be its own."""
    mine = EmailAddress.objects.filter(user_id=by.account, verified=True)
    return _waiting().filter(email__in=[address.email.lower() for address in mine]).select_related("club")


@transaction.atomic
def invitation_accept(*, by: Principal, invitation_id: UUID) -> Membership:
    """Take an invitation up. A better role that the account holds already stays. Raises NotFound."""
    made = _mine(by, invitation_id)
    _close(made)
    member, new = Membership.objects.get_or_create(
        club_id=made.club_id, user_id=by.account, defaults={"role": made.role}
    )
    ranks = list(Role)
    if not new and ranks.index(Role(made.role)) < ranks.index(Role(member.role)):
        Membership.objects.filter(pk=member.pk).update(role=made.role, version=F("version") + 1)
        member.refresh_from_db()
    audit("invitation_accepted", by=by, club_id=made.club_id, subject=made.pk, facts={"role": member.role})
    return member


@transaction.atomic
def invitation_decline(*, by: Principal, invitation_id: UUID) -> None:
    """Say no to an invitation. Raises NotFound."""
    made = _mine(by, invitation_id)
    _close(made)
    audit("invitation_declined", by=by, club_id=made.club_id, subject=made.pk)


@transaction.atomic
def member_change(*, by: Principal, club_id: UUID, member_id: int, version: int, role: str) -> Membership | None:
    """Give a member another role if the row is still at `version`; None when it is not.

    Raises NotFound, Forbidden, Conflict `last_owner`.
    """
    member = _locked(by, club_id, member_id)
    if not (may_give_role(by, club_id, role) and may_give_role(by, club_id, member.role)):
        raise Forbidden("You may not give or take this role.")
    if role != Role.OWNER:
        _keep_an_owner(member)
    changed = Membership.objects.filter(pk=member_id, version=version).update(role=role, version=F("version") + 1)
    if not changed:
        return None
    facts = {"before": member.role, "after": role}
    audit("member_role_changed", by=by, club_id=club_id, subject=member.user_id, facts=facts)
    member.refresh_from_db()
    return member


@transaction.atomic
def member_remove(*, by: Principal, club_id: UUID, member_id: int, version: int) -> bool:
    """Take a member out of the club, or leave it oneself; False when the row is not at `version` any more.

    Hands and players stay. Raises NotFound, Forbidden, Conflict `last_owner`.
    """
    member = _locked(by, club_id, member_id)
    leaves = member.user_id == by.user_id and by.has("club:write")
    if not (leaves or may_give_role(by, club_id, member.role)):
        raise Forbidden("You may not take this member out of the club.")
    _keep_an_owner(member)
    if not Membership.objects.filter(pk=member_id, version=version).delete()[0]:
        return False
    audit("member_removed", by=by, club_id=club_id, subject=member.user_id, facts={"role": member.role})
    return True


def _locked(by: Principal, club_id: UUID, member_id: int) -> Membership:
    """Return a member of a club, the club's row held: two owners who leave at once leave one after the other."""
    Club.objects.select_for_update().get(pk=club_id)
    member = Membership.objects.filter(pk=member_id, club_id=club_id).first()
    if member is None or not (member.user_id == by.user_id or may_read_members(by, club_id)):
        raise NotFound("There is no such member.")
    return member


def _keep_an_owner(member: Membership) -> None:
    if member.role != Role.OWNER:
        return
    if not Membership.objects.filter(club_id=member.club_id, role=Role.OWNER).exclude(pk=member.pk).exists():
        raise Conflict("last_owner", "A club needs an owner; make somebody else one first.")


def _waiting() -> QuerySet[Invitation]:
    return Invitation.objects.filter(closed_at__isnull=True, expires_at__gt=timezone.now())


def _mine(by: Principal, invitation_id: UUID) -> Invitation:
    made = invitations_of(by).filter(pk=invitation_id).select_for_update(of=("self",)).first()
    if made is None:
        raise NotFound("There is no such invitation.")
    return made


def _close(made: Invitation) -> None:
    Invitation.objects.filter(pk=made.pk).update(closed_at=timezone.now())
