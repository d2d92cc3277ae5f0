"""Pages of clubs and people: start, club, ranking, player, and the reader's preferences."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from cirulla.lib.permissions import declare
from players.access import anyone
from players.authentication import session_principal
from players.figure_query import page_span
from players.figure_views import player_context
from players.models import Club, Player
from players.policies import clubs_visible, may_record_in
from players.principals import Principal
from players.selectors import pages
from players.selectors.standing_pages import club_circuits, club_seasons
from players.words.standings import BOARDS
from scoring.selectors import pages as match_pages

PREFERENCES = {"theme": ("auto", "light", "dark"), "pack": ("french", "italian"), "suits": ("two", "four")}
A_YEAR = 60 * 60 * 24 * 365


def _club(who: Principal, club_id: UUID) -> Club:
    club: Club = get_object_or_404(clubs_visible(who), pk=club_id)
    return club


@declare(anyone)
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the reader's clubs and those open to everybody."""
    mine, public = pages.home_clubs(session_principal(request))
    return render(request, "home.html", {"mine": mine, "public": public})


@declare(anyone)
@require_safe
def club(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show a club: what is played now, who leads, what was played lately."""
    who = session_principal(request)
    shown = _club(who, club_id)
    playing, recent = match_pages.club_matches(shown)
    return render(
        request,
        "club.html",
        {
            "club": shown,
            "open": playing,
            "recent": recent,
            "leaders": pages.ranking_page(shown, who).ranked[: pages.LEADERS],
            "players_count": pages.club_players(shown).count(),
            "matches_count": match_pages.club_matches_count(shown),
            "may_record": may_record_in(who, shown.pk),
        },
    )


@declare(anyone)
@require_safe
def ranking(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show a club's ranking."""
    who = session_principal(request)
    shown = _club(who, club_id)
    page = pages.ranking_page(shown, who)
    return render(
        request,
        "ranking.html",
        {
            "club": shown,
            "ranked": page.ranked,
            "provisional": page.provisional,
            "computed_at": page.computed_at,
            "boards": list(BOARDS.items()),
            "seasons": club_seasons(shown),
            "circuits": club_circuits(shown, who),
        },
    )


@declare(anyone)
@require_safe
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Show a player's figures and last matches; a merged one leads to whom he became."""
    who = session_principal(request)
    people = Player.objects.filter(club__in=clubs_visible(who)).select_related("club", "merged_into")
    shown = get_object_or_404(people, pk=player_id)
    if shown.merged_into_id:
        return HttpResponseRedirect(f"/players/{shown.merged_into_id}/")
    return render(
        request,
        "player.html",
        {
            "player": shown,
            "club": shown.club,
            "figures": pages.figures_page(shown),
            "matches": match_pages.player_matches(shown.pk),
            **player_context(shown, page_span(request), request),
        },
    )


@declare(anyone)
@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    """Keep the reader's theme, pack of cards and colours of the suits in cookies, and go back to where he was."""
    back = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    for name, values in PREFERENCES.items():
        if request.POST.get(name) in values:
            response.set_cookie(
                name, request.POST[name], max_age=A_YEAR, samesite="Lax", httponly=True, secure=settings.SECURE
            )
    return response
