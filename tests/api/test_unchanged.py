"""The short answer to "still the same?": right, and only for whoever still may ask."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cirulla.lib.api import ApiView
from players.models import ApiToken, Club, Player, Rating, RatingPool, User
from tests.api.test_lane import told
from tests.worked_hand import plain

pytestmark = pytest.mark.db


@pytest.fixture(params=["matches/{match}", "matches/{match}/hands", "rankings?club={club}"])
def known(request, api, club, open_match, record):
    """A resource with the version that Gina's phone has of it."""
    Club.objects.filter(pk=club.pk).update(visibility="hidden")
    RatingPool.objects.create(club=club, version=3)
    match = open_match()
    record(match, plain())
    url = request.param.format(match=match["id"], club=club.pk)
    return url, api.get(url)["ETag"]


def test_it_costs_one_statement(api, known):
    url, tag = known
    with CaptureQueriesContext(connection) as made:
        assert api.get(url, If_None_Match=tag).status_code == 304
    assert len(made) == 1, [one["sql"] for one in made]


def test_it_is_the_answer_of_the_long_way(api, known, monkeypatch):
    url, tag = known
    short = api.get(url, If_None_Match=tag)
    monkeypatch.setattr(ApiView, "dispatch", super(ApiView, ApiView).dispatch)
    long = api.get(url, If_None_Match=tag)
    assert told(short) == told(long)
    assert short["RateLimit"].split(";")[0] == long["RateLimit"].split(";")[0]


@pytest.mark.parametrize("tag", ['"v0"', '"v999"', "nonsense", ""])
def test_whoever_has_another_version_gets_this_one(api, known, tag):
    answer = api.get(known[0], If_None_Match=tag)
    assert (answer.status_code, answer["ETag"]) == (200, known[1])


@pytest.mark.parametrize(
    "change",
    [
        lambda: ApiToken.objects.update(revoked_at=timezone.now()),
        lambda: ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1)),
        lambda: User.objects.update(is_active=False),
    ],
    ids=["revoked", "expired", "account closed"],
)
def test_a_token_that_ends_is_noticed_at_once(api, known, change):
    url, tag = known
    assert api.get(url, If_None_Match=tag).status_code == 304
    change()
    assert api.get(url, If_None_Match=tag).status_code == 401


def test_a_token_that_may_less_is_noticed_at_once(api, known):
    url, tag = known
    assert api.get(url, If_None_Match=tag).status_code == 304
    ApiToken.objects.update(scopes=["tokens:write"])
    assert api.get(url, If_None_Match=tag).status_code == 404


def test_who_is_no_longer_of_the_club_learns_nothing_more(bacci_api, club, known):
    url, tag = known
    bacci_api.get(url)
    assert bacci_api.get(url, If_None_Match=tag).status_code == 304
    club.memberships.filter(role="member").delete()
    assert bacci_api.get(url, If_None_Match=tag).status_code == 404


def test_a_stranger_learns_nothing(carla_api, nobody, known):
    url, tag = known
    carla_api.get("me")
    assert carla_api.get(url, If_None_Match=tag).status_code == 404
    assert nobody.get(url, If_None_Match=tag).status_code == 404


def test_every_question_is_counted(api, known, settings):
    url, tag = known
    left = [int(api.get(url, If_None_Match=tag)["RateLimit"].split("r=")[1].split(";")[0]) for _ in range(2)]
    assert left[0] - left[1] in {1, left[0] - settings.LIMITS["caller"] + 1}
    settings.LIMITS = {**settings.LIMITS, "caller": 1}
    answer = api.get(url, If_None_Match=tag)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
    assert answer["Retry-After"]


def test_a_use_of_the_token_is_noted_once_a_minute(api, known):
    url, tag = known
    ApiToken.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    assert api.get(url, If_None_Match=tag).status_code == 304
    assert timezone.now() - ApiToken.objects.get(name="test").last_used_at < timedelta(minutes=1)


def test_a_parameter_that_is_not_known_is_refused_all_the_same(api, known):
    url, tag = known
    answer = api.get(url + ("&" if "?" in url else "?") + "colour=red", If_None_Match=tag)
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_parameter")


def test_a_new_name_makes_a_new_ranking_though_no_figure_changed(api, club):
    player = Player.objects.create(club=club, name="Bacci", name_key="bacci")
    pool = RatingPool.objects.create(club=club, version=3)
    Rating.objects.create(pool=pool, player=player, mu=1500, rd=60, matches=1, wins=1)
    url = f"rankings?club={club.pk}"
    before = api.get(url)
    api.patch(f"players/{player.pk}", {"name": "Baciccia"}, If_Match='"v1"')
    after = api.get(url, If_None_Match=before["ETag"])
    assert after.status_code == 200
    assert [row["name"] for answer in (before, after) for row in answer.json()["results"]] == ["Bacci", "Baciccia"]


def test_a_club_without_a_ladder_has_an_empty_ranking_that_does_not_change(api, club):
    url = f"rankings?club={club.pk}"
    first = api.get(url)
    assert (first.json()["results"], first.json()["version"]) == ([], 0)
    assert api.get(url, If_None_Match=first["ETag"]).status_code == 304


def test_reports_that_do_not_touch_the_match_are_seen_by_who_has_its_version(api, open_match, record):
    match = open_match(ruleset={"preset": "sbiro", "target_score": 11})
    assert record(match, plain(scope=(5, 0))).json()["match"]["status"] == "finished"
    url = f"matches/{match['id']}/reports"
    tag = api.get(url)["ETag"]
    assert api.get(url, If_None_Match=tag).status_code == 304
    assert record(match, plain(2, 1)).json()["code"] == "match_finished"
    seen = api.get(url, If_None_Match=tag)
    assert (seen.status_code, len(seen.json()["results"])) == (200, 1)


def test_a_match_under_a_club_s_rules_changes_with_them(api, club, open_match, record):
    match = open_match()
    assert record(match, plain(scope=(9, 0))).status_code == 201
    rules = api.post("rulesets", {"club": str(club.pk), "name": "Venerdì", "preset": "sbiro", "overrides": {}})
    url = f"matches/{match['id']}/under?ruleset={rules.json()['id']}"
    before = api.get(url)
    short = {"overrides": {"target_score": 11}}
    assert api.patch(f"rulesets/{rules.json()['id']}", short, If_Match=rules["ETag"]).status_code == 200
    after = api.get(url, If_None_Match=before["ETag"])
    assert (before.json()["status"], after.status_code, after.json()["status"]) == ("open", 200, "finished")
