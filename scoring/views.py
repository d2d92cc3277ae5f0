"""Pages of matches: start one, follow it, enter its hands; and a page for each kind of refusal."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cirulla.lib.errors import Forbidden, Refusal
from cirulla.lib.permissions import declare
from players.access import anyone, known, seated
from players.authentication import session_principal
from players.policies import clubs_visible, may_record_in
from players.principals import Principal
from players.selectors.pages import club_players
from scoring.forms import MatchForm
from scoring.models import Match
from scoring.selectors import pages
from scoring.selectors.entry_page import entry_sheet
from scoring.selectors.matches import matches_visible
from scoring.services.matches import match_start
from scoring.templatetags.words import pack_of
from scoring.words import problems
from scoring.words.cards import grid_cards
from scoring.words.entry import entry_words
from scoring.words.quick import quick_fields
from scoring.words.rules import category_name

SLOTS = ("carte", "denari", "settebello", "primiera", "piccola", "grande", "scope", "buone")
RARE_SLOTS = ("re_bello", "cappotto")


def _match(who: Principal, code: str) -> Match:
    found: Match = get_object_or_404(pages.with_seats(matches_visible(who)), code=code)
    return found


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
    return render(request, "match_new.html", {"club": club, "form": form}, status=422 if form.errors else 200)


@declare(anyone)
@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Show a match: the score, every hand, every point and why."""
    who = session_principal(request)
    shown = _match(who, code)
    context = {"page": pages.match_page(shown, pack_of(request)), "may_record": pages.may_record(who, shown)}
    return render(request, "match.html", context)


@declare(anyone)
@never_cache
@require_safe
def match_live(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the part of a match's page that changes, 204 while it is still at version `v`."""
    who = session_principal(request)
    shown = _match(who, code)
    if request.GET.get("v") == str(shown.version):
        return HttpResponse(status=204)
    context = {"page": pages.match_page(shown, pack_of(request)), "may_record": pages.may_record(who, shown)}
    return render(request, "_match.html", context)


@declare(seated)
@never_cache
@require_safe
def entry(request: HttpRequest, code: str) -> HttpResponse:
    """Show the grid of 40 cards for the next hand; a finished match leads to its page."""
    who = session_principal(request)
    shown = _match(who, code)
    if not pages.may_record(who, shown):
        raise Forbidden(gettext("Only members of the club enter hands."))
    if shown.status != Match.Status.OPEN:
        return HttpResponseRedirect(reverse("match", args=[shown.code]))
    pack = pack_of(request)
    sheet = entry_sheet(shown, who)
    sheet["urls"] = {
        "match": reverse("match", args=[shown.code]),
        "login": f"{reverse('account_login')}?next={request.path}",
    }
    many = len(sheet["sides"]) > 2
    slots = [
        *SLOTS,
        *(RARE_SLOTS if shown.ruleset.get("re_bello") or shown.ruleset.get("cappotto") == "bonus_30" else ()),
    ]
    return render(
        request,
        "entry.html",
        {
            "sheet": sheet,
            "ordered": [sheet["sides"][side] for side in sheet["order"]],
            "many": many,
            "words": entry_words(pack),
            "cards": grid_cards(pack),
            "slots": [{"key": key, "label": _slot_label(key, pack)} for key in slots],
            "denari_label": category_name("denari", pack),
            **quick_fields(shown.ruleset, pack),
            "grid_label": gettext("The 40 cards: one tap us, two taps them, three free")
            if not many
            else gettext("The 40 cards: a tap gives a card to the name with the pen"),
        },
    )


def _slot_label(key: str, pack: str) -> str:
    # The name has 50 pixels there; on all other pages it is written out.
    return gettext("7 bello") if key == "settebello" else category_name(key, pack)


@declare(anyone)
@require_safe
def problem(request: HttpRequest, code: str) -> HttpResponse:
    """Explain one kind of refusal to people; its address is the `type` of a problem."""
    if not problems.known(code):
        raise Http404
    return render(request, "problem.html", {"code": code, "status": 0, "detail": ""})
