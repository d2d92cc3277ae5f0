"""The page on which hands are entered: the next one, or one that is to be corrected."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from cirulla.lib.errors import Forbidden
from cirulla.lib.permissions import declare
from players.access import seated
from players.authentication import session_principal
from scoring.models import Match
from scoring.selectors import pages
from scoring.selectors.entry_page import entry_correction, entry_sheet
from scoring.selectors.matches import matches_visible
from scoring.templatetags.words import pack_of
from scoring.words.cards import grid_cards
from scoring.words.entry import entry_words
from scoring.words.quick import quick_fields
from scoring.words.rules import category_name

SLOTS = ("carte", "denari", "settebello", "primiera", "piccola", "grande", "scope", "buone")
RARE_SLOTS = ("re_bello", "cappotto")


@declare(seated)
@never_cache
@ensure_csrf_cookie
@require_safe
def entry(request: HttpRequest, code: str) -> HttpResponse:
    """Show the grid of 40 cards for the next hand, or with `?hand=n` for correcting one.

    A finished match leads to its page: there only corrections are left.
    """
    who = session_principal(request)
    match: Match = get_object_or_404(pages.with_seats(matches_visible(who)), code=code)
    if not pages.may_record(who, match):
        raise Forbidden(gettext("Only members of the club enter hands."))
    pack = pack_of(request)
    correction = entry_correction(match, request.GET.get("hand", ""))
    if correction is None and match.status != Match.Status.OPEN:
        return HttpResponseRedirect(reverse("match", args=[match.code]))
    sheet = entry_sheet(match, who, correction)
    sheet["urls"] = {
        "match": reverse("match", args=[match.code]),
        "login": f"{reverse('account_login')}?next={request.path}",
    }
    many = len(sheet["sides"]) > 2
    rare = match.ruleset.get("re_bello") or match.ruleset.get("cappotto") == "bonus_30"
    return render(
        request,
        "entry.html",
        {
            "sheet": sheet,
            "ordered": [sheet["sides"][side] for side in sheet["order"]],
            "many": many,
            "words": entry_words(pack),
            "cards": grid_cards(pack),
            "slots": [{"key": key, "label": _slot_label(key, pack)} for key in (*SLOTS, *(RARE_SLOTS if rare else ()))],
            "denari_label": category_name("denari", pack),
            "knocks": bool(match.ruleset.get("last_deal_low_card_max")),
            **quick_fields(match.ruleset, pack),
            "grid_label": gettext("The 40 cards: a tap gives a card to the name with the pen")
            if many
            else gettext("The 40 cards: one tap us, two taps them, three free"),
        },
    )


def _slot_label(key: str, pack: str) -> str:
    # The name has 50 pixels there; on all other pages it is written out.
    return gettext("7 bello") if key == "settebello" else category_name(key, pack)
