"""Endpoints of what is done to hands and matches beside recording, and of a phone's whole queue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import ApiView, json_body, read_body, versioned
from cirulla.lib.errors import BadRequest, FieldError, NotFound
from cirulla.lib.idempotency import once_outside
from players.api.access import scope
from players.authentication import principal
from scoring.api.act_bodies import (
    ActBody,
    ImpactOut,
    RedealBody,
    RedealOut,
    SeatsBody,
    SubstituteBody,
    SyncBody,
    SyncOut,
)
from scoring.api.serializers import HandDoc, HandOut, MatchOut
from scoring.selectors import matches
from scoring.services import hand_acts, impact, match_acts
from scoring.services.sync import sync

WRITE = scope("hands:write")
MATCH_ACTS: dict[str, Callable[..., Any]] = {
    "abandon": match_acts.match_abandon,
    "end": match_acts.match_end,
    "reopen": match_acts.match_reopen,
}


class HandAct(ApiView):
    """Confirm, dispute, resolve, undo, void, restore one hand."""

    policy = WRITE

    @extend_schema(
        operation_id="hands_act",
        parameters=[OpenApiParameter("act", str, OpenApiParameter.PATH, enum=sorted(hand_acts.ACTS))],
        request=ActBody,
        responses={200: HandOut},
        tags=["hands"],
    )
    def post(self, request: Request, match_id: UUID, hand_id: UUID, act: str) -> Response:
        """Do one act to a hand; needs If-Match with the hand's version."""
        if act not in hand_acts.ACTS:
            raise NotFound(f"The acts are {', '.join(sorted(hand_acts.ACTS))}.")
        who, body = principal(request), read_body(ActBody, request)
        asked = hand_acts.Act(act, request.headers.get("If-Match"), body["reason"], body["report"])
        hand, row = hand_acts.hand_act(
            match_id=match_id,
            hand_id=hand_id,
            act=asked,
            by=who,
            then=lambda: matches.hand_get(who, match_id, hand_id),
        )
        return versioned(request, row, hand.version)


class HandImpact(ApiView):
    """What a correction would change."""

    policy = WRITE

    @extend_schema(operation_id="hands_impact", request=HandDoc, responses={200: ImpactOut}, tags=["hands"])
    def post(self, request: Request, match_id: UUID, hand_id: UUID) -> Response:
        """Say what correcting this hand to the body would change, `{"void": true}`: what voiding it would."""
        body = json_body(request)
        facts = None if body == {"void": True} else body
        return Response(impact.hand_impact(match_id=match_id, hand_id=hand_id, body=facts, by=principal(request)))


class MatchAct(ApiView):
    """Abandon, end or reopen a match."""

    policy = WRITE

    @extend_schema(
        operation_id="matches_act",
        parameters=[OpenApiParameter("act", str, OpenApiParameter.PATH, enum=sorted(MATCH_ACTS))],
        request=ActBody,
        responses={200: MatchOut},
        tags=["matches"],
    )
    def post(self, request: Request, match_id: UUID, act: str) -> Response:
        """Abandon a match that will not be played out, end it as it stands because time is up, or open it again.

        Needs If-Match and a reason. A match ended by time is finished and `cut`: who leads has won, level is drawn.
        """
        if act not in MATCH_ACTS:
            raise NotFound(f"The acts are {', '.join(sorted(MATCH_ACTS))}.")
        reason = read_body(ActBody, request)["reason"]
        answer: Response = MATCH_ACTS[act](**_asked(request, match_id), reason=reason)
        return answer


class MatchSeats(ApiView):
    """Who sits where."""

    policy = WRITE

    @extend_schema(operation_id="matches_seats", request=SeatsBody, responses={200: MatchOut}, tags=["matches"])
    def put(self, request: Request, match_id: UUID) -> Response:
        """Mend who sat where for the whole match; ratings and statistics are redone. Needs If-Match and a reason."""
        body = read_body(SeatsBody, request)
        answer: Response = match_acts.seats_correct(**_asked(request, match_id), **body)
        return answer


class MatchSubstitute(ApiView):
    """Somebody takes over a seat."""

    policy = WRITE

    @extend_schema(
        operation_id="matches_substitute", request=SubstituteBody, responses={200: MatchOut}, tags=["matches"]
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Let a player take over a seat from a hand on; needs If-Match with the match's version."""
        body = read_body(SubstituteBody, request)
        answer: Response = match_acts.substitute(
            **_asked(request, match_id), seat=body["seat"], player_id=body["player"], from_hand=body["from_hand"]
        )
        return answer


class Redeals(ApiView):
    """Deals that were no hand."""

    policy = WRITE

    @extend_schema(operation_id="redeals_log", request=RedealBody, responses={201: RedealOut}, tags=["matches"])
    def post(self, request: Request, match_id: UUID) -> Response:
        """Log a redeal, once: the same `id` again changes nothing."""
        body = read_body(RedealBody, request)

        def work() -> Response:
            count = match_acts.redeal_log(
                match_id=match_id, redeal_id=body["id"], table=body["table"], by=principal(request)
            )
            return Response({"id": str(body["id"]), "in_a_row": count}, status=201)

        return once_outside(request, work)


class Sync(ApiView):
    """A phone's queue."""

    policy = WRITE

    @extend_schema(operation_id="sync", request=SyncBody, responses={200: SyncOut}, tags=["sync"])
    def post(self, request: Request) -> Response:
        """Do up to 100 operations, each its own transaction with its own result, in order."""
        body = json_body(request)
        operations: Any = body.get("operations")
        if set(body) != {"operations"} or not isinstance(operations, list):
            detail = 'The body is {"operations": [...]}.'
            raise BadRequest("wrong_type", detail, errors=[FieldError("/operations", "wrong_type", detail)])
        return Response({"results": sync(operations=operations, by=principal(request))})


def _asked(request: Request, match_id: UUID) -> dict[str, Any]:
    """Return what every act on a match is told: which match, who, on which version, and the answer it ends with."""
    return {
        "match_id": match_id,
        "by": principal(request),
        "if_match": request.headers.get("If-Match"),
        "then": lambda: _match(request, match_id),
    }


def _match(request: Request, match_id: UUID) -> Response:
    match = matches.match_get(principal(request), match_id)
    return versioned(request, matches.match_row(match), match.version)
