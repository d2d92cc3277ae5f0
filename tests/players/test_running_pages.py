"""Directors make, change and close seasons, and run circuits, by pages: forms, refusals at their field, two at once."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from players.models import AuditEvent, Circuit, CircuitEvent, Club, Membership, Player, RankingSnapshot, Season, User
from players.services.clubs import club_create
from tests.api.conftest import person
from tests.factories import played, players

pytestmark = [pytest.mark.db, pytest.mark.django_db]
AUTUMN = {
    "name": "Autunno", "starts_on": "2026-09-21", "ends_on": "2026-12-20", "win": "2", "draw": "1", "loss": "0",
    "best_of": "8",
}  # fmt: skip
CITY = {
    "name": "Città", "place_points": "25, 18 15", "best_of": "4", "qualified_places": "1", "qualified_months": "6",
    "qualified_total": "3",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _the_last_day_of_november():
    with time_machine.travel(datetime(2026, 11, 30, 12, tzinfo=UTC), tick=False):
        yield


def browser(email: str) -> Client:
    client = Client(headers={"Accept-Language": "en"}, enforce_csrf_checks=False)
    client.force_login(User.objects.get(email=email), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def club() -> Club:
    return club_create(by=person("gina@example.org")[1], name="Circolo di Prova")


@pytest.fixture
def gina(club) -> Client:
    return browser("gina@example.org")


@pytest.fixture
def pegli() -> Club:
    return club_create(by=person("nena@example.org")[1], name="Circolo di Pegli")


@pytest.fixture
def nena(pegli) -> Client:
    return browser("nena@example.org")


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


@pytest.fixture
def autumn(gina, club) -> Season:
    made = gina.post(f"/clubs/{club.pk}/seasons/new/", AUTUMN)
    season = Season.objects.get()
    assert (made.status_code, made["Location"]) == (302, f"/seasons/{season.pk}/")
    return season


@pytest.fixture
def city(gina, club) -> Circuit:
    made = gina.post(f"/clubs/{club.pk}/circuits/new/", CITY)
    circuit = Circuit.objects.get()
    assert (made.status_code, made["Location"]) == (302, f"/circuits/{circuit.pk}/run/")
    return circuit


def test_a_season_is_made_by_a_page(autumn):
    assert (autumn.name, autumn.starts_on, autumn.ends_on) == ("Autunno", date(2026, 9, 21), date(2026, 12, 20))
    assert (autumn.win, autumn.draw, autumn.loss, autumn.best_of) == (2, 1, 0, 8)
    assert AuditEvent.objects.filter(kind="season_created").count() == 1


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        pytest.param({"name": "  "}, "name", "This field is required.", id="no name"),
        pytest.param({"name": "a\u202eb"}, "name", "hidden", id="a turning character"),
        pytest.param({"ends_on": "2026-09-20"}, "ends_on", "on or after the day it starts", id="ends before it starts"),
        pytest.param({"starts_on": "yesterday"}, "starts_on", "Enter a valid date.", id="no day"),
        pytest.param({"win": "-1"}, "win", "greater than or equal to 0", id="negative points"),
        pytest.param({"best_of": ""}, "best_of", "This field is required.", id="nothing"),
    ],
)
def test_what_is_wrong_with_a_season_stands_at_its_field_and_what_was_typed_stays(gina, club, change, field, words):
    answer = gina.post(f"/clubs/{club.pk}/seasons/new/", {**AUTUMN, **change})
    assert answer.status_code == 422
    shown = text(answer)
    message = shown.split(f'id="id_{field}_error">')[1].split("</span>")[0]
    assert words in message
    assert 'value="1"' in shown
    assert not Season.objects.exists()


def test_a_second_season_of_the_same_name_is_refused_at_the_name(gina, club, autumn):
    answer = gina.post(f"/clubs/{club.pk}/seasons/new/", AUTUMN)
    assert answer.status_code == 409
    assert "has this name already" in text(answer).split('id="id_name_error">')[1].split("</span>")[0]


def test_a_season_is_changed_and_only_what_differs_is_written_down(gina, autumn):
    at = f"/seasons/{autumn.pk}/edit/"
    assert 'value="2026-09-21"' in text(gina.get(at))
    done = gina.post(at, {**AUTUMN, "win": "3", "version": "1"})
    assert done.status_code == 302
    autumn.refresh_from_db()
    assert (autumn.win, autumn.version) == (3, 2)
    assert AuditEvent.objects.get(kind="season_changed").facts == {"fields": ["win"]}


def test_saving_a_season_as_it_is_changes_nothing(gina, autumn):
    assert gina.post(f"/seasons/{autumn.pk}/edit/", {**AUTUMN, "version": "1"}).status_code == 302
    autumn.refresh_from_db()
    assert autumn.version == 1


def test_of_two_directors_at_once_the_second_is_told_what_the_first_has_changed(gina, autumn):
    at = f"/seasons/{autumn.pk}/edit/"
    gina.post(at, {**AUTUMN, "win": "3", "version": "1"})
    second = gina.post(at, {**AUTUMN, "win": "5", "version": "1"})
    assert second.status_code == 412
    shown = text(second)
    assert "This was changed meanwhile." in shown
    assert "As it is now: Points for a win: 3." in shown
    assert 'name="version" value="2"' in shown
    autumn.refresh_from_db()
    assert autumn.win == 3
    assert gina.post(at, {**AUTUMN, "win": "5", "version": "2"}).status_code == 302
    autumn.refresh_from_db()
    assert autumn.win == 5


def test_closing_a_season_publishes_its_table_as_of_today_and_nothing_changes_it_any_more(gina, club, autumn):
    anna, bice = players(club, 2)
    played([anna], [bice], day=date(2026, 11, 20))
    at = f"/seasons/{autumn.pk}/close/"
    assert "becomes the last one" in text(gina.get(at))
    assert gina.post(at, {"version": "1"}).status_code == 302
    autumn.refresh_from_db()
    assert autumn.closed_at is not None
    assert autumn.ends_on == date(2026, 11, 30)
    table = RankingSnapshot.objects.get(season=autumn, board="points")
    assert [(row["key"], row["points"]) for row in table.rows] == [(str(anna.pk), 2), (str(bice.pk), 0)]
    shown = text(gina.get(f"/seasons/{autumn.pk}/"))
    assert "The season is over; this is its last table." in shown
    assert "/edit/" not in shown
    again = gina.post(f"/seasons/{autumn.pk}/edit/", {**AUTUMN, "win": "9", "version": "2"})
    assert again.status_code == 409
    assert "The season is over" in text(again)


def test_closing_at_an_older_version_is_told_and_does_nothing(gina, autumn):
    gina.post(f"/seasons/{autumn.pk}/edit/", {**AUTUMN, "win": "3", "version": "1"})
    assert gina.post(f"/seasons/{autumn.pk}/close/", {"version": "1"}).status_code == 412
    autumn.refresh_from_db()
    assert autumn.closed_at is None


def test_a_season_that_has_not_begun_is_not_closed(gina, club):
    gina.post(f"/clubs/{club.pk}/seasons/new/", {**AUTUMN, "starts_on": "2026-12-01"})
    season = Season.objects.get()
    answer = gina.post(f"/seasons/{season.pk}/close/", {"version": "1"})
    assert answer.status_code == 409
    assert "A season is closed once it has begun" in text(answer)


def test_seasons_and_circuits_are_listed_with_what_to_do_when_there_is_none(gina, club):
    at = f"/clubs/{club.pk}/seasons/"
    assert f'href="{at}"' in text(gina.get(f"/clubs/{club.pk}/"))
    assert f'href="{at}"' in text(gina.get(f"/clubs/{club.pk}/ranking/"))
    shown = text(gina.get(at))
    assert "No season yet" in shown
    assert f'href="{at}new/"' in shown
    visitor = text(Client(headers={"Accept-Language": "en"}).get(at))
    assert "No season yet" in visitor
    assert f"{at}new/" not in visitor


def test_the_list_tells_seasons_that_are_over_run_or_are_to_come(gina, club):
    for name, first, last in (
        ("Primavera", "2026-03-01", "2026-05-31"),
        ("Autunno", "2026-09-21", "2026-12-20"),
        ("Inverno", "2026-12-21", "2027-03-20"),
    ):
        Season.objects.create(club=club, name=name, starts_on=first, ends_on=last)
    shown = text(gina.get(f"/clubs/{club.pk}/seasons/"))
    for name, state in (("Inverno", "to come"), ("Autunno", "running"), ("Primavera", "over")):
        assert shown.split(f"<span>{name}</span>")[1].split("</span>")[0].endswith(state)


def test_members_do_not_run_seasons(club, autumn):
    user, _ = person("bacci@example.org")
    Membership.objects.create(club=club, user=user, role="scorer")
    bacci = browser("bacci@example.org")
    for at in (f"/clubs/{club.pk}/seasons/new/", f"/seasons/{autumn.pk}/edit/", f"/seasons/{autumn.pk}/close/"):
        assert bacci.get(at).status_code == 403
        assert bacci.post(at, {**AUTUMN, "version": "1"}).status_code == 403


def test_forms_are_guarded_against_other_sites(autumn):
    guarded = Client(enforce_csrf_checks=True)
    guarded.force_login(User.objects.get(), backend="django.contrib.auth.backends.ModelBackend")
    assert guarded.post(f"/seasons/{autumn.pk}/close/", {"version": "1"}).status_code == 403


def test_a_circuit_is_made_and_changed_by_pages(gina, city):
    assert (city.name, city.place_points, city.best_of, city.qualified_total) == ("Città", [25, 18, 15], 4, 3)
    at = f"/circuits/{city.pk}/edit/"
    assert 'value="25, 18, 15"' in text(gina.get(at))
    assert gina.post(at, {**CITY, "place_points": "10; 5", "version": "1"}).status_code == 302
    city.refresh_from_db()
    assert (city.place_points, city.version) == ([10, 5], 2)
    stale = gina.post(at, {**CITY, "place_points": "7", "version": "1"})
    assert stale.status_code == 412
    assert "Points by place: 10, 5" in text(stale)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        pytest.param("10, 18", "A better place gives as many points as a worse one, or more.", id="they rise"),
        pytest.param("ten", "Whole numbers with commas between them.", id="a word"),
        pytest.param("1001", "A better place", id="too many"),
    ],
)
def test_points_that_cannot_be_are_refused_at_their_field(gina, club, points, words):
    answer = gina.post(f"/clubs/{club.pk}/circuits/new/", {**CITY, "place_points": points})
    assert answer.status_code == 422
    assert words in text(answer).split('id="id_place_points_error">')[1].split("</span>")[0]


def test_a_club_is_asked_and_agrees_by_pages(gina, nena, club, pegli, city):
    at = f"/circuits/{city.pk}/run/"
    assert nena.get(at).status_code == 403
    assert "Circolo di Pegli</option>" in text(gina.get(at))
    assert gina.post(at, {"act": "join", "club": str(pegli.pk)}).status_code == 302
    assert "its directors have not agreed yet" in text(gina.get(at))
    assert "you are asked" in text(nena.get(f"/clubs/{pegli.pk}/seasons/"))
    assert "Agree" in text(nena.get(at))
    assert nena.post(at, {"act": "join", "club": str(pegli.pk)}).status_code == 302
    assert city.clubs.filter(club=pegli, joined_at__isnull=False).exists()
    assert nena.get(f"/circuits/{city.pk}/edit/").status_code == 403
    left = nena.post(at, {"act": "out", "club": str(pegli.pk)})
    assert left["Location"] == f"/circuits/{city.pk}/"
    refused = gina.post(at, {"act": "out", "club": str(club.pk)})
    assert refused.status_code == 409
    assert "The club that runs a circuit cannot leave it." in text(refused)


@pytest.fixture
def sea(gina, club, city) -> CircuitEvent:
    """An event of the circuit, without places."""
    body = {"name": "Vista mare", "played_on": "2026-11-20", "club": str(club.pk)}
    made = gina.post(f"/circuits/{city.pk}/events/new/", body)
    event = CircuitEvent.objects.get()
    assert made["Location"] == f"/circuit-events/{event.pk}/"
    return event


def test_an_event_is_added_and_says_who_came_where(gina, club, city, sea):
    anna, bice = players(club, 2)
    at = f"/circuit-events/{sea.pk}/"
    assert f'<option value="{anna.name}">' in text(gina.get(at))
    rows = {"place_0": "1", "who_0": anna.name.upper(), "place_3": "2", "who_3": bice.name}
    assert gina.post(at, {**rows, "version": "1", "act": "save"}).status_code == 302
    assert list(sea.places.order_by("place").values_list("player", "place")) == [(anna.pk, 1), (bice.pk, 2)]
    shown = text(gina.get(at))
    assert f'value="{anna.name}"' in shown
    assert gina.post(at, {**rows, "version": "1"}).status_code == 412
    assert ">25<" in text(gina.get(f"/circuits/{city.pk}/"))


@pytest.mark.parametrize(
    ("rows", "field", "words"),
    [
        pytest.param({"place_0": "1", "who_0": "Nobody"}, "who_0", "No club of the circuit", id="a stranger"),
        pytest.param({"who_1": "ANNA"}, "place_1", "Which place?", id="no place"),
        pytest.param({"place_2": "3"}, "who_2", "Who came here?", id="nobody"),
        pytest.param(
            {"place_0": "1", "who_0": "Anna", "place_2": "2", "who_2": "anna"},
            "who_2",
            "Somebody sits at the table twice.",
            id="twice",
        ),
    ],
)
def test_a_line_that_cannot_be_is_told_at_that_line(gina, club, sea, rows, field, words):
    Player.objects.create(club=club, name="Anna", name_key="anna")
    answer = gina.post(f"/circuit-events/{sea.pk}/", {**rows, "version": "1"})
    assert answer.status_code == 422
    assert words in text(answer).split(f'id="id_{field}_error">')[1].split("</span>")[0]
    assert not sea.places.exists()


def test_two_of_one_name_are_offered_with_their_clubs(gina, nena, club, pegli, city, sea):
    for at in (gina, nena):
        at.post(f"/circuits/{city.pk}/run/", {"act": "join", "club": str(pegli.pk)})
    ours = Player.objects.create(club=club, name="Anna", name_key="anna")
    Player.objects.create(club=pegli, name="Anna", name_key="anna")
    at = f"/circuit-events/{sea.pk}/"
    assert '<option value="Anna (Circolo di Pegli)">' in text(gina.get(at))
    gina.post(at, {"place_0": "1", "who_0": "Anna (Circolo di Prova)", "version": "1"})
    assert sea.places.get().player_id == ours.pk


def test_an_event_is_taken_out_with_the_points_it_gave(gina, club, city, sea):
    anna = players(club, 1)[0]
    at = f"/circuit-events/{sea.pk}/"
    gina.post(at, {"place_0": "1", "who_0": anna.name, "version": "1"})
    assert gina.post(at, {"act": "remove", "version": "1"}).status_code == 412
    assert gina.post(at, {"act": "remove", "version": "2"}).status_code == 302
    assert not CircuitEvent.objects.exists()
    assert AuditEvent.objects.filter(kind="circuit_event_removed").count() == 1
    assert ">25<" not in text(gina.get(f"/circuits/{city.pk}/"))


def test_a_director_of_a_club_in_the_circuit_runs_his_own_events_alone(gina, nena, club, pegli, city, sea):
    run = f"/circuits/{city.pk}/run/"
    for one in (gina, nena):
        one.post(run, {"act": "join", "club": str(pegli.pk)})
    assert nena.get(f"/circuit-events/{sea.pk}/").status_code == 403
    form = text(nena.get(f"/circuits/{city.pk}/events/new/"))
    assert "Circolo di Pegli</option>" in form
    assert "Circolo di Prova</option>" not in form
    body = {"name": "Pegli", "played_on": "2026-11-21", "club": str(pegli.pk)}
    assert nena.post(f"/circuits/{city.pk}/events/new/", body).status_code == 302
    shown = text(nena.get(run))
    assert f"/circuit-events/{sea.pk}/" not in shown
    assert "Vista mare" in shown


def test_the_page_of_a_circuit_without_events_says_that_nobody_is_qualified_yet(gina, city, sea):
    assert "Nobody yet: the first event has not been played." in text(gina.get(f"/circuits/{city.pk}/"))


def test_the_season_s_last_day_is_kept_when_it_is_closed_after_it(gina, club):
    ended = date(2026, 11, 30) - timedelta(days=10)
    season = Season.objects.create(club=club, name="Corta", starts_on=ended - timedelta(days=30), ends_on=ended)
    assert gina.post(f"/seasons/{season.pk}/close/", {"version": "1"}).status_code == 302
    season.refresh_from_db()
    assert season.ends_on == ended
