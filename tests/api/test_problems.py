"""Every error under /api/ is an RFC 9457 problem with a stable code, whoever found it."""

from __future__ import annotations

import json

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client

from scoring.selectors import match_bodies

pytestmark = pytest.mark.db
MEMBERS = {"type", "title", "status", "detail", "instance", "code", "errors"}


def is_problem(answer, status, code):
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert set(body) >= MEMBERS
    assert (body["status"], body["code"]) == (status, code), body
    assert body["type"] == f"/problems/{code}/"
    assert answer["X-Request-Id"] in body["instance"]
    return body


def test_an_unknown_address_is_a_problem(nobody):
    is_problem(nobody.get("no/such/thing"), 404, "not_found")


def test_a_match_one_may_not_know_of_is_the_same_404_as_none(api, carla_api, club, open_match):
    match = open_match()
    club.visibility = "members"
    club.save()
    mine = api.get(f"matches/{match['id']}")
    hers = carla_api.get(f"matches/{match['id']}")
    none = carla_api.get("matches/00000000-0000-7000-8000-000000000000")
    assert mine.status_code == 200
    assert {k: v for k, v in is_problem(hers, 404, "not_found").items() if k != "instance"} == {
        k: v for k, v in is_problem(none, 404, "not_found").items() if k != "instance"
    }


def test_a_stranger_may_see_a_public_match_but_not_record_in_it(carla_api, open_match):
    match = open_match()
    url = f"matches/{match['id']}"
    assert carla_api.get(url).status_code == 200
    hand = {"number": 1, "dealer_seat": 0, "mode": "cards", "sides": []}
    is_problem(carla_api.put(f"{url}/hands/00000000-0000-7000-8000-000000000001", hand), 403, "forbidden")


def test_a_write_without_a_log_in_is_401_and_says_how(nobody, club):
    answer = nobody.post("matches", {"club": str(club.pk)})
    is_problem(answer, 401, "not_authenticated")
    assert answer["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    "header",
    ["Bearer cir_pat_nonsense", "Bearer", "Basic Z2luYTpnaW5h", "Bearer " + "x" * 600, "Bearer cir_pat_" + "0" * 49],
)
def test_a_token_that_is_not_good_is_401_even_for_reading(nobody, header):
    is_problem(nobody.get("clubs", Authorization=header), 401, "bad_token")


def test_a_method_that_is_not_there_is_405_and_names_the_others(api):
    answer = api("DELETE", "clubs")
    is_problem(answer, 405, "method_not_allowed")
    assert "GET" in answer["Allow"]


def test_another_media_type_is_415(api):
    answer = api.client.post(
        "/api/v1/clubs", "name=x", content_type="text/plain", headers={"Authorization": f"Bearer {api.token}"}
    )
    is_problem(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"{", "not_json"),
        (b"", "required"),
        (b"[1, 2]", "not_an_object"),
        (b'"x"', "not_an_object"),
        (b"\xff\xfe", "not_json"),
        (b'{"a":' * 200 + b"1" + b"}" * 200, "too_deep"),
        (b'{"name": NaN}', "not_json"),
    ],
)
def test_a_body_that_cannot_be_read_is_400(api, raw, code):
    answer = api.client.post(
        "/api/v1/clubs", raw, content_type="application/json", headers={"Authorization": f"Bearer {api.token}"}
    )
    is_problem(answer, 400, code)


def test_a_body_that_is_too_large_is_413(api):
    answer = api.post("clubs", {"name": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)})
    is_problem(answer, 413, "too_large")


def test_an_unknown_field_is_refused_and_named(api):
    body = is_problem(api.post("clubs", {"name": "Nuovo", "owner": "me"}), 400, "unknown_field")
    assert body["errors"][0]["pointer"] == "/owner"


def test_a_read_only_field_cannot_be_sent(api, club):
    answer = api.patch(f"clubs/{club.pk}", {"version": 99}, If_Match='"v1"')
    assert is_problem(answer, 400, "unknown_field")["errors"][0]["pointer"] == "/version"


@pytest.mark.parametrize(
    "path", ["clubs?colour=red", "matches?club=x", "rankings", "players?limit=0", "players?limit=x"]
)
def test_a_parameter_that_is_unknown_or_wrong_is_400(nobody, path):
    code = "unknown_parameter" if "colour" in path else "bad_parameter"
    is_problem(nobody.get(path), 400, code)


@pytest.mark.parametrize("cursor", ["x", "bmV4dDo=", "bmV4dDpub25zZW5zZQ==", "%00", "bmV4dDoA"])
def test_a_cursor_made_elsewhere_is_400(nobody, club, cursor):
    is_problem(nobody.get(f"clubs?cursor={cursor}"), 400, "bad_parameter")


HOSTILE = ["", "   ", "a" * 61, "a\u202eb", "a\u200bb", "a\x00b", "a\x1b[31m"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_with_hidden_or_too_many_characters_is_refused(api, club, name):
    answer = api.post("players", {"club": str(club.pk), "name": name})
    assert answer.status_code in {400, 422}
    assert answer.json()["errors"][0]["pointer"] == "/name"


def test_a_name_with_markup_or_emoji_is_a_name(api, club):
    for name in ("<b>Bacci</b>", "=HYPERLINK(1)", "Nena 🃏", 'O\'Brien "Gin"'):
        answer = api.post("players", {"club": str(club.pk), "name": name})
        assert answer.status_code == 201, answer.content
        assert answer.json()["name"] == name


def test_a_crash_is_a_problem_without_a_trace(api, open_match, monkeypatch):
    match = open_match()
    monkeypatch.setattr(match_bodies, "match_rows", lambda found: 1 / 0)
    body = is_problem(api.get(f"matches/{match['id']}"), 500, "server_error")
    assert "ZeroDivision" not in json.dumps(body)


def test_a_database_that_is_away_is_503_with_retry_after(api, open_match, monkeypatch):
    match = open_match()

    def away(found):
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(match_bodies, "match_rows", away)
    answer = api.get(f"matches/{match['id']}")
    is_problem(answer, 503, "try_again")
    assert answer["Retry-After"]


def test_a_session_without_its_csrf_token_is_403(gina, club):
    from players.models import User

    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(pk=gina.user_id), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/api/v1/me").status_code == 200
    answer = client.post("/api/v1/clubs", {"name": "x"}, content_type="application/json")
    assert answer.status_code == 403
    assert answer["Content-Type"] == "application/problem+json"
