"""Pages of figures: a pair, one against another, a club, its records; and the figures on a player's page."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from cirulla.lib.kept import KeptThings
from cirulla.lib.permissions import declare
from players.access import anyone
from players.authentication import session_principal
from players.figure_query import page_span
from players.figures import company
from players.models import Club, Player
from players.policies import clubs_visible
from players.selectors import figure_tables as tables
from players.selectors import figures
from players.selectors.figures import AsOf, PlayerFigures, Span
from players.session_days import session_day
from players.words import charts, lines, measures
from players.words.names import DISCIPLINES, RECORDS
from scoring.selectors.match_links import match_codes, match_lines
from scoring.templatetags.words import pack_of
from scoring.words.rules import PRESETS

SHOWN = 8
"""How many partners, opponents, matches a page shows; the sheet beside it has all."""


def filter_context(span: Span) -> dict[str, Any]:
    """Return what the filter form shows, and the query that sheets of the same figures take."""
    given = {"from": span.first, "to": span.last, "discipline": span.discipline, "ruleset": span.preset}
    query = urlencode({name: value for name, value in given.items() if value})
    return {
        "span": span,
        "query": f"?{query}" if query else "",
        "disciplines": list(DISCIPLINES.items()),
        "presets": list(PRESETS.items()),
    }


def player_context(player: Player, span: Span, request: HttpRequest) -> dict[str, Any]:
    """Return what a player's page shows of his figures: drawn once, then kept until something of it changes."""
    found = figures.player_all(player, span)
    awards = list(tables.awards_of(player=player))
    codes = match_codes([*(one.match_id for one in found.records), *(award.match_id for award in awards)])
    names = tables.names_of(one.other for one in (*found.partners, *found.opponents))
    pack, today = pack_of(request), _today(player.club)
    earned = [(one.code, one.match_id, one.hand, one.earned_on) for one in awards]
    shown = (player.name, *names.items(), *codes.items(), *earned)
    key = (found.version, get_language(), pack, today, shown)
    drawn = _drawn.get(key)
    if drawn is None or settings.DEBUG:  # whoever changes the template wants to see it
        won, missing = lines.badges(awards, codes)
        drawn = render_to_string(
            "_player_figures.html",
            {
                **filter_context(span),
                "player": player,
                "chart": found.chart,
                "told": measures.block(found.figures, pack),
                "calendar": charts.calendar_page(found.days, today),
                "streaks": measures.streak_measures(found.streaks) if found.figures.results.matches else [],
                "records": lines.record_lines(found.records, codes),
                "won_badges": won,
                "missing_badges": missing,
                "company": _company(found, names),
            },
        )
        _drawn.put(key, drawn)
    return {**filter_context(span), "drawn": drawn, "as_of": as_of_context(found.as_of)}


_drawn = KeptThings(200)
"""Figures of players as pages show them, about 40 kB each, by all that they show."""


def _today(club: Club | None) -> date:
    """Return the session day of now on the club's wall."""
    return session_day(timezone.now(), club.time_zone if club else "UTC")


def _company(found: PlayerFigures, names: dict[UUID, str]) -> dict[str, Any]:
    best, nemesis = company.best(found.partners), company.worst(found.opponents)
    return {
        "partners": lines.company_lines(found.partners[:SHOWN], names),
        "opponents": lines.company_lines(found.opponents[:SHOWN], names),
        "best": lines.company_lines([best], names)[0] if best is not None and best.effect > 0 else None,
        "enough_together": best is not None,
        "nemesis": lines.company_lines([nemesis], names)[0] if nemesis is not None and nemesis.effect < 0 else None,
    }


def as_of_context(fresh: AsOf) -> dict[str, Any]:
    """Return how fresh figures are, with the code of the match that changed them last."""
    codes = match_codes([UUID(fresh.match)]) if fresh.match else {}
    code = codes.get(UUID(fresh.match), "") if fresh.match else ""
    return {"computed_at": fresh.computed_at, "code": code, "version": fresh.match_version}


