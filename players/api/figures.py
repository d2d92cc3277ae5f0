"""Endpoints of figures: of a player, a pair, one against another, a club; each table also as a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, ClassVar
from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import LIST_PARAMETERS, ApiView, cursor_page
from cirulla.lib.errors import FieldError, Unprocessable
from cirulla.lib.sheets import csv_response
from players.api import figure_bodies as bodies
from players.api.access import anyone
from players.api.sequence import sequence_page
from players.authentication import principal
from players.figure_query import FILTERS, read_span
from players.figures import DISCIPLINES
from players.figures.company import company
from players.models import Player
from players.selectors import figure_tables as tables
from players.selectors import figures
from players.selectors.clubs import club_get, player_now
from players.selectors.histories import chances_of
from scoring.engine import PRESETS

FILTER_PARAMETERS = [
    OpenApiParameter("from", OpenApiTypes.DATE, description="Only session days from this one on."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Only session days up to this one."),
    OpenApiParameter("discipline", str, enum=list(DISCIPLINES), description="Only matches with so many at the table."),
    OpenApiParameter("ruleset", str, enum=list(PRESETS), description="Only matches whose rules came from this preset."),
]
SHEET = {(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR, description="CSV, safe in spreadsheets.")}


class PlayerFigures(ApiView):
    """What a player's matches say of him."""

    policy = anyone
    query_parameters = FILTERS

    @extend_schema(
        operation_id="players_figures",
        parameters=FILTER_PARAMETERS,
        responses=bodies.PlayerFiguresOut,
        tags=["figures"],
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Read all figures of a player: results, points by category, luck and play, streaks, records, calendar."""
        player, span = player_now(principal(request), player_id), read_span(self.query)
        found = figures.player_all(player, span)
        return Response(
            {
                "player": str(player.pk),
                "filter": asdict(span),
                "figures": asdict(found.figures),
                "streaks": asdict(found.streaks),
                "records": [asdict(one) for one in found.records],
                "days": [asdict(one) for one in found.days],
                "as_of": asdict(found.as_of),
            }
        )


class PlayerFiguresFile(ApiView):
    """Points by category as a sheet."""

    policy = anyone
    query_parameters = FILTERS

    @extend_schema(
        operation_id="players_figures_export", parameters=FILTER_PARAMETERS, responses=SHEET, tags=["figures"]
    )
    def get(self, request: Request, player_id: UUID) -> StreamingHttpResponse:
        """Take a player's points by category away as CSV, beside the club's."""
        player, span = player_now(principal(request), player_id), read_span(self.query)
        found = figures.figures_of(tables.player_lines(player, span), player.club_id, span, None)
        return csv_response("figures.csv", tables.CATEGORY_COLUMNS, tables.category_rows(found.categories))


class PlayerLines(ApiView):
    """The matches of a player as they count."""

    policy = anyone
    query_parameters = (*LIST_PARAMETERS, *FILTERS)

    @extend_schema(
        operation_id="players_lines",
        parameters=FILTER_PARAMETERS,
        responses=bodies.dated(bodies.PlayerLineOut),
        tags=["figures"],
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """List what each match adds to a player's figures, the latest first."""
        player = player_now(principal(request), player_id)
        lines = tables.player_lines(player, read_span(self.query))
        page = cursor_page(request, lines, tables.line_row, self.query, "key")
        return Response({**page, "as_of": asdict(figures.as_of([player.pk]))})


class PlayerLinesFile(ApiView):
    """The same as a sheet."""

    policy = anyone
    query_parameters = FILTERS

    @extend_schema(operation_id="players_lines_export", parameters=FILTER_PARAMETERS, responses=SHEET, tags=["figures"])
    def get(self, request: Request, player_id: UUID) -> StreamingHttpResponse:
        """Take the lines of a player away as CSV, the first first."""
        lines = tables.player_lines(player_now(principal(request), player_id), read_span(self.query))
        rows = map(tables.line_cells, lines.order_by("key").iterator(2000))
        return csv_response("matches.csv", tables.LINE_COLUMNS, rows)


class Company(ApiView):
    """With whom, or against whom, a player has played."""

    policy = anyone
    together: ClassVar[bool] = True

    def rows(self, request: Request, player_id: UUID) -> list[dict[str, Any]]:
        """Return all rows."""
        player, span = player_now(principal(request), player_id), read_span(self.query)
        met = figures.meetings(player, tables.player_lines(player, span), chances_of(player))
        return tables.company_rows(company(met, together=self.together))

    def page(self, request: Request, player_id: UUID) -> Response:
        """Return a page of them, and how fresh they are."""
        page = sequence_page(request, self.rows(request, player_id), "player", self.query)
        player = player_now(principal(request), player_id)
        return Response({**page, "as_of": asdict(figures.as_of([player.pk]))})


class PartnerList(Company):
    """The partners of a player."""

    query_parameters = ("cursor", "limit", *FILTERS)

    @extend_schema(
        operation_id="players_partners",
        parameters=FILTER_PARAMETERS,
        responses=bodies.dated(bodies.CompanyOut),
        tags=["figures"],
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """List a player's partners, those of most matches first, with wins beside those the ratings expected."""
        return self.page(request, player_id)


class PartnersFile(Company):
    """The same as a sheet."""

    query_parameters = FILTERS

    @extend_schema(
        operation_id="players_partners_export", parameters=FILTER_PARAMETERS, responses=SHEET, tags=["figures"]
    )
    def get(self, request: Request, player_id: UUID) -> StreamingHttpResponse:
        """Take a player's partners away as CSV."""
        return csv_response("partners.csv", tables.COMPANY_COLUMNS, self.rows(request, player_id))


class OpponentList(Company):
    """The opponents of a player."""

    together = False
    query_parameters = ("cursor", "limit", *FILTERS)

    @extend_schema(
        operation_id="players_opponents",
        parameters=FILTER_PARAMETERS,
        responses=bodies.dated(bodies.CompanyOut),
        tags=["figures"],
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """List a player's opponents, those of most matches first, with wins beside those the ratings expected."""
        return self.page(request, player_id)


class OpponentsFile(Company):
    """The same as a sheet."""

    together = False
    query_parameters = FILTERS

    @extend_schema(
        operation_id="players_opponents_export", parameters=FILTER_PARAMETERS, responses=SHEET, tags=["figures"]
    )
    def get(self, request: Request, player_id: UUID) -> StreamingHttpResponse:
        """Take a player's opponents away as CSV."""
        return csv_response("opponents.csv", tables.COMPANY_COLUMNS, self.rows(request, player_id))


class PlayerAwards(ApiView):
    """What a player has achieved."""

    policy = anyone
    query_parameters = LIST_PARAMETERS

    @extend_schema(operation_id="players_awards", responses=bodies.dated(bodies.AwardOut), tags=["figures"])
    def get(self, request: Request, player_id: UUID) -> Response:
        """List a player's achievements, each with the match and hand it rests on."""
        player = player_now(principal(request), player_id)
        page = cursor_page(request, tables.awards_of(player=player), tables.award_row, self.query)
        return Response({**page, "as_of": asdict(figures.as_of([player.pk]))})


def two_players(request: Request, player_id: UUID, other_id: UUID) -> tuple[Player, Player]:
    """Return two different players that the caller may know of. Raises NotFound, Unprocessable `same_player_twice`."""
    one, other = player_now(principal(request), player_id), player_now(principal(request), other_id)
    if one.pk == other.pk:
        detail = "Nobody sits with or against himself."
        raise Unprocessable("same_player_twice", detail, errors=[FieldError("/other", "same_player_twice", detail)])
    return one, other


class PairFigures(ApiView):
    """Two players together."""

    policy = anyone
    query_parameters = FILTERS
    against: ClassVar[bool] = False

    def answer(self, request: Request, player_id: UUID, other_id: UUID) -> Response:
        """Return the figures of the first with or against the second."""
        one, other = two_players(request, player_id, other_id)
        span = read_span(self.query)
        found = figures.pair_all(one, other, span, against=self.against)
        return Response(
            {
                "player": str(one.pk),
                "other": str(other.pk),
                "filter": asdict(span),
                "figures": asdict(found.figures),
                "streaks": asdict(found.streaks),
                "records": [asdict(record) for record in found.records],
                "days": [asdict(day) for day in found.days],
                "company": tables.company_rows([found.company])[0] if found.company is not None else None,
                "as_of": asdict(found.as_of),
            }
        )

    @extend_schema(
        operation_id="players_with", parameters=FILTER_PARAMETERS, responses=bodies.PairFiguresOut, tags=["figures"]
    )
    def get(self, request: Request, player_id: UUID, other_id: UUID) -> Response:
        """Read the figures of a pair: the matches that two players have won and lost together."""
        return self.answer(request, player_id, other_id)


class HeadToHead(PairFigures):
    """One player against another."""

    against = True

    @extend_schema(
        operation_id="players_against", parameters=FILTER_PARAMETERS, responses=bodies.PairFiguresOut, tags=["figures"]
    )
    def get(self, request: Request, player_id: UUID, other_id: UUID) -> Response:
        """Read the figures of one player in the matches against another."""
        return self.answer(request, player_id, other_id)


class ClubFigures(ApiView):
    """What a club's matches say."""

    policy = anyone
    query_parameters = FILTERS

    @extend_schema(
        operation_id="clubs_figures", parameters=FILTER_PARAMETERS, responses=bodies.ClubFiguresOut, tags=["figures"]
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """Read the figures of a club: everybody's hands added up, so that a pair's hand counts for both."""
        club, span = club_get(principal(request), club_id), read_span(self.query)
        found = figures.club_all(club, span)
        return Response(
            {
                "club": str(club.pk),
                "filter": asdict(span),
                "matches": found.matches,
                "players": found.players,
                "figures": asdict(found.figures),
                "days": [asdict(day) for day in found.days],
                "as_of": asdict(found.as_of),
            }
        )


class ClubTable(ApiView):
    """Everybody in a club beside each other."""

    policy = anyone
    query_parameters = ("cursor", "limit", *FILTERS)

    @extend_schema(
        operation_id="clubs_table",
        parameters=FILTER_PARAMETERS,
        responses=bodies.dated(bodies.TableRowOut),
        tags=["figures"],
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """List everybody who played, who played most first: wins, margin, points, luck index, play."""
        club = club_get(principal(request), club_id)
        page = sequence_page(request, tables.club_table(club, read_span(self.query)), "player", self.query)
        return Response({**page, "as_of": asdict(figures.club_as_of(club.pk))})


class ClubTableFile(ApiView):
    """The same as a sheet."""

    policy = anyone
    query_parameters = FILTERS

    @extend_schema(operation_id="clubs_table_export", parameters=FILTER_PARAMETERS, responses=SHEET, tags=["figures"])
    def get(self, request: Request, club_id: UUID) -> StreamingHttpResponse:
        """Take the table of a club away as CSV."""
        club = club_get(principal(request), club_id)
        return csv_response("table.csv", tables.TABLE_COLUMNS, tables.club_table(club, read_span(self.query)))


class ClubRecords(ApiView):
    """The records of a club."""

    policy = anyone
    query_parameters = ("cursor", "limit", *FILTERS)

    @extend_schema(
        operation_id="clubs_records",
        parameters=FILTER_PARAMETERS,
        responses=bodies.dated(bodies.ClubRecordOut),
        tags=["figures"],
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the five best of every kind of record, each with its match and hand."""
        club = club_get(principal(request), club_id)
        rows = [
            {**row, "place": f"{row['code']}/{row['match_id']}/{row['players'][0]}"}
            for row in tables.club_records(club, read_span(self.query))
        ]
        page = sequence_page(request, rows, "place", self.query)
        for row in page["results"]:
            del row["place"]
        return Response({**page, "as_of": asdict(figures.club_as_of(club.pk))})


class ClubRecordsFile(ApiView):
    """The same as a sheet."""

    policy = anyone
    query_parameters = FILTERS

    @extend_schema(operation_id="clubs_records_export", parameters=FILTER_PARAMETERS, responses=SHEET, tags=["figures"])
    def get(self, request: Request, club_id: UUID) -> StreamingHttpResponse:
        """Take the records of a club away as CSV."""
        found = tables.club_records(club_get(principal(request), club_id), read_span(self.query))
        rows: Sequence[dict[str, Any]] = [{**row, "names": ", ".join(row["names"])} for row in found]
        return csv_response("records.csv", tables.RECORD_COLUMNS, rows)


class ClubAwards(ApiView):
    """What the people of a club have achieved."""

    policy = anyone
    query_parameters = LIST_PARAMETERS

    @extend_schema(operation_id="clubs_awards", responses=bodies.dated(bodies.AwardOut), tags=["figures"])
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the achievements of everybody in a club."""
        club = club_get(principal(request), club_id)
        page = cursor_page(request, tables.awards_of(player__club=club), tables.award_row, self.query)
        return Response({**page, "as_of": asdict(figures.club_as_of(club.pk))})
