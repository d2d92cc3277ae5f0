"""Rows as the services leave them, for tests whose subject is what follows from the rows."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Any

import factory
from factory.django import DjangoModelFactory

from cirulla.lib.ids import uuid7
from cirulla.lib.names import name_key
from players.models import Club, Player, User
from scoring.engine.rulesets import read_ruleset
from scoring.models import Hand, Match, Seat

MONDAY = date(2026, 3, 2)


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User

    email = factory.Sequence(lambda n: f"socio{n}@example.org")


class ClubFactory(DjangoModelFactory[Club]):
    class Meta:
        model = Club

    name = factory.Sequence(lambda n: f"Circolo {n}")
    default_ruleset = {"preset": "sbiro"}


class PlayerFactory(DjangoModelFactory[Player]):
    class Meta:
        model = Player

    club = factory.SubFactory(ClubFactory)
    name = factory.Sequence(lambda n: f"Giocatore {n}")
    name_key = factory.LazyAttribute(lambda player: name_key(player.name))


def players(club: Club | None, count: int) -> list[Player]:
    """Return `count` new players of a club."""
    return PlayerFactory.create_batch(count, club=club)


def match(
    *sides: Sequence[Player],
    day: date = MONDAY,
    ruleset: str | dict[str, Any] = "sbiro",
    rated: bool = True,
    match_id: uuid.UUID | None = None,
) -> Match:
    """Return an open match between `sides`, seated alternately (RULES 2.1)."""
    at = datetime.combine(day, time(21), UTC)
    seated = [(side, people[turn]) for turn in range(len(sides[0])) for side, people in enumerate(sides)]
    new = Match.objects.create(
        id=match_id or uuid7(),
        club=sides[0][0].club,
        ruleset=read_ruleset(ruleset).to_dict(),
        seats_count=len(seated),
        sides_count=len(sides),
        first_dealer=0,
        next_dealer=0,
        totals=[0] * len(sides),
        rated=rated,
        session_day=day,
        created_at=at,
        changed_at=at,
    )
    Seat.objects.bulk_create(
        Seat(match=new, number=number, side=side, player=player) for number, (side, player) in enumerate(seated)
    )
    return new


def hand(of: Match, number: int, totals: Sequence[int] | None, **fields: Any) -> Hand:
    """Return a recorded hand worth `totals`, without its categories unless a `score` is given."""
    return Hand.objects.create(
        id=uuid7(),
        match=of,
        number=number,
        dealer_seat=(number - 1) % of.seats_count,
        mode="points",
        digest=hashlib.sha256(f"{of.pk} {number} {totals}".encode()).hexdigest(),
        totals=None if totals is None else list(totals),
        **fields,
    )


def finish(of: Match, winner: int | None, totals: Sequence[int] | None = None, games: Any = None) -> Match:
    """Leave a match finished: won by side `winner` (None: drawn), with one hand unless it has some.

    Without `totals` the winner has the target and the others ten points less; a drawn match is level.
    """
    target = of.ruleset["target_score"]
    if totals is None:
        totals = [target if winner in (side, None) else target - 10 for side in range(of.sides_count)]
    if not of.hands.exists():
        hand(of, 1, totals)
    of.status = Match.Status.FINISHED
    of.winner = winner
    of.totals = list(totals)
    of.games = games if games is not None else [{"totals": list(totals), "winner": winner}]
    of.hands_count = of.hands.exclude(state=Hand.State.VOID).count()
    of.finished_at = of.created_at
    of.version += 1
    of.save()
    return of


def reopen(of: Match) -> Match:
    """Leave a finished match open again, as a correction of its last hand may."""
    of.status = Match.Status.OPEN
    of.winner = None
    of.finished_at = None
    of.version += 1
    of.save()
    return of


def played(*sides: Sequence[Player], winner: int | None = 0, **fields: Any) -> Match:
    """Return a finished match between `sides`."""
    return finish(match(*sides, **fields), winner)
