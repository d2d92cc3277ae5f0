"""The scoreboard of a match: flat on the table, one half turned round, to be read from a metre."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cirulla.lib.permissions import declare
from players.access import anyone
from players.authentication import session_principal
from scoring.selectors import pages
from scoring.selectors.board import board_page
from scoring.selectors.matches import matches_visible


@declare(anyone)
@never_cache
@require_safe
def match_board(request: HttpRequest, code: str) -> HttpResponse:
    """Show the scoreboard; with `v`, only the part that changes, 204 while the match is still at that version."""
    who = session_principal(request)
    shown = get_object_or_404(pages.with_seats(matches_visible(who)), code=code)
    known = request.GET.get("v")
    if known == str(shown.version):
        return HttpResponse(status=204)
    context = {"page": board_page(shown), "may_record": pages.may_record(who, shown)}
    return render(request, "board.html" if known is None else "_board.html", context)
