"""Reads of matches, hands and rulesets, in the shapes of the API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

import orjson
from django.db.models import Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast

from cirulla.lib.errors import NotFound
from cirulla.lib.plain_sql import id_in, json_out, plain_cursor
from players.models import Club, Player
from players.policies import clubs_visible
from players.principals import Principal
from scoring.models import Hand, HandReport, HandRevision, Match, MatchEvent, Ruleset, Seat, Substitution


def matches_visible(who: Principal) -> QuerySet[Match]:
    """Return the matches of the clubs that `who` may see, his own without a club, and the one he has joined."""
    seen = Q(club__in=clubs_visible(who))
    if who.known:
        seen |= Q(club__isnull=True, created_by_id=who.user_id)
    if who.table is not None:
        seen |= Q(pk=who.table.match_id)
    return Match.objects.filter(seen)


def with_seats(found: QuerySet[Match]) -> QuerySet[Match]:
    """Add seats and substitutions with two more queries, whatever the number of matches."""
    return found.prefetch_related(Prefetch("seats", Seat.objects.order_by("number")), "substitutions")


def match_get(who: Principal, match_id: UUID) -> Match:
    """Return a match that `who` may know of. Raises NotFound."""
    match = with_seats(matches_visible(who)).filter(pk=match_id).first()
    if match is None:
        raise NotFound("There is no such match.")
    return match


_PLAIN = (
    "id", "code", "club_id", "status", "sides_count", "totals", "winner", "cut", "first_dealer", "next_dealer",
    "hands_count", "rated", "session_day", "created_at", "finished_at", "version",
)  # fmt: skip
_JSON = ("ruleset", "games", "missing", "after_end")
"""Passed through as the text that the database keeps: nobody looks into them on the way."""

Seated = tuple[int, int, str]
Taken = tuple[int, str, int]


def match_row(match: Match) -> dict[str, Any]:
    """Return a match as the API shows it; its seats must have been fetched."""
    fields = {name: getattr(match, name) for name in (*_PLAIN, *_JSON)}
    seats = [(seat.number, seat.side, str(seat.player_id)) for seat in match.seats.all()]
    taken = [(item.seat, str(item.player_id), item.from_hand) for item in match.substitutions.all()]
    return _row(fields, seats, taken)


def match_values(found: QuerySet[Match]) -> QuerySet[Match, dict[str, Any]]:
    """Return what `match_rows` needs of matches."""
    texts = {f"{name}_text": Cast(name, TextField()) for name in _JSON}
    values: QuerySet[Match, dict[str, Any]] = found.values(*_PLAIN, **texts)
    return values


def match_rows(found: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return matches as `match_row` does, from their `match_values`; two queries, whatever their number."""
    ids = [match["id"] for match in found]
    seats: dict[UUID, list[Seated]] = {key: [] for key in ids}
    for key, number, side, player in (
        Seat.objects.filter(match_id__in=ids).order_by("number").values_list("match_id", "number", "side", "player_id")
    ):
        seats[key].append((number, side, str(player)))
    taken: dict[UUID, list[Taken]] = {key: [] for key in ids}
    for key, seat, player, from_hand in (
        Substitution.objects.filter(match_id__in=ids)
        .order_by("from_hand", "id")
        .values_list("match_id", "seat", "player_id", "from_hand")
    ):
        taken[key].append((seat, str(player), from_hand))
    rows = []
    for match in found:
        texts = {name: orjson.Fragment(match[f"{name}_text"]) for name in _JSON}
        rows.append(_row({**match, **texts}, seats[match["id"]], taken[match["id"]]))
    return rows


def _row(match: Mapping[str, Any], seats: Sequence[Seated], taken: Sequence[Taken]) -> dict[str, Any]:
    sides: list[dict[str, Any]] = [
        {"players": [player for _, at, player in seats if at == side], "total": match["totals"][side]}
        for side in range(match["sides_count"])
    ]
    return {
        "id": str(match["id"]),
        "code": match["code"],
        "url": f"/api/v1/matches/{match['id']}",
        "page": f"/m/{match['code']}/",
        "club": str(match["club_id"]) if match["club_id"] else None,
        "status": match["status"],
        "ruleset": match["ruleset"],
        "seats": [{"number": number, "side": side, "player": player} for number, side, player in seats],
        "sides": sides,
        "totals": match["totals"],
        "games": match["games"],
        "winner": match["winner"],
        "cut": match["cut"],
        "first_dealer": match["first_dealer"],
        "next_dealer": match["next_dealer"],
        "missing": match["missing"],
        "after_end": match["after_end"],
        "hands_count": match["hands_count"],
        "substitutions": [{"seat": seat, "player": player, "from_hand": hand} for seat, player, hand in taken],
        "rated": match["rated"],
        "session_day": match["session_day"],
        "created_at": match["created_at"],
        "finished_at": match["finished_at"],
        "version": match["version"],
    }


