"""Who may do what: predicates that the API, the pages, the services and the querysets share. Deny by default.

Every rule about people stands here once. `tests/access` asks each route for each of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from players.models import Club, Membership
from players.principals import Principal

Role = Membership.Role
Visibility = Club.Visibility
TABLE = "table"
"""The role a join code gives, at one match alone: to record, confirm and dispute there as a member may."""
_RANK = {Role.OWNER: 5, Role.DIRECTOR: 4, Role.SCORER: 3, Role.MEMBER: 2, TABLE: 2, Role.READER: 1}


def role_in(who: Principal, club_id: UUID | None) -> str | None:
    """Return the account's role in a club, None for a stranger."""
    if who.user_id is None or club_id is None:
        return None
    return Membership.objects.filter(club_id=club_id, user_id=who.user_id).values_list("role", flat=True).first()


def at_least(role: str | None, wanted: Membership.Role) -> bool:
    """Tell whether a role may do what `wanted` may."""
    return role is not None and _RANK[role] >= _RANK[wanted]


def _own(who: Principal) -> Q:
    # A token that may only make tokens reads no club; one that records hands has to see its tables.
    if who.user_id is None or not who.scopes & {"club:read", "club:write", "hands:write"}:
        return Q(pk__in=())
    return Q(pk__in=Membership.objects.filter(user_id=who.user_id).values("club_id"))


def clubs_visible(who: Principal) -> QuerySet[Club]:
    """Return the clubs whose people and matches someone may see: public ones and his own."""
    return Club.objects.filter(Q(visibility=Visibility.PUBLIC) | _own(who))


def clubs_known(who: Principal) -> QuerySet[Club]:
    """Return the clubs someone may know of: all but the hidden ones that are not his.

    Of a members-only club a stranger learns name, clock and language, and nothing of what hangs on it.
    """
    return Club.objects.filter(~Q(visibility=Visibility.HIDDEN) | _own(who))


def may_see_club(who: Principal, club: Club) -> bool:
    """Tell whether someone may see a club's people and matches."""
    return club.visibility == Visibility.PUBLIC or role_in(who, club.pk) is not None


def may_run_club(who: Principal, club_id: UUID | None) -> bool:
    """Tell whether someone may change a club, its people and its rules."""
    return who.has("club:write") and at_least(role_in(who, club_id), Role.DIRECTOR)


def may_read_members(who: Principal, club_id: UUID) -> bool:
    """Tell whether someone may see the accounts of a club: their addresses are nobody else's business."""
    return who.has("club:read") and at_least(role_in(who, club_id), Role.DIRECTOR)


def may_give_role(who: Principal, club_id: UUID, role: str) -> bool:
    """Tell whether someone may give or take a role: directors up to scorer, owners any."""
    if not who.has("club:write"):
        return False
    own = role_in(who, club_id)
    return own == Role.OWNER or (own == Role.DIRECTOR and _RANK[role] < _RANK[Role.DIRECTOR])


def may_read_audit(who: Principal, club_id: UUID) -> bool:
    """Tell whether someone may read who did what in a club."""
    return who.has("club:read") and at_least(role_in(who, club_id), Role.OWNER)


def may_record_in(who: Principal, club_id: UUID | None) -> bool:
    """Tell whether someone may start matches, add guests and record hands in a club."""
    return who.has("hands:write") and at_least(role_in(who, club_id), Role.MEMBER)


def may_start_alone(who: Principal) -> bool:
    """Tell whether someone may start a match that belongs to no club: accounts, not phones at a table."""
    return who.known and who.has("hands:write")


def role_at(who: Principal, *, match_id: UUID, club_id: UUID | None, created_by: UUID | None) -> str | None:
    """Return the role in which someone sits down at a match, None for a stranger.

    Who made a match without a club owns it. A join code gives TABLE where no better role is held.
    """
    held = role_in(who, club_id)
    return role_seated(who, held, match_id=match_id, club_id=club_id, created_by=created_by)


def role_seated(
    who: Principal, held: str | None, *, match_id: UUID, club_id: UUID | None, created_by: UUID | None
) -> str | None:
    """Return what `role_at` does for someone whose role in the match's club, `held`, has been read already."""
    role = held
    if club_id is None:
        role = Role.OWNER.value if who.known and who.user_id == created_by else None
    return TABLE if who.sits_at(match_id) and not at_least(role, Role.MEMBER) else role


@dataclass(frozen=True, slots=True)
class Rights:
    """What someone may do at a match: `record` hands, `change` what others entered, end it or give it up."""

    record: bool
    change: bool


def rights_at(who: Principal, *, match_id: UUID, club_id: UUID | None, created_by: UUID | None) -> Rights:
    """Return what someone may do at a match: members and phones at the table record, scorers and up change."""
    role = role_at(who, match_id=match_id, club_id=club_id, created_by=created_by)
    may = who.has("hands:write")
    return Rights(may and at_least(role, Role.MEMBER), may and at_least(role, Role.SCORER))


def may_record_at(who: Principal, *, match_id: UUID, club_id: UUID | None, created_by: UUID | None) -> bool:
    """Tell whether someone may record hands of a match."""
    return rights_at(who, match_id=match_id, club_id=club_id, created_by=created_by).record


def may_seat_phones(who: Principal, *, match_id: UUID, club_id: UUID | None, created_by: UUID | None) -> bool:
    """Tell whether someone may make and revoke the join codes of a match: members and up, not a joined phone."""
    role = role_at(who, match_id=match_id, club_id=club_id, created_by=created_by)
    return who.has("hands:write") and role != TABLE and at_least(role, Role.MEMBER)
