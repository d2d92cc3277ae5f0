"""Limits: counted atomically, told in headers, open for hands and closed for codes when nobody can count."""

from __future__ import annotations

import logging
import threading
from types import SimpleNamespace
from uuid import uuid4

import pytest

from cirulla.lib import counters, throttle
from cirulla.lib.counters import MemoryCounters, RedisCounters
from cirulla.lib.errors import TryAgain
from players.models import AuditEvent
from tests.api.conftest import Api
from tests.worked_hand import plain

pytestmark = pytest.mark.db


@pytest.fixture(autouse=True)
def one_minute(monkeypatch):
    """Quotas are counted by the minute: none begins while a test counts."""
    monkeypatch.setattr(throttle, "time", SimpleNamespace(time=lambda: 1_800_000_000.0))


@pytest.fixture
def counters_away(monkeypatch):
    """Nothing listens where the counters should be."""
    away = RedisCounters("redis://127.0.0.1:1/0")
    monkeypatch.setattr(throttle, "counters", lambda: away)


def test_every_answer_says_what_is_left(api, settings):
    settings.LIMITS = settings.LIMITS | {"caller": 5}
    answers = [api.get("clubs") for _ in range(7)]
    assert [answer.status_code for answer in answers].count(429) >= 1
    first, last = answers[0], answers[-1]
    assert first["RateLimit-Policy"] == '"caller";q=5;w=60'
    assert first["RateLimit"].startswith('"caller";r=4;t=')
    assert last.status_code == 429
    assert int(last["Retry-After"]) <= 60
    assert (last.json()["code"], last.json()["violated-policies"]) == ("too_many_requests", ["caller"])


def test_a_club_behind_one_address_does_not_share_the_quota_of_its_members(api, bacci_api, nobody, settings):
    settings.LIMITS = settings.LIMITS | {"caller": 4, "address": 4}
    for who in (api, bacci_api, nobody):
        assert [who.get("clubs").status_code for _ in range(3)] == [200] * 3


def test_a_forged_address_has_no_effect_without_a_trusted_proxy(nobody, settings):
    settings.LIMITS = settings.LIMITS | {"address": 3}
    statuses = [nobody.get("clubs", X_Forwarded_For=f"10.0.0.{n}").status_code for n in range(8)]
    assert 429 in statuses


def test_behind_a_trusted_proxy_the_address_it_saw_counts(rf, settings):
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 1}
    request = rf.get("/", headers={"X-Forwarded-For": "6.6.6.6, 10.1.2.3"}, REMOTE_ADDR="127.0.0.1")
    assert throttle.address(request) == "10.1.2.3"
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 0}
    assert throttle.address(request) == "127.0.0.1"


def test_a_house_with_a_whole_ipv6_network_is_one_caller(rf):
    seen = {throttle.address(rf.get("/", REMOTE_ADDR=f"2001:db8:1:2::{n:x}")) for n in range(1, 50)}
    assert seen == {"2001:db8:1:2::"}


def test_two_threads_never_get_the_same_number():
    counting, seen = MemoryCounters(), []

    def many():
        seen.extend(counting.add("k", 60) for _ in range(500))

    threads = [threading.Thread(target=many) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == list(range(1, 4001))


def test_a_counter_forgets_after_its_time(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(counters.time, "monotonic", lambda: now[0])
    counting = MemoryCounters()
    assert [counting.add("k", 60), counting.add("k", 60)] == [1, 2]
    now[0] += 61
    assert counting.read("k") == 0
    assert counting.add("k", 60) == 1


def test_a_hand_is_recorded_though_nobody_can_count(api, open_match, counters_away):
    match = open_match()
    assert api.put(f"matches/{match['id']}/hands/{uuid4()}", plain()).status_code == 201


def test_codes_and_log_ins_wait_until_somebody_can_count(nobody, counters_away):
    code = nobody.post("join", {"code": "BBBB-BBBB"})
    assert (code.status_code, code.json()["code"]) == (503, "try_again")
    assert code["Retry-After"]
    login = nobody.client.post("/accounts/login/", {"login": "gina@example.org", "password": "x"})
    assert login.status_code == 503
    with pytest.raises(TryAgain):
        throttle.count("join", "x", 1, closed=True)


def test_redis_that_is_away_is_asked_once_in_five_seconds():
    away = RedisCounters("redis://127.0.0.1:1/0")
    for _ in range(1000):
        with pytest.raises(counters.CounterAway):
            away.add("k", 60)


def test_log_ins_of_one_address_are_limited(nobody, settings):
    settings.LIMITS = settings.LIMITS | {"login": 3}
    statuses = [
        nobody.client.post("/accounts/login/", {"login": f"{n}@example.org", "password": "x"}).status_code
        for n in range(6)
    ]
    assert statuses[-1] == 429


@pytest.mark.parametrize("guesses", [600, pytest.param(10_000, marks=pytest.mark.proof)])
def test_guesses_from_a_hundred_addresses_are_stopped_and_reported(transactional_db, nobody, caplog, guesses):
    # Each guess in a transaction of its own, as on a server: one around all of them would idle too long.
    with caplog.at_level(logging.WARNING, "cirulla.join"):
        statuses = [
            nobody.client.post(
                "/api/v1/join",
                {"code": "BCDFGHJK"},
                content_type="application/json",
                REMOTE_ADDR=f"10.0.{n % 100}.1",
            ).status_code
            for n in range(guesses)
        ]
    looked_up, refused = statuses.count(404), statuses.count(429)
    assert (looked_up, refused) == (100, guesses - 100)
    assert "join codes are being guessed" in caplog.text
    assert AuditEvent.objects.filter(kind="join_codes_guessed").exists()


def test_a_guesser_does_not_keep_others_from_joining_until_the_world_s_quota_is_gone(api, nobody, open_match):
    code = api.post(f"matches/{open_match()['id']}/join-code", {}).json()["code"]

    def post(letters: str, address: str) -> int:
        return nobody.client.post(
            "/api/v1/join", {"code": letters}, content_type="application/json", REMOTE_ADDR=address
        ).status_code

    assert [post("BBBBBBBB", "10.9.9.9") for _ in range(30)].count(429) >= 10
    assert post(code, "10.9.9.9") == 429, "even the right one: else he could go on guessing"
    assert {post(code, "10.1.1.1") for _ in range(40)} == {201}, "a whole club behind one address"


def test_a_bad_token_costs_no_question_to_the_database(nobody, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert Api(nobody.client, "cir_pat_" + "0" * 49).get("clubs").status_code == 401
