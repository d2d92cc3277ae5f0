"""What has changed in the API, newest first: as JSON for programs and as a page for people."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import ApiView, versioned
from cirulla.lib.permissions import declare
from players.access import anyone

KINDS = ["added", "changed", "deprecated", "removed"]


@dataclass(frozen=True, slots=True)
class Change:
    """One change: the day it came, what kind it is, what it is."""

    on: str
    kind: str
    what: str


CHANGES = (
    Change("2026-11-30", "added", "Sheets: `rankings.csv`, `ranking-snapshots/{id}.csv`, of circuits, pairs, clubs."),
    Change("2026-11-30", "added", "`players/{id}/ratings`; `as_of` on lists of figures; `last_match` of a ranking."),
    Change("2026-11-30", "added", "A match is ended by time: `matches/{id}/end`; `cut` in a match's body."),
    Change("2026-11-30", "added", "`seasons/{id}/close`, `players/{id}/merge`, `DELETE circuit-events/{id}`, `begun`."),
    Change("2026-11-30", "added", "Published rankings and why places changed: `ranking-snapshots`."),
    Change("2026-11-30", "added", "Seasons of a club, circuits of several: `seasons`, `circuits`, `circuit-events`."),
    Change("2026-11-30", "added", "Who did what in a club: `audit` and `audit.csv`, for owners."),
    Change("2026-11-30", "added", "Members and invitations of a club; one's own invitations under `me/invitations`."),
    Change("2026-11-30", "added", "Join codes: `matches/{id}/join-code`, `matches/{id}/phones`, `join`."),
    Change("2026-11-30", "added", "`expand=players` on matches; `played_after`, `played_before`, `ordering` on lists."),
    Change("2026-11-30", "added", "RateLimit headers on every answer; reading from pages of other sites (CORS)."),
    Change("2026-11-30", "added", "Version 1: clubs, players, rulesets, matches, hands, rankings, tokens, the engine."),
)
"""Inside version 1 only additions come without a word before (docs/api.md says what counts as one)."""


class ChangeOut(serializers.Serializer[Any]):
    """One change of the API."""

    on = serializers.DateField()
    kind = serializers.ChoiceField(choices=KINDS)
    what = serializers.CharField()


class ChangesOut(serializers.Serializer[Any]):
    """All changes, newest first."""

    results = ChangeOut(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class ApiChangelog(ApiView):
    """What has changed in the API."""

    policy = anyone

    @extend_schema(operation_id="changelog", responses=ChangesOut, tags=["changelog"])
    def get(self, request: Request) -> Response:
        """List what has changed in the API, newest first."""
        rows = [asdict(change) for change in CHANGES]
        return versioned(request, {"results": rows, "next": None, "previous": None}, len(CHANGES))


@declare(anyone)
@require_safe
def changelog_page(request: HttpRequest) -> HttpResponse:
    """Show people what has changed in the API."""
    return render(request, "api_changelog.html", {"changes": CHANGES})
