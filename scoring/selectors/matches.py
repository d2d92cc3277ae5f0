"""Reads of matches, hands and rulesets, in the shapes of the API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

import orjson
from django.db.models import Prefetch, Q, QuerySet

from cirulla.lib.errors import NotFound
from players.models import Club, Player
from players.policies import clubs_visible
from players.principals import Principal
from scoring.models import Hand, HandReport, HandRevision, Match, MatchEvent, Ruleset, Seat


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


def match_row(match: Match) -> dict[str, Any]:
    """Return a match as the API shows it; its seats must have been fetched."""
    seats = list(match.seats.all())
    sides: list[dict[str, Any]] = [
        {"players": [str(seat.player_id) for seat in seats if seat.side == side], "total": match.totals[side]}
        for side in range(match.sides_count)
    ]
    return {
        "id": str(match.pk),
        "code": match.code,
        "url": f"/api/v1/matches/{match.pk}",
        "page": f"/m/{match.code}/",
        "club": str(match.club_id) if match.club_id else None,
        "status": match.status,
        "ruleset": match.ruleset,
        "seats": [{"number": seat.number, "side": seat.side, "player": str(seat.player_id)} for seat in seats],
        "sides": sides,
        "totals": match.totals,
        "games": match.games,
        "winner": match.winner,
        "first_dealer": match.first_dealer,
        "next_dealer": match.next_dealer,
        "missing": match.missing,
        "after_end": match.after_end,
        "hands_count": match.hands_count,
        "substitutions": [
            {"seat": item.seat, "player": str(item.player_id), "from_hand": item.from_hand}
            for item in match.substitutions.all()
        ],
        "rated": match.rated,
        "session_day": match.session_day,
        "created_at": match.created_at,
        "finished_at": match.finished_at,
        "version": match.version,
    }


def players_named(rows: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """Return id and name of everybody who sits, or took over a seat, in these matches; one query."""
    ids = {item["player"] for row in rows for key in ("seats", "substitutions") for item in row[key]}
    found = Player.objects.filter(pk__in=ids).values_list("pk", "name")
    return {str(pk): {"id": str(pk), "name": name} for pk, name in found.order_by("pk")}


def match_hands(match: Match) -> list[dict[str, Any]]:
    """Return the hands of a match, oldest first, as their answers show them; two queries."""
    found = list(Hand.objects.filter(match=match).order_by("number", "created_at"))
    answers = {
        (hand_id, version): answer
        for hand_id, version, answer in HandRevision.objects.filter(hand__in=found).values_list(
            "hand_id", "version", "answer"
        )
    }
    return [hand_row(hand, answers[hand.pk, hand.revision]) for hand in found]


def hand_row(hand: Hand, answer: str) -> dict[str, Any]:
    """Return a hand as it stands now: the official revision's answer under the hand's own state, without its match."""
    body: dict[str, Any] = orjson.loads(answer)
    del body["match"]
    body.update(state=hand.state, confirmed_by=hand.confirmed_by, version=hand.version)
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
