"""Matches and their hands as JSON, kept under the match's version: a match read again costs the look at its version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from cirulla.lib.api import Part
from cirulla.lib.errors import NotFound
from cirulla.lib.kept import kept
from cirulla.lib.media import dump
from cirulla.lib.plain_sql import id_out
from players.principals import Principal
from players.selectors.seen import SeenQuery
from scoring.models import Match
from scoring.selectors.matches import match_hands, match_rows, match_values, matches_visible
from scoring.selectors.persons import sitting

Versioned = tuple[UUID, int]
"""A match's id and its version."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which matches a list is of: None and the empty text leave a filter out."""

    club: UUID | None = None
    player: UUID | None = None
    status: str = ""
    played_after: date | None = None
    played_before: date | None = None


def match_version(who: Principal, match_id: UUID) -> int:
    """Return the version of a match that `who` may know of; one query. Raises NotFound."""
    found = VERSION.first(who, match_id)
    if found is None:
        raise NotFound("There is no such match.")
    return int(found[0])


VERSION = SeenQuery(lambda who, match_id: matches_visible(who).filter(pk=match_id).values_list("version"))


def matches_listed(who: Principal, filters: Filters, part: Part) -> list[Versioned]:
    """Return the part of the matches that `who` may know of; one query."""
    wanted = {
        "club_id": filters.club,
        "player": filters.player,
        "id__lt" if part.falling else "id__gt": UUID(part.after) if part.after else None,
    }
    given = {name: value for name, value in wanted.items() if value is not None}
    if filters.played_after or filters.played_before:
        found: Any = _listed(who, *given.values(), shape=(tuple(given), filters, part.falling, part.count))
    else:
        kind = Filters(status=filters.status)
        found = _LISTED.rows(who, *given.values(), shape=(tuple(given), kind, part.falling, part.count))
    return [(id_out(key) or UUID(int=0), version) for key, version in found]


def _listed(who: Principal, *values: UUID, shape: tuple[Any, ...]) -> QuerySet[Match, Any]:
    names, filters, falling, count = shape
    given = dict(zip(names, values, strict=True))
    player = given.pop("player", None)
    found = matches_visible(who).filter(**given)
    if player is not None:
        found = found.filter(pk__in=sitting(player))
    if filters.status:
        found = found.filter(status=filters.status)
    if filters.played_after:
        found = found.filter(session_day__gte=filters.played_after)
    if filters.played_before:
        found = found.filter(session_day__lte=filters.played_before)
    ordered: QuerySet[Match, Any] = found.order_by("-id" if falling else "id").values_list("id", "version")[:count]
    return ordered


_LISTED = SeenQuery(_listed)


def match_bodies(wanted: Sequence[Versioned]) -> list[bytes]:
    """Return matches as the API shows them, in order; no query for those kept, three for all the others.

    One that has changed since its version was read is shown as it is now.
    """
    return [body for _, body in _bodies(wanted)]


def match_read(match_id: UUID, version: int) -> tuple[int, bytes]:
    """Return a match as the API shows it, with the version that it shows. Raises NotFound."""
    for found in _bodies([(match_id, version)]):
        return found
    raise NotFound("There is no such match.")


def _bodies(wanted: Sequence[Versioned]) -> list[tuple[int, bytes]]:
    found = {key: (version, kept.get(("match", key, version))) for key, version in wanted}
    shown = {key: (version, body) for key, (version, body) in found.items() if body is not None}
    if missing := [key for key in found if key not in shown]:
        for row in match_rows(list(match_values(Match.objects.filter(pk__in=missing)))):
            key, version, body = UUID(row["id"]), row["version"], dump(row)
            kept.put(("match", key, version), body)
            shown[key] = (version, body)
    return [shown[key] for key in found if key in shown]


def hands_body(match_id: UUID, version: int) -> bytes:
    """Return the list of a match's hands as the API shows it; no query when it is kept, else one."""
    body = kept.get(("hands", match_id, version))
    if body is None:
        body = dump({"results": match_hands(match_id), "next": None, "previous": None})
        kept.put(("hands", match_id, version), body)
    return body
