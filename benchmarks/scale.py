"""Measure a federation: sizes, a whole rebuild, one more match, a correction far back, pages, recording as it grows.

    python -m benchmarks.scale [matches] [players] [clubs]

10,000 matches of five hands in a minute or two; the whole proof is `python -m benchmarks.scale 1000000 20000 200`.
Runs on a PostgreSQL of its own in a temporary folder. Seconds are CPU of this process and of PostgreSQL together,
unless a row says otherwise; rows come through COPY, hands out of a few hundred that bots have played. Hands have no
revisions here: those are written once and read by nobody whom this measures.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from uuid import UUID, uuid4

BACK = 10_000
DAYS = 1_500
FIRST = date(2022, 9, 1)
LARGE = 0.4
"""The share of all matches that the first club has: a correction has to have something behind it."""
LARGEST = 40_000
"""But not more than these: a hundred people then play one a day each, for four years."""
TABLES = (
    "scoring_match", "scoring_seat", "scoring_hand", "players_playermatch", "players_poolmatch",
    "players_ratinghistory", "players_rating",
    "players_ladder", "players_ladderpart", "players_laddercheckpoint", "players_rankingsnapshot",
)  # fmt: skip
TARGETS = {
    "one more match": "<= 0.05",
    "correction": "<= 2",
    "rebuild of 1,000,000": "<= 900",
    "memory": "<= 1024",
    "ranking page": "<= 0.05",
    "player page": "<= 0.05",
    "recording": "<= 1.3",
    "queries": "constant",
}


def measure(matches=10_000, players=400, clubs=4):
    """Return rows of figure, value, target, ratio for the common table of `make bench`."""
    from tests.servers import Postgres, Stop
    from tests.servers.account import server_account, working_folder
    from tests.servers.addresses import folder_remove
    from tests.servers.locate import postgres_bin

    account, stop = server_account(), Stop()
    folder = working_folder(account)
    with contextlib.ExitStack() as stack:
        stack.callback(folder_remove, folder)
        programs = postgres_bin(account, wheel=False, folder=folder, stop=stop)
        postgres = Postgres(programs, folder / "pg", account=account, durable=False, stop=stop)
        stack.callback(postgres.stop)
        postgres.start()
        env = {
            **os.environ,
            "CIRULLA_VAR": str(folder),
            "DATABASE_URL": postgres.database_make("scale"),
            "CELERY_BROKER_URL": "",
            "EMBEDDED": "1",
            "LOG_LEVEL": "WARNING",
            "POSTGRES_PID": str(postgres.pid),
        }
        words = [sys.executable, "-m", "benchmarks.scale", "--inside", *map(str, (matches, players, clubs))]
        done = subprocess.run(words, env=env, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, check=True)
    return [
        {
            "figure": f"scale: {name}",
            "value": value,
            "target": next((target for start, target in TARGETS.items() if name.startswith(start)), None),
            "ratio": ratio,
        }
        for name, value, ratio in json.loads(done.stdout.splitlines()[-1])
    ]


def inside(count, players, clubs):
    """Do the work and print rows of name, value, ratio as JSON."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cirulla.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    rows = []
    who = owner()
    small = fill(200, 40, 1, "few")
    few_hands = recording(who, small[0])
    few_queries, _ = pages(small[0])
    asked = perf_counter()
    large = fill(count, players, clubs, "club")
    say(rows, f"fill of {count} matches with 5 hands, wall s", perf_counter() - asked)
    analyse()
    rebuilt(rows, count)
    sizes(rows, count)
    changes(rows, large[0])
    # Else what PostgreSQL does by itself after so much writing would be counted as the work of pages.
    analyse("VACUUM ANALYZE", "CHECKPOINT")
    many_queries, spent = pages(large[0])
    for name, seconds in spent.items():
        say(rows, f"{name}, s", seconds, None)
    for name, number in many_queries.items():
        say(rows, f"queries of the {name}, few matches and many", f"{few_queries[name]} and {number}")
    many_hands = recording(who, large[0])
    say(rows, f"recording a hand, ms, of 1,000 hands and of {count * 5}", f"{few_hands:.2f} and {many_hands:.2f}",
        many_hands / few_hands)  # fmt: skip
    print(json.dumps(rows))


def say(rows, name, value, ratio=None):
    shown = round(value, 4) if isinstance(value, float) else value
    rows.append((name, shown, None if ratio is None else round(ratio, 2)))
    print(name, shown, file=sys.stderr, flush=True)


def cpu():
    """Return the CPU seconds used so far by this process, those it has ended, and PostgreSQL with its children."""
    from benchmarks.club_server import _cpu

    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + ended.ru_utime + ended.ru_stime + _cpu(int(os.environ["POSTGRES_PID"]))


