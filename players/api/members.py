"""Endpoints of who may do what in a club: members, invitations, one's own invitations."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import LIST_PARAMETERS, ApiView, StrictSerializer, cursor_page, read_body, versioned
from cirulla.lib.errors import NotFound, VersionStale
from cirulla.lib.etag import require_match
from cirulla.lib.idempotency import once
from cirulla.lib.openapi import listed
from players.api.access import account_scope
from players.api.serializers import ROLES
from players.authentication import principal
from players.models import Membership
from players.selectors import members as reads
from players.selectors.clubs import club_get
from players.services import members as services

READ, WRITE = account_scope("club:read"), account_scope("club:write")


class InvitationBody(StrictSerializer):
    """Whom to invite, and to which role."""

    email = serializers.EmailField(max_length=254)
    role = serializers.ChoiceField(choices=ROLES, default="member")


class InvitationOut(serializers.Serializer[Any]):
    """An invitation that waits for whoever owns the address."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    email = serializers.EmailField()
    role = serializers.ChoiceField(choices=ROLES)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class MyInvitationOut(serializers.Serializer[Any]):
    """An invitation to the account that asks."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=ROLES)
    expires_at = serializers.DateTimeField()


class MemberChange(StrictSerializer):
    """Another role."""

    role = serializers.ChoiceField(choices=ROLES)


class MemberOut(serializers.Serializer[Any]):
    """An account and its role in a club."""

    id = serializers.CharField()
    club = serializers.UUIDField()
    account = serializers.UUIDField()
    email = serializers.EmailField()
    role = serializers.ChoiceField(choices=ROLES)
    created_at = serializers.DateTimeField()
    version = serializers.IntegerField()
    url = serializers.CharField()


class MemberList(ApiView):
    """The accounts of a club."""

    policy = READ
    query_parameters = LIST_PARAMETERS

    @extend_schema(operation_id="members_list", responses=listed(MemberOut), tags=["members"])
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the members, newest first; for owners and directors."""
        found = reads.members_of(principal(request), club_id)
        return Response(cursor_page(request, found, reads.member_row, self.query))


class MemberDetail(ApiView):
    """One member."""

    policy = {"GET": READ, "PATCH": WRITE, "DELETE": WRITE}

    @extend_schema(operation_id="members_read", responses=MemberOut, tags=["members"])
    def get(self, request: Request, club_id: UUID, member_id: int) -> Response:
        """Read a member."""
        member = self._member(request, club_id, member_id)
        return versioned(request, reads.member_row(member), member.version)

    @extend_schema(operation_id="members_change", request=MemberChange, responses=MemberOut, tags=["members"])
    def patch(self, request: Request, club_id: UUID, member_id: int) -> Response:
        """Give a member another role; needs If-Match. The last owner stays one."""
        member = self._member(request, club_id, member_id)
        role = read_body(MemberChange, request)["role"]
        require_match(request, member.version, reads.member_row(member))
        changed = services.member_change(
            by=principal(request), club_id=club_id, member_id=member_id, version=member.version, role=role
        )
        if changed is None:
            raise VersionStale(reads.member_row(self._member(request, club_id, member_id)))
        return versioned(request, reads.member_row(changed), changed.version)

    @extend_schema(operation_id="members_remove", responses={204: None}, tags=["members"])
    def delete(self, request: Request, club_id: UUID, member_id: int) -> Response:
        """Take a member out of the club, or leave it oneself; needs If-Match. Players and hands stay."""
        member = self._member(request, club_id, member_id)
        require_match(request, member.version, reads.member_row(member))
        done = services.member_remove(
            by=principal(request), club_id=club_id, member_id=member_id, version=member.version
        )
        if not done:
            raise VersionStale
        return Response(status=204)

    @staticmethod
    def _member(request: Request, club_id: UUID, member_id: int) -> Membership:
        """Return a member that the caller may see: directors all of them, others themselves."""
        who = principal(request)
        club_get(who, club_id)
        own = Membership.objects.select_related("user").filter(club_id=club_id, user_id=who.account, pk=member_id)
        member = own.first() or reads.members_of(who, club_id).filter(pk=member_id).first()
        if member is None:
            raise NotFound("There is no such member.")
        return member


class InvitationList(ApiView):
    """The invitations of a club."""

    policy = {"GET": READ, "POST": WRITE}
    query_parameters = LIST_PARAMETERS

    @extend_schema(operation_id="invitations_list", responses=listed(InvitationOut), tags=["members"])
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the invitations that wait, newest first; for owners and directors."""
        found = reads.invitations_waiting(principal(request), club_id)
        return Response(cursor_page(request, found, reads.invitation_row, self.query))

    @extend_schema(
        operation_id="invitations_create", request=InvitationBody, responses={201: InvitationOut}, tags=["members"]
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Invite whoever owns an e-mail address. The answer does not tell whether there is such an account."""
        who = principal(request)
        club_get(who, club_id)
        body = read_body(InvitationBody, request)

        def work() -> Response:
            made = services.member_invite(by=who, club_id=club_id, email=body["email"], role=body["role"])
            return Response(reads.invitation_row(made), status=201)

        return once(request, who.ref, work)


class InvitationDetail(ApiView):
    """One invitation of a club."""

    policy = WRITE

    @extend_schema(operation_id="invitations_withdraw", responses={204: None}, tags=["members"])
    def delete(self, request: Request, club_id: UUID, invitation_id: UUID) -> Response:
        """Take an invitation back."""
        who = principal(request)
        club_get(who, club_id)
        services.invitation_withdraw(by=who, club_id=club_id, invitation_id=invitation_id)
        return Response(status=204)


class MyInvitations(ApiView):
    """Invitations to the account that asks."""

    policy = READ
    query_parameters = LIST_PARAMETERS

    @extend_schema(operation_id="my_invitations_list", responses=listed(MyInvitationOut), tags=["me"])
    def get(self, request: Request) -> Response:
        """List what waits for the addresses that the account has confirmed."""
        found = services.invitations_of(principal(request))
        return Response(cursor_page(request, found, reads.my_invitation_row, self.query))


class MyInvitation(ApiView):
    """One invitation to the account that asks."""

    policy = WRITE

    @extend_schema(operation_id="my_invitations_accept", request=None, responses={200: MemberOut}, tags=["me"])
    def post(self, request: Request, invitation_id: UUID) -> Response:
        """Take an invitation up; a better role that the account holds already stays."""
        member = services.invitation_accept(by=principal(request), invitation_id=invitation_id)
        return Response(reads.member_row(member))

    @extend_schema(operation_id="my_invitations_decline", responses={204: None}, tags=["me"])
    def delete(self, request: Request, invitation_id: UUID) -> Response:
        """Say no to an invitation."""
        services.invitation_decline(by=principal(request), invitation_id=invitation_id)
        return Response(status=204)
