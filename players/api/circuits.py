"""Endpoints of circuits: parse, call once, answer."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import LIST_PARAMETERS, ApiView, RefusingQuery, cursor_page, read_body, versioned
from cirulla.lib.errors import Forbidden, VersionStale
from cirulla.lib.etag import require_match
from cirulla.lib.openapi import listed
from players.api.access import account_scope, anyone
from players.api.changes import changed, created
from players.api.standing_bodies import (
    CircuitBody,
    CircuitChange,
    CircuitClubOut,
    CircuitClubsOut,
    CircuitEventBody,
    CircuitEventOut,
    CircuitOut,
    CircuitTableOut,
    PlacesBody,
    QualifiedOut,
)
from players.api.views import read_uuid
from players.authentication import principal
from players.models import Circuit
from players.policies import may_run_club
from players.selectors import circuits
from players.selectors.clubs import club_get
from players.services import circuits as services
from players.session_days import session_day

WRITE = account_scope("club:write")


class CircuitList(ApiView):
    """Circuits."""

    policy = {"GET": anyone, "POST": WRITE}
    query_parameters = (*LIST_PARAMETERS, "club")

    @extend_schema(
        operation_id="circuits_list",
        parameters=[OpenApiParameter("club", UUID, description="Only circuits that this club is in.")],
        responses=listed(CircuitOut),
        tags=["circuits"],
    )
    def get(self, request: Request) -> Response:
        """List circuits, newest first."""
        found = circuits.circuits_visible(principal(request))
        if raw := self.query.text("club"):
            found = found.filter(clubs__club=read_uuid(raw, "club"), clubs__joined_at__isnull=False)
        return Response(cursor_page(request, found, circuits.circuit_row, self.query))

    @extend_schema(operation_id="circuits_create", request=CircuitBody, responses={201: CircuitOut}, tags=["circuits"])
    def post(self, request: Request) -> Response:
        """Make a circuit that a club organises."""
        who = principal(request)
        body: dict[str, Any] = read_body(CircuitBody, request)
        club_id = body.pop("club")
        club_get(who, club_id)
        if not may_run_club(who, club_id):
            raise Forbidden("Only owners and directors make circuits.")
        return created(
            request, who, lambda: circuits.circuit_row(services.circuit_create(by=who, club_id=club_id, **body))
        )


class CircuitDetail(ApiView):
    """One circuit."""

    policy = {"GET": anyone, "PATCH": WRITE}

    @extend_schema(operation_id="circuits_read", responses=CircuitOut, tags=["circuits"])
    def get(self, request: Request, circuit_id: UUID) -> Response:
        """Read a circuit."""
        circuit = circuits.circuit_get(principal(request), circuit_id)
        return versioned(request, circuits.circuit_row(circuit), circuit.version)

    @extend_schema(operation_id="circuits_change", request=CircuitChange, responses=CircuitOut, tags=["circuits"])
    def patch(self, request: Request, circuit_id: UUID) -> Response:
        """Change a circuit's rules; needs If-Match."""
        who = principal(request)
        if not may_run_club(who, circuits.circuit_get(who, circuit_id).club_id):
            raise Forbidden("Only directors of the club that organises a circuit change it.")
        changes = read_body(CircuitChange, request)
        return changed(
            request,
            lambda: circuits.circuit_get(who, circuit_id),
            circuits.circuit_row,
            lambda version: services.circuit_change(by=who, circuit_id=circuit_id, version=version, changes=changes),
        )


class CircuitClubs(ApiView):
    """The clubs of a circuit."""

    policy = anyone

    @extend_schema(operation_id="circuits_clubs", responses=CircuitClubsOut, tags=["circuits"])
    def get(self, request: Request, circuit_id: UUID) -> Response:
        """List the clubs that are in a circuit or asked into it."""
        circuit = circuits.circuit_get(principal(request), circuit_id)
        return Response({"results": circuits.club_rows(circuit)})


class CircuitClubDetail(ApiView):
    """A club in a circuit."""

    policy = WRITE

    @extend_schema(operation_id="circuits_join", request=None, responses=CircuitClubOut, tags=["circuits"])
    def put(self, request: Request, circuit_id: UUID, club_id: UUID) -> Response:
        """Ask a club into the circuit, or agree for it; the same request again changes nothing."""
        who = principal(request)
        circuits.circuit_get(who, circuit_id)
        joined = services.club_join(by=who, circuit_id=circuit_id, club_id=club_id)
        return Response({"club": str(club_id), "joined_at": joined.joined_at})

    @extend_schema(operation_id="circuits_leave", responses={204: None}, tags=["circuits"])
    def delete(self, request: Request, circuit_id: UUID, club_id: UUID) -> Response:
        """Take a club out of the circuit."""
        who = principal(request)
        circuits.circuit_get(who, circuit_id)
        services.club_leave(by=who, circuit_id=circuit_id, club_id=club_id)
        return Response(status=204)