def spent(work, *values, **named):
    before = cpu()
    work(*values, **named)
    return cpu() - before


def owner():
    from players.models import User
    from players.principals import SCOPES, Principal

    user = User.objects.create_user("gina@example.org")
    return Principal(f"user:{user.pk}", user.pk, frozenset(SCOPES))


def a_pool_of_hands():
    """Return a few hundred played hands of pairs: totals and score as stored, by JSON text."""
    from scoring.engine import read_ruleset
    from scoring.engine.simulate import simulate_match

    hands = [
        hand for seed in range(60) for hand in simulate_match(read_ruleset("sbiro"), 4, seed, ("careful", "greedy"))
    ]
    return [(hand.score.totals, json.dumps(hand.score.to_dict())) for hand in hands if hand.score is not None]


def fill(count, players, clubs, name):
    """Make clubs with finished matches of pairs, five hands each, over four years; return the clubs' ids."""
    from django.db import connection

    from cirulla.lib.ids import uuid7
    from players.models import Club, Player
    from scoring.engine import read_ruleset

    dice = Random(name)
    made = Club.objects.bulk_create(Club(name=f"{name} {number}") for number in range(clubs))
    people = {}
    for club in made:
        names = [f"{club.name} player {number}" for number in range(max(8, players // clubs))]
        people[club.pk] = [
            one.pk for one in Player.objects.bulk_create(Player(club=club, name=one, name_key=one) for one in names)
        ]
    pool = a_pool_of_hands()
    rules = json.dumps(read_ruleset("sbiro").to_dict())
    now = datetime.now(UTC).isoformat()
    shares = [min(int(count * LARGE), LARGEST)] if clubs > 1 else [count]
    shares += [(count - shares[0]) // max(1, clubs - 1)] * (clubs - 1)
    for club, share in zip(made, shares, strict=True):
        for start in range(0, share, 5000):
            matches, seats, hands = [], [], []
            for number in range(start, min(start + 5000, share)):
                played = [dice.choice(pool) for _ in range(5)]
                totals = [sum(one[0][side] for one in played) for side in (0, 1)]
                winner = 0 if totals[0] >= totals[1] else 1
                pk, day = uuid7(), FIRST + timedelta(days=number * DAYS // share)
                games = json.dumps([{"totals": totals, "winner": winner}])
                matches.append(
                    (pk, club.pk, pk.hex[-12:], "finished", rules, 4, 2, 0, 0, json.dumps(totals), games, "[]", "[]",
                     5, winner, True, day, 1, now, now, now)
                )  # fmt: skip
                table = dice.sample(people[club.pk], 4)
                seats += [(pk, seat, seat % 2, player) for seat, player in enumerate(table)]
                hands += [
                    (UUID(int=dice.getrandbits(128)), pk, hand, hand % 4, "cards", "recorded", 1, 1, "",
                     json.dumps(told[0]), told[1], "[]", "", now, now)
                    for hand, told in enumerate(played, start=1)
                ]  # fmt: skip
            with connection.cursor() as cursor:
                copied(cursor, "scoring_match", "id club_id code status ruleset seats_count sides_count first_dealer "
                       "next_dealer totals games missing after_end hands_count winner rated session_day version "
                       "created_at finished_at changed_at", matches)  # fmt: skip
                copied(cursor, "scoring_seat", "match_id number side player_id", seats)
                copied(cursor, "scoring_hand", "id match_id number dealer_seat mode state version revision digest "
                       "totals score confirmed_by recorded_by recorded_at created_at", hands)  # fmt: skip
    return [club.pk for club in made]


def copied(cursor, table, columns, rows):
    with cursor.copy(f"COPY {table} ({', '.join(columns.split())}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def analyse(*statements):
    from django.db import connection

    with connection.cursor() as cursor:
        for statement in statements or ("ANALYZE",):
            cursor.execute(statement)


def rebuilt(rows, count):
    """Rebuild everything from the database, then check that a second time finds nothing."""
    from players.services.rebuild import rebuild
    from scoring.selectors import record

    asked = perf_counter()
    ended = {}

    def progress(what, _done, _total):
        ended[what] = perf_counter() - asked

    used = spent(rebuild, record=record, progress=progress, jobs=os.cpu_count() or 1)
    wall = perf_counter() - asked
    say(rows, f"rebuild of {count} matches, figures and ratings, wall s", ended["ratings"])
    say(rows, f"rebuild of {count} matches, boards, wall s", wall - ended["ratings"])
    say(rows, f"rebuild of {count} matches, CPU s of all processes", used)
    say(rows, f"rebuild of {count} matches, {os.cpu_count()} processes, wall s", wall)
    if count != 1_000_000:
        say(rows, "rebuild of 1,000,000, wall s, reckoned", wall * 1_000_000 / count)
    most = [resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    say(rows, "memory of the rebuild, the largest process, MiB", max(most))


def sizes(rows, count):
    from django.db import connection

    analyse()
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute("SELECT pg_total_relation_size(%s), pg_relation_size(%s)", [table, table])
            whole, heap = cursor.fetchone()
            told = f"{whole / 2**20:.1f}, heap {heap / 2**20:.1f}; {whole / count:.0f} bytes a match"
            say(rows, f"size of {table}, MiB", told)


def changes(rows, club):
    """Bring one more match, and correct one far back: pool, figures and boards together."""
    from players.models import Ladder
    from players.services.boards import ladder_refresh
    from players.tasks import match_changed
    from scoring.models import Match
    from scoring.selectors import record

    ladder = Ladder.objects.get(club=club)

    def work(pk):
        match_changed(str(pk), [])
        ladder_refresh(ladder_id=ladder.pk, record=record)

    in_order = Match.objects.filter(club=club).order_by("-session_day", "-id")
    # Every thousandth match also writes a checkpoint, and the clubs have thousands to the match: it is the one before.
    last, latest = in_order[:2]
    Match.objects.filter(pk=last.pk).update(status="open")
    work(last.pk)
    turns = []
    for _ in range(5):
        Match.objects.filter(pk=latest.pk).update(status="open")
        work(latest.pk)
        Match.objects.filter(pk=latest.pk).update(status="finished")
        first = spent(match_changed, str(latest.pk), [])
        turns.append((first, spent(ladder_refresh, ladder_id=ladder.pk, record=record)))
    say(rows, "one more match, figures and rating, s", min(one for one, _ in turns))
    say(rows, "one more match, boards, s", min(one for _, one in turns))
    back = min(BACK, in_order.count() - 1)
    earlier = in_order[back]
    Match.objects.filter(pk=earlier.pk).update(winner=1 - earlier.winner)
    asked = perf_counter()
    say(rows, f"correction {back} back, rating, s", spent(match_changed, str(earlier.pk), []))
    say(rows, f"correction {back} back, boards, s", spent(ladder_refresh, ladder_id=ladder.pk, record=record))
    say(rows, f"correction {back} back, all, wall s", perf_counter() - asked)


def pages(club):
    """Return the queries and the CPU seconds of the pages of a club that everybody looks at."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from players.models import Player
    from players.services.boards import ladder_of_club
    from players.services.publish import ladder_publish
    from players.services.rebuild import rebuild
    from scoring.selectors import record

    if not Player.objects.filter(club=club, stats__isnull=False).exists():
        rebuild(record=record, club_id=club)
    ladder_publish(ladder_id=ladder_of_club(club).pk, record=record)
    player = Player.objects.filter(club=club, stats__isnull=False).order_by("pk").first()
    client = Client(SERVER_NAME="localhost", headers={"Accept-Language": "en"})
    queries, seconds = {}, {}
    for name, path in {
        "ranking page": f"/clubs/{club}/ranking/",
        "ranking page, published": f"/clubs/{club}/ranking/all/",
        "player page": f"/players/{player.pk}/",
    }.items():
        assert client.get(path).status_code == 200, path
        with CaptureQueriesContext(connection) as asked:
            client.get(path)
        queries[name] = len(asked)
        seconds[name] = min(spent(asked_often, client, path, 10) for _ in range(5)) / 10
    return queries, seconds


def asked_often(client, path, times):
    for _ in range(times):
        client.get(path)


def recording(who, club):
    """Return the CPU milliseconds that recording a hand takes."""
    from players.models import Membership
    from scoring.services.hands import hand_record
    from scoring.services.matches import match_start
    from tests.worked_hand import plain

    Membership.objects.get_or_create(club_id=club, user_id=who.user_id, role="owner")
    seats = [{"name": f"A {uuid4().hex[:6]}"}, {"name": f"B {uuid4().hex[:6]}"}]
    rules = {"preset": "sbiro", "target_score": 1000}
    took = []
    for _ in range(12):
        match = match_start(by=who, club_id=club, ruleset=rules, seats=seats)
        before = cpu()
        for number in range(1, 31):
            hand_record(match_id=match.pk, hand_id=uuid4(), body=plain(number, (number - 1) % 2), by=who)
        took.append(1000 * (cpu() - before) / 30)
    # The clock of another process ticks in hundredths of a second: the mean of whole matches is fine enough.
    return sum(took[2:]) / len(took[2:])


if __name__ == "__main__":
    if "--inside" in sys.argv:
        inside(*map(int, sys.argv[2:]))
    else:
        for figure in measure(*map(int, sys.argv[1:])):
            print(figure)
