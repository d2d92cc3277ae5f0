"""The page of a club's people, and the page by which a director makes one person of two who are the same."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import AuditEvent, Circuit, Club, EventPlace, Membership, Player, Rating, User
from players.services.clubs import club_create, player_create
from players.tasks import match_changed
from tests.api.conftest import person
from tests.api.examples_evening import publish_all, work_off
from tests.factories import match, played

pytestmark = [pytest.mark.db, pytest.mark.django_db]
DAY = date(2026, 11, 2)


def browser(email: str) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(User.objects.get(email=email), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def club() -> Club:
    return club_create(by=person("gina@example.org")[1], name="Circolo di Prova")


@pytest.fixture
def gina(club) -> Client:
    return browser("gina@example.org")


@pytest.fixture
def tito(club) -> Player:
    return player_create(club_id=club.pk, name="Tito Canepa")


@pytest.fixture
def titto(club) -> Player:
    """The same man as Tito, entered in a hurry."""
    return player_create(club_id=club.pk, name="Titto")


@pytest.fixture
def nena(club) -> Player:
    return player_create(club_id=club.pk, name="Nena")


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


def drain(*matches) -> None:
    for one in matches:
        match_changed(str(one.pk), [])
    work_off()
    publish_all()


def preview(client: Client, gone: Player, into: str):
    return client.get(f"/players/{gone.pk}/merge/", {"into": into})


def merge(client: Client, gone: Player, into: str, typed: str, version: int = 1):
    return client.post(f"/players/{gone.pk}/merge/?into={into}", {"version": version, "name": typed})


def test_the_people_of_a_club_stand_with_what_they_have_played(gina, club, tito, titto, nena):
    drain(played([tito], [nena], day=DAY), played([tito], [nena], day=DAY + timedelta(1), winner=1))
    shown = text(gina.get(f"/clubs/{club.pk}/players/"))
    assert shown.index("Nena") < shown.index("Tito Canepa") < shown.index("Titto")
    assert "2 matches, 1 won, last on 3 November 2026" in shown
    assert "no finished match" in shown
    assert f'href="/clubs/{club.pk}/players/"' in text(gina.get(f"/clubs/{club.pk}/"))


@pytest.mark.parametrize(
    ("part", "found"),
    [("tit", ["Tito Canepa", "Titto"]), ("CANEPA", ["Tito Canepa"]), (" tito  canepa ", ["Tito Canepa"]), ("%", [])],
    ids=["part", "any case", "blanks", "no pattern"],
)
def test_people_are_found_by_part_of_their_name(gina, club, tito, titto, nena, part, found):
    shown = text(gina.get(f"/clubs/{club.pk}/players/", {"name": part}))
    assert [name for name in ("Nena", "Tito Canepa", "Titto") if f">{name}<" in shown] == found
    assert ("Nobody of that name" in shown) == (not found)


def test_only_directors_are_led_to_merging(gina, club, titto):
    user, _ = person("bacci@example.org")
    Membership.objects.create(club=club, user=user, role="scorer")
    address = f"/players/{titto.pk}/merge/"
    assert address in text(gina.get(f"/clubs/{club.pk}/players/"))
    assert address not in text(browser("bacci@example.org").get(f"/clubs/{club.pk}/players/"))
    assert browser("bacci@example.org").get(address).status_code == 403


def test_the_page_of_people_costs_the_same_queries_however_many_they_are(gina, club, tito, titto):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert gina.get(f"/clubs/{club.pk}/players/").status_code == 200
        return len(seen)

    queries()  # what a session's first page costs more
    before = queries()
    for number in range(20):
        player_create(club_id=club.pk, name=f"Socio {number}")
    assert queries() == before


def test_a_merge_says_first_what_would_follow_and_does_nothing(gina, club, tito, titto, nena):
    user, _ = person("tito@example.org")
    Player.objects.filter(pk=titto.pk).update(user=user)
    circuit = Circuit.objects.create(club=club, name="Città")
    sea = circuit.events.create(club=club, name="Vista mare", played_on=DAY)
    for player, place in ((tito, 3), (titto, 1)):
        EventPlace.objects.create(event=sea, player=player, place=place)
    played([tito], [nena], day=DAY)
    played([titto], [nena], day=DAY)
    match([titto], [nena], day=DAY)
    played([tito], [titto], day=DAY)
    shown = text(preview(gina, titto, "tito canepa"))
    assert "Titto sits in 3 matches, Tito Canepa in 2; together these are 4 matches of Tito Canepa." in shown
    assert "In 1 match both sit" in shown
    assert "1 place in an event of a circuit goes along. Where both have one, the better one stays." in shown
    assert "The account of Titto is then that of Tito Canepa." in shown
    assert "This cannot be undone." in shown
    titto.refresh_from_db()
    assert titto.merged_into_id is None


def test_who_types_the_name_merges_and_lands_on_who_stays(gina, club, tito, titto, nena):
    drain(played([tito], [nena], day=DAY), played([titto], [nena], day=DAY + timedelta(1)))
    done = merge(gina, titto, "Tito Canepa", " titto ")
    assert (done.status_code, done["Location"]) == (302, f"/players/{tito.pk}/")
    drain()
    assert Rating.objects.get(player=tito).matches == 2
    assert AuditEvent.objects.get(kind="players_merged").facts == {"into": str(tito.pk)}
    assert ">Titto<" not in text(gina.get(f"/clubs/{club.pk}/players/"))
    assert gina.get(f"/players/{titto.pk}/")["Location"] == f"/players/{tito.pk}/"
    assert gina.get(f"/players/{titto.pk}/merge/").status_code == 404


@pytest.mark.parametrize("typed", ["", "Tito", "yes"])
def test_another_name_than_that_of_who_goes_does_nothing(gina, tito, titto, typed):
    refused = merge(gina, titto, "Tito Canepa", typed)
    assert refused.status_code == 422
    assert 'id="id_name_error"' in text(refused)
    titto.refresh_from_db()
    assert titto.merged_into_id is None


def test_a_player_who_was_changed_meanwhile_is_not_merged(gina, tito, titto):
    Player.objects.filter(pk=titto.pk).update(version=2)
    refused = merge(gina, titto, "Tito Canepa", "Titto")
    assert refused.status_code == 412
    assert "This was changed meanwhile." in text(refused)
    assert merge(gina, titto, "Tito Canepa", "Titto", version=2).status_code == 302


@pytest.mark.parametrize("into", ["Titto", "Nobody", "\x00"], ids=["himself", "unknown", "no text"])
def test_nobody_becomes_himself_or_somebody_the_club_does_not_know(gina, titto, into):
    refused = preview(gina, titto, into)
    assert refused.status_code == (200 if into == "\x00" else 422)
    assert ("nobody else called" in text(refused)) == (into != "\x00")
    assert merge(gina, titto, "Nobody", "Titto").status_code == 404


def test_two_accounts_are_two_people_and_get_no_button(gina, tito, titto):
    for player, email in ((tito, "tito@example.org"), (titto, "titto@example.org")):
        Player.objects.filter(pk=player.pk).update(user=person(email)[0])
    shown = text(preview(gina, titto, "Tito Canepa"))
    assert "they are two people" in shown
    assert "for good" not in shown
    refused = merge(gina, titto, "Tito Canepa", "Titto")
    assert refused.status_code == 409
    titto.refresh_from_db()
    assert titto.merged_into_id is None