def _two(request: HttpRequest, player_id: UUID, other_id: UUID) -> tuple[Player, Player]:
    people = Player.objects.filter(club__in=clubs_visible(session_principal(request))).select_related("club")
    return get_object_or_404(people, pk=player_id), get_object_or_404(people, pk=other_id)


def _moved(one: Player, other: Player, *, against: bool) -> str:
    """Return the address of two players of whom one was merged, of one alone who is both; else nothing."""
    first, second = one.merged_into_id or one.pk, other.merged_into_id or other.pk
    if first == second:
        return reverse("player", args=[first])
    if (first, second) == (one.pk, other.pk):
        return ""
    return reverse("head-to-head" if against else "pair", args=[first, second])


def _together(request: HttpRequest, player_id: UUID, other_id: UUID, *, against: bool) -> HttpResponse:
    one, other = _two(request, player_id, other_id)
    if elsewhere := _moved(one, other, against=against):
        return HttpResponseRedirect(elsewhere)
    span = page_span(request)
    found = figures.pair_all(one, other, span, against=against)
    codes = match_codes(record.match_id for record in found.records)
    shared = span.narrow(figures.shared_lines(one, other, against=against)).order_by("-key")
    return render(
        request,
        "pair.html",
        {
            **filter_context(span),
            "player": one,
            "other": other,
            "club": one.club,
            "against": against,
            "results": found.figures.results,
            "told": measures.block(found.figures, pack_of(request)),
            "effect": lines.company_lines([found.company], {other.pk: other.name})[0] if found.company else None,
            "streaks": measures.streak_measures(found.streaks) if found.figures.results.matches else [],
            "records": lines.record_lines(found.records, codes),
            "matches": match_lines(shared.values_list("match_id", flat=True)[:SHOWN]),
            "as_of": as_of_context(found.as_of),
        },
    )


@declare(anyone)
@require_safe
def pair(request: HttpRequest, player_id: UUID, other_id: UUID) -> HttpResponse:
    """Show how two players do together."""
    return _together(request, player_id, other_id, against=False)


@declare(anyone)
@require_safe
def head_to_head(request: HttpRequest, player_id: UUID, other_id: UUID) -> HttpResponse:
    """Show how one player does against another."""
    return _together(request, player_id, other_id, against=True)


def _club(request: HttpRequest, club_id: UUID) -> Club:
    club: Club = get_object_or_404(clubs_visible(session_principal(request)), pk=club_id)
    return club


@declare(anyone)
@require_safe
def club_figures(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show a club's figures, and everybody in it beside each other."""
    club, span = _club(request, club_id), page_span(request)
    found = figures.club_all(club, span)
    return render(
        request,
        "club_figures.html",
        {
            **filter_context(span),
            "club": club,
            "found": found,
            "told": measures.block(found.figures, pack_of(request)),
            "calendar": charts.calendar_page(found.days, _today(club)),
            "table": [lines.table_line(row) for row in tables.club_table(club, span)],
            "as_of": as_of_context(found.as_of),
        },
    )


@declare(anyone)
@require_safe
def club_records(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show the records of a club, and who achieved what."""
    club, span = _club(request, club_id), page_span(request)
    rows = tables.club_records(club, span)
    awards = list(tables.awards_of(player__club=club).order_by("-key", "-pk")[: 3 * SHOWN])
    codes = match_codes([*(UUID(row["match_id"]) for row in rows), *(award.match_id for award in awards)])
    kinds = [
        (str(name), [lines.club_record_line(row, codes) for row in rows if row["code"] == kind])
        for kind, name in RECORDS.items()
    ]
    return render(
        request,
        "club_records.html",
        {
            **filter_context(span),
            "club": club,
            "kinds": [(name, rows) for name, rows in kinds if rows],
            "awards": lines.award_lines(awards, codes),
            "as_of": as_of_context(figures.club_as_of(club.pk)),
        },
    )
