"""The heartbeat is quiet while work is done, and an error when it is not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from cirulla.lib import outbox
from cirulla.lib.models import Outbox
from cirulla.lib.tasks import heartbeat

pytestmark = [pytest.mark.db, pytest.mark.django_db]


def row(minutes, **fields):
    return Outbox.objects.create(
        topic="match_changed", key="x", created_at=timezone.now() - timedelta(minutes=minutes), **fields
    )


def level_of_a_beat(caplog):
    caplog.clear()
    with caplog.at_level("DEBUG", logger="cirulla.tasks"):
        heartbeat()
    return caplog.records[-1].levelname


def test_work_that_waits_for_a_moment_is_nothing_to_say(caplog):
    assert level_of_a_beat(caplog) == "DEBUG"
    row(1)
    row(60, done_at=timezone.now())
    assert level_of_a_beat(caplog) == "DEBUG"
    assert outbox.behind().pending == 1


@pytest.mark.parametrize("fields", [{"minutes": 11}, {"minutes": 1, "dead_at": timezone.now()}])
def test_work_that_waits_for_long_or_was_given_up_is_an_error(caplog, fields):
    row(**fields)
    assert level_of_a_beat(caplog) == "ERROR"
