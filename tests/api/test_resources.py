"""Clubs, people, rulesets, matches, tokens: create, read, change, list."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.models import ApiToken, Club, Player
from tests.api.conftest import Api, client_of
from tests.worked_hand import plain

pytestmark = pytest.mark.db


def test_a_club_is_owned_by_its_maker(api):
    made = api.post("clubs", {"name": "Circolo Nuovo", "time_zone": "Europe/Rome", "language": "it"})
    assert made.status_code == 201
    assert made["Location"] == made.json()["url"]
    mine = {row["club"]: row["role"] for row in api.get("me").json()["clubs"]}
    assert mine[made.json()["id"]] == "owner"


def test_a_time_zone_that_does_not_exist_is_refused(api):
    answer = api.post("clubs", {"name": "X", "time_zone": "Europe/Genova"})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_time_zone")


def test_a_change_needs_if_match_and_raises_the_version(api, club):
    url = f"clubs/{club.pk}"
    assert api.patch(url, {"name": "Altro"}).status_code == 428
    assert api.patch(url, {"name": "Altro"}, If_Match='"v9"').status_code == 412
    done = api.patch(url, {"name": "Altro"}, If_Match='"v1"')
    assert (done.status_code, done.json()["version"], done["ETag"]) == (200, 2, '"v2"')
    assert Club.objects.get(pk=club.pk).name == "Altro"


def test_an_unchanged_resource_is_304(api, club, open_match):
    match = open_match()
    for path in (
        f"clubs/{club.pk}",
        f"matches/{match['id']}",
        f"matches/{match['id']}/hands",
        f"rankings?club={club.pk}",
    ):
        first = api.get(path)
        again = api.get(path, If_None_Match=first["ETag"])
        assert (again.status_code, again.content) == (304, b""), path
        assert again["ETag"] == first["ETag"]


def test_only_owners_and_directors_change_a_club(bacci_api, carla_api, club):
    for who in (bacci_api, carla_api):
        assert who.patch(f"clubs/{club.pk}", {"name": "Mio"}, If_Match='"v1"').status_code == 403


def test_a_guest_is_added_by_name_once_however_it_is_written(api, club):
    url, body = "players", {"club": str(club.pk), "name": "  Bacci   Canepa "}
    made = api.post(url, body)
    assert (made.status_code, made.json()["name"], made.json()["guest"]) == (201, "Bacci Canepa", True)
    again = api.post(url, body | {"name": "BACCI canepa"})
    assert (again.status_code, again.json()["code"]) == (409, "name_taken")
    assert again.json()["player"] == made.json()["id"]


def test_seats_take_ids_and_names_and_know_the_club_s_people(api, club, open_match):
    nena = api.post("players", {"club": str(club.pk), "name": "Nena"}).json()["id"]
    first = open_match("Gina", "Nena", "Tito", "Bacci")
    assert first["seats"][1]["player"] == nena
    assert [seat["side"] for seat in first["seats"]] == [0, 1, 0, 1]
    assert first["sides"] == [
        {"players": [first["seats"][0]["player"], first["seats"][2]["player"]], "total": 0},
        {"players": [nena, first["seats"][3]["player"]], "total": 0},
    ]
    assert (first["status"], first["totals"], first["winner"], first["hands_count"]) == ("open", [0, 0], None, 0)
    assert first["ruleset"]["preset"] == "sbiro"
    assert first["ruleset"]["target_score"] == 51
    assert Player.objects.count() == 4


SEATS = {
    "the same person twice": ([{"name": "Bacci"}, {"name": "bacci"}], 422, "same_player_twice", "/seats/1"),
    "a player of nowhere": (
        [{"name": "A"}, {"player": "00000000-0000-7000-8000-000000000000"}],
        422,
        "unknown_player",
        "/seats/1/player",
    ),
    "a seat with both": ([{"name": "A"}, {"name": "B", "player": "x"}], 400, "bad_seat_body", "/seats/1"),
    "a seat that is text": ([{"name": "A"}, "B"], 400, "wrong_type", "/seats/1"),
    "one seat": ([{"name": "A"}], 400, "min_length", "/seats"),
    "five seats under rules for four": ([{"name": n} for n in "ABCDE"], 422, "bad_players", "/seats"),
    "a hidden character": ([{"name": "A"}, {"name": "B\u202e"}], 422, "bad_name", "/seats/1/name"),
}


@pytest.mark.parametrize("case", SEATS, ids=list(SEATS))
def test_seats_that_cannot_be_are_named(api, club, case):
    seats, status, code, pointer = SEATS[case]
    answer = api.post("matches", {"club": str(club.pk), "seats": seats})
    body = answer.json()
    assert (answer.status_code, body["code"]) == (status, code), body
    assert pointer in [error["pointer"] for error in body["errors"]], body
    assert not Player.objects.exists(), "nothing is half stored"


@pytest.mark.parametrize(
    ("ruleset", "code", "pointer"),
    [
        ("nonesuch", "unknown_ruleset", "/ruleset"),
        ({"preset": "sbiro", "colour": 1}, "unknown_option", "/ruleset/colour"),
        ({"piccola_max": 8}, "bad_option_value", "/ruleset/piccola_max"),
        ({"deal_sizes": [7]}, "conflicting_options", "/ruleset/deal_sizes"),
    ],
)
def test_rules_that_cannot_be_are_named(api, club, ruleset, code, pointer):
    seats = [{"name": "A"}, {"name": "B"}]
    answer = api.post("matches", {"club": str(club.pk), "ruleset": ruleset, "seats": seats})
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.content
    assert pointer in [error["pointer"] for error in answer.json()["errors"]]


def test_a_club_plays_by_its_own_ruleset_and_started_matches_keep_theirs(api, club, open_match):
    body = {"club": str(club.pk), "name": "Il nostro", "preset": "sbiro", "overrides": {"target_score": 31}}
    own = api.post("rulesets", body)
    assert own.status_code == 201
    match = open_match(ruleset=own.json()["id"])
    assert match["ruleset"]["target_score"] == 31
    changed = api.patch(f"rulesets/{own.json()['id']}", {"overrides": {"target_score": 41}}, If_Match=own["ETag"])
    assert changed.status_code == 200
    assert api.get(f"matches/{match['id']}").json()["ruleset"]["target_score"] == 31
    wrong = api.patch(f"rulesets/{own.json()['id']}", {"overrides": {"target_score": -1}}, If_Match=changed["ETag"])
    assert (wrong.status_code, wrong.json()["code"]) == (422, "bad_option_value")


def test_the_same_idempotency_key_makes_one_match(api, club):
    body = {"club": str(club.pk), "seats": [{"name": "A"}, {"name": "B"}]}
    answers = [api.post("matches", body, Idempotency_Key=key) for key in ('"k-1"', "k-1", '"k-1"')]
    assert len({answer.content for answer in answers}) == 1
    assert {answer.status_code for answer in answers} == {201}
    other = api.post("matches", body | {"first_dealer": 1}, Idempotency_Key='"k-1"')
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert len(api.get(f"matches?club={club.pk}").json()["results"]) == 1


def test_a_refused_post_is_not_remembered(api, club):
    body = {"club": str(club.pk), "seats": [{"name": "A"}, {"name": "A"}]}
    assert api.post("matches", body, Idempotency_Key="k-2").status_code == 422
    good = body | {"seats": [{"name": "A"}, {"name": "B"}]}
    assert api.post("matches", good, Idempotency_Key="k-2").status_code == 201


def test_a_list_is_walked_by_its_cursor_without_repeats_while_rows_arrive(api, club):
    for index in range(7):
        api.post("players", {"club": str(club.pk), "name": f"P{index}"})
    url, seen = f"/api/v1/players?club={club.pk}&limit=3", []
    while url:
        page = api.get(url.removeprefix("http://testserver")).json()
        seen += [row["name"] for row in page["results"]]
        api.post("players", {"club": str(club.pk), "name": f"late {len(seen)}"})
        url = page["next"]
    assert seen == [f"P{index}" for index in reversed(range(7))]
    back = api.get(page["previous"].removeprefix("http://testserver")).json()
    assert [row["name"] for row in back["results"]] == ["P3", "P2", "P1"]


def test_matches_are_found_by_club_player_and_status(api, club, open_match):
    first, second = open_match("A", "B"), open_match("A", "C")
    b = first["seats"][1]["player"]
    assert [row["id"] for row in api.get(f"matches?player={b}").json()["results"]] == [first["id"]]
    ids = [row["id"] for row in api.get(f"matches?club={club.pk}&status=open").json()["results"]]
    assert ids == [second["id"], first["id"]]
    assert api.get("matches?status=finished").json()["results"] == []
    assert api.get("matches?status=lost").status_code == 400


def test_a_match_without_a_club_belongs_to_who_made_it(api, carla_api):
    made = api.post("matches", {"seats": [{"name": "A"}, {"name": "B"}]})
    assert made.status_code == 201
    assert api.get(f"matches/{made.json()['id']}").status_code == 200
    assert carla_api.get(f"matches/{made.json()['id']}").status_code == 404
    hand = f"matches/{made.json()['id']}/hands/00000000-0000-7000-8000-000000000002"
    assert carla_api.put(hand, plain()).status_code == 404
    assert api.put(hand, plain()).status_code == 201


def test_a_token_is_shown_once_stored_hashed_and_can_be_revoked(api, nobody):
    made = api.post("tokens", {"name": "tavolo 7", "scopes": ["hands:write"]})
    assert made.status_code == 201
    text = made.json()["token"]
    assert text.startswith("cir_pat_")
    assert text not in str(list(ApiToken.objects.values()))
    listed = api.get("tokens").json()["results"]
    assert all("token" not in row for row in listed)
    bot = Api(nobody.client, text)
    assert bot.get("me").json()["scopes"] == ["hands:write"]
    assert bot.post("clubs", {"name": "X"}).status_code == 403
    assert bot.post("tokens", {"name": "x", "scopes": ["club:write"]}).status_code == 403
    assert api("DELETE", f"tokens/{made.json()['id']}").status_code == 204
    assert bot.get("me").status_code == 401
    assert api("DELETE", f"tokens/{made.json()['id']}").status_code == 404


def test_a_token_cannot_give_more_than_it_has_and_ends_with_its_time(gina, club):
    weak = client_of(gina, ("tokens:write", "hands:write"))
    assert weak.post("tokens", {"name": "x", "scopes": ["club:write"]}).json()["code"] == "scope_exceeded"
    ApiToken.objects.filter(user_id=gina.user_id).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert weak.get("me").status_code == 401


def test_the_engine_answers_over_http_without_an_account(nobody):
    case = {"sides": 2, "hands": [{"totals": [30, 20]}, {"totals": [21, 31]}]}
    answer = nobody.post("engine/match", case)
    assert (answer.status_code, answer.json()) == (
        200,
        {"totals": [51, 51], "status": "in_progress", "winner": None},
    )
    assert answer["RateLimit"].startswith('"engine";r=')
    wrong = nobody.post("engine/match", case | {"ruleset": "nonesuch"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "unknown_ruleset")
    assert nobody.post("engine/divine", {}).status_code == 404
    assert nobody.post("engine/match", {}).status_code == 400


def test_the_engine_is_throttled_by_address(nobody, settings):
    settings.ENGINE_RATE_PER_MINUTE = 3
    case = {"sides": 2, "hands": []}
    answers = [
        nobody.client.post("/api/v1/engine/match", case, "application/json", REMOTE_ADDR="10.9.8.7") for _ in range(5)
    ]
    assert {answer.status_code for answer in answers} >= {200, 429}
    assert answers[-1]["Retry-After"]
    assert answers[-1].json()["code"] == "too_many_requests"


@pytest.mark.parametrize("rows", [1, 6])
def test_the_number_of_statements_does_not_grow_with_the_rows(
    api, club, open_match, record, rows, django_assert_max_num_queries
):
    for index in range(rows):
        match = open_match(f"A{index}", f"B{index}")
        for number in range(1, rows + 1):
            record(match, plain(number, (number - 1) % 2))
    with django_assert_max_num_queries(5):
        assert len(api.get(f"matches?club={club.pk}").json()["results"]) == rows
    with django_assert_max_num_queries(6):
        assert len(api.get(f"matches/{match['id']}/hands").json()["results"]) == rows


def test_recording_a_hand_costs_at_most_eight_statements(api, open_match):
    match = open_match()
    api.put(f"matches/{match['id']}/hands/00000000-0000-7000-8000-000000000003", plain())
    with CaptureQueriesContext(connection) as made:
        answer = api.put(f"matches/{match['id']}/hands/00000000-0000-7000-8000-000000000004", plain(2, 1))
    assert answer.status_code == 201
    statements = [q["sql"] for q in made.captured_queries if "SAVEPOINT" not in q["sql"]]
    assert len(statements) <= 8, statements
    written = [sql for sql in statements if "scoring_" in sql or "lib_outbox" in sql]
    assert len(written) <= 6, written
