"""PostgreSQL dies, is stopped, or is busy: the phone is told to send again, and sending again works."""

from __future__ import annotations

import os
import signal
import time
from uuid import uuid4

import httpx
import psycopg
import pytest

from tests.faults.site import Site, in_background, wait_for

pytestmark = pytest.mark.proof


def assert_sent_again_later(answer: httpx.Response) -> None:
    assert answer.status_code == 503, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Retry-After"].isdigit()
    assert answer.json()["code"] == "try_again"


@pytest.mark.parametrize("how", ["killed", "terminated"])
def test_a_backend_that_dies_in_the_middle_is_503_and_leaves_nothing_half(site: Site, how: str) -> None:
    match, hand = site.open_match(), uuid4()
    with site.match_held(match) as holder:
        (put,) = in_background(lambda: site.put(match, hand))
        (pid,) = wait_for(site.waiting_backends)
        if how == "killed":
            os.kill(pid, signal.SIGKILL)  # PostgreSQL then resets every backend: its shared memory may be torn
        else:
            site.query("SELECT pg_terminate_backend(%s)", pid)
        assert_sent_again_later(put.result())
        holder.close()
    wait_for(lambda: site.put(match, hand).status_code in {200, 201})
    assert site.rows(match) == (1, 1, 1, 2)


def test_a_database_that_is_stopped_is_503_at_once_and_no_restart_is_needed_when_it_is_back(site: Site) -> None:
    match, hand = site.open_match(), uuid4()
    site.postgres.stop()
    for _ in range(5):
        asked = time.monotonic()
        assert_sent_again_later(site.put(match, hand))
        assert time.monotonic() - asked < 5
    site.postgres.start()
    assert site.put(match, hand).status_code == 201
    assert site.rows(match) == (1, 1, 1, 2)


def test_a_line_to_the_database_that_breaks_between_requests_is_not_noticed(site: Site) -> None:
    match = site.open_match()
    site.to_postgres.cut()
    assert site.put(match, uuid4()).status_code == 201


def test_a_lock_that_is_held_too_long_is_503_and_the_retry_succeeds(site: Site) -> None:
    match, hand = site.open_match(), uuid4()
    with site.match_held(match):
        asked = time.monotonic()
        assert_sent_again_later(site.put(match, hand))
        assert time.monotonic() - asked < 15
    assert site.put(match, hand).status_code == 201
    assert site.rows(match) == (1, 1, 1, 2)


def test_a_lock_that_is_held_for_a_moment_only_takes_longer(site: Site) -> None:
    match, hand = site.open_match(), uuid4()
    with site.match_held(match):
        (put,) = in_background(lambda: site.put(match, hand))
        wait_for(site.waiting_backends)
        time.sleep(1)
    assert put.result().status_code == 201


def test_a_database_that_only_reads_is_503_and_stores_nothing(site: Site) -> None:
    match, hand = site.open_match(), uuid4()
    elsewhere(site, "ALTER DATABASE club SET default_transaction_read_only = on")
    site.to_postgres.cut()
    try:
        assert_sent_again_later(site.put(match, hand))
        posted = site.send("POST", "players", {"club": site.club, "name": "Nonna Rosa"})
        assert_sent_again_later(posted)
    finally:
        elsewhere(site, "ALTER DATABASE club RESET ALL")
        site.to_postgres.cut()
    assert site.rows(match) == (0, 0, 0, 1)
    assert site.put(match, hand).status_code == 201


def elsewhere(site: Site, sql: str) -> None:
    """Do something about the club's database from another one."""
    with psycopg.connect(site.postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(sql)  # type: ignore[arg-type]
