"""The worker dies, the broker forgets or is away: no hand is lost, what follows from it follows once."""

from __future__ import annotations

import os
import re
import signal
import time
from collections import Counter
from statistics import quantiles
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
import redis

from players.rankings.history import changes_read
from tests.faults.site import LEASED, Site, wait_for
from tests.fixtures.programs import children, run_to_end
from tests.fixtures.worker import QUEUES
from tests.worked_hand import plain

pytestmark = pytest.mark.proof

TO_8 = {"preset": "sbiro", "target_score": 8}


def a_finished_match(site: Site) -> str:
    """Record a match that one hand decides, between two people whom nobody has met."""
    match = site.open_match(f"Uno {uuid4().hex[:8]}", f"Due {uuid4().hex[:8]}", ruleset=TO_8)
    answer = site.put(match, uuid4())
    assert answer.json()["match"]["status"] == "finished", answer.text
    return match


def changes_by_match(site: Site) -> Counter[str]:
    """Return how many rating changes each match has."""
    pages = site.query("SELECT changes FROM players_ratinghistory")
    return Counter(str(change.match_id) for (stored,) in pages for change in changes_read(bytes(stored)))


def changes(site: Site, match: str) -> int:
    """Return how many rating changes a match has: one a player when its effect is there once."""
    return changes_by_match(site)[match]


def assert_ladder_is_what_a_rebuild_gives(site: Site) -> None:
    run_to_end(["manage.py", "rebuild", "--check"], env=site.env(direct=True))


def ladder_held(site: Site) -> psycopg.Connection[Any]:
    """Hold the club's ladder: a task that wants to write it waits in its middle."""
    holder = psycopg.connect(site.direct)
    holder.execute("SELECT 1 FROM players_ratingpool WHERE club_id = %s FOR UPDATE", [site.club])
    return holder


@pytest.fixture
def pool(site: Site) -> Site:
    """Give the installation with a ladder to hold: one match has been rated."""
    if not site.value("SELECT count(*) FROM players_ratingpool WHERE club_id = %s", site.club):
        site.worker_start(beat=True)
        match = a_finished_match(site)
        wait_for(lambda: site.settled(match), LEASED, told=site.state)
        site.worker_kill()
    return site


@pytest.mark.parametrize("whole", [False, True], ids=["the child", "the whole worker"])
def test_a_worker_killed_in_the_middle_of_a_task_leaves_its_effect_once(pool: Site, whole: bool) -> None:
    site = pool
    site.worker_start(beat=True)
    with ladder_held(site):
        match = a_finished_match(site)
        wait_for(site.waiting_backends, told=site.state)
        assert site.worker is not None
        if whole:
            site.worker_kill()
        else:
            for child in children(site.worker.pid):
                os.kill(child, signal.SIGKILL)
    if whole:
        site.worker_start(beat=True)
    # The broker gives the task out again after 6 s in the test's settings; if it lost it, the row's lease ends.
    wait_for(lambda: site.settled(match), LEASED, told=site.state)
    assert changes(site, match) == 2
    assert_ladder_is_what_a_rebuild_gives(site)


@pytest.mark.parametrize("how", ["flushed", "restarted"])
def test_a_broker_that_forgets_everything_loses_no_hand_and_no_consequence(pool: Site, how: str) -> None:
    site = pool
    # A worker of the first queue only: the relay has claimed the row, the task waits where nobody reads.
    site.worker_start(queues="live")
    claimed = a_finished_match(site)
    wait_for(lambda: site.value("SELECT max(attempts) FROM lib_outbox WHERE key = %s", claimed), told=site.state)
    site.worker_kill()
    waiting = a_finished_match(site)
    if how == "flushed":
        redis.Redis.from_url(site.redis.url()).flushall()
    else:
        site.redis.kill()
        site.redis.start()
    assert site.put(site.open_match(), uuid4()).status_code == 201
    assert not site.settled(claimed)
    assert not site.settled(waiting)
    assert signed_in(site)
    # The lease of the claimed row is a matter of minutes; the clock is put forward.
    site.change("UPDATE lib_outbox SET next_try_at = now() WHERE key = %s AND done_at IS NULL", claimed)
    site.worker_start(beat=True)
    for match in (claimed, waiting):
        wait_for(lambda match=match: site.settled(match), LEASED, told=site.state)
        assert changes(site, match) == 2
    assert_ladder_is_what_a_rebuild_gives(site)


def signed_in(site: Site) -> bool:
    """Sign in with a password as a browser does, and tell whether a page knows who asks."""
    with httpx.Client(base_url=f"http://127.0.0.1:{site.port}", follow_redirects=True, timeout=30) as browser:
        form = browser.get("/accounts/login/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form.text)
        assert token is not None, form.text
        said = {"login": "gina@example.org", "password": "briscola-e-denari", "csrfmiddlewaretoken": token[1]}
        answer = browser.post("/accounts/login/", data=said)
        assert answer.status_code == 200, answer.text
        return "session" in browser.cookies


def seconds_a_hand(site: Site, match: str, numbers: range) -> list[float]:
    took = []
    for number in numbers:
        asked = time.monotonic()
        assert site.put(match, uuid4(), plain(number, (number - 1) % 2)).status_code == 201
        took.append(time.monotonic() - asked)
    return took


@pytest.mark.parametrize("how", ["refuses", "takes connections and says nothing"])
def test_recording_goes_on_at_its_pace_while_the_broker_is_away(site: Site, how: str) -> None:
    match = site.open_match(ruleset={"preset": "sbiro", "target_score": 1000})
    there = seconds_a_hand(site, match, range(1, 31))
    if how == "refuses":
        site.to_redis.down()
    else:
        site.to_redis.toxics.deaf = True
        site.to_redis.cut()
    away = seconds_a_hand(site, match, range(31, 71))
    # Half a second is the promise; on a machine that is busy with other things, what it takes with a broker counts.
    assert quantiles(away, n=20)[-1] < max(0.5, 2 * quantiles(there, n=20)[-1]), sorted(away)[-5:]
    assert not site.settled(match)
    site.to_redis.heal()
    site.worker_start(queues=QUEUES, beat=True)
    wait_for(lambda: site.settled(match), LEASED, told=site.state)


def test_a_row_that_always_fails_lets_the_others_pass_and_is_put_off(site: Site) -> None:
    site.change(
        "INSERT INTO lib_outbox (topic, key, created_at, next_try_at, attempts, last_error) VALUES"
        " ('nobody_follows', 'poison', now(), now(), 0, ''), ('match_changed', 'poison', now(), now(), 0, '')"
    )
    site.worker_start(beat=True)
    match = a_finished_match(site)
    wait_for(lambda: site.settled(match), LEASED, told=site.state)
    state = (
        "SELECT min(attempts), count(*) FILTER (WHERE last_error <> ''), count(done_at) FROM lib_outbox WHERE key = %s"
    )
    wait_for(lambda: site.query(state, "poison")[0][:2] >= (2, 2), LEASED, told=site.state)
    assert site.query(state, "poison")[0][2] == 0
    site.change("UPDATE lib_outbox SET dead_at = now() WHERE key = 'poison'")
