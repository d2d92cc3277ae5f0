"""Pages of matches: start one, follow it; and a page for each kind of refusal."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cirulla.lib.errors import Forbidden, Refusal
from cirulla.lib.permissions import declare
from players.access import anyone, known
from players.authentication import session_principal
from players.policies import clubs_visible, may_record_in
from players.principals import Principal
from players.selectors.pages import club_players
from scoring.forms import MatchForm
from scoring.models import Match
from scoring.selectors import pages
from scoring.selectors.matches import matches_visible
from scoring.selectors.start import recent_names
from scoring.services.matches import match_start
from scoring.templatetags.words import pack_of
from scoring.words import problems


def _match(who: Principal, code: str) -> Match:
    found: Match = get_object_or_404(pages.with_seats(matches_visible(who)), code=code)
    return found


def _shown(request: HttpRequest, who: Principal, match: Match) -> dict[str, Any]:
    return {
        "page": pages.match_page(match, pack_of(request)),
        "may": pages.rights(who, match),
    }


@declare(known)
@require_http_methods(["GET", "HEAD", "POST"])
def match_new(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Start a match: who sits where, who deals, whose rules."""
    who = session_principal(request)
    club = get_object_or_404(clubs_visible(who), pk=club_id)
    if not may_record_in(who, club.pk):
        raise Forbidden(gettext("Only members of the club start matches in it."))
    form = MatchForm(
        request.POST or None,
        rulesets=pages.ruleset_choices(club),
        names=[player.name for player in club_players(club)[:200]],
    )
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data["ruleset"]
        try:
            started = match_start(
                by=who,
                club_id=club.pk,
                ruleset=None if chosen == pages.HOUSE else chosen,
                seats=form.seats(),
                first_dealer=form.first_dealer_seat(),
            )
        except Refusal as refusal:
            for error in refusal.errors or ():
                form.refuse(error.pointer, problems.problem_advice(error.code, error.detail))
            if not refusal.errors:
                form.refuse("", problems.problem_advice(refusal.code, refusal.detail))
        else:
            return HttpResponseRedirect(reverse("entry", args=[started.code]))
    context = {"club": club, "form": form, "recent": recent_names(club, who)}
    return render(request, "match_new.html", context, status=422 if form.errors else 200)


@declare(anyone)
@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Show a match: the score, every hand, every point and why."""
    who = session_principal(request)
    shown = _match(who, code)
    return render(request, "match.html", _shown(request, who, shown))


@declare(anyone)
@never_cache
@require_safe
def match_live(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the part of a match's page that changes, 204 while it is still at version `v`."""
    who = session_principal(request)
    shown = _match(who, code)
    if request.GET.get("v") == str(shown.version):
        return HttpResponse(status=204)
    return render(request, "_match.html", _shown(request, who, shown))


@declare(anyone)
@require_safe
def problem(request: HttpRequest, code: str) -> HttpResponse:
    """Explain one kind of refusal to people; its address is the `type` of a problem."""
    if not problems.known(code):
        raise Http404
    return render(request, "problem.html", {"code": code, "status": 0, "detail": ""})
