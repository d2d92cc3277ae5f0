"""Endpoints of clubs, people, tokens and rankings: parse, call once, answer."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import LIST_PARAMETERS, ApiView, cursor_page, read_body, versioned
from cirulla.lib.errors import BadRequest, FieldError, Forbidden, NotFound
from cirulla.lib.kept import kept
from cirulla.lib.media import dump
from cirulla.lib.openapi import listed
from players.api.access import account_scope, anyone, known
from players.api.changes import changed, created
from players.api.serializers import (
    ClubBody,
    ClubChange,
    ClubOut,
    MeOut,
    MergeBody,
    PlayerBody,
    PlayerChange,
    PlayerOut,
    RankingOut,
    StatsOut,
    TokenBody,
    TokenMade,
    TokenOut,
)
from players.api.unchanged import unchanged
from players.authentication import principal
from players.policies import clubs_known, may_record_in, may_run_club
from players.selectors import clubs, rankings
from players.services import clubs as club_services
from players.services import tokens as token_services
from players.services.merge import players_merge
from scoring.selectors import persons


def read_uuid(raw: str, name: str) -> UUID:
    """Return a query parameter as an id. Raises BadRequest `bad_parameter`."""
    try:
        return UUID(raw)
    except ValueError:
        detail = f"{name} must be the id of one."
        raise BadRequest("bad_parameter", detail, errors=[FieldError(f"/{name}", "bad_parameter", detail)]) from None


class ClubList(ApiView):
    """Clubs that the caller may know of."""

    policy = {"GET": anyone, "POST": account_scope("club:write")}
    query_parameters = LIST_PARAMETERS

    @extend_schema(operation_id="clubs_list", responses=listed(ClubOut), tags=["clubs"])
    def get(self, request: Request) -> Response:
        """List clubs, newest first."""
        return Response(cursor_page(request, clubs_known(principal(request)), clubs.club_row, self.query))

    @extend_schema(operation_id="clubs_create", request=ClubBody, responses={201: ClubOut}, tags=["clubs"])
    def post(self, request: Request) -> Response:
        """Make a club; the caller owns it."""
        who = principal(request)
        body = read_body(ClubBody, request)
        return created(request, who, lambda: clubs.club_row(club_services.club_create(by=who, **body)))


class ClubDetail(ApiView):
    """One club."""

    policy = {"GET": anyone, "PATCH": account_scope("club:write")}

    @extend_schema(operation_id="clubs_read", responses=ClubOut, tags=["clubs"])
    def get(self, request: Request, club_id: UUID) -> Response:
        """Read a club."""
        club = clubs.club_read(principal(request), club_id)
        return versioned(request, clubs.club_row(club), club.version)

    @extend_schema(operation_id="clubs_change", request=ClubChange, responses=ClubOut, tags=["clubs"])
    def patch(self, request: Request, club_id: UUID) -> Response:
        """Change a club; needs If-Match."""
        who = principal(request)
        clubs.club_get(who, club_id)
        if not may_run_club(who, club_id):
            raise Forbidden("Only owners and directors change a club.")
        changes = read_body(ClubChange, request)
        return changed(
            request,
            lambda: clubs.club_get(who, club_id),
            clubs.club_row,
            lambda version: club_services.club_change(by=who, club_id=club_id, version=version, changes=changes),
        )


class PlayerList(ApiView):
    """Players of the clubs that the caller may know of."""

    policy = {"GET": anyone, "POST": account_scope("hands:write")}
    query_parameters = (*LIST_PARAMETERS, "club", "name")

    @extend_schema(
        operation_id="players_list",
        parameters=[
            OpenApiParameter("club", UUID, description="Only players of this club."),
            OpenApiParameter("name", str, description="Only players whose name contains this."),
        ],
        responses=listed(PlayerOut),
        tags=["players"],
    )
    def get(self, request: Request) -> Response:
        """List players, newest first."""
        found = clubs.players_visible(principal(request))
        if raw := self.query.text("club"):
            found = found.filter(club_id=read_uuid(raw, "club"))
        if part := self.query.text("name"):
            found = found.filter(name__icontains=part[:60].replace("\x00", ""))
        return Response(cursor_page(request, found, clubs.player_row, self.query))

    @extend_schema(operation_id="players_create", request=PlayerBody, responses={201: PlayerOut}, tags=["players"])
    def post(self, request: Request) -> Response:
        """Add a player, a guest until an account claims them."""
        who = principal(request)
        body = read_body(PlayerBody, request)
        clubs.club_get(who, body["club"])
        if not may_record_in(who, body["club"]):
            raise Forbidden("Only members of the club add players to it.")
        return created(
            request,
            who,
            lambda: clubs.player_row(club_services.player_create(club_id=body["club"], name=body["name"])),
        )


class PlayerDetail(ApiView):
    """One player."""

    policy = {"GET": anyone, "PATCH": account_scope("club:write")}

    @extend_schema(operation_id="players_read", responses=PlayerOut, tags=["players"])
    def get(self, request: Request, player_id: UUID) -> Response:
        """Read a player; of one who was merged, whom he has become."""
        player = clubs.player_now(principal(request), player_id)
        return versioned(request, clubs.player_row(player), player.version)

    @extend_schema(operation_id="players_change", request=PlayerChange, responses=PlayerOut, tags=["players"])
    def patch(self, request: Request, player_id: UUID) -> Response:
        """Rename a player; needs If-Match."""
        who = principal(request)
        if not may_run_club(who, clubs.player_get(who, player_id).club_id):
            raise Forbidden("Only owners and directors rename players.")
        name = read_body(PlayerChange, request)["name"]
        return changed(
            request,
            lambda: clubs.player_get(who, player_id),
            clubs.player_row,
            lambda version: club_services.player_rename(player_id=player_id, version=version, name=name),
        )


class PlayerMerge(ApiView):
    """Two players who are one person."""

    policy = account_scope("club:write")

    @extend_schema(operation_id="players_merge", request=MergeBody, responses=PlayerOut, tags=["players"])
    def post(self, request: Request, player_id: UUID) -> Response:
        """Merge a player into another of the club, whose row is the answer; needs If-Match with this one's version.

        Ratings, figures, seasons and circuits of both follow; hands stay as they were recorded.
        """
        who = principal(request)
        if not may_run_club(who, clubs.player_get(who, player_id).club_id):
            raise Forbidden("Only owners and directors merge players.")
        into = read_body(MergeBody, request)["into"]
        return changed(
            request,
            lambda: clubs.player_get(who, player_id),
            clubs.player_row,
            lambda version: players_merge(by=who, player_id=player_id, into=into, version=version, seating=persons),
        )


class PlayerStatsDetail(ApiView):
    """What is counted of one player."""

    policy = anyone

    @extend_schema(operation_id="players_stats", responses=StatsOut, tags=["players"])
    def get(self, request: Request, player_id: UUID) -> Response:
        """Read a player's figures; `computed_at` says how fresh they are."""
        player = clubs.player_now(principal(request), player_id)
        return Response(asdict(rankings.player_figures(player)))


