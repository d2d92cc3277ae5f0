"""From the last hand of a match to the ranking: through the outbox, by a real worker or by the embedded relay."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connections, transaction

from cirulla.lib import outbox
from cirulla.lib.ids import uuid7
from cirulla.lib.models import Outbox
from cirulla.lib.relay import Relay
from players.models import Club, PlayerStats, Rating, RatingPool
from players.principals import SCOPES, Principal
from players.selectors.rankings import player_figures, ranking
from players.services.clubs import club_create
from players.services.differences import Difference
from players.services.rebuild import rebuild
from players.tasks import match_changed, rebuild_check
from scoring.models import Match
from scoring.selectors import record
from scoring.services.hands import hand_record
from scoring.services.matches import match_start
from tests import factories
from tests.fixtures.programs import children
from tests.rating_changes import rating_changes
from tests.worked_hand import body

NAMES = ("Anna", "Bice", "Carlo", "Dario")
TO_31 = {"preset": "sbiro", "target_score": 31}
# RATINGS 1: new pairs, a match to 31.
WINNERS, LOSERS = 1505.365397, 1494.634603


@pytest.fixture
def owner():
    user = factories.UserFactory()
    return Principal(f"user:{user.pk}", user.pk, frozenset(SCOPES), "phone")


def a_match_of_three_hands(owner: Principal, club: Club) -> Match:
    """Record 18-13, 31-31 and 49-44 through the services: Anna and Carlo win."""
    seats = [{"name": name} for name in NAMES]
    match = match_start(by=owner, club_id=club.pk, ruleset=TO_31, seats=seats)
    for number in (1, 2, 3):
        dealer = number - 1
        told = body(number, dealer, x=1 - dealer % 2)
        hand_record(match_id=match.pk, hand_id=uuid7(), body=told, by=owner)
    return Match.objects.get(pk=match.pk)


def ratings(club: Club) -> dict[str, float]:
    return {row.name: row.rating for row in ranking(club).rows}


def wait_for(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, list(Outbox.objects.values("topic", "attempts", "done_at", "last_error"))
        time.sleep(0.05)


def in_the_ranking(club: Club) -> bool:
    return len(ratings(club)) == 4 and not outbox.pending()


@pytest.mark.worker
def test_a_match_recorded_by_phones_is_in_the_ranking_by_a_worker(celery_worker, owner):
    club = club_create(by=owner, name="Circolo")
    match = a_match_of_three_hands(owner, club)
    assert (match.status, match.totals, match.winner) == ("finished", [49, 44], 0)
    wait_for(lambda: in_the_ranking(club))
    assert ratings(club) == {"Anna": WINNERS, "Carlo": WINNERS, "Bice": LOSERS, "Dario": LOSERS}


@pytest.mark.worker
def test_a_worker_killed_in_the_middle_leaves_the_effect_once(celery_worker, owner):
    club = club_create(by=owner, name="Circolo")
    RatingPool.objects.create(club=club)
    with transaction.atomic():
        # Whoever wants to write the ladder waits here: the task is in the middle when its process dies.
        RatingPool.objects.select_for_update().get(club=club)
        in_another_thread(lambda: a_match_of_three_hands(owner, club))
        wait_for(lambda: "players.match_changed" in celery_worker.output(), seconds=20)
        for child in children(celery_worker.pid):
            os.kill(child, signal.SIGKILL)
    # What died with its process before the broker knew of it comes again when its lease is over.
    wait_for(lambda: in_the_ranking(club), seconds=outbox.LEASE.total_seconds() + 30)
    assert ratings(club)["Anna"] == WINNERS
    assert len(rating_changes()) == 4
    assert found_by_a_rebuild() == []


@pytest.mark.db
@pytest.mark.django_db(transaction=True)
def test_a_match_recorded_by_phones_is_in_the_ranking_by_the_embedded_relay(owner, settings):
    settings.CELERY_BROKER_URL = ""
    club = club_create(by=owner, name="Circolo")
    stop = threading.Event()
    relay = Relay(stop)
    relay.start()
    try:
        a_match_of_three_hands(owner, club)
        wait_for(lambda: in_the_ranking(club))
    finally:
        stop.set()
        relay.join()
    assert ratings(club) == {"Anna": WINNERS, "Carlo": WINNERS, "Bice": LOSERS, "Dario": LOSERS}
    assert (ranking(club).version, RatingPool.objects.get().matches) == (1, 1)


@pytest.mark.db
@pytest.mark.django_db(transaction=True)
def test_two_workers_on_one_club_come_to_the_same_ladder(owner, settings):
    settings.CELERY_BROKER_URL = ""
    club = factories.ClubFactory()
    people = factories.players(club, 4)
    matches = [
        factories.played([people[number % 4]], [people[(number + 1) % 4]], winner=number % 2) for number in range(12)
    ]
    keys = [str(one.pk) for one in matches]
    in_another_thread(
        *(
            lambda share=share: [match_changed(key, []) for key in share]
            for share in (keys[::2], keys[1::2], keys[::-3])
        )
    )
    assert found_by_a_rebuild() == []
    assert Rating.objects.get(player=people[0]).matches == 6


@pytest.mark.db
@pytest.mark.django_db(transaction=True)
def test_a_rebuild_shared_by_processes_ends_where_one_alone_does():
    clubs = [factories.ClubFactory() for _ in range(3)]
    for number, club in enumerate(clubs):
        people = factories.players(club, 4)
        for day in range(3 + number):
            factories.played(people[:2], people[2:], winner=day % 2, day=factories.MONDAY + timedelta(day))
    told: list[tuple[str, int, int]] = []
    found: list[Difference] = []
    rebuild(record=record, jobs=2, progress=lambda *step: told.append(step), report=found.append)
    assert [RatingPool.objects.get(club=club).matches for club in clubs] == [3, 4, 5]
    assert PlayerStats.objects.count() == 12
    assert {one.what for one in found} == {
        "ladder match",
        "rating change",
        "rating",
        "ladder",
        "match",
        "statistics",
        "award",
    }
    assert {what: max(done for name, done, _ in told if name == what) for what, *_ in told} == {
        "ratings": 3, "figures": 3, "boards": 3,
    }  # fmt: skip
    assert found_by_a_rebuild() == []
    PlayerStats.objects.update(wins=99)
    found.clear()
    rebuild(record=record, jobs=2, check=True, report=found.append)
    assert [one.what for one in found] == ["statistics"] * 12
    assert set(PlayerStats.objects.values_list("wins", flat=True)) == {99}


@pytest.mark.db
@pytest.mark.django_db
def test_figures_follow_from_the_hands_recorded(owner, settings):
    settings.CELERY_BROKER_URL = ""
    club = club_create(by=owner, name="Circolo")
    match = a_match_of_three_hands(owner, club)
    while deliveries := outbox.claim():
        for delivery in deliveries:
            outbox.run_here(delivery)
    figures = player_figures(match.seats.get(number=1).player)
    assert (figures.matches, figures.wins, figures.hands) == (1, 0, 3)
    assert (figures.points_for, figures.points_against) == (44, 49)
    assert (figures.rating, figures.provisional, figures.rank) == (LOSERS, True, None)
    # Side 1 held X's pile twice and Y's once; 0 is not told.
    x = {"carte": 1, "denari": 1, "settebello": 1, "primiera": 1, "scope": 2, "buone": 3, "piccola": 4}
    y = {"scope": 1, "buone": 10, "dealer": 2, "grande": 5}
    assert figures.categories == {name: 2 * x.get(name, 0) + y.get(name, 0) for name in x.keys() | y.keys()}
    assert figures.hands_with_categories == 3


@pytest.mark.db
@pytest.mark.django_db
@pytest.mark.parametrize(("waiting", "level"), [(False, "ERROR"), (True, "INFO")])
def test_a_week_of_nightly_checks_tells_what_differs(caplog, waiting, level):
    anna, bice = factories.players(factories.ClubFactory(), 2)
    one = factories.played([anna], [bice])
    if waiting:
        outbox.add("match_changed", one.pk)
    with caplog.at_level("INFO", logger="players.tasks"):
        for part in range(7):
            rebuild_check(part)
    assert {entry.levelname for entry in caplog.records if "not incremental" in entry.message} == {level}
    assert not Rating.objects.exists()


@pytest.mark.db
@pytest.mark.django_db
def test_players_without_a_club_are_checked_too(caplog):
    anna, bice = factories.players(None, 2)
    factories.played([anna], [bice])
    with caplog.at_level("ERROR", logger="players.tasks"):
        rebuild_check(0)
    assert str(anna.pk) in caplog.text


def found_by_a_rebuild() -> list[object]:
    found: list[object] = []
    rebuild(record=record, check=True, report=found.append)
    return found


def in_another_thread(*works: Callable[[], object]) -> None:
    """Run functions at the same time, each with its own connection, and raise what one of them raised."""
    errors: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as exc:
            errors.append(exc)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
