"""Endpoints of who did what in a club, for its owner: to read, and to take away."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import DEFAULT_LIMIT, MAX_LIMIT, ApiView, RefusingQuery
from cirulla.lib.errors import Forbidden
from cirulla.lib.openapi import listed
from cirulla.lib.sheets import csv_response
from players.api.access import account_scope
from players.authentication import principal
from players.policies import may_read_audit
from players.selectors.clubs import club_get
from players.services.audit import audit
from scoring.selectors.audit import Before, all_club_acts, club_acts

COLUMNS = ("at", "kind", "subject", "match", "by", "device", "reason", "request_id", "id")


class ActOut(serializers.Serializer[Any]):
    """Who did what, when, from which device, why: ids only, never a name."""

    id = serializers.CharField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    subject = serializers.CharField(allow_null=True)
    match = serializers.CharField(allow_null=True)
    facts = serializers.DictField()
    reason = serializers.CharField(allow_blank=True)
    by = serializers.CharField()
    device = serializers.CharField(allow_blank=True)
    request_id = serializers.CharField(allow_blank=True)


class ClubAudit(ApiView):
    """Who did what in a club."""

    policy = account_scope("club:read")
    query_parameters = ("cursor", "limit")

    @extend_schema(operation_id="audit_list", responses=listed(ActOut), tags=["audit"])
    def get(self, request: Request, club_id: UUID) -> Response:
        """List what was done with roles, tokens, codes, exports, hands and matches, newest first; for owners."""
        _check(request, club_id)
        limit = self.query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT)
        found = club_acts(club_id, _place(self.query), limit + 1)
        page = found[:limit]
        following = None
        if len(found) > limit:
            place = base64.urlsafe_b64encode(f"{page[-1].at.isoformat()} {page[-1].key}".encode()).decode()
            following = request.build_absolute_uri(f"{request.path}?limit={limit}&cursor={place}")
        return Response({"results": [act.row() for act in page], "next": following, "previous": None})


class ClubAuditFile(ApiView):
    """The same as a file."""

    policy = account_scope("club:read")

    @extend_schema(
        operation_id="audit_export",
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR, description="CSV, safe in spreadsheets.")},
        tags=["audit"],
    )
    def get(self, request: Request, club_id: UUID) -> StreamingHttpResponse:
        """Take all of it away as CSV; that this was done is written down too."""
        _check(request, club_id)
        audit("audit_exported", by=principal(request), club_id=club_id, subject=club_id)
        return csv_response("audit.csv", COLUMNS, (act.row() for act in all_club_acts(club_id)))


def _check(request: Request, club_id: UUID) -> None:
    who = principal(request)
    club_get(who, club_id)
    if not may_read_audit(who, club_id):
        raise Forbidden("Only owners read who did what in a club.")


def _place(query: RefusingQuery) -> Before | None:
    raw = query.text("cursor")
    if not raw:
        return None
    try:
        at, key = base64.urlsafe_b64decode(raw.encode()).decode().split(" ")
        return Before(datetime.fromisoformat(at).astimezone(UTC), key)
    except (ValueError, OverflowError):
        raise query.bad("cursor", "This cursor was not made here.") from None
