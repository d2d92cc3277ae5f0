"""Pages that end a match by time, give it up, or open it again: what would follow, why, and a button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cirulla.lib.errors import Forbidden, Refusal
from cirulla.lib.permissions import declare
from players.access import known
from players.authentication import session_principal
from scoring.selectors import pages
from scoring.selectors.ending import act_page
from scoring.selectors.matches import matches_visible
from scoring.services.match_acts import match_abandon, match_end, match_reopen
from scoring.words.problems import problem_advice

ACTS: dict[str, Callable[..., Any]] = {"end": match_end, "abandon": match_abandon, "reopen": match_reopen}


@declare(known)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def match_act(request: HttpRequest, code: str, act: str) -> HttpResponse:
    """Ask before one of ACTS is done to a match, then do it to the version that was shown."""
    if act not in ACTS:
        raise Http404
    who = session_principal(request)
    match = get_object_or_404(pages.with_seats(matches_visible(who)), code=code)
    if not pages.rights(who, match).change:
        raise Forbidden(
            gettext("Only scorers, directors and owners end matches or open them again."), code="may_not_change"
        )
    refused: Refusal | None = None
    if request.method == "POST":
        version, reason = request.POST.get("version", ""), " ".join(request.POST.get("reason", "").split())
        try:
            ACTS[act](match_id=match.pk, by=who, if_match=f'"v{version}"', reason=reason[:200])
        except Refusal as refusal:
            refused = refusal
            match.refresh_from_db()
        else:
            return HttpResponseRedirect(reverse("match", args=[match.code]))
    context = {
        "page": act_page(match, act),
        "error": problem_advice(refused.code, refused.detail) if refused else "",
        "reason": request.POST.get("reason"),
    }
    return render(request, "match_act.html", context, status=refused.status if refused else 200)
