"""Run circuits: their rules, their clubs, their events. Directors of the organising club, and each club for itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from cirulla.lib import outbox
from cirulla.lib.errors import Conflict, FieldError, Forbidden, NotFound, Unprocessable
from players.models import Circuit, CircuitClub, CircuitEvent, Club, EventPlace, Ladder, LadderMark, Player
from players.policies import may_run_club
from players.principals import Principal
from players.services.audit import audit
from players.services.boards import circuits_mark_person
from players.services.clubs import read_name

MOST_PLACES = 64
MOST_POINTS = 1000


@transaction.atomic
def circuit_create(*, by: Principal, club_id: UUID, name: str, **rules: Any) -> Circuit:
    """Make a circuit that `club_id` organises and belongs to; the caller has asked whether `by` runs the club.

    `rules` are the fields of Circuit. Raises Unprocessable `bad_name`, `bad_points`, and Conflict `name_taken`.
    """
    circuit = Circuit(club_id=club_id, name=read_name(name), **_checked(rules))
    _save(circuit)
    CircuitClub.objects.create(circuit=circuit, club_id=club_id, joined_at=timezone.now())
    _replay(circuit.pk)
    audit("circuit_created", by=by, club_id=club_id, subject=circuit.pk)
    return circuit


@transaction.atomic
def circuit_change(*, by: Principal, circuit_id: UUID, version: int, changes: Mapping[str, Any]) -> Circuit | None:
    """Change rules of a circuit that is still at `version`; None when it is not. Raises as `circuit_create`."""
    circuit = Circuit.objects.select_for_update(no_key=True).filter(pk=circuit_id, version=version).first()
    if circuit is None:
        return None
    for field, value in _checked(changes).items():
        setattr(circuit, field, read_name(value) if field == "name" else value)
    circuit.version += 1
    _save(circuit)
    circuit_republish(circuit.pk)
    audit("circuit_changed", by=by, club_id=circuit.club_id, subject=circuit.pk, facts={"fields": sorted(changes)})
    return circuit


@transaction.atomic
def club_join(*, by: Principal, circuit_id: UUID, club_id: UUID) -> CircuitClub:
    """Ask a club into a circuit, or agree for it: it is in when directors of both have said so.

    A club joins with open books, for its results are everybody's then. Raises Forbidden, Unprocessable
    `club_not_public`.
    """
    circuit = Circuit.objects.select_for_update(no_key=True).get(pk=circuit_id)
    club = Club.objects.filter(pk=club_id).first()
    asks, agrees = may_run_club(by, circuit.club_id), may_run_club(by, club_id)
    if not asks and not agrees:
        raise Forbidden("Directors of the circuit ask a club, directors of the club agree.")
    if club is None or club.visibility != Club.Visibility.PUBLIC:
        detail = "Only a club that everybody may see joins a circuit."
        raise Unprocessable("club_not_public", detail, errors=[FieldError("/club", "club_not_public", detail)])
    found = CircuitClub.objects.filter(circuit=circuit, club=club).first()
    if found is None:
        if not asks:
            raise Forbidden("The circuit has not asked this club.", code="not_asked")
        found = CircuitClub.objects.create(circuit=circuit, club=club)
        audit("circuit_club_asked", by=by, club_id=circuit.club_id, subject=circuit.pk, facts={"club": str(club_id)})
    if agrees and found.joined_at is None:
        found.joined_at = timezone.now()
        found.save(update_fields=["joined_at"])
        _replay(circuit.pk)
        audit("circuit_club_joined", by=by, club_id=club_id, subject=circuit.pk)
    return found


@transaction.atomic
def club_leave(*, by: Principal, circuit_id: UUID, club_id: UUID) -> None:
    """Take a club out of a circuit; either side may. Its matches leave the circuit's rating, events stay.

    Raises Forbidden, NotFound, and Conflict `organiser_stays`.
    """
    circuit = Circuit.objects.select_for_update(no_key=True).get(pk=circuit_id)
    if not may_run_club(by, circuit.club_id) and not may_run_club(by, club_id):
        raise Forbidden("Directors of the circuit or of the club take it out.")
    if club_id == circuit.club_id:
        raise Conflict("organiser_stays", "The club that organises the circuit stays in it.")
    gone, _ = CircuitClub.objects.filter(circuit=circuit, club=club_id).delete()
    if not gone:
        raise NotFound("The club is not in this circuit.")
    _replay(circuit.pk)
    audit("circuit_club_left", by=by, club_id=club_id, subject=circuit.pk)


@transaction.atomic
def event_create(*, by: Principal, circuit_id: UUID, club_id: UUID, name: str, played_on: date) -> CircuitEvent:
    """Add an event that a club of the circuit holds. Raises Forbidden, Unprocessable `bad_name`, `club_not_in`."""
    circuit = Circuit.objects.get(pk=circuit_id)
    if not may_run_club(by, circuit.club_id) and not may_run_club(by, club_id):
        raise Forbidden("Directors of the circuit or of the club add its events.")
    if not circuit.clubs.filter(club=club_id, joined_at__isnull=False).exists():
        detail = "The club is not in this circuit."
        raise Unprocessable("club_not_in", detail, errors=[FieldError("/club", "club_not_in", detail)])
    event = CircuitEvent.objects.create(circuit=circuit, club_id=club_id, name=read_name(name), played_on=played_on)
    audit("circuit_event_set", by=by, club_id=club_id, subject=event.pk)
    return event


@transaction.atomic
def event_places_set(
    *, by: Principal, event_id: UUID, version: int, places: Sequence[Mapping[str, Any]]
) -> CircuitEvent | None:
    """Say who came where in an event that is still at `version`, all of them; None when it is not.

    `places` are `{"player": id, "place": 1...}`; partners have the same place. Raises Forbidden, Unprocessable
    `unknown_player`, `same_player_twice` with pointers.
    """
    event = CircuitEvent.objects.select_for_update(no_key=True).select_related("circuit").get(pk=event_id)
    _check_runs(by, event)
    if event.version != version:
        return None
    _check_places(event, places)
    EventPlace.objects.filter(event=event).delete()
    EventPlace.objects.bulk_create(
        EventPlace(event=event, player_id=one["player"], place=one["place"]) for one in places
    )
    event.version += 1
    event.save(update_fields=["version"])
    circuit_republish(event.circuit_id)
    audit("circuit_event_set", by=by, club_id=event.club_id, subject=event.pk, facts={"places": len(places)})
    return event


@transaction.atomic
def event_remove(*, by: Principal, event_id: UUID, version: int) -> bool:
    """Take an event that is still at `version`, and the points it gave, out of its circuit; tell whether it was.

    Raises Forbidden.
    """
    event = CircuitEvent.objects.select_for_update(no_key=True).select_related("circuit").get(pk=event_id)
    _check_runs(by, event)
    if event.version != version:
        return False
    event.delete()
    circuit_republish(event.circuit_id)
    audit("circuit_event_removed", by=by, club_id=event.club_id, subject=event_id)
    return True


def _check_runs(by: Principal, event: CircuitEvent) -> None:
    if not may_run_club(by, event.circuit.club_id) and not may_run_club(by, event.club_id):
        raise Forbidden("Directors of the circuit or of the club say who came where.")


def _check_places(event: CircuitEvent, places: Sequence[Mapping[str, Any]]) -> None:
    clubs = event.circuit.clubs.filter(joined_at__isnull=False).values("club")
    known = set(
        Player.objects.filter(
            pk__in=[one["player"] for one in places], club__in=clubs, merged_into__isnull=True
        ).values_list("pk", flat=True)
    )
    seen: set[UUID] = set()
    for index, one in enumerate(places):
        pointer = f"/places/{index}/player"
        if one["player"] not in known:
            raise _refuse(pointer, "unknown_player", "No club of the circuit has this player.")
        if one["player"] in seen:
            raise _refuse(pointer, "same_player_twice", "Everybody comes in once.")
        seen.add(one["player"])


def _checked(rules: Mapping[str, Any]) -> dict[str, Any]:
    points = rules.get("place_points", [])
    if len(points) > MOST_PLACES or any(not 0 <= one <= MOST_POINTS for one in points):
        raise _refuse("/place_points", "bad_points", f"At most {MOST_PLACES} places give 0 to {MOST_POINTS} points.")
    if any(earlier < later for earlier, later in pairwise(points)):
        raise _refuse("/place_points", "bad_points", "A better place gives no fewer points.")
    return dict(rules)


def _refuse(pointer: str, code: str, detail: str) -> Unprocessable:
    return Unprocessable(code, detail, errors=[FieldError(pointer, code, detail)])


def _replay(circuit_id: UUID) -> None:
    """Have the rating across the clubs made anew: other clubs, other persons, other matches."""
    ladder, _ = Ladder.objects.get_or_create(circuit_id=circuit_id)
    LadderMark.objects.create(ladder=ladder, from_key="", cause=LadderMark.Cause.MATCH)
    outbox.add("ladder_marked", ladder.pk)


def circuit_republish(circuit_id: UUID) -> None:
    """Have the table and the boards of a circuit published anew, soon; nobody waits for a replay that is going on."""
    for ladder_id in Ladder.objects.filter(circuit=circuit_id).values_list("pk", flat=True):
        outbox.add("ladder_to_publish", ladder_id)


def person_changed(user_id: UUID) -> None:
    """Have the circuits follow in which an account plays: another may stand there for all its players now.

    Ratings are replayed; tables of points are published anew, for somebody with a place need not have played.
    """
    circuits_mark_person(user_id)
    theirs = CircuitEvent.objects.filter(places__player__user=user_id)
    for circuit_id in theirs.order_by().values_list("circuit_id", flat=True).distinct():
        circuit_republish(circuit_id)


def _save(circuit: Circuit) -> None:
    try:
        with transaction.atomic():
            circuit.save()
    except IntegrityError:
        detail = "The club organises another circuit of this name."
        raise Conflict("name_taken", detail, errors=[FieldError("/name", "name_taken", detail)]) from None
