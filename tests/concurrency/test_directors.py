"""Directors at work beside others: no act waits for a long replay of a ladder, and none locks another out.

On PostgreSQL alone: on SQLite there is one writer at a time, and everybody waits for that one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, connections, transaction

from players.models import Circuit, CircuitEvent, Club, EventPlace, LadderMark, Player, Season
from players.principals import Principal
from players.selectors.circuits import circuit_table
from players.services import circuits, seasons
from players.services.boards import ladder_of_club, ladder_refresh
from players.services.clubs import club_create
from players.services.merge import players_merge
from scoring.selectors import persons, record
from tests.concurrency.conftest import someone
from tests.factories import played, players

pytestmark = pytest.mark.django_db(transaction=True)
DAY = date(2026, 11, 2)
AT_ONCE = 1.5
"""Seconds that an act may take on a busy machine; one that waits for a replay is refused after three."""


@pytest.fixture
def gina() -> Principal:
    return someone("gina@example.org")


@pytest.fixture
def club(gina: Principal) -> Club:
    return club_create(by=gina, name="Circolo di Prova")


@pytest.fixture
def four(club: Club) -> list[Player]:
    people = players(club, 4)
    for night in range(3):
        played(people[:1], people[1:2], day=DAY + timedelta(night))
    return people


@pytest.fixture
def autumn(gina: Principal, club: Club) -> Season:
    return seasons.season_create(by=gina, club_id=club.pk, name="Autunno", starts_on=DAY, ends_on=DAY + timedelta(60))


@pytest.fixture
def city(gina: Principal, club: Club) -> Circuit:
    return circuits.circuit_create(by=gina, club_id=club.pk, name="Città", place_points=[25, 18, 15])


@pytest.fixture
def sea(gina: Principal, club: Club, city: Circuit, four: list[Player]) -> CircuitEvent:
    event = circuits.event_create(by=gina, circuit_id=city.pk, club_id=club.pk, name="Vista mare", played_on=DAY)
    EventPlace.objects.create(event=event, player=four[1], place=1)
    return event


@contextmanager
def beside(work: Callable[[], Any]) -> Iterator[list[Any]]:
    """Run `work` in a thread with a connection of its own; what it returned, or raised, is in the list at the end."""
    came: list[Any] = []

    def run() -> None:
        try:
            came.append(work())
        except Exception as exc:
            came.append(exc)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield came
    finally:
        thread.join(30)


class Slow:
    """The record, read so slowly that a replay stands still until somebody lets it go on."""

    def __init__(self) -> None:
        self.reading, self.go_on = threading.Event(), threading.Event()

    def rated_matches(self, club_id: Any, from_key: str = "") -> Iterator[Any]:
        for match in record.rated_matches(club_id, from_key):
            self.reading.set()
            assert self.go_on.wait(30)
            yield match

    def __getattr__(self, name: str) -> Any:
        return getattr(record, name)


ACTS: dict[str, Callable[[SimpleNamespace], Any]] = {
    "makes a season": lambda at: seasons.season_create(
        by=at.gina, club_id=at.club.pk, name="Inverno", starts_on=DAY, ends_on=DAY + timedelta(90)
    ),
    "changes a season": lambda at: seasons.season_change(
        by=at.gina, season_id=at.autumn.pk, version=1, changes={"best_of": 4}
    ),
    "makes a circuit": lambda at: circuits.circuit_create(by=at.gina, club_id=at.club.pk, name="Riviera"),
    "changes a circuit": lambda at: circuits.circuit_change(
        by=at.gina, circuit_id=at.city.pk, version=1, changes={"best_of": 4}
    ),
    "says who came where": lambda at: circuits.event_places_set(
        by=at.gina, event_id=at.sea.pk, version=1, places=[{"player": at.four[0].pk, "place": 1}]
    ),
    "takes an event out": lambda at: circuits.event_remove(by=at.gina, event_id=at.sea.pk, version=1),
    "merges two players": lambda at: players_merge(
        by=at.gina, player_id=at.four[1].pk, into=at.four[2].pk, version=1, seating=persons
    ),
}


@pytest.mark.parametrize("of", ["club", "circuit"])
@pytest.mark.parametrize("act", ACTS)
def test_a_director_does_not_wait_for_a_long_replay(act, of, gina, club, four, autumn, city, sea):
    at = SimpleNamespace(gina=gina, club=club, four=four, autumn=autumn, city=city, sea=sea)
    ladder = ladder_of_club(club.pk) if of == "club" else city.ladder
    LadderMark.objects.create(ladder=ladder, from_key="", cause="match")
    slow = Slow()
    with beside(lambda: ladder_refresh(ladder_id=ladder.pk, record=slow)) as replayed:
        assert slow.reading.wait(20)
        begun = monotonic()
        try:
            assert ACTS[act](at)
            took = monotonic() - begun
        finally:
            slow.go_on.set()
    assert took < AT_ONCE
    assert replayed == [True]


def waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        return bool(cursor.fetchone()[0])


def test_a_merge_waits_for_who_sets_the_places_of_an_event_and_both_are_done(gina, four, sea):
    gone, stays = four[1], four[2]
    pause, begun = threading.Event(), threading.Event()

    def set_places() -> None:
        """Hold the event, as whoever sets its places does first, until the merge is at work as well."""
        with transaction.atomic():
            CircuitEvent.objects.select_for_update(no_key=True).get(pk=sea.pk)
            begun.set()
            deadline = monotonic() + 10
            while not waits_for_a_lock() and monotonic() < deadline:
                pause.wait(0.02)
            places = [{"player": four[0].pk, "place": 1}, {"player": gone.pk, "place": 2}]
            circuits.event_places_set(by=gina, event_id=sea.pk, version=1, places=places)

    with beside(set_places) as done:
        assert begun.wait(10)
        merged = players_merge(by=gina, player_id=gone.pk, into=stays.pk, version=1, seating=persons)
    assert merged is not None
    assert done == [None]
    found = EventPlace.objects.filter(event=sea).order_by("place").values_list("player", "place")
    assert list(found) == [(four[0].pk, 1), (stays.pk, 2)]


def test_a_place_given_while_its_player_was_merged_counts_for_who_he_is_now(gina, city, four, sea):
    """The director had read the player before the merge was done, and wrote the place after it."""
    gone, stays = four[3], four[2]
    assert players_merge(by=gina, player_id=gone.pk, into=stays.pk, version=1, seating=persons)
    EventPlace.objects.create(event=sea, player=gone, place=2)
    assert [(row.key, row.points) for row in circuit_table(city)] == [(str(four[1].pk), 25), (str(stays.pk), 18)]
