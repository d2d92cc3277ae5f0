"""Pages of phones at a table: the code as the director shows it, and coming in by it."""

from __future__ import annotations

from uuid import UUID

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cirulla.lib.errors import Refusal
from cirulla.lib.permissions import declare
from cirulla.lib.throttle import address
from players.access import anyone, known
from players.authentication import session_principal
from scoring.authentication import cookie_set
from scoring.models import JoinCode, Match
from scoring.selectors import tables
from scoring.selectors.matches import matches_visible
from scoring.services import tables as services
from scoring.services.guesses import guarded
from scoring.words.problems import problem_advice

JOIN_COOKIE = "join"
JOIN_SECONDS = 600


@declare(known)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_code(request: HttpRequest, code: str) -> HttpResponse:
    """Show the QR code that lets phones in at a match and who has come in; make a new one, put a phone out."""
    who = session_principal(request)
    shown = get_object_or_404(matches_visible(who), code=code)
    match = services.match_to_seat(who, shown.pk)
    if request.method == "POST":
        _act(request, match)
        return HttpResponseRedirect(reverse("join-code", args=[match.code]))
    current = tables.code_of(match) if match.status == Match.Status.OPEN else None
    seats = dict(tables.seats_to_choose(match.pk))
    phones = tables.phones_of(match).order_by("-id")[:200]
    context = {
        "match": match,
        "code": current and tables.shown_code(current.code),
        "code_id": current and current.pk,
        "address": current and _address(request, current),
        "qr": current and segno.make(_address(request, current), error="q").svg_data_uri(scale=8, border=2),
        "open": match.status == Match.Status.OPEN,
        "phones": [
            {"id": phone.pk, "name": seats.get(phone.seat, ""), "last_seen_at": phone.last_seen_at} for phone in phones
        ],
    }
    return render(request, "join_code.html", context)


def _act(request: HttpRequest, match: Match) -> None:
    who, wanted = session_principal(request), request.POST.get("act", "")
    if wanted == "new":
        services.join_code_make(by=who, match_id=match.pk)
        return
    try:
        target = UUID(request.POST.get("id", ""))
    except ValueError:
        raise Http404 from None
    if wanted == "end":
        services.join_code_revoke(by=who, match_id=match.pk, code_id=target)
    elif wanted == "put_out":
        services.table_token_revoke(by=who, match_id=match.pk, token_id=target)


def _address(request: HttpRequest, code: JoinCode) -> str:
    # Capitals fit a smaller picture; the address answers them too.
    base = settings.BASE_URL if settings.SECURE else f"{request.scheme}://{request.get_host()}"
    return f"{base}/j/{code.code}/".upper()


@declare(anyone)
@never_cache
@require_safe
def join_scanned(request: HttpRequest, code: str) -> HttpResponse:
    """Take the code out of the address, where others could read it, and go on to the seats."""
    response = HttpResponseRedirect(reverse("join"))
    _remember(response, code)
    return response


@declare(anyone)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Ask for the code, then for the seat; then the phone may enter hands at that table and nowhere else."""
    code = request.COOKIES.get(JOIN_COOKIE, "")
    if request.method == "POST" and "code" in request.POST:
        response = HttpResponseRedirect(reverse("join"))
        _remember(response, request.POST["code"])
        return response
    if not code:
        return render(request, "join.html", {})
    try:
        found = guarded(address(request), lambda: _found(code))
        if request.method == "POST":
            return _come_in(request, code)
    except Refusal as refusal:
        said = problem_advice(refusal.code, refusal.detail)
        page = render(request, "join.html", {"error": said}, status=refusal.status)
        page.delete_cookie(JOIN_COOKIE, path="/j/")
        return page
    context = {"match": found.match, "seats": tables.seats_to_choose(found.match_id)}
    return render(request, "join_seat.html", context)


def _found(code: str) -> JoinCode:
    found = tables.code_find(code)
    if found is None:
        raise services.UnknownCode
    return found


def _come_in(request: HttpRequest, code: str) -> HttpResponse:
    chosen = request.POST.get("seat", "")
    seat = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) == 1 else None
    token, text = services.table_join(code=code, seat=seat, by=session_principal(request))
    response = HttpResponseRedirect(reverse("entry", args=[token.match.code]))
    cookie_set(response, text)
    response.delete_cookie(JOIN_COOKIE, path="/j/")
    return response


def _remember(response: HttpResponse, code: str) -> None:
    kept = "".join(char for char in code[:40] if char.isascii() and (char.isalnum() or char in "- "))
    response.set_cookie(
        JOIN_COOKIE, kept, max_age=JOIN_SECONDS, path="/j/", httponly=True, secure=settings.SECURE, samesite="Lax"
    )
