"""Figures over HTTP: filters, pages, sheets, and what cannot be asked."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.tasks import match_changed
from tests import factories
from tests.api.conftest import *  # noqa: F403 - fixtures
from tests.factories import MONDAY, finish, hand, match

pytestmark = [pytest.mark.db, pytest.mark.django_db]


def told(side, total):
    names = (
        "carte",
        "denari",
        "settebello",
        "primiera",
        "dealer",
        "piccola",
        "grande",
        "re_bello",
        "cappotto",
        "buone",
    )
    return {**dict.fromkeys(names, 0), "scope": total, **side, "total": total}


def follow(one):
    match_changed(str(one.pk), [])
    return one


@pytest.fixture
def people(club):
    """Return Anna, Bice, Carlo, Dario of the club after six matches: four in twos, two in pairs.

    Anna beats Bice on Monday, Tuesday and Wednesday and loses on Thursday, by other rules; with Carlo she beats
    Bice and Dario on Friday and Saturday.
    """
    anna, bice, carlo, dario = factories.players(club, 4)
    for number in range(4):
        winner, rules = (0, "sbiro") if number < 3 else (1, "pagat")
        one = match([anna], [bice], day=MONDAY + timedelta(number), ruleset=rules)
        hand(one, 1, [30, 20])
        score = {"sides": [told({"buone": 3}, 21), told({}, 10)], "cappotto": None, "wins_match": None}
        hand(one, 2, [21, 10], score=score)
        follow(finish(one, winner, [51, 30] if winner == 0 else [30, 51]))
    for number in (4, 5):
        follow(finish(match([anna, carlo], [bice, dario], day=MONDAY + timedelta(number)), 0))
    return anna, bice, carlo, dario


def test_a_player_s_figures_say_what_they_are_of_and_how_fresh(nobody, people):
    found = nobody.get(f"players/{people[0].pk}/figures").json()
    assert found["player"] == str(people[0].pk)
    assert (found["figures"]["results"]["matches"], found["figures"]["results"]["wins"]) == (6, 5)
    assert found["figures"]["results"]["rate"]["enough"] is False
    assert found["streaks"]["wins"]["length"] == 3
    assert found["streaks"]["current"] == {"length": 2, "first": "2026-03-06", "last": "2026-03-07"}
    assert found["as_of"]["computed_at"] is not None
    assert found["as_of"]["match_version"] == 2
    assert [day["day"] for day in found["days"]] == [f"2026-03-0{day}" for day in range(2, 8)]
    assert {"best_points", "widest"} <= {one["code"] for one in found["records"]}


@pytest.mark.parametrize(
    ("query", "matches"),
    [
        pytest.param("", 6, id="all"),
        pytest.param("from=2026-03-04", 4, id="from a day on"),
        pytest.param("to=2026-03-04", 3, id="up to a day"),
        pytest.param("from=2026-03-03&to=2026-03-06", 4, id="between"),
        pytest.param("discipline=pairs", 2, id="pairs"),
        pytest.param("discipline=singles&ruleset=pagat", 1, id="singles by other rules"),
        pytest.param("discipline=threes", 0, id="none"),
    ],
)
def test_a_filter_narrows_every_figure(nobody, people, query, matches):
    path = f"players/{people[0].pk}"
    found = nobody.get(f"{path}/figures?{query}").json()
    assert found["figures"]["results"]["matches"] == matches
    assert sum(day["matches"] for day in found["days"]) == matches
    assert len(nobody.get(f"{path}/lines?{query}").json()["results"]) == matches
    assert len(sheet(nobody.get(f"{path}/lines.csv?{query}"))) == matches


def at(address):
    return address.removeprefix("http://testserver")


def sheet(answer):
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        pytest.param("from=yesterday", "/from", id="no day"),
        pytest.param("from=2026-03-05&to=2026-03-04", "/to", id="backwards"),
        pytest.param("discipline=chess", "/discipline", id="no discipline"),
        pytest.param("ruleset=ours", "/ruleset", id="no preset"),
        pytest.param("colour=red", "/colour", id="unknown"),
    ],
)
@pytest.mark.parametrize("path", ["figures", "figures.csv", "lines", "partners", "opponents.csv"])
def test_a_filter_that_cannot_be_says_so(nobody, people, path, query, pointer):
    answer = nobody.get(f"players/{people[0].pk}/{path}?{query}")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == pointer


def test_lines_come_page_by_page_the_latest_first(nobody, people):
    first = nobody.get(f"players/{people[0].pk}/lines?limit=4").json()
    second = nobody.get(at(first["next"])).json()
    days = [row["played_on"] for row in (*first["results"], *second["results"])]
    assert days == [f"2026-03-0{day}" for day in range(7, 1, -1)]
    assert second["next"] is None
    assert nobody.get(at(second["previous"])).json()["results"] == first["results"]


def test_partners_and_opponents_come_page_by_page_those_met_most_first(nobody, people):
    anna, bice, carlo, dario = people
    first = nobody.get(f"players/{anna.pk}/opponents?limit=1").json()
    assert [(row["player"], row["matches"], row["wins"]) for row in first["results"]] == [(str(bice.pk), 6, 5)]
    second = nobody.get(at(first["next"])).json()
    assert [(row["name"], row["matches"]) for row in second["results"]] == [(dario.name, 2)]
    assert second["next"] is None
    assert nobody.get(at(second["previous"])).json()["results"] == first["results"]
    (partner,) = nobody.get(f"players/{anna.pk}/partners").json()["results"]
    assert (partner["player"], partner["rate"], partner["enough"]) == (str(carlo.pk), 1.0, False)
    assert 0.9 < partner["expected"] < 1.2  # two matches of about a half each
    assert nobody.get(f"players/{anna.pk}/partners?cursor=bm9ib2R5").status_code == 400


def test_one_against_another_is_the_other_turned_round(nobody, people):
    anna, bice, *_ = people
    ours = nobody.get(f"players/{anna.pk}/against/{bice.pk}").json()
    theirs = nobody.get(f"players/{bice.pk}/against/{anna.pk}").json()
    assert ours["figures"]["results"]["matches"] == theirs["figures"]["results"]["matches"] == 6
    assert ours["figures"]["results"]["wins"] == 6 - theirs["figures"]["results"]["wins"] == 5
    assert ours["figures"]["results"]["margin"]["value"] == -theirs["figures"]["results"]["margin"]["value"]
    expected = ours["figures"]["expected"]["expected"] + theirs["figures"]["expected"]["expected"]
    assert expected == pytest.approx(6)
    assert ours["company"]["effect"] == pytest.approx(-theirs["company"]["effect"])


def test_a_pair_is_the_same_from_either_of_the_two(nobody, people):
    anna, _, carlo, _ = people
    ours = nobody.get(f"players/{anna.pk}/with/{carlo.pk}").json()
    theirs = nobody.get(f"players/{carlo.pk}/with/{anna.pk}").json()
    assert ours["figures"] == theirs["figures"]
    assert ours["figures"]["results"]["wins"] == 2
    never = nobody.get(f"players/{anna.pk}/with/{people[1].pk}").json()
    assert never["company"] is None
    assert never["figures"]["results"]["rate"]["value"] is None


def test_nobody_plays_with_himself(nobody, people):
    for word in ("with", "against"):
        answer = nobody.get(f"players/{people[0].pk}/{word}/{people[0].pk}")
        assert (answer.status_code, answer.json()["code"]) == (422, "same_player_twice")


def test_points_by_category_stand_beside_the_club_s(nobody, people):
    rows = {row["category"]: row for row in sheet(nobody.get(f"players/{people[0].pk}/figures.csv"))}
    assert float(rows["points"]["own"]) == 24  # three of buone and twenty-one scope; the hand without them is left out
    assert float(rows["scope"]["own"]) == 21
    assert float(rows["scope"]["club"]) == 15.5  # Anna's 21 and Bice's 10
    assert rows["scope"]["hands"] == "4"
    assert rows["scope"]["standing"] == ""
    assert "primiera" not in rows


def test_a_club_s_figures_add_everybody_up(nobody, club, people):
    found = nobody.get(f"clubs/{club.pk}/figures").json()
    assert (found["matches"], found["players"]) == (6, 4)
    assert found["figures"]["results"]["margin"]["value"] == 0
    assert found["figures"]["results"]["rate"]["value"] == 0.5
    assert found["figures"]["expected"] is None
    assert len(found["days"]) == 6


def test_a_club_s_table_and_records_are_lists_and_sheets(nobody, club, people):
    anna = people[0]
    table = nobody.get(f"clubs/{club.pk}/table").json()["results"]
    assert [row["matches"] for row in table] == [6, 6, 2, 2]
    assert {row["player"] for row in table} == {str(player.pk) for player in people}
    assert sheet(nobody.get(f"clubs/{club.pk}/table.csv"))[0]["matches"] == "6"
    records = nobody.get(f"clubs/{club.pk}/records").json()["results"]
    widest = [row for row in records if row["code"] == "widest"]
    assert widest[0]["names"] == [anna.name]
    pair = next(row for row in records if row["code"] == "best_points" and len(row["names"]) == 2)
    assert set(pair["players"]) <= {str(player.pk) for player in people}
    assert len(sheet(nobody.get(f"clubs/{club.pk}/records.csv"))) == len(records)
    first = nobody.get(f"clubs/{club.pk}/records?limit=2").json()
    assert first["results"] == records[:2]
    assert nobody.get(at(first["next"])).json()["results"] == records[2:4]


def test_achievements_name_their_ground(nobody, club, people):
    awards = nobody.get(f"players/{people[0].pk}/awards?ordering=created_at").json()["results"]
    first = {row["code"]: row for row in awards}["first_win"]
    assert (first["earned_on"], first["hand"], first["name"]) == ("2026-03-02", 0, people[0].name)
    assert len(nobody.get(f"clubs/{club.pk}/awards").json()["results"]) > len(awards)


def test_a_name_that_is_a_formula_runs_in_no_sheet(nobody, club, people):
    anna, bice, *_ = people
    bice.name = '=HYPERLINK("http://evil.example")'
    bice.save()
    rows = sheet(nobody.get(f"players/{anna.pk}/opponents.csv"))
    assert rows[0]["name"] == "'" + bice.name
    names = [row["name"] for row in sheet(nobody.get(f"clubs/{club.pk}/table.csv"))]
    names += [row["names"] for row in sheet(nobody.get(f"clubs/{club.pk}/records.csv"))]
    assert "'" + bice.name in names
    assert not [name for name in names if name.startswith("=")]


def test_who_has_played_nothing_has_figures_of_nothing(nobody, club):
    (newcomer,) = factories.players(club, 1)
    found = nobody.get(f"players/{newcomer.pk}/figures").json()
    assert found["figures"]["results"]["matches"] == 0
    assert (found["figures"]["luck"], found["records"], found["days"]) == ([], [], [])
    assert found["as_of"] == {"computed_at": None, "match": None, "match_version": None}


def test_figures_cost_the_same_queries_however_much_was_played(nobody, people):
    anna, bice, *_ = people
    path = f"players/{anna.pk}/figures"

    def cost():
        with CaptureQueriesContext(connection) as queries:
            assert nobody.get(path).status_code == 200
        return len(queries)

    def play(number):
        follow(finish(match([anna], [bice], day=MONDAY + timedelta(number)), 0))

    play(6)
    before = cost()
    assert cost() < before, "kept until a figure changes"
    for number in range(7, 12):
        play(number)
    assert cost() == before


def test_kept_figures_are_never_older_than_those_of_the_club(nobody, people):
    anna, _, carlo, dario = people
    path = f"players/{anna.pk}/figures"
    before = nobody.get(path).json()["figures"]["categories"]
    new = match([carlo], [dario], day=MONDAY + timedelta(20))
    hand(new, 1, [51, 3], score={"sides": [told({}, 51), told({}, 3)], "cappotto": None, "wins_match": None})
    follow(finish(new, 0))
    after = nobody.get(path).json()["figures"]["categories"]
    assert after != before, "beside the player's stands the club's mean"


def test_every_list_of_figures_says_how_fresh_it_is(nobody, club, people):
    anna = people[0].pk
    fresh = nobody.get(f"players/{anna}/figures").json()["as_of"]
    assert fresh["match_version"] is not None
    for path in ("lines", "partners", "opponents", "awards", "ratings"):
        assert nobody.get(f"players/{anna}/{path}").json()["as_of"] == fresh, path
    fresh = nobody.get(f"clubs/{club.pk}/figures").json()["as_of"]
    for path in ("table", "records", "awards"):
        assert nobody.get(f"clubs/{club.pk}/{path}?limit=1").json()["as_of"] == fresh, path