def players_named(rows: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """Return id and name of everybody who sits, or took over a seat, in these matches; one query."""
    ids = {item["player"] for row in rows for key in ("seats", "substitutions") for item in row[key]}
    found = Player.objects.filter(pk__in=ids).values_list("pk", "name")
    return {str(pk): {"id": str(pk), "name": name} for pk, name in found.order_by("pk")}


_HANDS = (
    "SELECT CAST(h.confirmed_by AS text), h.state, h.version, r.answer FROM scoring_hand h"
    " JOIN scoring_handrevision r ON r.hand_id = h.id AND r.version = h.revision"
    " WHERE h.match_id = %s ORDER BY h.number, h.created_at"
)


def match_hands(match_id: UUID) -> list[dict[str, Any]]:
    """Return the hands of a match, oldest first, as their answers show them; one query."""
    with plain_cursor() as cursor:
        cursor.execute(_HANDS, [id_in(match_id)])
        found = cursor.fetchall()
    return [_told(answer, state, json_out(confirmed), version) for confirmed, state, version, answer in found]


def hand_row(hand: Hand, answer: str) -> dict[str, Any]:
    """Return a hand as it stands now: the official revision's answer under the hand's own state, without its match."""
    return _told(answer, hand.state, hand.confirmed_by, hand.version)


def _told(answer: str, state: str, confirmed_by: Sequence[str], version: int) -> dict[str, Any]:
    body: dict[str, Any] = orjson.loads(answer)
    del body["match"]
    body.update(state=state, confirmed_by=confirmed_by, version=version)
    return body


def hand_get(who: Principal, match_id: UUID, hand_id: UUID) -> tuple[Hand, dict[str, Any]]:
    """Return a hand that `who` may know of, and its row. Raises NotFound."""
    match = match_get(who, match_id)
    hand = Hand.objects.filter(match=match, pk=hand_id).first()
    if hand is None:
        raise NotFound("There is no such hand.")
    answer = HandRevision.objects.values_list("answer", flat=True).get(hand=hand, version=hand.revision)
    return hand, hand_row(hand, answer)


def hand_reports(match: Match) -> Sequence[HandReport]:
    """Return the reports that did not become official, oldest first."""
    return list(HandReport.objects.filter(match=match))


def match_events(match: Match) -> QuerySet[MatchEvent]:
    """Return what was done to a match beside recording."""
    return MatchEvent.objects.filter(match=match)


def event_row(event: MatchEvent) -> dict[str, Any]:
    """Return an event as the API shows it."""
    return {
        "kind": event.kind,
        "hand": str(event.hand_id) if event.hand_id else None,
        "facts": event.facts,
        "reason": event.reason,
        "by": event.principal,
        "match_version": event.match_version,
        "created_at": event.created_at,
    }


def report_row(report: HandReport) -> dict[str, Any]:
    """Return a rival or late report as the API shows it."""
    return {
        "id": str(report.hand_uuid),
        "kind": report.kind,
        "number": report.number,
        "entry": report.entry,
        "score": report.score,
        "recorded_at": report.recorded_at,
    }


def rulesets_of(club: Club) -> QuerySet[Ruleset]:
    """Return a club's own rulesets."""
    return Ruleset.objects.filter(club=club)


def ruleset_row(ruleset: Ruleset) -> dict[str, Any]:
    """Return a club's ruleset as the API shows it."""
    return {
        "id": str(ruleset.pk),
        "club": str(ruleset.club_id),
        "name": ruleset.name,
        "preset": ruleset.preset,
        "overrides": ruleset.overrides,
        "created_at": ruleset.created_at,
        "version": ruleset.version,
        "url": f"/api/v1/rulesets/{ruleset.pk}",
    }


def ruleset_get(who: Principal, ruleset_id: UUID) -> Ruleset:
    """Return a ruleset of a club that `who` may know of. Raises NotFound."""
    ruleset = Ruleset.objects.filter(pk=ruleset_id, club__in=clubs_visible(who)).first()
    if ruleset is None:
        raise NotFound("There is no such ruleset.")
    return ruleset
