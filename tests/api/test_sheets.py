"""A sheet stands beside each table of rankings, seasons, circuits and figures, and holds what the table holds."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine

from players.figures import CATEGORIES
from players.models import Club, Player, RankingSnapshot, Season
from players.services.circuits import circuit_create
from players.tasks import match_changed
from tests.api.examples_evening import publish_all, work_off
from tests.factories import ClubFactory, finish, hand, match, played, players

pytestmark = [pytest.mark.db, pytest.mark.django_db]
DAY = date(2026, 11, 2)


@pytest.fixture(autouse=True)
def _the_last_day_of_november():
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


def sheet(answer) -> list[dict[str, str]]:
    assert answer.status_code == 200, answer.content
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def newest(**where) -> RankingSnapshot:
    return RankingSnapshot.objects.filter(**where).order_by("-number")[0]


def nine(anna: Player, bice: Player):
    return [played([anna], [bice], day=DAY + timedelta(n)) for n in range(9)]


def test_the_ranking_of_now_is_a_sheet(nobody, club, four):
    anna, bice, *_ = four
    evening(*nine(anna, bice))
    rows = sheet(nobody.get(f"rankings.csv?club={club.pk}"))
    assert [(row["rank"], row["name"], row["matches"], row["wins"]) for row in rows] == [
        ("1", anna.name, "9", "9"),
        ("2", bice.name, "9", "0"),
    ]
    assert nobody.get("rankings.csv").json()["code"] == "bad_parameter"


def test_a_published_ranking_is_a_sheet_with_both_names_of_a_pair(nobody, club, four):
    anna, bice, carlo, dario = four
    evening(*(played([anna, bice], [carlo, dario], day=DAY + timedelta(n)) for n in range(10)))
    rows = sheet(nobody.get(f"ranking-snapshots/{newest(board='pairs').pk}.csv"))
    pairs = {frozenset(row["names"].split(" · ")) for row in rows}
    assert pairs == {frozenset({anna.name, bice.name}), frozenset({carlo.name, dario.name})}
    assert [row["rank"] for row in rows] == ["1", "2"]


def test_a_season_s_points_are_a_sheet(nobody, club, four):
    anna, bice, *_ = four
    season = Season.objects.create(club=club, name="Autunno", starts_on=DAY, ends_on=DAY + timedelta(40), best_of=2)
    evening(*(played([anna], [bice], day=DAY + timedelta(n)) for n in range(3)))
    rows = sheet(nobody.get(f"ranking-snapshots/{newest(season=season, board='points').pk}.csv"))
    columns = ("rank", "names", "points", "counted", "occasions", "best")
    assert [tuple(row[name] for name in columns) for row in rows] == [
        ("1", anna.name, "4", "2", "3", "2 2"),
        ("2", bice.name, "0", "2", "3", "0 0"),
    ]


@pytest.fixture
def city(gina, club):
    return circuit_create(by=gina, club_id=club.pk, name="Città", place_points=[25, 18], qualified_total=3)


def test_a_circuit_s_table_and_who_is_qualified_are_sheets(nobody, club, four, city):
    anna, bice, carlo, _ = four
    sea = city.events.create(club=club, name="Vista mare", played_on=DAY)
    for player, place in ((anna, 1), (bice, 2)):
        sea.places.create(player=player, place=place)
    evening(*nine(carlo, bice))
    table = sheet(nobody.get(f"circuits/{city.pk}/table.csv"))
    assert [(row["names"], row["points"]) for row in table] == [(anna.name, "25"), (bice.name, "18")]
    on = sheet(nobody.get(f"circuits/{city.pk}/qualified.csv?on=2026-11-30"))
    assert [(row["names"], row["event"], row["place"], row["rank"]) for row in on] == [
        (anna.name, "Vista mare", "1", ""),
        (carlo.name, "", "", "1"),
        (bice.name, "", "", "2"),
    ]


def test_a_sheet_names_nobody_of_a_club_that_is_closed_now(nobody, club, city):
    other = ClubFactory()
    guest = players(other, 1)[0]
    city.clubs.create(club=other, joined_at=datetime.now(UTC))
    city.events.create(club=club, name="Vista mare", played_on=DAY).places.create(player=guest, place=1)
    assert sheet(nobody.get(f"circuits/{city.pk}/table.csv"))[0]["names"] == guest.name
    Club.objects.filter(pk=other.pk).update(visibility="members")
    assert sheet(nobody.get(f"circuits/{city.pk}/table.csv"))[0]["names"] == "…"


@pytest.mark.parametrize("rest", ["qualified", "qualified.csv"])
@pytest.mark.parametrize("day", ["0001-01-01", "1899-12-31", "yesterday"])
def test_a_day_before_all_days_is_refused(nobody, city, rest, day):
    refused = nobody.get(f"circuits/{city.pk}/{rest}?on={day}")
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_parameter")
    assert refused.json()["errors"][0]["pointer"] == "/on"


def test_the_history_of_a_rating_is_a_list_and_a_sheet(nobody, club, four):
    """Two new players: 1500 and 70; the winner of the first match stands at 1513.04 (RATINGS 1)."""
    anna, bice, *_ = four
    matches = nine(anna, bice)
    evening(*matches)
    first = nobody.get(f"players/{anna.pk}/ratings?limit=4").json()
    assert [row["match"] for row in first["results"]] == [str(one.pk) for one in matches[:4:-1]]
    second = nobody.get(first["next"].split("/api/v1/")[1]).json()
    assert second["results"][0]["match"] == str(matches[4].pk)
    rows = sheet(nobody.get(f"players/{anna.pk}/ratings.csv"))
    assert len(rows) == 9
    begun = rows[-1]
    assert (begun["played_on"], begun["chance"], float(begun["rating"])) == ("2026-11-02", "0.5", 1513.044326)
    assert nobody.get(f"players/{anna.pk}/ratings?cursor=nowhere").status_code == 400


@pytest.mark.parametrize("path", ["players/{anna}/with/{bice}.csv", "players/{anna}/against/{bice}.csv"])
def test_a_pair_s_points_by_category_are_a_sheet_that_takes_the_filters(nobody, four, path):
    anna, bice, carlo, dario = four
    told = [{**dict.fromkeys(CATEGORIES, 0), "scope": scope, "total": scope} for scope in (51, 20)]
    against = "against" in path
    sides = ([anna, carlo], [bice, dario]) if against else ([anna, bice], [carlo, dario])
    one = match(*sides, day=DAY)
    hand(one, 1, [51, 20], score={"sides": told})
    evening(finish(one, 0, [51, 20]))
    address = path.format(anna=anna.pk, bice=bice.pk)
    rows = {row["category"]: row for row in sheet(nobody.get(address))}
    assert (rows["scope"]["own"], rows["scope"]["club"], rows["scope"]["hands"]) == ("51.0", "35.5", "1")
    assert sheet(nobody.get(f"{address}?to=2026-11-01")) == []
    assert nobody.get(f"{address}?discipline=tens").json()["errors"][0]["pointer"] == "/discipline"
    twice = nobody.get(path.format(anna=anna.pk, bice=anna.pk))
    assert (twice.status_code, twice.json()["code"]) == (422, "same_player_twice")
    club = {row["category"]: row for row in sheet(nobody.get(f"clubs/{anna.club_id}/figures.csv"))}
    assert club["scope"]["own"] == "35.5"


def test_a_published_ranking_says_up_to_which_match_it_goes(nobody, club, four):
    anna, bice, *_ = four
    matches = nine(anna, bice)
    evening(*matches)
    told = nobody.get(f"ranking-snapshots?club={club.pk}&board=all&limit=1").json()["results"][0]
    assert (told["last_match"], told["matches"]) == (str(matches[-1].pk), 9)
