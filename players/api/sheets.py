"""Sheets beside tables: rankings, seasons, circuits, pairs, clubs; and the history of a rating, list and sheet."""

from __future__ import annotations

from dataclasses import asdict
from typing import ClassVar
from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import ApiView
from cirulla.lib.sheets import csv_response
from players.api.access import anyone
from players.api.circuits import read_day
from players.api.figure_bodies import RatingOut, dated
from players.api.figures import FILTER_PARAMETERS, SHEET, two_players
from players.api.sequence import sequence_page
from players.api.views import read_uuid
from players.authentication import principal
from players.figure_query import FILTERS, read_span
from players.selectors import figure_tables as tables
from players.selectors import figures, rankings, sheets
from players.selectors.circuits import circuit_get
from players.selectors.clubs import club_get, player_now
from players.selectors.snapshots import snapshot_get


class RankingFile(ApiView):
    """A club's ranking as a sheet."""

    policy = anyone
    query_parameters = ("club",)

    @extend_schema(
        operation_id="rankings_export",
        parameters=[OpenApiParameter("club", UUID, required=True, description="The club.")],
        responses=SHEET,
        tags=["rankings"],
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Take the official ranking of a club away as CSV."""
        raw = self.query.text("club")
        if not raw:
            raise self.query.bad("club", "Name the club: ?club=<id>.")
        ladder = rankings.ladder_get(principal(request), read_uuid(raw, "club"))
        return csv_response("ranking.csv", sheets.RANKING_COLUMNS, rankings.ladder_rows(ladder.pool))


class SnapshotFile(ApiView):
    """A published ranking as a sheet."""

    policy = anyone

    @extend_schema(operation_id="ranking_snapshots_export", responses=SHEET, tags=["rankings"])
    def get(self, request: Request, snapshot_id: UUID) -> StreamingHttpResponse:
        """Take a published ranking, or the table of points of a season, away as CSV."""
        who = principal(request)
        return csv_response("ranking.csv", *sheets.snapshot_sheet(who, snapshot_get(who, snapshot_id)))


class CircuitTableFile(ApiView):
    """The points of a circuit as a sheet."""

    policy = anyone

    @extend_schema(operation_id="circuits_table_export", responses=SHEET, tags=["circuits"])
    def get(self, request: Request, circuit_id: UUID) -> StreamingHttpResponse:
        """Take the table of a circuit away as CSV."""
        who = principal(request)
        return csv_response("circuit.csv", *sheets.circuit_sheet(who, circuit_get(who, circuit_id)))


class CircuitQualifiedFile(ApiView):
    """Who is qualified, as a sheet."""

    policy = anyone
    query_parameters = ("on",)

    @extend_schema(
        operation_id="circuits_qualified_export",
        parameters=[
            OpenApiParameter("on", OpenApiTypes.DATE, description="The day; today by the organiser's clock, unasked.")
        ],
        responses=SHEET,
        tags=["circuits"],
    )
    def get(self, request: Request, circuit_id: UUID) -> StreamingHttpResponse:
        """Take the list of who is qualified away as CSV."""
        who = principal(request)
        circuit = circuit_get(who, circuit_id)
        return csv_response("qualified.csv", *sheets.qualified_sheet(who, circuit, read_day(self.query, circuit)))


class RatingList(ApiView):
    """How a player's rating moved."""

    policy = anyone
    query_parameters = ("cursor", "limit")

    @extend_schema(operation_id="players_ratings", responses=dated(RatingOut), tags=["figures"])
    def get(self, request: Request, player_id: UUID) -> Response:
        """List what each rated match did to a player's official rating, the latest first."""
        player = player_now(principal(request), player_id)
        page = sequence_page(request, sheets.rating_rows(player), "match", self.query)
        return Response({**page, "as_of": asdict(figures.as_of([player.pk]))})


class RatingsFile(ApiView):
    """The same as a sheet."""

    policy = anyone

    @extend_schema(operation_id="players_ratings_export", responses=SHEET, tags=["figures"])
    def get(self, request: Request, player_id: UUID) -> StreamingHttpResponse:
        """Take the history of a player's rating away as CSV."""
        player = player_now(principal(request), player_id)
        return csv_response("ratings.csv", sheets.RATING_COLUMNS, sheets.rating_rows(player))


class PairFile(ApiView):
    """Two players together, as a sheet."""

    policy = anyone
    query_parameters = FILTERS
    against: ClassVar[bool] = False

    def answer(self, request: Request, player_id: UUID, other_id: UUID) -> StreamingHttpResponse:
        """Return the points by category of the first with or against the second."""
        one, other = two_players(request, player_id, other_id)
        found = figures.pair_all(one, other, read_span(self.query), against=self.against)
        return csv_response("figures.csv", tables.CATEGORY_COLUMNS, tables.category_rows(found.figures.categories))

    @extend_schema(operation_id="players_with_export", parameters=FILTER_PARAMETERS, responses=SHEET, tags=["figures"])
    def get(self, request: Request, player_id: UUID, other_id: UUID) -> StreamingHttpResponse:
        """Take the points by category of a pair away as CSV, beside the club's."""
        return self.answer(request, player_id, other_id)


class HeadToHeadFile(PairFile):
    """One player against another, as a sheet."""

    against = True

    @extend_schema(
        operation_id="players_against_export", parameters=FILTER_PARAMETERS, responses=SHEET, tags=["figures"]
    )
    def get(self, request: Request, player_id: UUID, other_id: UUID) -> StreamingHttpResponse:
        """Take the points by category of one player against another away as CSV, beside the club's."""
        return self.answer(request, player_id, other_id)


class ClubFiguresFile(ApiView):
    """Points by category of a club, as a sheet."""

    policy = anyone
    query_parameters = FILTERS

    @extend_schema(operation_id="clubs_figures_export", parameters=FILTER_PARAMETERS, responses=SHEET, tags=["figures"])
    def get(self, request: Request, club_id: UUID) -> StreamingHttpResponse:
        """Take the points by category of a club away as CSV."""
        club = club_get(principal(request), club_id)
        found = figures.club_all(club, read_span(self.query))
        return csv_response("figures.csv", tables.CATEGORY_COLUMNS, tables.category_rows(found.figures.categories))
