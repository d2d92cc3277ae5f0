"""Found the demo club and play its matches, all through the services that phones and programs use."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from math import exp
from typing import Any
from uuid import UUID

import orjson
from django.utils import timezone

from cirulla.demo.evenings import SEED, SHORT, PlannedMatch, planned_matches, side_skill
from cirulla.demo.hands import CountedPiles, counted_piles
from cirulla.demo.people import CLUB, MEMBERS
from cirulla.lib import outbox
from cirulla.lib.ids import uuid7
from players.models import Club, Ladder
from players.principals import Principal
from players.services.clubs import club_create, player_create, player_named
from players.services.publish import ladder_publish
from players.services.seasons import season_create
from players.session_days import session_day
from scoring.engine import EngineError, HandScore, read_entry, score_hand
from scoring.engine import Ruleset as Rules
from scoring.models import Match, Ruleset
from scoring.selectors import record
from scoring.services.hands import hand_record
from scoring.services.matches import match_start
from scoring.services.rules import rules_read, ruleset_create

MINUTES_A_HAND = 7
SEASON = "Campionato sociale"
SEASON_BEFORE, SEASON_AFTER = timedelta(days=84), timedelta(days=28)
SEASON_BEST = 8
"""Evenings of the season that count."""
Progress = Callable[[int, int], None]


def club_ensure(owner: Principal) -> Club:
    """Return the owner's demo club with its people, its Friday rules and its season; what is missing is made."""
    club = Club.objects.filter(name=CLUB, memberships__user=owner.user_id).first()
    if club is None:
        club = club_create(by=owner, name=CLUB)
    for member in MEMBERS:
        if player_named(club.pk, member.name) is None:
            player_create(club_id=club.pk, name=member.name)
    if not Ruleset.objects.filter(club=club, name=SHORT).exists():
        ruleset_create(club_id=club.pk, name=SHORT, preset="sbiro", overrides={"target_score": 31})
    if not club.seasons.exists():
        founded = session_day(club.created_at, club.time_zone)
        first, last = founded - SEASON_BEFORE, founded + SEASON_AFTER
        season_create(by=owner, club_id=club.pk, name=SEASON, starts_on=first, ends_on=last, best_of=SEASON_BEST)
    return club


def matches_play(club: Club, owner: Principal, progress: Progress) -> int:
    """Play the planned matches that are not on record yet; return how many were played.

    A run that was broken off is taken up after its last match.
    """
    plan = planned_matches(club.created_at)
    done = Match.objects.filter(club=club).count()
    people = {player.name: player.pk for player in club.players.filter(merged_into__isnull=True)}
    seats = [people[member.name] for member in MEMBERS]
    short = str(Ruleset.objects.get(club=club, name=SHORT).pk)
    for match in plan[done:]:
        _play(match, club, owner, seats, short if match.ruleset == SHORT else match.ruleset)
        progress(match.number + 1, len(plan))
    return max(0, len(plan) - done)


def followups_work_off(progress: Progress) -> None:
    """Run the tasks that the outbox asks for, here and now, as the server's relay would."""
    done = 0
    while deliveries := outbox.claim():
        for delivery in deliveries:
            outbox.run_here(delivery)
            done += len(delivery.ids)
            progress(done, done + outbox.pending())


def rankings_publish_now(club: Club) -> None:
    """Publish the rankings of a club without waiting for the next turn: a first visitor looks at all of them."""
    for ladder in Ladder.objects.filter(club=club):
        ladder_publish(ladder_id=ladder.pk, record=record)


def _play(planned: PlannedMatch, club: Club, owner: Principal, people: list[UUID], ruleset: str) -> None:
    dice = random.Random(f"{SEED} {planned.number}")  # noqa: S311 - an invented club, not a secret
    match = match_start(
        by=owner,
        club_id=club.pk,
        ruleset=ruleset,
        seats=[{"player": people[number]} for number in planned.seats],
        started_at=planned.at,
    )
    rules = rules_read(ruleset, club_id=club.pk)
    favour = 1 / (1 + exp(side_skill(planned.seats, 1) - side_skill(planned.seats, 0)))
    state: dict[str, Any] = {"status": "open", "totals": [0, 0], "next_dealer": 0}
    number = 0
    while state["status"] == "open" and max(state["totals"]) < (planned.leave_at or rules.target_score + 1000):
        number += 1
        ceiling = None if planned.leave_at is None else rules.target_score - 1 - max(state["totals"])
        body = _Drawing(dice, rules, len(planned.seats), number, state["next_dealer"], favour).draw(ceiling)
        at = min(planned.at + timedelta(minutes=MINUTES_A_HAND * number), timezone.now())
        told = hand_record(match_id=match.pk, hand_id=uuid7(), body=body, by=owner, recorded_at=at)
        state = orjson.loads(told.answer)["match"]


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What a hand is drawn for: the rules, who sits and deals, and who has the better of it with which chance."""

    dice: random.Random
    rules: Rules
    seats: int
    number: int
    dealer_seat: int
    favour: float

    def draw(self, ceiling: int | None) -> dict[str, Any]:
        """Return a hand that can be under the rules; with a `ceiling` it gives nobody more and ends no match."""
        while True:
            piles = self.dice.choice(counted_piles()).under(self.rules)
            if piles.dealer_side not in (None, self.dealer_seat % 2):
                piles = piles.turned()
            try:
                score = self._score(self._body(piles))
            except EngineError:  # another ruleset's limits
                continue
            if ceiling is not None and (max(score.totals) > ceiling or score.wins_match is not None):
                continue
            first_better = self.dice.random() < self.favour
            # The better side plays better; what the cards give is nobody's merit.
            first, second = (side.total - side.buone - side.dealer for side in score.sides)
            if piles.dealer_side is None and (first > second) != first_better:
                return self._body(piles.turned())
            return self._body(piles)

    def _body(self, piles: CountedPiles) -> dict[str, Any]:
        declaring = [self.dice.randrange(side, self.seats, 2) for side in (0, 1)]
        return piles.body(number=self.number, dealer_seat=self.dealer_seat, seats=declaring)

    def _score(self, body: dict[str, Any]) -> HandScore:
        counted = read_entry(body, [seat % 2 for seat in range(self.seats)]).counted()
        assert counted is not None
        return score_hand(counted, self.rules)
