"""Workers die, tasks come twice and in another order, two workers work on one club: the rankings are the same."""

from __future__ import annotations

import os
import signal
from random import Random

import psycopg
import pytest

from tests.faults.site import LEASED, Site, wait_for
from tests.faults.test_worker_and_broker import (
    a_finished_match,
    assert_ladder_is_what_a_rebuild_gives,
    changes_by_match,
)
from tests.fixtures.programs import children
from tests.fixtures.worker import QUEUES

pytestmark = pytest.mark.proof

LADDER = "SELECT id FROM players_ladder WHERE club_id = %s"


def nothing_waits(site: Site) -> bool:
    """Tell whether all that follows is done: rows of the outbox and marks of ladders."""
    return not site.value(
        "SELECT (SELECT count(*) FROM lib_outbox WHERE done_at IS NULL AND dead_at IS NULL)"
        " + (SELECT count(*) FROM players_laddermark)"
    )


def assert_all_matches_are_on_the_boards_once(site: Site) -> None:
    matches = site.value("SELECT count(*) FROM scoring_match WHERE club_id = %s AND status = 'finished'", site.club)
    assert site.value("SELECT matches FROM players_ladder WHERE club_id = %s", site.club) == matches
    assert site.value("SELECT matches FROM players_ratingpool WHERE club_id = %s", site.club) == matches
    numbers = site.query(
        "SELECT board, array_agg(number ORDER BY number) FROM players_rankingsnapshot GROUP BY ladder_id, board"
    )
    assert all(found == list(range(1, len(found) + 1)) for _, found in numbers)
    assert_ladder_is_what_a_rebuild_gives(site)


@pytest.fixture
def ladder(site: Site) -> int:
    """Give the club's ladder, with one match on its boards and no worker at work."""
    site.worker_start(beat=True)
    a_finished_match(site)
    wait_for(lambda: nothing_waits(site) and site.query(LADDER, site.club), LEASED, told=site.state)
    site.worker_kill()
    return int(site.value(LADDER, site.club))


@pytest.mark.parametrize("whole", [False, True], ids=["the child", "the whole worker"])
def test_a_worker_killed_in_the_middle_of_a_replay_leaves_its_effect_once(site: Site, ladder: int, whole: bool) -> None:
    site.worker_start(beat=True)
    with psycopg.connect(site.direct) as holder:
        # Whoever wants to replay the ladder waits here: the task is in the middle when its process dies.
        holder.execute("SELECT 1 FROM players_ladder WHERE id = %s FOR UPDATE", [ladder])
        a_finished_match(site)
        wait_for(site.waiting_backends, LEASED, told=site.state)
        assert site.worker is not None
        if whole:
            site.worker_kill()
        else:
            for child in children(site.worker.pid):
                os.kill(child, signal.SIGKILL)
    if whole:
        site.worker_start(beat=True)
    wait_for(lambda: nothing_waits(site), LEASED, told=site.state)
    assert_all_matches_are_on_the_boards_once(site)


def test_two_workers_with_doubled_and_shuffled_tasks_of_one_club_come_to_the_same_figures(
    site: Site, ladder: int
) -> None:
    matches = [a_finished_match(site) for _ in range(12)]
    keys = [("match_changed", match) for match in matches for _ in range(3)] + [("ladder_marked", str(ladder))] * 6
    Random(7).shuffle(keys)
    for topic, key in keys:
        site.change(
            "INSERT INTO lib_outbox (topic, key, created_at, next_try_at, attempts, last_error)"
            " VALUES (%s, %s, now(), now(), 0, '')",
            topic,
            key,
        )
    other = site._celery(["worker", "-Q", QUEUES, "-c", "2", "-n", "other@%h", "-l", "INFO"], "other-worker.log")
    try:
        site.worker_start(beat=True)
        wait_for(lambda: nothing_waits(site), LEASED, told=site.state)
    finally:
        other.kill()
    assert_all_matches_are_on_the_boards_once(site)
    told = changes_by_match(site)
    assert set(told.values()) == {2}
    assert len(told) == site.value("SELECT count(*) FROM players_poolmatch")
