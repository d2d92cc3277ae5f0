"""Published rankings, seasons and circuits over the API: who may, what comes out, what is refused where."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine

from players.models import Membership, Player
from players.services.clubs import club_create
from players.tasks import match_changed
from tests.api.conftest import client_of, person
from tests.api.examples_evening import publish_all, work_off
from tests.factories import played, players

pytestmark = [pytest.mark.db, pytest.mark.django_db]
DAY = date(2026, 11, 2)
AUTUMN = {"name": "Autunno", "starts_on": "2026-09-21", "ends_on": "2026-12-20"}


@pytest.fixture(autouse=True)
def _the_last_day_of_november():
    """Rankings know what day it is: who has been away for long has none."""
    with time_machine.travel(datetime(2026, 11, 30, 12, tzinfo=UTC)):
        yield


@pytest.fixture
def four(club):
    return players(club, 4)


def evening(*matches):
    for one in matches:
        match_changed(str(one.pk), [])
    work_off()
    publish_all()


def newest(api, **where):
    query = "&".join(f"{name}={value}" for name, value in {**where, "limit": 1}.items())
    listed = api.get(f"ranking-snapshots?{query}").json()["results"]
    return api.get(listed[0]["url"]) if listed else None


def test_a_published_ranking_never_changes_and_has_its_digest_as_tag(api, club, four):
    anna, bice, *_ = four
    evening(*(played([anna], [bice], day=DAY + timedelta(n)) for n in range(9)))
    first = newest(api, club=club.pk, board="singles")
    body = first.json()
    assert [(row["rank"], row["players"]) for row in body["rows"]] == [(1, [str(anna.pk)]), (2, [str(bice.pk)])]
    evening(played([anna], [bice], day=DAY + timedelta(20), winner=1))
    assert api.get(body["url"]).json() == body
    assert api.get(body["url"], If_None_Match=first["ETag"]).status_code == 304
    assert newest(api, club=club.pk, board="singles").json()["number"] == body["number"] + 1


def test_pairs_are_ranked_as_two_players(api, club, four):
    anna, bice, carlo, dario = four
    evening(*(played([anna, bice], [carlo, dario], day=DAY + timedelta(n)) for n in range(10)))
    rows = newest(api, club=club.pk, board="pairs").json()["rows"]
    assert [(row["rank"], set(row["players"])) for row in rows] == [
        (1, {str(anna.pk), str(bice.pk)}),
        (2, {str(carlo.pk), str(dario.pk)}),
    ]


def test_the_changes_say_why_a_place_changed(api, club, four):
    anna, bice, *_ = four
    matches = [played([anna], [bice], day=DAY + timedelta(n), winner=n % 2) for n in range(9)]
    evening(*matches)
    before = newest(api, club=club.pk, board="all").json()
    one = matches[0]
    one.winner = 1
    one.save()
    evening(one)
    after = newest(api, club=club.pk, board="all").json()
    told = api.get(f"{after['url']}/changes?since={before['number']}").json()
    assert (told["since"], told["number"]) == (before["number"], after["number"])
    assert {row["cause"] for row in told["results"]} == {"correction"}
    rows = {row["players"][0]: row for row in told["results"]}
    assert (rows[str(bice.pk)]["rank_before"], rows[str(bice.pk)]["rank_after"]) == (2, 1)
    assert rows[str(bice.pk)]["steps"]["correction"] == -1
    assert api.get(f"{after['url']}/changes").json() == told


def test_a_table_of_points_has_no_reasons(api, club, four):
    season = api.post("seasons", {"club": str(club.pk), **AUTUMN}).json()
    evening(played([four[0]], [four[1]], day=DAY))
    table = newest(api, season=season["id"], board="points").json()
    assert [(row["players"], row["points"]) for row in table["rows"]] == [
        ([str(four[0].pk)], 2),
        ([str(four[1].pk)], 0),
    ]
    answer = api.get(f"{table['url']}/changes")
    assert (answer.status_code, answer.json()["code"]) == (422, "no_reasons")


def test_a_ranking_that_is_not_there_is_not_found(api, club, four):
    evening(played([four[0]], [four[1]]))
    url = newest(api, club=club.pk, board="all").json()["url"]
    assert api.get(f"{url}/changes?since=99").status_code == 404


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        pytest.param({"ends_on": "2026-09-20"}, "bad_window", "/ends_on", id="ends before it starts"),
        pytest.param({"ends_on": "2056-02-28"}, "bad_window", "/ends_on", id="lasts a lifetime"),
        pytest.param({"name": "  "}, "bad_name", "/name", id="no name"),
    ],
)
def test_a_season_that_cannot_be_is_refused_by_its_field(api, club, change, code, pointer):
    answer = api.post("seasons", {"club": str(club.pk), **AUTUMN, **change})
    assert (answer.status_code, answer.json()["code"], answer.json()["errors"][0]["pointer"]) == (422, code, pointer)


def test_a_season_has_a_name_of_its_own(api, club):
    assert api.post("seasons", {"club": str(club.pk), **AUTUMN}).status_code == 201
    assert api.post("seasons", {"club": str(club.pk), **AUTUMN}).json()["code"] == "name_taken"


def test_a_closed_season_is_not_changed(api, club, four):
    from players.services.seasons import seasons_close
    from scoring.selectors import record

    season = api.post("seasons", {"club": str(club.pk), **AUTUMN}).json()
    assert seasons_close(record=record, now=datetime(2026, 12, 21, 6, tzinfo=UTC)) == 1
    read = api.get(f"seasons/{season['id']}")
    assert read.json()["closed_at"] is not None
    answer = api.patch(f"seasons/{season['id']}", {"win": 9}, If_Match=read["ETag"])
    assert (answer.status_code, answer.json()["code"]) == (409, "season_closed")


def test_a_season_is_changed_by_who_has_seen_it(api, club):
    season = api.post("seasons", {"club": str(club.pk), **AUTUMN}).json()
    at = f"seasons/{season['id']}"
    assert api.patch(at, {"win": 3}).status_code == 428
    assert api.patch(at, {"win": 3}, If_Match='"v1"').json()["win"] == 3
    assert api.patch(at, {"win": 4}, If_Match='"v1"').status_code == 412


@pytest.fixture
def other(db):
    """A second club, and the client of its director."""
    _, owner = person("nena@example.org")
    user, director = person("director@example.org")
    club = club_create(by=owner, name="Circolo di Pegli")
    Membership.objects.create(club=club, user=user, role="director")
    return club, client_of(director)


@pytest.fixture
def circuit(api, club):
    body = {"club": str(club.pk), "name": "Città", "place_points": [25, 18, 15], "qualified_total": 3}
    return api.post("circuits", body).json()


def join(api, circuit, other):
    club, theirs = other
    asked = api("PUT", f"circuits/{circuit['id']}/clubs/{club.pk}")
    agreed = theirs("PUT", f"circuits/{circuit['id']}/clubs/{club.pk}")
    return asked, agreed


def test_a_club_is_in_when_both_sides_have_said_so(api, circuit, other):
    club, theirs = other
    refused = theirs("PUT", f"circuits/{circuit['id']}/clubs/{club.pk}")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_asked")
    asked, agreed = join(api, circuit, other)
    assert asked.json()["joined_at"] is None
    assert agreed.json()["joined_at"] is not None
    assert theirs("DELETE", f"circuits/{circuit['id']}/clubs/{club.pk}").status_code == 204
    assert len(api.get(f"circuits/{circuit['id']}/clubs").json()["results"]) == 1


def test_a_closed_club_does_not_join(api, circuit, other):
    club, _ = other
    club.visibility = "members"
    club.save()
    answer = api("PUT", f"circuits/{circuit['id']}/clubs/{club.pk}")
    assert (answer.status_code, answer.json()["code"]) == (422, "club_not_public")


def test_the_organiser_stays(api, circuit, club):
    assert api("DELETE", f"circuits/{circuit['id']}/clubs/{club.pk}").json()["code"] == "organiser_stays"


@pytest.mark.parametrize("points", [[10, 18], [-1], [1001], [1] * 65])
def test_points_for_places_fall(api, circuit, points):
    answer = api.patch(f"circuits/{circuit['id']}", {"place_points": points}, If_Match='"v1"')
    assert answer.status_code in {400, 422}
    assert answer.json()["errors"][0]["pointer"].startswith("/place_points")


def event(api, circuit, club, name, day, places):
    body = {"club": str(club.pk), "name": name, "played_on": day}
    made = api.post(f"circuits/{circuit['id']}/events", body).json()
    body = {"places": [{"player": str(player.pk), "place": place} for player, place in places]}
    answer = api("PUT", f"circuit-events/{made['id']}", body, If_Match='"v1"')
    assert answer.status_code == 200, answer.content
    return made


def test_a_circuit_of_two_clubs_has_a_table_and_qualifies_winners_then_by_rating(api, circuit, club, other, four):
    """The winners of the last six months of city events, then the best rated across the clubs."""
    join(api, circuit, other)
    theirs = players(other[0], 2)
    anna, bice, carlo, dario = four
    old = event(api, circuit, club, "Marassi", "2026-05-29", [(dario, 1)])
    sea = event(api, circuit, club, "Boccadasse", "2026-07-17", [(anna, 1), (bice, 2)])
    west = event(other[1], circuit, other[0], "Pegli", "2026-09-05", [(theirs[0], 1), (anna, 2)])
    evening(*(played([carlo], [theirs[1]], day=date(2026, 10, 1) + timedelta(n)) for n in range(9)))
    table = api.get(f"circuits/{circuit['id']}/table").json()["results"]
    assert [(row["player"], row["points"], row["rank"]) for row in table] == [
        (str(anna.pk), 43, 1),
        *((str(pk), 25, 2) for pk in sorted([dario.pk, theirs[0].pk], key=str)),
        (str(bice.pk), 18, 4),
    ]
    on = api.get(f"circuits/{circuit['id']}/qualified?on=2026-11-30").json()["results"]
    assert [(row["player"], row["event"], row["rank"]) for row in on] == [
        (str(anna.pk), sea["id"], None),
        (str(theirs[0].pk), west["id"], None),
        (str(carlo.pk), None, 1),
    ]
    before = api.get(f"circuits/{circuit['id']}/qualified?on=2026-11-29").json()["results"]
    assert old["id"] in {row["event"] for row in before}


def test_a_circuit_without_events_qualifies_nobody_unless_its_rule_is_by_rating_alone(api, circuit, club, four):
    evening(*(played([four[0]], [four[1]], day=DAY + timedelta(n)) for n in range(9)))
    at = f"circuits/{circuit['id']}"
    nobody = api.get(f"{at}/qualified").json()
    assert (nobody["begun"], nobody["results"]) == (False, [])
    event(api, circuit, club, "Sturla", "2026-12-18", [(four[0], 1)])
    assert api.get(f"{at}/qualified").json()["begun"] is False, "an event of the coming month has not been played"
    api.patch(at, {"qualified_places": 0}, If_Match='"v1"')
    rated = api.get(f"{at}/qualified").json()
    assert rated["begun"] is True
    assert [row["rank"] for row in rated["results"]] == [1, 2]


def test_a_director_closes_a_season_that_runs_and_it_ends_today(api, club, bacci_api, four):
    season = api.post("seasons", {"club": str(club.pk), **AUTUMN}).json()
    at = f"seasons/{season['id']}/close"
    evening(played([four[0]], [four[1]], day=DAY))
    assert api("POST", at).status_code == 428
    assert api("POST", at, If_Match='"v7"').status_code == 412
    assert bacci_api("POST", at, If_Match='"v1"').status_code == 403
    closed = api("POST", at, If_Match='"v1"')
    assert (closed.status_code, closed.json()["ends_on"], closed["ETag"]) == (200, "2026-11-30", '"v2"')
    assert closed.json()["closed_at"].startswith("2026-11-30T12:00:0")
    assert newest(api, season=season["id"], board="points").json()["as_of"] == "2026-11-30"
    assert api("POST", at, If_Match='"v2"').json()["code"] == "season_closed"


def test_a_season_of_next_year_cannot_be_closed(api, club):
    body = {"club": str(club.pk), "name": "Inverno", "starts_on": "2027-01-01", "ends_on": "2027-03-20"}
    season = api.post("seasons", body).json()
    answer = api("POST", f"seasons/{season['id']}/close", If_Match='"v1"')
    assert (answer.status_code, answer.json()["code"]) == (409, "season_not_begun")


def test_an_event_is_taken_out_by_who_has_seen_it_and_its_points_go(api, circuit, club, other, four):
    join(api, circuit, other)
    made = event(api, circuit, club, "Boccadasse", "2026-07-17", [(four[0], 1)])
    at = f"circuit-events/{made['id']}"
    assert api("DELETE", at).status_code == 428
    assert api("DELETE", at, If_Match='"v1"').status_code == 412
    assert other[1]("DELETE", at, If_Match='"v2"').status_code == 403
    assert api("DELETE", at, If_Match='"v2"').status_code == 204
    assert api.get(at).status_code == 404
    assert api.get(f"circuits/{circuit['id']}/table").json()["results"] == []


def test_one_person_with_one_account_is_one_line_of_a_circuit(api, circuit, club, other, four):
    join(api, circuit, other)
    guest = players(other[0], 1)[0]
    user, _ = person("anna@example.org")
    Player.objects.filter(pk__in=[four[0].pk, guest.pk]).update(user=user)
    event(api, circuit, club, "Boccadasse", "2026-07-17", [(four[0], 1)])
    event(other[1], circuit, other[0], "Pegli", "2026-09-05", [(guest, 1)])
    table = api.get(f"circuits/{circuit['id']}/table").json()["results"]
    assert [row["points"] for row in table] == [50]
    assert table[0]["player"] in {str(four[0].pk), str(guest.pk)}


def test_only_the_event_s_club_and_the_organiser_say_who_came_where(api, circuit, club, other, four):
    join(api, circuit, other)
    made = event(api, circuit, club, "Boccadasse", "2026-07-17", [(four[0], 1)])
    answer = other[1]("PUT", f"circuit-events/{made['id']}", {"places": []}, If_Match='"v2"')
    assert answer.status_code == 403


@pytest.mark.parametrize(("twice", "code"), [(True, "same_player_twice"), (False, "unknown_player")])
def test_places_name_people_of_the_circuit_once(api, circuit, club, other, four, twice, code):
    stranger = players(other[0], 1)[0]
    body = {"club": str(club.pk), "name": "Boccadasse", "played_on": "2026-07-17"}
    made = api.post(f"circuits/{circuit['id']}/events", body).json()
    second = four[0] if twice else stranger
    places = [{"player": str(four[0].pk), "place": 1}, {"player": str(second.pk), "place": 2}]
    answer = api("PUT", f"circuit-events/{made['id']}", {"places": places}, If_Match='"v1"')
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["errors"][0]["pointer"] == "/places/1/player"
