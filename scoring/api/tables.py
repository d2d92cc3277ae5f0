"""Endpoints of phones at a table: the code that lets them in, who has come in, joining by a code."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import LIST_PARAMETERS, ApiView, StrictSerializer, cursor_page, read_body
from cirulla.lib.errors import NotFound
from cirulla.lib.openapi import listed
from cirulla.lib.throttle import address
from players.api.access import account_scope, anyone
from players.authentication import principal
from scoring.selectors import tables
from scoring.services import tables as services
from scoring.services.guesses import guarded

SEAT_PHONES = account_scope("hands:write")


class JoinBody(StrictSerializer):
    """The code on the table card, and the seat of who holds the phone; null: somebody who sits nowhere."""

    code = serializers.CharField(max_length=40)
    seat = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=0, max_value=4)


class CodeOut(serializers.Serializer[Any]):
    """The code that lets phones in at a match now."""

    id = serializers.UUIDField()
    match = serializers.UUIDField()
    code = serializers.CharField()
    page = serializers.CharField(help_text="What the QR code holds, after this service's address.")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class PhoneOut(serializers.Serializer[Any]):
    """A phone at a table."""

    id = serializers.UUIDField()
    match = serializers.UUIDField()
    seat = serializers.IntegerField(allow_null=True)
    hint = serializers.CharField()
    device = serializers.CharField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    last_seen_at = serializers.DateTimeField(allow_null=True)


class JoinedOut(PhoneOut):
    """A phone that has just come in, with its token: shown this once."""

    token = serializers.CharField()


class JoinCodes(ApiView):
    """The code of a match."""

    policy = SEAT_PHONES

    @extend_schema(operation_id="join_codes_read", responses={200: CodeOut}, tags=["tables"])
    def get(self, request: Request, match_id: UUID) -> Response:
        """Read the code that lets phones in now; 404 when there is none."""
        code = tables.code_of(services.match_to_seat(principal(request), match_id))
        if code is None:
            raise NotFound("No code lets phones in at this match; make one.")
        return Response(tables.code_row(code))

    @extend_schema(operation_id="join_codes_make", request=None, responses={201: CodeOut}, tags=["tables"])
    def post(self, request: Request, match_id: UUID) -> Response:
        """Make a new code; the one before it ends."""
        code = services.join_code_make(by=principal(request), match_id=match_id)
        return Response(tables.code_row(code), status=201)


class JoinCodeDetail(ApiView):
    """One code."""

    policy = SEAT_PHONES

    @extend_schema(operation_id="join_codes_revoke", responses={204: None}, tags=["tables"])
    def delete(self, request: Request, match_id: UUID, code_id: UUID) -> Response:
        """End a code at once; phones that came in by it stay."""
        services.join_code_revoke(by=principal(request), match_id=match_id, code_id=code_id)
        return Response(status=204)


class PhoneList(ApiView):
    """The phones at a table."""

    policy = SEAT_PHONES
    query_parameters = LIST_PARAMETERS

    @extend_schema(operation_id="phones_list", responses=listed(PhoneOut), tags=["tables"])
    def get(self, request: Request, match_id: UUID) -> Response:
        """List the phones that may write to this match, newest first."""
        match = services.match_to_seat(principal(request), match_id)
        return Response(cursor_page(request, tables.phones_of(match), tables.phone_row, self.query))


class PhoneDetail(ApiView):
    """One phone."""

    policy = SEAT_PHONES

    @extend_schema(operation_id="phones_revoke", responses={204: None}, tags=["tables"])
    def delete(self, request: Request, match_id: UUID, token_id: UUID) -> Response:
        """Put a phone out at once; the hands it sent stay."""
        services.table_token_revoke(by=principal(request), match_id=match_id, token_id=token_id)
        return Response(status=204)


class Join(ApiView):
    """Come in at a table."""

    policy = anyone

    @extend_schema(operation_id="join", request=JoinBody, responses={201: JoinedOut}, tags=["tables"])
    def post(self, request: Request) -> Response:
        """Trade a join code for a token of this phone. Its text is in this answer and nowhere else."""
        body, who = read_body(JoinBody, request), principal(request)
        token, text = guarded(
            address(request._request), lambda: services.table_join(code=body["code"], seat=body["seat"], by=who)
        )
        return Response({**tables.phone_row(token), "token": text}, status=201, headers={"Cache-Control": "no-store"})
