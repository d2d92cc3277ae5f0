"""Pages of published rankings, seasons and circuits."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.functional import Promise
from django.views.decorators.http import require_safe

from cirulla.lib.errors import NotFound
from cirulla.lib.permissions import declare
from players.access import anyone
from players.authentication import session_principal
from players.models import Circuit, Club, Season
from players.policies import clubs_visible, may_run_club
from players.rankings.boards import BOARDS, PEOPLE_BOARDS
from players.selectors import running
from players.selectors import standing_pages as pages
from players.selectors.snapshots import POINTS, newest
from players.session_days import session_day
from players.words import standings as words
from scoring.selectors.match_links import match_codes

CIRCUIT_BOARDS = [(name, title) for name, title in words.BOARDS.items() if name in PEOPLE_BOARDS]


def _code(page: pages.BoardPage | None) -> str:
    """Return the code of the last match that a published ranking knows of."""
    if page is None or page.last_match is None:
        return ""
    return match_codes([page.last_match]).get(page.last_match, "")


def _reasons(page: pages.BoardPage | None) -> list[tuple[pages.ReasonLine, str | Promise]]:
    return [(row, words.CAUSES[row.cause]) for row in page.reasons] if page else []


@declare(anyone)
@require_safe
def board(request: HttpRequest, club_id: UUID, board: str) -> HttpResponse:
    """Show a published ranking of a club: of a discipline and a method, as of a number, and why places changed."""
    who = session_principal(request)
    club: Club = get_object_or_404(clubs_visible(who), pk=club_id)
    if board not in BOARDS:
        raise Http404
    raw = request.GET.get("number", "")
    number = int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 10 else None
    try:
        page = pages.board_page(club, who, board, number)
    except NotFound:
        raise Http404 from None
    return render(
        request,
        "ranking_board.html",
        {
            "club": club,
            "page": page,
            "board": board,
            "title": words.BOARDS[board],
            "boards": list(words.BOARDS.items()),
            "reasons": _reasons(page),
            "last_code": _code(page),
            "index": BOARDS[board].method == "index",
            "seasons": pages.club_seasons(club),
            "circuits": pages.club_circuits(club, who),
        },
    )


@declare(anyone)
@require_safe
def club_seasons(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """List the seasons of a club and the circuits it is in; directors make new ones from here."""
    who = session_principal(request)
    club: Club = get_object_or_404(clubs_visible(who), pk=club_id)
    runs = may_run_club(who, club.pk)
    today = session_day(timezone.now(), club.time_zone)
    context = {
        "club": club,
        "may_run": runs,
        "seasons": running.season_lines(club, today),
        "circuits": running.circuit_lines(club, who, asked=runs),
    }
    return render(request, "club_seasons.html", context)


@declare(anyone)
@require_safe
def season(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Show a season: its table of points, and the ratings of who played in it."""
    who = session_principal(request)
    seasons = Season.objects.filter(club__in=clubs_visible(who)).select_related("club")
    shown: Season = get_object_or_404(seasons, pk=season_id)
    name = request.GET.get("board", "all")
    name = name if name in BOARDS else "all"
    table = newest(POINTS, season=shown)
    page = pages.board_page(shown.club, who, name, season=shown)
    return render(
        request,
        "season.html",
        {
            "season": shown,
            "club": shown.club,
            "may_run": may_run_club(who, shown.club_id),
            "points": pages.points_lines(table, who),
            "as_of": table.as_of if table else None,
            "table": table.pk if table else None,
            "page": page,
            "reasons": _reasons(page),
            "last_code": _code(page),
            "board": name,
            "boards": list(words.BOARDS.items()),
        },
    )


@declare(anyone)
@require_safe
def circuit(request: HttpRequest, circuit_id: UUID) -> HttpResponse:
    """Show a circuit: its table, its events, who is qualified today, and the ratings across its clubs."""
    who = session_principal(request)
    circuits = Circuit.objects.filter(club__in=clubs_visible(who)).select_related("club")
    shown: Circuit = get_object_or_404(circuits, pk=circuit_id)
    today = session_day(timezone.now(), shown.club.time_zone)
    name = request.GET.get("board", "all")
    name = name if name in PEOPLE_BOARDS else "all"
    page = pages.board_page(shown.club, who, name, circuit=shown)
    return render(
        request,
        "circuit.html",
        {
            "page": page,
            "reasons": _reasons(page),
            "board": name,
            "boards": CIRCUIT_BOARDS,
            "circuit": shown,
            "club": shown.club,
            "may_run": bool(running.clubs_run(shown, who)),
            "points": pages.circuit_lines(shown, who),
            "events": pages.event_lines(shown, who),
            "qualified": pages.qualified_lines(shown, who, today),
            "today": today,
        },
    )
