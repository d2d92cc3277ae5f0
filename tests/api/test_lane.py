"""The short way of requests without a cookie: the same answers as by the long way, headers and all."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, override_settings

from cirulla.lane import ApiLane
from tests.worked_hand import plain

pytestmark = pytest.mark.db
OWN = {"X-Request-Id", "RateLimit", "instance"}
"""What differs from one request to the next."""


@pytest.fixture
def ways(api, club, open_match, record):
    """Send one request by both ways, the long one with a cookie that means nothing; return both answers."""
    match = open_match()
    record(match, plain())
    places = {"club": str(club.pk), "match": match["id"], "none": str(uuid4())}

    def send(method: str, path: str, body=None, **headers: str):
        url = path.format(**places)
        return api(method, url, body, **headers), api(method, url, body, Cookie="harmless=1", **headers)

    return send


def told(answer) -> tuple[int, dict[str, str], bytes]:
    headers = {name: value for name, value in answer.headers.items() if name not in OWN}
    vary = headers.get("Vary", "")
    headers["Vary"] = ", ".join(sorted(vary.split(", ")))
    body = answer.content
    if headers.get("Content-Type") == "application/problem+json":
        body = b",".join(part for part in body.split(b",") if b"urn:request:" not in part)
    return answer.status_code, headers, body


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "me", None),
        ("GET", "matches?club={club}", None),
        ("GET", "matches/{match}", None),
        ("GET", "matches/{match}/hands", None),
        ("GET", "matches/{none}", None),
        ("GET", "rankings?club={club}", None),
        ("GET", "rankings?club=nobody", None),
        ("GET", "no/such/address", None),
        ("DELETE", "matches/{match}", None),
        ("OPTIONS", "matches/{match}", None),
        ("HEAD", "matches/{match}", None),
        ("POST", "matches/{match}/hands/preview", plain(2, 1)),
        ("POST", "players", {"club": "no id", "name": 5}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("language", ["", "en", "xx"])
def test_an_answer_is_the_same_by_both_ways(ways, method, path, body, language):
    short, long = ways(method, path, body, **({"Accept_Language": language} if language else {}))
    assert told(short) == told(long)


def test_an_unchanged_answer_is_the_same_by_both_ways(ways, api):
    known, _ = ways("GET", "matches/{match}/hands")
    short, long = ways("GET", "matches/{match}/hands", None, If_None_Match=known["ETag"])
    assert short.status_code == 304
    assert told(short) == told(long)


def test_a_wrong_token_is_told_so_by_both_ways(ways):
    short, long = ways("GET", "me", None, Authorization="Bearer cir_pat_wrong")
    assert short.status_code == 401
    assert told(short) == told(long)


@override_settings(ALLOWED_HOSTS=["club.example.org"])
def test_a_host_that_is_not_this_service_is_refused(db):
    answer = Client(raise_request_exception=False).get("/api/v1/matches", headers={"Host": "evil.example.org"})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")


def test_over_https_the_promise_of_https_is_in_the_answer(db, settings):
    settings.SECURE_HSTS_SECONDS = 3600
    answer = Client().get("/api/v1/matches", secure=True)
    assert answer["Strict-Transport-Security"].startswith("max-age=3600")


@pytest.mark.parametrize(
    ("path", "cookie", "short"),
    [
        ("/api/v1/matches", "", True),
        ("/api/v1/matches", "session=abc", False),
        ("/api/v1/schema/", "", False),
        ("/api/v1/docs/", "", False),
        ("/accounts/login/", "", False),
    ],
)
def test_pages_and_whoever_brings_a_cookie_go_the_long_way(rf, path, cookie, short):
    gone = []
    lane = ApiLane(lambda request: gone.append(request) or "the long way")
    lane._views.answer = lambda request: "the short way"
    lane._finished = lambda request, response: response
    answer = lane(rf.get(path, headers={"Cookie": cookie} if cookie else {}))
    assert answer == ("the short way" if short else "the long way")
    assert len(gone) == (0 if short else 1)


def test_on_the_short_way_nobody_is_logged_in(rf):
    request = rf.get("/api/v1/no/such/address")
    ApiLane(lambda request: None)(request)
    assert isinstance(request.user, AnonymousUser)
