"""Identifiers that sort by time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import time_machine
from hypothesis import given
from hypothesis import strategies as st

from cirulla.lib.ids import uuid7

MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2900, 1, 1), timezones=st.just(UTC))
EVENING = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)


@given(MOMENTS, st.timedeltas(timedelta(milliseconds=2), timedelta(days=20_000)))
def test_what_began_later_has_the_greater_id(moment, by):
    assert uuid7(moment) < uuid7(moment + by)


@given(MOMENTS)
def test_an_id_says_its_version_variant_and_millisecond(moment):
    made = uuid7(moment)
    assert (made.version, made.variant) == (7, "specified in RFC 4122")
    assert abs((made.int >> 80) - moment.timestamp() * 1000) < 1


def test_without_a_moment_an_id_is_of_now():
    with time_machine.travel(EVENING, tick=False):
        assert uuid7().int >> 80 == uuid7(EVENING).int >> 80


def test_two_ids_of_one_moment_differ():
    assert len({uuid7(EVENING) for _ in range(1000)}) == 1000
