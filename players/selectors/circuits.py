"""Read circuits: the table of their events and who is qualified."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from cirulla.lib.errors import NotFound
from players.models import Circuit, CircuitClub, CircuitEvent, Club, EventPlace, RankingSnapshot
from players.policies import clubs_visible
from players.principals import Principal
from players.rankings.points import TableRow, of_places, table
from players.rankings.qualify import Event, Qualified, begun, qualified
from players.selectors.ladders import persons_of


def circuits_visible(who: Principal) -> QuerySet[Circuit]:
    """Return the circuits whose organising club someone may see."""
    return Circuit.objects.filter(club__in=clubs_visible(who))


def circuit_get(who: Principal, circuit_id: UUID) -> Circuit:
    """Return a circuit that `who` may know of. Raises NotFound."""
    circuit = circuits_visible(who).select_related("club").filter(pk=circuit_id).first()
    if circuit is None:
        raise NotFound("There is no such circuit.")
    return circuit


def circuit_clubs(circuit: Circuit) -> list[UUID]:
    """Return the clubs that have joined a circuit."""
    joined = CircuitClub.objects.filter(circuit=circuit, joined_at__isnull=False)
    return list(joined.order_by("club_id").values_list("club_id", flat=True))


def circuit_events(circuit: Circuit) -> list[Event]:
    """Return the events of a circuit with their places, by person, oldest first; three queries."""
    known = persons_of(circuit_clubs(circuit))
    places: dict[UUID, dict[str, int]] = defaultdict(dict)
    rows = EventPlace.objects.filter(event__circuit=circuit).order_by("place", "pk")
    # A place may have been given while its player was merged into another.
    for event, player, into, place in rows.values_list("event_id", "player_id", "player__merged_into", "place"):
        stands = into or player
        places[event].setdefault(str(known.get(stands, stands)), place)
    events = CircuitEvent.objects.filter(circuit=circuit).order_by("played_on", "pk")
    return [Event(str(pk), day, places[pk]) for pk, day in events.values_list("pk", "played_on")]


def circuit_table(circuit: Circuit) -> list[TableRow]:
    """Return the table of points of a circuit over its events."""
    events = {event.event: event.places for event in circuit_events(circuit)}
    return table(of_places(events, circuit.place_points), circuit.best_of)


def circuit_qualified(circuit: Circuit, today: date) -> tuple[bool, list[Qualified]]:
    """Return whether a circuit qualifies anybody yet on `today`, and whom.

    By the circuit's rule and its official ranking as published: without an event played nobody is qualified, unless
    by rating alone.
    """
    published = RankingSnapshot.objects.filter(ladder__circuit=circuit, board="all").order_by("-number").first()
    rows = published.rows if published else []
    events = circuit_events(circuit)
    found = qualified(
        events,
        [(row["key"], row["rank"]) for row in rows if row["rank"] is not None],
        today=today,
        months=circuit.qualified_months,
        places=circuit.qualified_places,
        total=circuit.qualified_total,
    )
    return begun(events, today=today, places=circuit.qualified_places), found


def circuit_row(circuit: Circuit) -> dict[str, Any]:
    """Return a circuit as the API shows it."""
    return {
        "id": str(circuit.pk),
        "club": str(circuit.club_id),
        "name": circuit.name,
        "place_points": circuit.place_points,
        "best_of": circuit.best_of,
        "qualified_places": circuit.qualified_places,
        "qualified_months": circuit.qualified_months,
        "qualified_total": circuit.qualified_total,
        "created_at": circuit.created_at,
        "version": circuit.version,
        "url": f"/api/v1/circuits/{circuit.pk}",
    }


def event_get(who: Principal, event_id: UUID) -> CircuitEvent:
    """Return an event of a circuit that `who` may know of. Raises NotFound."""
    event = CircuitEvent.objects.filter(pk=event_id, circuit__in=circuits_visible(who)).first()
    if event is None:
        raise NotFound("There is no such event.")
    return event


def events_of(circuit: Circuit) -> QuerySet[CircuitEvent]:
    """Return the events of a circuit with their places."""
    return CircuitEvent.objects.filter(circuit=circuit).prefetch_related("places")


def event_row(event: CircuitEvent) -> dict[str, Any]:
    """Return an event as the API shows it."""
    places = sorted(event.places.all(), key=lambda one: (one.place, one.pk))
    return {
        "id": str(event.pk),
        "circuit": str(event.circuit_id),
        "club": str(event.club_id),
        "name": event.name,
        "played_on": event.played_on,
        "places": [{"player": str(one.player_id), "place": one.place} for one in places],
        "created_at": event.created_at,
        "version": event.version,
        "url": f"/api/v1/circuit-events/{event.pk}",
    }


def club_rows(circuit: Circuit) -> list[dict[str, Any]]:
    """Return the clubs that are in a circuit or asked into it."""
    rows = circuit.clubs.order_by("pk").values_list("club_id", "joined_at")
    return [{"club": str(club), "joined_at": joined_at} for club, joined_at in rows]


def clubs_named(clubs: list[UUID]) -> dict[UUID, str]:
    """Return clubs' names by id."""
    return dict(Club.objects.filter(pk__in=clubs).values_list("pk", "name"))
