"""Make a club with a ladder and many open matches, the first a long one: `python -m benchmarks.club_fill <matches>`.

Prints JSON.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime

import django

PEOPLE = 64


def main(count: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cirulla.settings")
    django.setup()
    from django.core.management import call_command

    from cirulla.lib.names import name_key
    from players.models import Player, Rating, RatingPool, User
    from players.principals import SCOPES, Principal
    from players.services.clubs import club_create
    from players.services.tokens import token_create
    from scoring.engine import read_ruleset
    from scoring.models import Match, Seat

    call_command("migrate", verbosity=0)
    user = User.objects.create_user("gina@example.org")
    who = Principal(f"user:{user.pk}", user.pk, frozenset(SCOPES))
    club = club_create(by=who, name="Circolo di Prova")
    names = [f"Giocatore {number}" for number in range(PEOPLE)]
    people = Player.objects.bulk_create(Player(club=club, name=name, name_key=name_key(name)) for name in names)
    pool = RatingPool.objects.create(club=club, matches=1)
    now = datetime.now(UTC)
    Rating.objects.bulk_create(
        Rating(pool=pool, player=player, mu=1500 + index, rd=60, matches=20, wins=10, last_played_on=now.date())
        for index, player in enumerate(people)
    )
    rules = read_ruleset("sbiro").to_dict()
    long = read_ruleset({"preset": "sbiro", "target_score": 1000}).to_dict()
    matches = Match.objects.bulk_create(
        Match(
            club=club,
            ruleset=rules if index else long,
            seats_count=2,
            sides_count=2,
            first_dealer=0,
            next_dealer=0,
            totals=[0, 0],
            session_day=now.date(),
            created_by=user,
        )
        for index in range(count)
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, side=number, player=people[(index + number) % PEOPLE])
        for index, match in enumerate(matches)
        for number in (0, 1)
    )
    token = token_create(by=who, name="phone", scopes=SCOPES)[1]
    said = {"token": f"Bearer {token}", "club": str(club.pk), "matches": [str(match.pk) for match in matches]}
    json.dump(said, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]))
