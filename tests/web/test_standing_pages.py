"""Pages of published rankings, seasons and circuits: what they say, to whom, and at what cost."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Circuit, CircuitClub, CircuitEvent, Club, EventPlace, Ladder, Season
from players.principals import Principal
from players.services.circuits import circuit_create
from players.services.progress import watched
from players.tasks import match_changed
from tests import factories
from tests.api.examples_evening import publish_all, work_off
from tests.factories import played

pytestmark = [pytest.mark.db, pytest.mark.django_db]
DAY = date(2026, 11, 2)
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture(autouse=True)
def _the_last_day_of_november():
    with time_machine.travel(datetime(2026, 11, 30, 12, tzinfo=UTC), tick=False):
        yield


@pytest.fixture
def club():
    return factories.ClubFactory()


@pytest.fixture
def four(club):
    return factories.players(club, 4)


def evening(*matches):
    for one in matches:
        match_changed(str(one.pk), [])
    work_off()
    publish_all()


def page(url, status=200):
    answer = Client(headers=ENGLISH).get(url)
    assert answer.status_code == status, answer.content[:500]
    return answer.content.decode()


def test_a_board_shows_places_and_why_they_changed(club, four):
    anna, bice, *_ = four
    matches = [played([anna], [bice], day=DAY + timedelta(n), winner=n % 2) for n in range(9)]
    evening(*matches)
    first = page(f"/clubs/{club.pk}/ranking/singles/")
    assert first.index(anna.name) < first.index(bice.name)
    assert "Why places changed" not in first
    matches[0].winner = 1
    matches[0].save()
    evening(matches[0])
    text = page(f"/clubs/{club.pk}/ranking/singles/")
    assert text.index(bice.name) < text.index(anna.name)
    assert "from place 2 to 1" in text
    assert "a correction" in text
    assert "from place 2 to 1" not in page(f"/clubs/{club.pk}/ranking/singles/?number=1")


def test_a_pair_is_shown_by_both_names_and_leads_to_its_page(club, four):
    anna, bice, carlo, dario = four
    evening(*(played([anna, bice], [carlo, dario], day=DAY + timedelta(n)) for n in range(10)))
    text = page(f"/clubs/{club.pk}/ranking/pairs/")
    first, second = sorted((anna, bice), key=lambda player: str(player.pk))
    assert f"{first.name} · {second.name}" in text
    assert f"/players/{first.pk}/with/{second.pk}/" in text


def test_every_board_of_a_new_club_says_that_there_is_nothing_yet(club):
    for board in ("all", "singles", "pairs", "threes", "all_index", "singles_index", "pairs_index"):
        assert "No ranking yet" in page(f"/clubs/{club.pk}/ranking/{board}/")


@pytest.mark.parametrize("rest", ["briscola/", "all/?number=99"])
def test_a_board_or_number_that_is_not_there_is_not_found(club, four, rest):
    evening(played([four[0]], [four[1]], day=DAY))
    page(f"/clubs/{club.pk}/ranking/{rest}", 404)


def test_a_ranking_that_is_being_computed_says_how_far_it_is(club, four):
    evening(played([four[0]], [four[1]], day=DAY))
    watched(Ladder.objects.get(club=club).pk)(250, 1000)
    assert "25 % done" in page(f"/clubs/{club.pk}/ranking/all/")
    cache.clear()
    assert "done." not in page(f"/clubs/{club.pk}/ranking/all/")


def test_the_ranking_of_now_leads_to_boards_seasons_and_circuits(club, four):
    season = Season.objects.create(club=club, name="Autunno", starts_on=DAY, ends_on=DAY)
    text = page(f"/clubs/{club.pk}/ranking/")
    assert f"/clubs/{club.pk}/ranking/pairs/" in text
    assert f"/seasons/{season.pk}/" in text


def test_a_season_shows_its_points_and_when_it_is_over(club, four):
    anna, bice, *_ = four
    season = Season.objects.create(club=club, name="Autunno", starts_on=DAY, ends_on=DAY + timedelta(40), best_of=2)
    assert "No table yet" in page(f"/seasons/{season.pk}/")
    evening(*(played([anna], [bice], day=DAY + timedelta(n)) for n in range(3)))
    text = page(f"/seasons/{season.pk}/")
    assert "The best 2 evenings count." in text
    assert "2 of 3" in text
    assert ">4<" in text


def test_a_circuit_shows_table_events_and_who_is_qualified(club, four):
    circuit = Circuit.objects.create(club=club, name="Città", place_points=[25, 18])
    CircuitClub.objects.create(circuit=circuit, club=club, joined_at=datetime.now(UTC))
    event = CircuitEvent.objects.create(circuit=circuit, club=club, name="Vista mare", played_on=DAY)
    EventPlace.objects.create(event=event, player=four[0], place=1)
    text = page(f"/circuits/{circuit.pk}/")
    assert "place 1, Vista mare" in text
    assert ">25<" in text


def test_a_circuit_shows_the_ratings_across_its_clubs_board_by_board(club, four):
    other = factories.ClubFactory()
    theirs = factories.players(other, 2)
    user = factories.UserFactory()
    circuit = circuit_create(
        by=Principal(f"user:{user.pk}", user.pk), club_id=club.pk, name="Città", place_points=[25, 18]
    )
    CircuitClub.objects.create(circuit=circuit, club=other, joined_at=datetime.now(UTC))
    evening(
        *(played([four[0]], [four[1]], day=DAY + timedelta(n)) for n in range(9)),
        *(played([theirs[0]], [theirs[1]], day=DAY + timedelta(n)) for n in range(9)),
    )
    text = page(f"/circuits/{circuit.pk}/")
    assert "Ratings across the clubs" in text
    assert all(one.name in text for one in (*four[:2], *theirs))
    assert 'href="?board=singles"' in text
    assert "board=pairs" not in text  # pairs are ranked in their club
    assert four[0].name in page(f"/circuits/{circuit.pk}/?board=singles")
    assert four[0].name not in page(f"/circuits/{circuit.pk}/?board=threes")
    assert page(f"/circuits/{circuit.pk}/?board=none")


def test_a_published_ranking_says_of_how_many_matches_it_is_and_leads_to_the_last_and_to_a_sheet(club, four):
    matches = [played([four[0]], [four[1]], day=DAY + timedelta(n)) for n in range(9)]
    evening(*matches)
    text = page(f"/clubs/{club.pk}/ranking/all/")
    assert "Ranking number 1, of 9 matches." in text
    assert f'href="/m/{matches[-1].code}/">The last of them' in text
    assert re.search(r'href="/api/v1/ranking-snapshots/[0-9a-f-]{36}\.csv"', text)
    assert f'href="/api/v1/rankings.csv?club={club.pk}"' in page(f"/clubs/{club.pk}/ranking/")


def test_the_names_of_a_club_that_is_closed_now_are_not_shown(club, four):
    other = factories.ClubFactory()
    guest = factories.players(other, 1)[0]
    circuit = Circuit.objects.create(club=club, name="Città", place_points=[25, 18])
    for one in (club, other):
        CircuitClub.objects.create(circuit=circuit, club=one, joined_at=datetime.now(UTC))
    event = CircuitEvent.objects.create(circuit=circuit, club=other, name="Vista mare", played_on=DAY)
    EventPlace.objects.create(event=event, player=guest, place=1)
    assert guest.name in page(f"/circuits/{circuit.pk}/")
    Club.objects.filter(pk=other.pk).update(visibility="members")
    assert guest.name not in page(f"/circuits/{circuit.pk}/")


@pytest.mark.parametrize("board", ["all", "pairs"])
def test_a_board_costs_the_same_queries_however_many_are_on_it(club, board):
    def cost():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page(f"/clubs/{club.pk}/ranking/{board}/")
        return len(queries)

    four, more = factories.players(club, 4), factories.players(club, 12)
    evening(played(four[:2], four[2:], day=DAY), played(four[:2], four[2:], day=DAY))
    evening(played(four[:2], four[2:], day=DAY))
    few = cost()
    evening(*(played(more[n : n + 2], more[n + 2 : n + 4], day=DAY) for n in (0, 4, 8)))
    assert cost() == few
