"""Start a match: freeze its rules, seat its people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from cirulla.lib.errors import FieldError, Forbidden, NotFound, Unprocessable
from cirulla.lib.ids import uuid7
from players.models import Club, Player
from players.policies import clubs_visible, may_record_in, may_start_alone
from players.principals import Principal
from players.services.clubs import player_for_seat
from players.session_days import session_day
from scoring.engine import EngineError, check_players
from scoring.engine import Ruleset as Rules
from scoring.models import Match, Seat
from scoring.selectors.sides import seat_sides
from scoring.services.rules import refusal_of, rules_read


@transaction.atomic
def match_start(
    *,
    by: Principal,
    club_id: UUID | None,
    ruleset: object,
    seats: Sequence[Mapping[str, Any]],
    first_dealer: int = 0,
    rated: bool = True,
    started_at: datetime | None = None,
) -> Match:
    """Open a match between people of a club, under rules frozen now (RULES 9.6).

    `seats` is in playing order, each `{"player": id}` or `{"name": text}`; an unknown name becomes a
    guest of the club. `ruleset` None means the club's house rules. Raises NotFound, Forbidden, and
    Unprocessable with the engine's code or `unknown_player`, `same_player_twice`, `bad_seat`.
    """
    club = _club(by, club_id)
    if ruleset is None:
        ruleset = club.default_ruleset if club else "sbiro"
    rules = rules_read(ruleset, club_id=club_id)
    _check_table(rules, len(seats), first_dealer)
    people = [_seated(club_id, index, seat) for index, seat in enumerate(seats)]
    _check_distinct(people)
    sides = seat_sides(len(people))
    at = started_at or timezone.now()
    match = Match.objects.create(
        id=uuid7(started_at),
        club=club,
        ruleset=rules.to_dict(),
        seats_count=len(people),
        sides_count=max(sides) + 1,
        first_dealer=first_dealer,
        next_dealer=first_dealer,
        totals=[0] * (max(sides) + 1),
        games=[],
        rated=rated,
        session_day=session_day(at, club.time_zone if club else "UTC"),
        created_by_id=by.user_id,
        created_at=at,
        changed_at=at,
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, side=sides[number], player=player) for number, player in enumerate(people)
    )
    return match


def _club(by: Principal, club_id: UUID | None) -> Club | None:
    if club_id is None:
        if not may_start_alone(by):
            raise Forbidden("It takes an account, and a token that carries hands:write, to start a match.")
        return None
    club = clubs_visible(by).filter(pk=club_id).first()
    if club is None:
        raise NotFound("There is no such club.")
    if not may_record_in(by, club_id):
        raise Forbidden("Only members of the club start matches in it.")
    return club


def _check_table(rules: Rules, seats: int, first_dealer: int) -> None:
    try:
        check_players(rules, seats)
    except EngineError as exc:
        raise refusal_of(exc) from None
    if not 0 <= first_dealer < seats:
        detail = f"The first dealer's seat is from 0 to {seats - 1}."
        raise Unprocessable("bad_seat", detail, errors=[FieldError("/first_dealer", "bad_seat", detail)])


def _seated(club_id: UUID | None, index: int, seat: Mapping[str, Any]) -> Player:
    if "player" in seat:
        known = Player.objects.filter(pk=seat["player"], merged_into__isnull=True)
        player = known.filter(club_id=club_id).first() if club_id else None
        if player is None:
            detail = "The club has no such player."
            raise Unprocessable(
                "unknown_player", detail, errors=[FieldError(f"/seats/{index}/player", "unknown_player", detail)]
            )
        return player
    return player_for_seat(club_id=club_id, name=seat["name"], pointer=f"/seats/{index}/name")


def _check_distinct(people: Sequence[Player]) -> None:
    seen: dict[UUID, int] = {}
    for index, player in enumerate(people):
        if player.pk in seen:
            detail = f"{player.name} sits here twice: seats {seen[player.pk]} and {index}."
            raise Unprocessable(
                "same_player_twice", detail, errors=[FieldError(f"/seats/{index}", "same_player_twice", detail)]
            )
        seen[player.pk] = index
