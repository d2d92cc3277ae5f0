"""Lists: orderings and filters from a whitelist, names beside ids only when asked for."""

from __future__ import annotations

import pytest

from scoring.models import Match

pytestmark = pytest.mark.db


def ids(answer) -> list[str]:
    return [row["id"] for row in answer.json()["results"]]


def test_oldest_first_walks_the_other_way_without_repeats(api, club, open_match):
    made = [open_match(f"A{n}", f"B{n}")["id"] for n in range(5)]
    assert ids(api.get(f"matches?club={club.pk}")) == made[::-1]
    url, seen = f"/api/v1/matches?club={club.pk}&ordering=created_at&limit=2", []
    while url:
        page = api.get(url.removeprefix("http://testserver"))
        seen += ids(page)
        url, last = page.json()["next"], page
    assert seen == made
    assert ids(api.get(last.json()["previous"].removeprefix("http://testserver"))) == made[2:4]


def test_an_ordering_or_expansion_that_is_not_on_the_list_is_refused(api):
    for query in ("ordering=name", "ordering=-totals", "expand=club", "expand=players,seats", "played_after=x"):
        answer = api.get(f"matches?{query}")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_parameter"), query


def test_matches_are_found_by_the_day_of_the_evening(api, club, open_match):
    early, late = open_match("A", "B")["id"], open_match("C", "D")["id"]
    Match.objects.filter(pk=early).update(session_day="2026-01-10")
    Match.objects.filter(pk=late).update(session_day="2026-03-10")
    assert ids(api.get(f"matches?club={club.pk}&played_before=2026-02-01")) == [early]
    assert ids(api.get(f"matches?club={club.pk}&played_after=2026-03-10")) == [late]
    assert ids(api.get(f"matches?club={club.pk}&played_after=2026-01-10&played_before=2026-03-10")) == [late, early]


def test_names_stand_beside_ids_only_when_asked_for(api, club, open_match):
    match = open_match("Bacci", "Nena")
    url = f"matches/{match['id']}"
    assert "Bacci" not in api.get(url).content.decode()
    expanded = api.get(f"{url}?expand=players")
    people = expanded.json()["expanded"]["players"]
    assert {person["name"] for person in people.values()} == {"Bacci", "Nena"}
    assert set(people) == {seat["player"] for seat in match["seats"]}
    listed = api.get(f"matches?club={club.pk}&expand=players").json()
    assert listed["expanded"]["players"] == people


def test_a_new_name_makes_a_new_answer_though_the_match_is_the_same(api, open_match):
    match = open_match("Bacci", "Nena")
    url = f"matches/{match['id']}?expand=players"
    before = api.get(url)
    assert api.get(url, If_None_Match=before["ETag"]).status_code == 304
    api.patch(f"players/{match['seats'][0]['player']}", {"name": "Baciccia"}, If_Match='"v1"')
    after = api.get(url, If_None_Match=before["ETag"])
    assert after.status_code == 200
    assert "Baciccia" in after.content.decode()
    assert api.get(f"matches/{match['id']}")["ETag"] == f'"v{match["version"]}"'
