"""Endpoints of published rankings and seasons: parse, call once, answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import LIST_PARAMETERS, ApiView, cursor_page, read_body, versioned
from cirulla.lib.errors import Forbidden
from cirulla.lib.openapi import listed
from players.api.access import account_scope, anyone
from players.api.changes import changed, created
from players.api.standing_bodies import (
    BOARDS,
    ReasonsOut,
    SeasonBody,
    SeasonChange,
    SeasonOut,
    SnapshotLine,
    SnapshotOut,
)
from players.api.views import read_uuid
from players.authentication import principal
from players.models import Season
from players.policies import may_run_club
from players.principals import Principal
from players.selectors import snapshots
from players.selectors.clubs import club_get
from players.services import seasons as services
from scoring.selectors import record

WRITE = account_scope("club:write")


class SnapshotList(ApiView):
    """Published rankings."""

    policy = anyone
    query_parameters = (*LIST_PARAMETERS, "club", "season", "circuit", "board")

    @extend_schema(
        operation_id="ranking_snapshots_list",
        parameters=[
            OpenApiParameter("club", UUID, description="Only those of this club."),
            OpenApiParameter("season", UUID, description="Only those of this season."),
            OpenApiParameter("circuit", UUID, description="Only those of this circuit."),
            OpenApiParameter("board", str, enum=BOARDS, description="Only those of this board."),
        ],
        responses=listed(SnapshotLine),
        tags=["rankings"],
    )
    def get(self, request: Request) -> Response:
        """List published rankings, newest first; with `limit=1` the one that stands now."""
        found = snapshots.snapshots_visible(principal(request)).select_related("ladder").defer("rows")
        for name, field in (("club", "ladder__club"), ("season", "season"), ("circuit", "ladder__circuit")):
            if raw := self.query.text(name):
                found = found.filter(**{field: read_uuid(raw, name)})
        if not self.query.text("season"):
            found = found.filter(season__isnull=True)
        if board := self.query.choice("board", BOARDS):
            found = found.filter(board=board)
        return Response(cursor_page(request, found, snapshots.snapshot_row, self.query))


class SnapshotDetail(ApiView):
    """One published ranking."""

    policy = anyone

    @extend_schema(operation_id="ranking_snapshots_read", responses=SnapshotOut, tags=["rankings"])
    def get(self, request: Request, snapshot_id: UUID) -> Response:
        """Read a published ranking; it never changes, and its ETag is its digest."""
        found = snapshots.snapshot_get(principal(request), snapshot_id)
        return versioned(request, lambda: snapshots.snapshot_body(found), found.digest[:16])


class SnapshotChanges(ApiView):
    """Why places changed."""

    policy = anyone
    query_parameters = ("since",)

    @extend_schema(
        operation_id="ranking_snapshots_changes",
        parameters=[
            OpenApiParameter(
                "since",
                {"type": "integer", "minimum": 0, "maximum": 10**9},
                description="The earlier one's number; the one before, unasked.",
            )
        ],
        responses=ReasonsOut,
        tags=["rankings"],
    )
    def get(self, request: Request, snapshot_id: UUID) -> Response:
        """Read why places changed since an earlier ranking of the same board, by cause."""
        after = snapshots.snapshot_get(principal(request), snapshot_id)
        number = self.query.number("since", 0, 0, 10**9)
        before = snapshots.numbered(after, number) if number else snapshots.earlier(after)
        since = before.number if before else None
        return versioned(
            request,
            lambda: {
                "board": after.board,
                "since": since,
                "number": after.number,
                "results": [snapshots.reason_row(reason) for reason in snapshots.changes(before, after)],
            },
            f"{after.digest[:16]}-{since}",
        )


class SeasonList(ApiView):
    """Seasons of clubs."""

    policy = {"GET": anyone, "POST": WRITE}
    query_parameters = (*LIST_PARAMETERS, "club")

    @extend_schema(
        operation_id="seasons_list",
        parameters=[OpenApiParameter("club", UUID, description="Only seasons of this club.")],
        responses=listed(SeasonOut),
        tags=["seasons"],
    )
    def get(self, request: Request) -> Response:
        """List seasons, newest first."""
        found = snapshots.seasons_visible(principal(request))
        if raw := self.query.text("club"):
            found = found.filter(club=read_uuid(raw, "club"))
        return Response(cursor_page(request, found, snapshots.season_row, self.query))

    @extend_schema(operation_id="seasons_create", request=SeasonBody, responses={201: SeasonOut}, tags=["seasons"])
    def post(self, request: Request) -> Response:
        """Make a season of a club."""
        who = principal(request)
        body: dict[str, Any] = read_body(SeasonBody, request)
        club_id = body.pop("club")
        club_get(who, club_id)
        if not may_run_club(who, club_id):
            raise Forbidden("Only owners and directors make seasons.")
        return created(
            request, who, lambda: snapshots.season_row(services.season_create(by=who, club_id=club_id, **body))
        )


class SeasonDetail(ApiView):
    """One season."""

    policy = {"GET": anyone, "PATCH": WRITE}

    @extend_schema(operation_id="seasons_read", responses=SeasonOut, tags=["seasons"])
    def get(self, request: Request, season_id: UUID) -> Response:
        """Read a season; its tables are published rankings (`ranking-snapshots?season=`)."""
        season = snapshots.season_get(principal(request), season_id)
        return versioned(request, snapshots.season_row(season), season.version)

    @extend_schema(operation_id="seasons_change", request=SeasonChange, responses=SeasonOut, tags=["seasons"])
    def patch(self, request: Request, season_id: UUID) -> Response:
        """Change a season that is not over; needs If-Match."""
        who = principal(request)
        season = _run(who, season_id)
        changes = read_body(SeasonChange, request)
        return changed(
            request,
            season,
            snapshots.season_row,
            lambda version: services.season_change(by=who, season_id=season_id, version=version, changes=changes),
        )


class SeasonClose(ApiView):
    """The end of a season."""

    policy = WRITE

    @extend_schema(operation_id="seasons_close", request=None, responses=SeasonOut, tags=["seasons"])
    def post(self, request: Request, season_id: UUID) -> Response:
        """Close a season: its table as of today, or of its last day, is final. Needs If-Match."""
        who = principal(request)
        return changed(
            request,
            _run(who, season_id),
            snapshots.season_row,
            lambda version: services.season_close(by=who, season_id=season_id, version=version, record=record),
        )


def _run(who: Principal, season_id: UUID) -> Callable[[], Season]:
    """Return how to read a season that `who` runs. Raises NotFound, Forbidden."""
    if not may_run_club(who, snapshots.season_get(who, season_id).club_id):
        raise Forbidden("Only owners and directors change seasons.")
    return lambda: snapshots.season_get(who, season_id)
