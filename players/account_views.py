"""Pages of one's own account: the tokens programs log in with, the clubs one belongs to, and its end."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from allauth.account.decorators import reauthentication_required
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cirulla.lib.errors import Refusal
from cirulla.lib.permissions import declare
from players.access import known
from players.authentication import session_principal
from players.forms import AccountEndForm
from players.models import Membership
from players.principals import SCOPES
from players.selectors.clubs import tokens_of
from players.services import members, tokens
from players.services.accounts import account_delete

LIVES = {
    "30": gettext_lazy("30 days"),
    "365": gettext_lazy("A year"),
    "": gettext_lazy("Until it is revoked"),
}
SCOPE_WORDS = {
    "club:read": gettext_lazy("Read what only members of your clubs see"),
    "club:write": gettext_lazy("Change clubs, their people and their rules"),
    "hands:write": gettext_lazy("Start matches and record hands"),
    "tokens:write": gettext_lazy("Make and revoke tokens"),
}


@declare(known)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens of the account, make one (its text is shown this once), revoke one."""
    who = session_principal(request)
    made, error = "", ""
    if request.POST.get("act") == "revoke":
        if not tokens.token_revoke(by=who, token_id=_id(request)):
            raise Http404
        return HttpResponseRedirect(reverse("own-tokens"))
    if request.method == "POST":
        days = request.POST.get("days", "30")
        expires_at = timezone.now() + timedelta(days=int(days)) if days in LIVES and days else None
        try:
            _, made = tokens.token_create(
                by=who, name=request.POST.get("name", ""), scopes=request.POST.getlist("scope"), expires_at=expires_at
            )
        except Refusal as refusal:
            error = refusal.detail
    context = {
        "made": made,
        "error": error,
        "tokens": tokens_of(who).order_by("-id")[:200],
        "scopes": [(scope, SCOPE_WORDS[scope]) for scope in SCOPES],
        "lives": LIVES.items(),
    }
    return render(request, "own_tokens.html", context, status=422 if error else 200)


@declare(known)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_clubs(request: HttpRequest) -> HttpResponse:
    """Show the clubs of the account and the invitations that wait for it; take one up, decline one."""
    who = session_principal(request)
    if request.method == "POST":
        act = members.invitation_accept if request.POST.get("act") == "accept" else members.invitation_decline
        act(by=who, invitation_id=_id(request))
        return HttpResponseRedirect(reverse("own-clubs"))
    mine = Membership.objects.filter(user_id=who.account).select_related("club").order_by("club__name")
    return render(request, "own_clubs.html", {"mine": mine, "invitations": members.invitations_of(who)})


@declare(known)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def own_end(request: HttpRequest) -> HttpResponse:
    """Say what goes with the account and what stays, and delete it once its address has been typed."""
    who = session_principal(request)
    form, status = AccountEndForm(request.POST or None, own=request.user.get_username()), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                account_delete(by=who)
            except Refusal as refusal:
                form.refuse(refusal)
                status = refusal.status
            else:
                logout(request)
                return HttpResponseRedirect(reverse("home"))
    return render(request, "own_end.html", {"form": form}, status=status)


def _id(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("id", ""))
    except ValueError:
        raise Http404 from None
