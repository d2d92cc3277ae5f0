"""Read what directors see who run seasons and circuits: what there is, whom it concerns, what they may do."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from players.models import Circuit, CircuitEvent, Club, EventPlace, Player, Season
from players.policies import clubs_visible, may_run_club
from players.principals import Principal

CLUBS_OFFERED = 500
"""So many clubs are offered to be asked into a circuit; the API takes any."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """Hold a season of a list; `state` is `over`, `running` or `to_come`."""

    id: UUID
    name: str
    starts_on: date
    ends_on: date
    state: str


@dataclass(frozen=True, slots=True)
class CircuitLine:
    """Hold a circuit of a list; `asked`: the club has been asked and has not agreed yet."""

    id: UUID
    name: str
    organiser: str
    asked: bool


@dataclass(frozen=True, slots=True)
class ClubInCircuit:
    """Hold a club of a circuit and what the reader may do about it."""

    id: UUID
    name: str
    joined: bool
    organises: bool
    may_agree: bool
    may_take_out: bool


@dataclass(frozen=True, slots=True)
class EventOfCircuit:
    """Hold an event of a circuit; `places` is how many people have one."""

    id: UUID
    name: str
    club: str
    played_on: date
    places: int
    mine: bool


def season_lines(club: Club, today: date) -> list[SeasonLine]:
    """Return the seasons of a club, the latest first."""

    def state(season: Season) -> str:
        if season.closed_at is not None or season.ends_on < today:
            return "over"
        return "running" if season.starts_on <= today else "to_come"

    found = club.seasons.order_by("-starts_on", "-pk")
    return [SeasonLine(one.pk, one.name, one.starts_on, one.ends_on, state(one)) for one in found]


def circuit_lines(club: Club, who: Principal, *, asked: bool) -> list[CircuitLine]:
    """Return the circuits that a club is in, by name; with `asked` also those it has been asked into."""
    rows = club.circuits.filter(circuit__club__in=clubs_visible(who)).select_related("circuit__club")
    return [
        CircuitLine(row.circuit_id, row.circuit.name, row.circuit.club.name, row.joined_at is None)
        for row in rows.order_by("circuit__name", "circuit_id")
        if asked or row.joined_at is not None
    ]


def clubs_run(circuit: Circuit, who: Principal) -> set[UUID]:
    """Return the clubs in a circuit, or asked into it, that someone directs."""
    concerned = circuit.clubs.values_list("club_id", flat=True)
    return {club for club in concerned if may_run_club(who, club)}


def clubs_in(circuit: Circuit, run: set[UUID]) -> list[ClubInCircuit]:
    """Return the clubs of a circuit, the organiser first, for a director of the clubs in `run`."""
    organiser = circuit.club_id
    rows = circuit.clubs.select_related("club").order_by("club__name", "club_id")
    lines = [
        ClubInCircuit(
            id=row.club_id,
            name=row.club.name,
            joined=row.joined_at is not None,
            organises=row.club_id == organiser,
            may_agree=row.joined_at is None and row.club_id in run,
            may_take_out=row.club_id != organiser and (organiser in run or row.club_id in run),
        )
        for row in rows
    ]
    return sorted(lines, key=lambda line: not line.organises)


def clubs_to_ask(circuit: Circuit) -> list[tuple[UUID, str]]:
    """Return the clubs with open books that are not in a circuit, by name."""
    others = Club.objects.filter(visibility=Club.Visibility.PUBLIC).exclude(circuits__circuit=circuit)
    return list(others.order_by("name", "pk").values_list("pk", "name")[:CLUBS_OFFERED])


def clubs_that_hold(circuit: Circuit, run: set[UUID]) -> list[tuple[UUID, str]]:
    """Return the clubs for which a director of `run` may add events: all that are in it, or his own."""
    joined = circuit.clubs.filter(joined_at__isnull=False)
    if circuit.club_id not in run:
        joined = joined.filter(club__in=run)
    return list(joined.order_by("club__name", "club_id").values_list("club_id", "club__name"))


def events_in(circuit: Circuit, run: set[UUID]) -> list[EventOfCircuit]:
    """Return the events of a circuit, newest first, with `mine` for those that a director of `run` may change."""
    places = Counter(EventPlace.objects.filter(event__circuit=circuit).values_list("event_id", flat=True))
    rows = circuit.events.select_related("club").order_by("-played_on", "-pk")
    return [
        EventOfCircuit(
            event.pk,
            event.name,
            event.club.name,
            event.played_on,
            places[event.pk],
            not run.isdisjoint({circuit.club_id, event.club_id}),
        )
        for event in rows
    ]


def event_people(circuit: Circuit) -> dict[str, UUID]:
    """Return the players of a circuit's clubs by name; with the club's where a name is there twice."""
    clubs = circuit.clubs.filter(joined_at__isnull=False).values("club")
    rows = Player.objects.filter(club__in=clubs, merged_into__isnull=True).order_by("name", "pk")
    people = list(rows.values_list("pk", "name", "club__name"))
    twice = Counter(name.casefold() for _, name, _ in people)
    return {f"{name} ({club})" if twice[name.casefold()] > 1 else name: pk for pk, name, club in people}


def event_places(event: CircuitEvent, people: dict[str, UUID]) -> list[tuple[int, str]]:
    """Return place and name of everybody in an event, best first; who has left the clubs is under his bare name."""
    called = {player: name for name, player in people.items()}
    rows = event.places.order_by("place", "pk").values_list("place", "player_id", "player__name")
    return [(place, called.get(player, name)) for place, player, name in rows]