class RankingList(ApiView):
    """A club's ranking."""

    policy = anyone
    query_parameters = ("club",)

    @extend_schema(
        operation_id="rankings_read",
        parameters=[OpenApiParameter("club", UUID, required=True, description="The club.")],
        responses=RankingOut,
        tags=["rankings"],
    )
    def get(self, request: Request) -> Response:
        """Read the official ranking of a club, whole; its ETag changes when a figure does."""
        raw = self.query.text("club")
        if not raw:
            raise self.query.bad("club", "Name the club: ?club=<id>.")
        club = read_uuid(raw, "club")
        ladder = rankings.ladder_get(principal(request), club)
        return versioned(request, lambda: _ranking_body(club, ladder), ladder.tag)

    def unchanged(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        """Answer who has this ranking already."""
        if list(request.GET) != ["club"]:
            return None
        try:
            return unchanged(request, rankings.LADDER, UUID(request.GET["club"]), _tag)
        except ValueError:
            return None


def _tag(row: tuple[Any, ...]) -> str:
    return rankings.ladder_read(row).tag


def _ranking_body(club: UUID, ladder: rankings.Ladder) -> bytes:
    key = ("ranking", club, ladder.tag, ladder.computed_at)
    body = kept.get(key)
    if body is None:
        shown = {"results": rankings.ladder_rows(ladder.pool), "next": None, "previous": None}
        body = dump({**shown, "version": ladder.version, "computed_at": ladder.computed_at})
        kept.put(key, body)
    return body


class TokenList(ApiView):
    """The caller's own tokens."""

    policy = {"GET": known, "POST": account_scope("tokens:write")}
    query_parameters = LIST_PARAMETERS

    @extend_schema(operation_id="tokens_list", responses=listed(TokenOut), tags=["tokens"])
    def get(self, request: Request) -> Response:
        """List the tokens that still work."""
        return Response(cursor_page(request, clubs.tokens_of(principal(request)), clubs.token_row, self.query))

    @extend_schema(operation_id="tokens_create", request=TokenBody, responses={201: TokenMade}, tags=["tokens"])
    def post(self, request: Request) -> Response:
        """Make a token. Its text is in this answer and nowhere else, so this POST keeps no answer for retries."""
        body = read_body(TokenBody, request)
        token, text = token_services.token_create(by=principal(request), **body)
        return Response({**clubs.token_row(token), "token": text}, status=201, headers={"Cache-Control": "no-store"})


class TokenDetail(ApiView):
    """One of the caller's tokens."""

    policy = account_scope("tokens:write")

    @extend_schema(operation_id="tokens_revoke", responses={204: None}, tags=["tokens"])
    def delete(self, request: Request, token_id: UUID) -> Response:
        """Revoke a token at once."""
        if not token_services.token_revoke(by=principal(request), token_id=token_id):
            raise NotFound("You have no such token.")
        return Response(status=204)


class Me(ApiView):
    """Who asks."""

    policy = known

    @extend_schema(operation_id="me", responses=MeOut, tags=["me"])
    def get(self, request: Request) -> Response:
        """Read the account, its scopes and its clubs."""
        return Response(clubs.me_row(principal(request), request.user.get_username()))
