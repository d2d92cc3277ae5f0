"""Who may do what: predicates that the API, the pages and the services share. Deny by default."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q, QuerySet

from players.models import Club, Membership
from players.principals import Principal

Role = Membership.Role
_RANK = {Role.OWNER: 5, Role.DIRECTOR: 4, Role.SCORER: 3, Role.MEMBER: 2, Role.READER: 1}


def role_in(who: Principal, club_id: UUID | None) -> str | None:
    """Return the account's role in a club, None for a stranger."""
    if who.user_id is None or club_id is None:
        return None
    return Membership.objects.filter(club_id=club_id, user_id=who.user_id).values_list("role", flat=True).first()


def at_least(role: str | None, wanted: Membership.Role) -> bool:
    """Tell whether a role may do what `wanted` may."""
    return role is not None and _RANK[Role(role)] >= _RANK[wanted]


def clubs_visible(who: Principal) -> QuerySet[Club]:
    """Return the clubs someone may know of: public ones and his own."""
    seen = Q(visibility=Club.Visibility.PUBLIC)
    if who.user_id is not None:
        seen |= Q(pk__in=Membership.objects.filter(user_id=who.user_id).values("club_id"))
    return Club.objects.filter(seen)


def may_see_club(who: Principal, club: Club) -> bool:
    """Tell whether someone may know of a club."""
    return club.visibility == Club.Visibility.PUBLIC or role_in(who, club.pk) is not None


def may_run_club(who: Principal, club_id: UUID | None) -> bool:
    """Tell whether someone may change a club, its people and its rules."""
    return who.has("club:write") and at_least(role_in(who, club_id), Role.DIRECTOR)


def may_record_in(who: Principal, club_id: UUID | None) -> bool:
    """Tell whether someone may start matches, add guests and record hands in a club."""
    return who.has("hands:write") and at_least(role_in(who, club_id), Role.MEMBER)
