"""Measure what a ladder costs: one more match, a correction 10,000 matches ago, a whole rebuild.

    python -m benchmarks.ladder [matches] [players]

Runs on an own SQLite file in a temporary folder. CPU seconds of this process; beside them, from the same run, those
of the pure replay of the same matches, so that a slow computer shows.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from time import process_time

BACK = 10_000
DAYS = 1_500


def measure(matches=20_000, players=300):
    """Return rows of figure, value, target, ratio for the common table of `make bench`."""
    with tempfile.TemporaryDirectory() as folder:
        env = {
            **os.environ,
            "CIRULLA_VAR": folder,
            "DATABASE_URL": f"sqlite:///{folder}/ladder.sqlite3",
            "EMBEDDED": "1",
        }
        words = [sys.executable, "-m", "benchmarks.ladder", "--inside", str(matches), str(players)]
        done = subprocess.run(words, env=env, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, check=True)
    figures = json.loads(done.stdout)
    pure = figures.pop("pure replay")
    targets = {"one more match": "<= 0.05 s", f"correct {BACK} back": "<= 2 s"}
    return [
        {
            "figure": f"ladder: {name}, CPU s",
            "value": round(value, 3),
            "target": targets.get(name),
            "ratio": round(value / pure, 1),
        }
        for name, value in figures.items()
    ]


def inside(matches, players):
    """Fill the database, do the work, and print the CPU seconds by figure as JSON."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cirulla.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from players.ratings import Match as Pure
    from players.ratings import replay
    from players.services.rebuild import rebuild
    from players.tasks import match_changed
    from scoring.models import Match
    from scoring.selectors import record

    club = fill(matches, players)
    figures = {f"rebuild of {matches} matches": cpu(rebuild, record=record)}
    figures["check of the same"] = cpu(rebuild, record=record, check=True)
    pure = [
        Pure(tuple(tuple(map(str, side)) for side in one.sides), one.places) for one in record.rated_matches(club.pk)
    ]
    figures["pure replay"] = min(cpu(replay, pure) for _ in range(5))
    in_order = Match.objects.order_by("-session_day", "-id")
    earlier = in_order[min(BACK, matches - 1)]
    Match.objects.filter(pk=earlier.pk).update(winner=1 - earlier.winner)
    figures[f"correct {BACK} back"] = cpu(match_changed, str(earlier.pk), [])
    latest = in_order[0]
    turns = []
    for _ in range(5):
        Match.objects.filter(pk=latest.pk).update(status="open")
        match_changed(str(latest.pk), [])
        Match.objects.filter(pk=latest.pk).update(status="finished")
        turns.append(cpu(match_changed, str(latest.pk), []))
    figures["one more match"] = min(turns)
    print(json.dumps(figures))


def fill(matches, players):
    """Make a club with finished matches of pairs, one hand each, spread over four years."""
    from cirulla.lib.ids import uuid7
    from players.models import Club, Player
    from scoring.engine import read_ruleset
    from scoring.models import Hand, Match, Seat

    dice = Random(51)
    club = Club.objects.create(name="Bench")
    names = [f"player {number}" for number in range(players)]
    people = Player.objects.bulk_create([Player(club=club, name=name, name_key=name) for name in names])
    rules = read_ruleset("sbiro").to_dict()
    now, first = datetime.now(UTC), date(2021, 1, 1)
    for start in range(0, matches, 2000):
        rows, seats, hands = [], [], []
        for number in range(start, min(start + 2000, matches)):
            winner = dice.randrange(2)
            totals = [51, 40] if winner == 0 else [40, 51]
            row = Match(
                id=uuid7(), club=club, ruleset=rules, seats_count=4, sides_count=2, first_dealer=0, next_dealer=0,
                totals=totals, games=[{"totals": totals, "winner": winner}], hands_count=1, winner=winner,
                status="finished", session_day=first + timedelta(days=number * DAYS // matches), finished_at=now,
            )  # fmt: skip
            rows.append(row)
            table = enumerate(dice.sample(people, 4))
            seats += [Seat(match=row, number=seat, side=seat % 2, player=player) for seat, player in table]
            hands.append(Hand(id=uuid7(), match=row, number=1, dealer_seat=0, mode="points", digest="", totals=totals))
        Match.objects.bulk_create(rows)
        Seat.objects.bulk_create(seats)
        Hand.objects.bulk_create(hands)
    return club


def cpu(work, *values, **named):
    before = process_time()
    work(*values, **named)
    return process_time() - before


if __name__ == "__main__":
    if "--inside" in sys.argv:
        inside(*map(int, sys.argv[2:]))
    else:
        for figure in measure(*map(int, sys.argv[1:])):
            print(figure)