class CircuitTable(ApiView):
    """The points of a circuit."""

    policy = anyone

    @extend_schema(operation_id="circuits_table", responses=CircuitTableOut, tags=["circuits"])
    def get(self, request: Request, circuit_id: UUID) -> Response:
        """Read the table of a circuit over its events, best first."""
        circuit = circuits.circuit_get(principal(request), circuit_id)
        rows = [asdict(row) for row in circuits.circuit_table(circuit)]
        return Response({"results": [{**row, "player": row.pop("key")} for row in rows]})


FIRST_DAY = date(1900, 1, 1)


def read_day(query: RefusingQuery, circuit: Circuit) -> date:
    """Return the day asked for as `on`, today by the organiser's clock unasked. Raises BadRequest `bad_parameter`."""
    day = query.day("on") or session_day(timezone.now(), circuit.club.time_zone)
    if day < FIRST_DAY:
        raise query.bad("on", f"on must not lie before {FIRST_DAY}.")
    return day


class CircuitQualified(ApiView):
    """Who is qualified."""

    policy = anyone
    query_parameters = ("on",)

    @extend_schema(
        operation_id="circuits_qualified",
        parameters=[OpenApiParameter("on", str, description="The day; today by the organiser's clock, unasked.")],
        responses=QualifiedOut,
        tags=["circuits"],
    )
    def get(self, request: Request, circuit_id: UUID) -> Response:
        """Read who is qualified: first places of recent events, then by rating; nobody before the first event."""
        circuit = circuits.circuit_get(principal(request), circuit_id)
        day = read_day(self.query, circuit)
        begun, found = circuits.circuit_qualified(circuit, day)
        rows = [one._asdict() for one in found]
        return Response({"as_of": day, "begun": begun, "results": [{**row, "player": row.pop("key")} for row in rows]})


class EventList(ApiView):
    """Events of a circuit."""

    policy = {"GET": anyone, "POST": WRITE}
    query_parameters = LIST_PARAMETERS

    @extend_schema(operation_id="circuit_events_list", responses=listed(CircuitEventOut), tags=["circuits"])
    def get(self, request: Request, circuit_id: UUID) -> Response:
        """List the events of a circuit, newest first."""
        circuit = circuits.circuit_get(principal(request), circuit_id)
        return Response(cursor_page(request, circuits.events_of(circuit), circuits.event_row, self.query))

    @extend_schema(
        operation_id="circuit_events_create",
        request=CircuitEventBody,
        responses={201: CircuitEventOut},
        tags=["circuits"],
    )
    def post(self, request: Request, circuit_id: UUID) -> Response:
        """Add an event that a club of the circuit holds."""
        who = principal(request)
        circuits.circuit_get(who, circuit_id)
        body: dict[str, Any] = read_body(CircuitEventBody, request)
        club_id = body.pop("club")
        return created(
            request,
            who,
            lambda: circuits.event_row(services.event_create(by=who, circuit_id=circuit_id, club_id=club_id, **body)),
        )


class EventDetail(ApiView):
    """One event of a circuit."""

    policy = {"GET": anyone, "PUT": WRITE, "DELETE": WRITE}

    @extend_schema(operation_id="circuit_events_read", responses=CircuitEventOut, tags=["circuits"])
    def get(self, request: Request, event_id: UUID) -> Response:
        """Read an event and who came where."""
        event = circuits.event_get(principal(request), event_id)
        return versioned(request, circuits.event_row(event), event.version)

    @extend_schema(
        operation_id="circuit_events_places", request=PlacesBody, responses=CircuitEventOut, tags=["circuits"]
    )
    def put(self, request: Request, event_id: UUID) -> Response:
        """Say who came where in an event, all of them; needs If-Match."""
        who = principal(request)
        circuits.event_get(who, event_id)
        places = read_body(PlacesBody, request)["places"]
        return changed(
            request,
            lambda: circuits.event_get(who, event_id),
            circuits.event_row,
            lambda version: services.event_places_set(by=who, event_id=event_id, version=version, places=places),
        )

    @extend_schema(operation_id="circuit_events_remove", responses={204: None}, tags=["circuits"])
    def delete(self, request: Request, event_id: UUID) -> Response:
        """Take an event and its points out of the circuit; needs If-Match."""
        who = principal(request)
        event = circuits.event_get(who, event_id)
        require_match(request, event.version, circuits.event_row(event))
        if not services.event_remove(by=who, event_id=event_id, version=event.version):
            raise VersionStale(circuits.event_row(circuits.event_get(who, event_id)))
        return Response(status=204)
