"""Lead from what was counted of matches back to the matches: their codes, their lines in lists."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from scoring.models import Match
from scoring.selectors.pages import MatchLine, match_list


def match_codes(ids: Iterable[UUID]) -> dict[UUID, str]:
    """Return the codes of matches by id; one query."""
    return dict(Match.objects.filter(pk__in=set(ids)).values_list("pk", "code"))


def match_lines(ids: Iterable[UUID]) -> list[MatchLine]:
    """Return matches as lists show them, newest first."""
    return match_list(Match.objects.filter(pk__in=set(ids)).order_by("-session_day", "-id"))
