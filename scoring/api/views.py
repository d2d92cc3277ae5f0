"""Endpoints of rulesets, matches and hands: parse, call once, answer."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import Any
from uuid import UUID

import orjson
from django.http import HttpRequest, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import LIST_PARAMETERS, ApiView, bytes_response, cursor_page, json_body, read_body, versioned
from cirulla.lib.errors import Forbidden
from cirulla.lib.etag import etag, not_modified
from cirulla.lib.idempotency import once
from cirulla.lib.media import dump
from cirulla.lib.openapi import listed
from players.api.access import account_scope, anyone, scope
from players.api.changes import changed, created
from players.api.unchanged import unchanged
from players.api.views import read_uuid
from players.authentication import principal
from players.policies import may_run_club
from players.selectors.clubs import club_get
from scoring.api.serializers import (
    STATUSES,
    DisputesOut,
    EventOut,
    HandDoc,
    HandOut,
    HandsOut,
    MatchBody,
    MatchOut,
    PreviewedOut,
    ReportsOut,
    RulesetBody,
    RulesetChange,
    RulesetOut,
)
from scoring.selectors import match_bodies, matches
from scoring.services import hands as hand_services
from scoring.services import matches as match_services
from scoring.services import preview
from scoring.services import rules as rule_services
from scoring.services.disputes import match_disputes

EXPANDABLE = ("players",)
EXPAND = OpenApiParameter(
    "expand", str, enum=EXPANDABLE, description="Add names beside ids: `expanded.players`, by id. Names may change."
)


class RulesetList(ApiView):
    """Rulesets that clubs have made."""

    policy = {"GET": anyone, "POST": account_scope("club:write")}
    query_parameters = (*LIST_PARAMETERS, "club")

    @extend_schema(
        operation_id="rulesets_list",
        parameters=[OpenApiParameter("club", UUID, required=True, description="The club.")],
        responses=listed(RulesetOut),
        tags=["rulesets"],
    )
    def get(self, request: Request) -> Response:
        """List a club's own rulesets, newest first."""
        raw = self.query.text("club")
        if not raw:
            raise self.query.bad("club", "Name the club: ?club=<id>.")
        club = club_get(principal(request), read_uuid(raw, "club"))
        return Response(cursor_page(request, matches.rulesets_of(club), matches.ruleset_row, self.query))

    @extend_schema(operation_id="rulesets_create", request=RulesetBody, responses={201: RulesetOut}, tags=["rulesets"])
    def post(self, request: Request) -> Response:
        """Make a house ruleset: a preset and what differs from it."""
        who = principal(request)
        body = read_body(RulesetBody, request)
        club = club_get(who, body["club"])
        if not may_run_club(who, club.pk):
            raise Forbidden("Only owners and directors make rulesets.")
        rules = {name: body[name] for name in ("name", "preset", "overrides")}
        return created(
            request, who, lambda: matches.ruleset_row(rule_services.ruleset_create(club_id=club.pk, **rules))
        )


class RulesetDetail(ApiView):
    """One house ruleset."""

    policy = {"GET": anyone, "PATCH": account_scope("club:write")}

    @extend_schema(operation_id="rulesets_read", responses=RulesetOut, tags=["rulesets"])
    def get(self, request: Request, ruleset_id: UUID) -> Response:
        """Read a ruleset."""
        ruleset = matches.ruleset_get(principal(request), ruleset_id)
        return versioned(request, matches.ruleset_row(ruleset), ruleset.version)

    @extend_schema(operation_id="rulesets_change", request=RulesetChange, responses=RulesetOut, tags=["rulesets"])
    def patch(self, request: Request, ruleset_id: UUID) -> Response:
        """Change a ruleset; needs If-Match. Matches that have started keep theirs."""
        who = principal(request)
        ruleset = matches.ruleset_get(who, ruleset_id)
        if not may_run_club(who, ruleset.club_id):
            raise Forbidden("Only owners and directors change rulesets.")
        changes = read_body(RulesetChange, request)
        return changed(
            request,
            lambda: matches.ruleset_get(who, ruleset_id),
            matches.ruleset_row,
            lambda version: rule_services.ruleset_change(ruleset=ruleset, version=version, changes=changes),
        )


class MatchList(ApiView):
    """Matches that the caller may know of."""

    policy = {"GET": anyone, "POST": account_scope("hands:write")}
    query_parameters = (*LIST_PARAMETERS, "club", "player", "status", "played_after", "played_before", "expand")

    @extend_schema(
        operation_id="matches_list",
        parameters=[
            OpenApiParameter("club", UUID, description="Only matches of this club."),
            OpenApiParameter("player", UUID, description="Only matches in which this player sits."),
            OpenApiParameter("status", str, enum=STATUSES, description="Only matches in this status."),
            OpenApiParameter("played_after", date, description="Only matches of this session day or later."),
            OpenApiParameter("played_before", date, description="Only matches of this session day or earlier."),
            EXPAND,
        ],
        responses=listed(MatchOut),
        tags=["matches"],
    )
    def get(self, request: Request) -> Response:
        """List matches, newest first."""
        who = principal(request)
        filters = match_bodies.Filters(
            club=self._id("club"),
            player=self._id("player"),
            status=self.query.choice("status", STATUSES),
            played_after=self.query.day("played_after"),
            played_before=self.query.day("played_before"),
        )
        expand = self.query.several("expand", EXPANDABLE)
        page = cursor_page(
            request,
            lambda part: match_bodies.matches_listed(who, filters, part),
            match_bodies.match_bodies,
            self.query,
            together=True,
        )
        if expand:
            page["expanded"] = {"players": matches.players_named([orjson.loads(body) for body in page["results"]])}
        page["results"] = [orjson.Fragment(body) for body in page["results"]]
        return Response(page)

    def _id(self, name: str) -> UUID | None:
        raw = self.query.text(name)
        return read_uuid(raw, name) if raw else None

    @extend_schema(operation_id="matches_create", request=MatchBody, responses={201: MatchOut}, tags=["matches"])
    def post(self, request: Request) -> Response:
        """Open a match; its rules are frozen now."""
        who = principal(request)
        body = read_body(MatchBody, request)

        def work() -> Response:
            match = match_services.match_start(
                by=who,
                club_id=body["club"],
                ruleset=body["ruleset"],
                seats=body["seats"],
                first_dealer=body["first_dealer"],
                rated=body["rated"],
            )
            row = matches.match_row(matches.match_get(who, match.pk))
            return Response(row, status=201, headers={"Location": row["url"], "ETag": etag(match.version)})

        return once(request, who.ref, work)


