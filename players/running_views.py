"""Pages by which directors run seasons and circuits: a form, one call of a service, and back to what was made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cirulla.lib.errors import Forbidden, Refusal, VersionStale
from cirulla.lib.permissions import declare
from players.access import known
from players.authentication import session_principal
from players.forms import CircuitForm, EventForm, PlacesForm, RunForm, SeasonForm
from players.models import Circuit, CircuitEvent, Club, Season
from players.policies import clubs_visible, may_run_club
from players.principals import Principal
from players.selectors import running
from players.selectors.circuits import circuits_visible
from players.selectors.snapshots import seasons_visible
from players.services import circuits, seasons
from players.session_days import session_day
from players.words import running as words
from scoring.selectors import record
from scoring.words.problems import problem_advice

READ_AND_SEND = ["GET", "HEAD", "POST"]


def _form_page(
    request: HttpRequest,
    form: RunForm,
    act: Callable[[], str | None],
    *,
    template: str = "run_form.html",
    context: dict[str, Any],
) -> HttpResponse:
    """Show a form, or do with it what it asks and go to the address that `act` returns.

    `act` is called once for a form that can be read; it returns None when somebody else was faster. Refusals stand
    at their fields, and what was changed meanwhile beside what was typed.
    """
    status, stale = 200, False
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                address = act()
                if address is not None:
                    return HttpResponseRedirect(address)
                raise VersionStale({})
            except Refusal as refusal:
                form.refuse(refusal)
                status, stale = refusal.status, isinstance(refusal, VersionStale)
    now = form.as_it_is() if stale else []
    return render(request, template, {**context, "form": form, "now": now}, status=status)


def _version(request: HttpRequest) -> int:
    """Return the version that a form was opened at; 0, which nothing has, when it names none."""
    raw = request.POST.get("version", "")
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 10 else 0


def _check_runs(who: Principal, club_id: UUID) -> None:
    if not may_run_club(who, club_id):
        raise Forbidden(gettext("Only owners and directors of the club run its seasons and circuits."))


def _club(who: Principal, club_id: UUID) -> Club:
    club: Club = get_object_or_404(clubs_visible(who), pk=club_id)
    _check_runs(who, club.pk)
    return club


def _season(who: Principal, season_id: UUID) -> Season:
    season: Season = get_object_or_404(seasons_visible(who).select_related("club"), pk=season_id)
    _check_runs(who, season.club_id)
    return season


def _circuit(who: Principal, circuit_id: UUID) -> tuple[Circuit, set[UUID]]:
    """Return a circuit and the clubs in it that `who` directs. Raises Forbidden when there is none."""
    circuit: Circuit = get_object_or_404(circuits_visible(who).select_related("club"), pk=circuit_id)
    run = running.clubs_run(circuit, who)
    if not run:
        raise Forbidden(gettext("Only directors of a club in the circuit run it."))
    return circuit, run


@declare(known)
@never_cache
@require_http_methods(READ_AND_SEND)
def season_new(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Make a season of a club."""
    who = session_principal(request)
    club = _club(who, club_id)
    form = SeasonForm(request.POST or None)

    def act() -> str:
        made = seasons.season_create(by=who, club_id=club.pk, **form.cleaned_data)
        return reverse("season", args=[made.pk])

    context = {"words": words.SEASON_NEW, "club": club, "back": reverse("club-seasons", args=[club.pk])}
    return _form_page(request, form, act, context=context)


