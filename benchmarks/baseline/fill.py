"""Make the baseline's tables and rows: `python -m benchmarks.baseline.fill <matches>`; prints JSON."""

from __future__ import annotations

import json
import os
import sys

import django


def main(count: int) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.baseline.settings"
    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from rest_framework.authtoken.models import Token

    from benchmarks.baseline.models import Match, Player, Seat
    from scoring.engine import read_ruleset

    call_command("migrate", verbosity=0)
    call_command("migrate", run_syncdb=True, verbosity=0)
    user = User.objects.create_user("gina")
    people = Player.objects.bulk_create(Player(name=f"Giocatore {n}", rating=1500 + n) for n in range(64))
    rules = read_ruleset("sbiro").to_dict()
    matches = Match.objects.bulk_create(Match(owner=user, ruleset=rules) for _ in range(count))
    Seat.objects.bulk_create(
        Seat(match=match, player=people[(index + number) % 64], number=number)
        for index, match in enumerate(matches)
        for number in (0, 1)
    )
    token = Token.objects.create(user=user).key
    json.dump({"token": f"Token {token}", "matches": [str(match.pk) for match in matches]}, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]))