class MatchDetail(ApiView):
    """One match."""

    policy = anyone
    query_parameters = ("expand",)

    @extend_schema(operation_id="matches_read", parameters=[EXPAND], responses=MatchOut, tags=["matches"])
    def get(self, request: Request, match_id: UUID) -> Response:
        """Read a match. With `expand` the ETag is of this very answer; a change names the match's `version`."""
        version = match_bodies.match_version(principal(request), match_id)
        expand = self.query.several("expand", EXPANDABLE)
        if not expand and not_modified(request, version):
            return versioned(request, None, version)
        version, body = match_bodies.match_read(match_id, version)
        if not expand:
            return versioned(request, body, version)
        row = orjson.loads(body)
        row["expanded"] = {"players": matches.players_named([row])}
        names = hashlib.sha256(dump(row["expanded"])).hexdigest()[:12]
        return versioned(request, row, f"{version}-{names}")

    def unchanged(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        """Answer who has this match already."""
        return None if request.GET else unchanged(request, match_bodies.VERSION, kwargs["match_id"])


class HandList(ApiView):
    """The hands of a match."""

    policy = anyone

    @extend_schema(operation_id="hands_list", responses=HandsOut, tags=["hands"])
    def get(self, request: Request, match_id: UUID) -> Response:
        """List the hands by number; a match never has so many that pages are needed."""
        version = match_bodies.match_version(principal(request), match_id)
        return versioned(request, lambda: match_bodies.hands_body(match_id, version), version)

    def unchanged(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        """Answer who has these hands already."""
        return None if request.GET else unchanged(request, match_bodies.VERSION, kwargs["match_id"])


class HandDetail(ApiView):
    """One hand, under the UUID that the client made for it."""

    policy = {"GET": anyone, "PUT": scope("hands:write")}

    @extend_schema(operation_id="hands_read", responses=HandOut, tags=["hands"])
    def get(self, request: Request, match_id: UUID, hand_id: UUID) -> Response:
        """Read a hand as it stands. Its ETag is the version that a correction's If-Match names."""
        hand, row = matches.hand_get(principal(request), match_id, hand_id)
        return versioned(request, row, hand.version)

    @extend_schema(operation_id="hands_record", request=HandDoc, responses={201: HandOut, 200: HandOut}, tags=["hands"])
    def put(self, request: Request, match_id: UUID, hand_id: UUID) -> HttpResponse:
        """Record a hand, once: the same content again gets the stored answer; other content needs If-Match."""
        recorded = hand_services.hand_record(
            match_id=match_id,
            hand_id=hand_id,
            body=json_body(request),
            by=principal(request),
            if_match=request.headers.get("If-Match"),
        )
        url = f"/api/v1/matches/{match_id}/hands/{recorded.hand_id}"
        return bytes_response(recorded.answer, recorded.status, {"ETag": etag(recorded.version), "Location": url})


class HandPreview(ApiView):
    """What a hand would be worth."""

    policy = anyone

    @extend_schema(operation_id="hands_preview", request=HandDoc, responses={200: PreviewedOut}, tags=["hands"])
    def post(self, request: Request, match_id: UUID) -> Response:
        """Score a hand and say where the match would be; nothing is stored."""
        return Response(preview.hand_preview(match_id=match_id, body=json_body(request), by=principal(request)))


class MatchDisputes(ApiView):
    """What is disputed in a match."""

    policy = anyone

    @extend_schema(operation_id="matches_disputes", responses={200: DisputesOut}, tags=["matches"])
    def get(self, request: Request, match_id: UUID) -> Response:
        """List the disputed hands with each rival report: what the hand and the match would be by it."""
        match = matches.match_get(principal(request), match_id)
        found = match_disputes(match, rule_services.rules_read(match.ruleset, club_id=None))
        return versioned(request, {"results": found, "next": None, "previous": None}, match.version)


class HandReports(ApiView):
    """Reports that did not become official."""

    policy = anyone

    @extend_schema(operation_id="reports_list", responses={200: ReportsOut}, tags=["hands"])
    def get(self, request: Request, match_id: UUID) -> Response:
        """List rival, late and half reports, oldest first."""
        match = matches.match_get(principal(request), match_id)
        rows = [matches.report_row(report) for report in matches.hand_reports(match)]
        # A hand after the end is kept without touching the match.
        return versioned(request, {"results": rows, "next": None, "previous": None}, f"{match.version}-{len(rows)}")


class MatchEvents(ApiView):
    """What was done to a match beside recording."""

    policy = anyone
    query_parameters = LIST_PARAMETERS

    @extend_schema(operation_id="matches_log", responses=listed(EventOut), tags=["matches"])
    def get(self, request: Request, match_id: UUID) -> Response:
        """List disputes, resolutions, voids, corrected seats and the like, newest first."""
        match = matches.match_get(principal(request), match_id)
        return Response(cursor_page(request, matches.match_events(match), matches.event_row, self.query))
