"""The end of an account: what goes, what stays, and what follows in the circuits where it was one person of several."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client

from players.models import (
    ApiToken,
    AuditEvent,
    Circuit,
    CircuitClub,
    Club,
    EventPlace,
    Membership,
    Player,
    RankingSnapshot,
    User,
)
from players.principals import SCOPES, Principal
from players.services.circuits import circuit_create, circuit_republish
from players.services.clubs import club_create, player_create
from players.services.tokens import token_create
from players.tasks import match_changed
from tests.api.conftest import person
from tests.api.examples_evening import publish_all, work_off
from tests.factories import played

pytestmark = [pytest.mark.db, pytest.mark.django_db]
DAY = date(2026, 11, 2)
EMAIL, PASSWORD = "bacci@example.org", "a-long-password"
END = "/accounts/delete/"


@pytest.fixture(autouse=True)
def _the_last_day_of_november():
    with time_machine.travel(datetime(2026, 11, 30, 12, tzinfo=UTC), tick=False):
        yield


@pytest.fixture
def club() -> Club:
    return club_create(by=person("gina@example.org")[1], name="Circolo di Prova")


@pytest.fixture
def pegli() -> Club:
    return club_create(by=person("nena@example.org")[1], name="Circolo di Pegli")


@pytest.fixture
def bacci(club) -> User:
    user = User.objects.create_user(EMAIL, PASSWORD)
    EmailAddress.objects.create(user=user, email=EMAIL, verified=True, primary=True)
    Membership.objects.create(club=club, user=user, role="member")
    return user


@pytest.fixture
def logged_in(bacci) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    assert client.post("/accounts/login/", {"login": EMAIL, "password": PASSWORD}).status_code == 302
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


@pytest.fixture
def city(club, pegli) -> Circuit:
    """A circuit of both clubs."""
    gina = User.objects.get(email="gina@example.org")
    made = circuit_create(by=principal_of(gina), club_id=club.pk, name="Città", place_points=[25, 18])
    CircuitClub.objects.create(circuit=made, club=pegli, joined_at="2026-01-01T00:00:00Z")
    return made


def principal_of(user: User) -> Principal:
    return Principal(f"user:{user.pk}", user.pk, frozenset(SCOPES))


def won(city: Circuit, name: str, player: Player) -> None:
    EventPlace.objects.create(
        event=city.events.create(club=city.club, name=name, played_on=DAY), player=player, place=1
    )


def player_of(user: User, club: Club, name: str) -> Player:
    made = player_create(club_id=club.pk, name=name)
    Player.objects.filter(pk=made.pk).update(user=user)
    return made


def drain(*matches) -> None:
    for one in matches:
        match_changed(str(one.pk), [])
    work_off()
    publish_all()


def newest(circuit: Circuit, board: str) -> RankingSnapshot:
    return RankingSnapshot.objects.filter(ladder__circuit=circuit, board=board).order_by("-number")[0]


def test_log_in_tokens_and_roles_go_and_the_player_stays_as_a_guest(logged_in, bacci, club):
    player = player_of(bacci, club, "Bacci")
    token_create(by=principal_of(bacci), name="bot", scopes=("club:read",))
    match = played([player], [player_create(club_id=club.pk, name="Nena")], day=DAY)
    drain(match)
    assert "This cannot be undone." in logged_in.get(END).content.decode()
    done = logged_in.post(END, {"email": "Bacci@example.org"})
    assert (done.status_code, done["Location"]) == (302, "/")
    assert not User.objects.filter(email=EMAIL).exists()
    assert not EmailAddress.objects.filter(email=EMAIL).exists()
    assert (ApiToken.objects.count(), Membership.objects.filter(club=club).count()) == (0, 1)
    player.refresh_from_db()
    assert (player.name, player.user_id, player.version) == ("Bacci", None, 2)
    assert player.stats.matches == 1
    event = AuditEvent.objects.get(kind="account_deleted")
    assert (event.subject, event.facts, event.principal) == (bacci.pk, {}, f"user:{bacci.pk}")
    assert logged_in.get(END).status_code == 302


@pytest.mark.parametrize("typed", ["", "gina@example.org", "yes"])
def test_another_address_deletes_nothing(logged_in, typed):
    refused = logged_in.post(END, {"email": typed})
    assert refused.status_code == 422
    assert 'id="id_email_error"' in refused.content.decode()
    assert User.objects.filter(email=EMAIL).exists()


def test_a_log_in_that_is_not_fresh_is_asked_for_again(bacci):
    client = Client()
    client.force_login(bacci, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(END).status_code == 200
    asked = client.post(END, {"email": EMAIL})
    assert asked.status_code == 302
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert User.objects.filter(email=EMAIL).exists()


def test_the_last_owner_of_a_club_stays_until_another_is_one(logged_in, bacci, club):
    mine = club_create(by=principal_of(bacci), name="Circolo di Bacci")
    refused = logged_in.post(END, {"email": EMAIL})
    assert refused.status_code == 409
    assert "A club keeps at least one owner." in refused.content.decode()
    Membership.objects.create(club=mine, user=User.objects.get(email="gina@example.org"), role="owner")
    assert logged_in.post(END, {"email": EMAIL}).status_code == 302


def test_circuits_in_which_the_account_stood_for_several_players_follow(logged_in, bacci, club, pegli, city):
    here, there = player_of(bacci, club, "Bacci"), player_of(bacci, pegli, "Bacci di Pegli")
    nena, tito = player_create(club_id=club.pk, name="Nena"), player_create(club_id=pegli.pk, name="Tito")
    won(city, "Vista mare", here)
    won(city, "Al sole", there)
    drain(played([here], [nena], day=DAY), played([there], [tito], day=DAY))
    people = {row["key"]: row["matches"] for row in newest(city, "all").rows}
    known_longest = str(min(here.pk, there.pk))
    assert people == {known_longest: 2, str(nena.pk): 1, str(tito.pk): 1}
    assert {row["key"]: row["points"] for row in newest(city, "points").rows} == {known_longest: 50}
    assert logged_in.post(END, {"email": EMAIL}).status_code == 302
    drain()
    people = {row["key"]: row["matches"] for row in newest(city, "all").rows}
    assert people == {str(here.pk): 1, str(there.pk): 1, str(nena.pk): 1, str(tito.pk): 1}
    points = {row["key"]: row["points"] for row in newest(city, "points").rows}
    assert points == {str(here.pk): 25, str(there.pk): 25}


def test_places_alone_make_a_circuit_follow_though_nobody_has_played(logged_in, bacci, club, pegli, city):
    here, there = player_of(bacci, club, "Bacci"), player_of(bacci, pegli, "Bacci di Pegli")
    won(city, "Vista mare", here)
    won(city, "Al sole", there)
    circuit_republish(city.pk)
    work_off()
    assert [row["points"] for row in newest(city, "points").rows] == [50]
    assert logged_in.post(END, {"email": EMAIL}).status_code == 302
    work_off()
    assert {row["key"]: row["points"] for row in newest(city, "points").rows} == {str(here.pk): 25, str(there.pk): 25}