@declare(known)
@never_cache
@require_http_methods(READ_AND_SEND)
def season_edit(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Change a season that is not over."""
    who = session_principal(request)
    season = _season(who, season_id)
    form = SeasonForm(request.POST or None, initial=SeasonForm.opened_with(season))
    address = reverse("season", args=[season.pk])

    def act() -> str | None:
        changes = form.changes()
        if not changes:
            return address
        changed = seasons.season_change(by=who, season_id=season.pk, version=_version(request), changes=changes)
        return None if changed is None else address

    context = {"words": words.SEASON_EDIT, "club": season.club, "back": address, "version": season.version}
    return _form_page(request, form, act, context={**context, "over": season.closed_at is not None})


@declare(known)
@never_cache
@require_http_methods(READ_AND_SEND)
def season_close(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Close a season for good, once asked."""
    who = session_principal(request)
    season = _season(who, season_id)
    address = reverse("season", args=[season.pk])

    def act() -> str | None:
        closed = seasons.season_close(by=who, season_id=season.pk, version=_version(request), record=record)
        return None if closed is None else address

    context = {"words": words.SEASON_CLOSE, "club": season.club, "back": address, "version": season.version}
    context |= {"over": season.closed_at is not None, "about": season.name}
    return _form_page(request, RunForm(request.POST or None), act, context=context)


@declare(known)
@never_cache
@require_http_methods(READ_AND_SEND)
def circuit_new(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Make a circuit that a club organises."""
    who = session_principal(request)
    club = _club(who, club_id)
    form = CircuitForm(request.POST or None)

    def act() -> str:
        made = circuits.circuit_create(by=who, club_id=club.pk, **form.cleaned_data)
        return reverse("circuit-run", args=[made.pk])

    context = {"words": words.CIRCUIT_NEW, "club": club, "back": reverse("club-seasons", args=[club.pk])}
    return _form_page(request, form, act, context=context)


@declare(known)
@never_cache
@require_http_methods(READ_AND_SEND)
def circuit_edit(request: HttpRequest, circuit_id: UUID) -> HttpResponse:
    """Change the rules of a circuit; directors of the club that organises it."""
    who = session_principal(request)
    circuit, _run = _circuit(who, circuit_id)
    _check_runs(who, circuit.club_id)
    form = CircuitForm(request.POST or None, initial=CircuitForm.opened_with(circuit))
    address = reverse("circuit-run", args=[circuit.pk])

    def act() -> str | None:
        changes = form.changes()
        if not changes:
            return address
        changed = circuits.circuit_change(by=who, circuit_id=circuit.pk, version=_version(request), changes=changes)
        return None if changed is None else address

    context = {"words": words.CIRCUIT_EDIT, "club": circuit.club, "back": address, "version": circuit.version}
    return _form_page(request, form, act, context=context)


@declare(known)
@never_cache
@require_http_methods(READ_AND_SEND)
def circuit_run(request: HttpRequest, circuit_id: UUID) -> HttpResponse:
    """Show the clubs and events of a circuit to directors; ask a club in, agree for one, take one out."""
    who = session_principal(request)
    circuit, run = _circuit(who, circuit_id)
    error, status = "", 200
    if request.method == "POST":
        act = circuits.club_leave if request.POST.get("act") == "out" else circuits.club_join
        try:
            act(by=who, circuit_id=circuit.pk, club_id=_id(request))
        except Refusal as refusal:
            error, status = problem_advice(refusal.code, refusal.detail), refusal.status
        else:
            still = running.clubs_run(circuit, who)
            return HttpResponseRedirect(reverse("circuit-run" if still else "circuit", args=[circuit.pk]))
    organises = circuit.club_id in run
    context = {
        "circuit": circuit,
        "club": circuit.club,
        "organises": organises,
        "clubs": running.clubs_in(circuit, run),
        "to_ask": running.clubs_to_ask(circuit) if organises else [],
        "events": running.events_in(circuit, run),
        "may_add": bool(running.clubs_that_hold(circuit, run)),
        "error": error,
    }
    return render(request, "circuit_run.html", context, status=status)


@declare(known)
@never_cache
@require_http_methods(READ_AND_SEND)
def event_new(request: HttpRequest, circuit_id: UUID) -> HttpResponse:
    """Add an event to a circuit."""
    who = session_principal(request)
    circuit, run = _circuit(who, circuit_id)
    today = session_day(timezone.now(), circuit.club.time_zone)
    form = EventForm(request.POST or None, clubs=running.clubs_that_hold(circuit, run), today=today)

    def act() -> str:
        values = form.cleaned_data
        made = circuits.event_create(
            by=who,
            circuit_id=circuit.pk,
            club_id=values["club"],
            name=values["name"],
            played_on=values["played_on"],
        )
        return reverse("circuit-event", args=[made.pk])

    context = {"words": words.EVENT_NEW, "club": circuit.club, "back": reverse("circuit-run", args=[circuit.pk])}
    return _form_page(request, form, act, context={**context, "about": circuit.name})


@declare(known)
@never_cache
@require_http_methods(READ_AND_SEND)
def event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Say who came where in an event of a circuit, or take the event out of it."""
    who = session_principal(request)
    shown: CircuitEvent = get_object_or_404(CircuitEvent.objects.select_related("club"), pk=event_id)
    circuit, run = _circuit(who, shown.circuit_id)
    if run.isdisjoint({circuit.club_id, shown.club_id}):
        raise Forbidden(gettext("Directors of the circuit or of the club say who came where."))
    people = running.event_people(circuit)
    removing = request.POST.get("act") == "remove"
    places = running.event_places(shown, people)
    form = PlacesForm(None if removing else request.POST or None, people=people, places=places)
    address = reverse("circuit-run", args=[circuit.pk])

    def act() -> str | None:
        changed = circuits.event_places_set(by=who, event_id=shown.pk, version=_version(request), places=form.places())
        return None if changed is None else address

    context = {"event": shown, "circuit": circuit, "club": circuit.club, "back": address, "version": shown.version}
    if removing:
        if circuits.event_remove(by=who, event_id=shown.pk, version=_version(request)):
            return HttpResponseRedirect(address)
        told = {**context, "form": form, "error": problem_advice("version_stale")}
        return render(request, "circuit_event.html", told, status=412)
    return _form_page(request, form, act, template="circuit_event.html", context=context)


def _id(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("club", ""))
    except ValueError:
        raise Http404 from None
