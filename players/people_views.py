"""Pages of the people of a club: who they are, and by which a director makes one person of two."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cirulla.lib.errors import Forbidden, Refusal, VersionStale
from cirulla.lib.permissions import declare
from players.access import anyone, known
from players.authentication import session_principal
from players.forms import MergeForm
from players.models import Club, Player
from players.policies import clubs_visible, may_run_club
from players.selectors import people
from players.selectors.clubs import players_visible
from players.services.clubs import player_named
from players.services.merge import players_merge
from scoring.selectors import persons


@declare(anyone)
@require_safe
def club_players(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """List the people of a club, or those whose names hold what is looked for; directors find doubles from here."""
    who = session_principal(request)
    club: Club = get_object_or_404(clubs_visible(who), pk=club_id)
    part = request.GET.get("name", "").replace("\x00", "")[:60]
    found = people.club_people(club, part)
    context = {
        "club": club,
        "part": part,
        "people": found,
        "more": len(found) == people.LINES,
        "may_merge": may_run_club(who, club.pk),
    }
    return render(request, "club_players.html", context)


@declare(known)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def player_merge(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Ask with whom a player is one, show what would follow, and do it once the name that goes has been typed."""
    who = session_principal(request)
    gone: Player = get_object_or_404(players_visible(who).select_related("club"), pk=player_id)
    if not may_run_club(who, gone.club_id):
        raise Forbidden(gettext("Only owners and directors of the club merge players."))
    name = request.GET.get("into", "").replace("\x00", "").strip()
    stays = player_named(gone.club_id, " ".join(name.split())) if name else None
    context = {"player": gone, "club": gone.club, "into": name, "names": people.others_named(gone)}
    if stays is None or stays.pk == gone.pk:
        if request.method == "POST":
            raise Http404
        return render(request, "player_merge.html", context, status=422 if name else 200)
    form, status = MergeForm(request.POST or None, gone=gone.name), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                version = form.cleaned_data["version"]
                done = players_merge(by=who, player_id=gone.pk, into=stays.pk, version=version, seating=persons)
                if done is None:
                    raise VersionStale({})
                return HttpResponseRedirect(reverse("player", args=[stays.pk]))
            except Refusal as refusal:
                form.refuse(refusal)
                status = refusal.status
    preview = people.merge_preview(gone, stays, persons.seated_in([gone.pk]), persons.seated_in([stays.pk]))
    return render(request, "player_merge.html", {**context, "preview": preview, "form": form}, status=status)
