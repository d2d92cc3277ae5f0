"""Endpoints that count a match again: the verbale, and other house rules."""

from __future__ import annotations

from hashlib import sha256
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import ApiView, versioned
from cirulla.lib.etag import etag, not_modified
from cirulla.lib.media import dump
from players.api.access import anyone
from players.authentication import principal
from scoring.engine import PRESETS
from scoring.engine.verbale import compact, verbale_json, verbale_text
from scoring.selectors import matches
from scoring.selectors.rescore import hand_under, match_under
from scoring.selectors.verbale import match_verbale
from scoring.services.rules import rules_read


class Verbale(ApiView):
    """A match written down so that anybody can count it again."""

    policy = anyone
    query_parameters = ("format",)

    @extend_schema(
        operation_id="matches_verbale",
        parameters=[OpenApiParameter("format", str, enum=["json", "text"], description="Wins over Accept.")],
        responses={(200, "application/json"): OpenApiTypes.OBJECT, (200, "text/plain"): OpenApiTypes.STR},
        tags=["matches"],
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Read it as JSON, or as text with `Accept: text/plain`; `python -m scoring.engine verify` checks it."""
        match = matches.match_get(principal(request), match_id)
        headers = {"ETag": etag(match.version), "Vary": "Accept"}
        if not_modified(request, match.version):
            return HttpResponse(status=304, headers=headers)
        lines = match_verbale(match)
        wanted = self.query.choice("format", ("json", "text"), "")
        if wanted == "text" or (not wanted and _prefers_text(request.headers.get("Accept", ""))):
            return HttpResponse(verbale_text(lines), content_type="text/plain; charset=utf-8", headers=headers)
        return HttpResponse(compact(verbale_json(lines)), content_type="application/json", headers=headers)


def _prefers_text(accept: str) -> bool:
    wanted = [item.split(";")[0].strip() for item in accept.split(",")]
    return "text/plain" in wanted and "application/json" not in wanted


class MatchUnder(ApiView):
    """A match under other house rules."""

    policy = anyone
    query_parameters = ("ruleset",)

    @extend_schema(
        operation_id="matches_under",
        parameters=[
            OpenApiParameter("ruleset", str, required=True, description="A preset, or the id of the club's ruleset.")
        ],
        responses={200: OpenApiTypes.OBJECT},
        tags=["matches"],
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Say what the match would be under other rules: hands, games, winner. Nothing is changed."""
        name = self.query.text("ruleset")
        if not name:
            raise self.query.bad("ruleset", f"Name the rules: one of {', '.join(PRESETS)}, or a club's ruleset.")
        match = matches.match_get(principal(request), match_id)
        rules = rules_read(name, club_id=match.club_id)
        # A club's own rules change while the match does not.
        tag = sha256(dump(rules.to_dict())).hexdigest()[:12]
        return versioned(request, match_under(match, rules), f"{match.version}-{tag}")


class HandUnder(ApiView):
    """A hand under every preset."""

    policy = anyone

    @extend_schema(operation_id="hands_under", responses={200: OpenApiTypes.OBJECT}, tags=["hands"])
    def get(self, request: Request, match_id: UUID, hand_id: UUID) -> Response:
        """Say what the hand would be under every preset its table can play, with the differences."""
        who = principal(request)
        hand, _ = matches.hand_get(who, match_id, hand_id)
        found = hand_under(matches.match_get(who, match_id), hand)
        return versioned(request, {"results": found, "next": None, "previous": None}, hand.version)
