"""Delete an account: who it was stays in the clubs as a guest, and what follows from one person's several players."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from cirulla.lib.errors import Conflict, FieldError
from players.models import Club, Membership, Player, User
from players.policies import Role
from players.principals import Principal
from players.services.audit import audit
from players.services.circuits import person_changed


@transaction.atomic
def account_delete(*, by: Principal) -> None:
    """Delete the account of `by` with its addresses, log-ins, tokens and roles.

    Its players stay, guests from now on, and so does all they have played; circuits in which one of them stood for
    several are replayed. Raises Conflict `last_owner` while a club has no other owner.
    """
    owned = Membership.objects.filter(user_id=by.account, role=Role.OWNER).values("club_id")
    # The clubs are held as `member_change` holds them: of two last owners who leave at once one stays.
    for club in Club.objects.select_for_update().filter(pk__in=owned).order_by("pk"):
        if not club.memberships.filter(role=Role.OWNER).exclude(user_id=by.account).exists():
            detail = f"{club.name} needs an owner; make somebody else one first."
            raise Conflict("last_owner", detail, errors=[FieldError("/email", "last_owner", detail)])
    person_changed(by.account)
    Player.objects.filter(user_id=by.account).update(user=None, version=F("version") + 1)
    audit("account_deleted", by=by, subject=by.account)
    User.objects.get(pk=by.account).delete()
