"""A worker of its own process works on the same database and broker as the tests."""

from __future__ import annotations

import time
from uuid import uuid4

import pytest
from django.db import connection, transaction

from cirulla.celery import app
from cirulla.lib import outbox
from cirulla.lib.models import Outbox
from tests.fixtures.worker import Worker

pytestmark = [pytest.mark.db, pytest.mark.worker]


def wait_until_done(row: Outbox, worker: Worker) -> Outbox:
    deadline = time.monotonic() + 30
    while row.done_at is None:
        assert time.monotonic() < deadline, worker.output()
        time.sleep(0.05)
        row.refresh_from_db()
    return row


def test_a_committed_row_of_the_outbox_is_done_by_the_worker_alone(celery_worker: Worker) -> None:
    key = str(uuid4())
    with transaction.atomic():
        outbox.add("match_changed", key)
    row = wait_until_done(Outbox.objects.get(key=key), celery_worker)
    assert row.attempts == 1
    assert row.last_error == ""


def test_a_worker_started_after_a_kill_goes_on_with_new_rows(celery_worker: Worker) -> None:
    killed = celery_worker.pid
    celery_worker.kill()
    key = str(uuid4())
    with transaction.atomic():
        outbox.add("match_changed", key)
    celery_worker.start()
    assert celery_worker.pid != killed
    wait_until_done(Outbox.objects.get(key=key), celery_worker)


def test_a_worker_killed_while_it_looks_for_lost_tasks_keeps_the_others_from_it_for_less_than_a_lease() -> None:
    with app.connection_for_read() as connection_:
        assert 0 < connection_.default_channel.unacked_mutex_expire < outbox.LEASE.total_seconds()


@pytest.mark.django_db(transaction=True)
def test_the_tables_are_emptied_between_tests_although_revisions_refuse_it() -> None:
    assert Outbox.objects.count() == 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'scoring_handrevision%'"
            if connection.vendor == "postgresql"
            else "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'scoring_handrevision'"
        )
        assert cursor.fetchone()[0] == (1 if connection.vendor == "postgresql" else 2)
