"""Two phones send at the same instant: a start line holds both at the lock of the match."""

from __future__ import annotations

from uuid import uuid4

import orjson
import pytest

from cirulla.lib.models import Outbox
from scoring.models import Hand, HandReport, HandRevision
from tests.concurrency.conftest import at_once
from tests.worked_hand import plain

pytestmark = pytest.mark.db


def test_the_same_hand_from_both_is_one_hand_that_the_second_confirms(table):
    told = at_once(lambda: table.put(table.gina, plain()), lambda: table.put(table.bacci, plain()))
    assert sorted(one.status for one in told) == [200, 201]
    hand = Hand.objects.get()
    first, second = sorted(told, key=lambda one: -one.status)
    assert orjson.loads(first.answer)["id"] == orjson.loads(second.answer)["id"] == str(hand.pk)
    assert (hand.state, len(hand.confirmed_by)) == ("confirmed", 1)
    assert hand.recorded_by not in hand.confirmed_by
    assert HandRevision.objects.count() == 1
    assert (table.row.version, table.row.totals) == (3, [8, 5])


def test_other_content_from_the_second_is_kept_as_a_rival_and_told_409(table):
    mine, theirs = uuid4(), uuid4()
    told = at_once(
        lambda: table.put(table.gina, plain(), mine), lambda: table.put(table.bacci, plain(scope=(0, 1)), theirs)
    )
    assert sorted((one.status, one.code) for one in told) == [(201, ""), (409, "hand_conflict")]
    hand, report = Hand.objects.get(), HandReport.objects.get()
    assert {hand.pk, report.hand_uuid} == {mine, theirs}
    assert (hand.state, report.kind) == ("disputed", "rival")
    assert table.row.totals == hand.totals


def test_other_numbers_are_both_recorded(table):
    told = at_once(lambda: table.put(table.gina, plain(1, 0)), lambda: table.put(table.bacci, plain(2, 1)))
    assert [one.status for one in told] == [201, 201]
    assert list(Hand.objects.values_list("number", "state")) == [(1, "recorded"), (2, "recorded")]
    assert (table.row.version, table.row.totals, table.row.missing) == (3, [16, 10], [])


def test_one_phone_that_sends_twice_at_once_has_one_hand_and_the_same_answer(table):
    hand = uuid4()
    told = at_once(lambda: table.put(table.gina, plain(), hand), lambda: table.put(table.gina, plain(), hand))
    assert sorted(one.status for one in told) == [200, 201]
    assert told[0].answer == told[1].answer
    assert (Hand.objects.count(), HandRevision.objects.count(), Outbox.objects.count()) == (1, 1, 1)
    assert table.row.version == 2


def test_of_two_corrections_of_the_same_version_one_is_told_that_it_is_stale(table):
    hand = uuid4()
    table.put(table.gina, plain(), hand)
    told = at_once(
        lambda: table.put(table.gina, plain(scope=(1, 0)), hand, '"v1"'),
        lambda: table.put(table.gina, plain(scope=(0, 2)), hand, '"v1"'),
    )
    assert sorted((one.status, one.code) for one in told) == [(200, ""), (412, "version_stale")]
    assert Hand.objects.get().version == 2
    assert list(HandRevision.objects.order_by("version").values_list("version", flat=True)) == [1, 2]
    assert table.row.totals in ([9, 5], [8, 7])


def test_the_first_of_two_hands_that_end_the_match_wins_it_and_the_other_is_a_late_report(table):
    table.put(table.gina, plain(1, 0, (14, 0)))
    table.put(table.gina, plain(2, 1, (14, 0)))
    told = at_once(
        lambda: table.put(table.gina, plain(3, 0, (14, 0))), lambda: table.put(table.bacci, plain(4, 1, (0, 14)))
    )
    by_status = sorted((one.status, one.code) for one in told)
    assert by_status in ([(201, ""), (201, "")], [(201, ""), (409, "match_finished")])
    row = table.row
    assert (row.status, row.winner) == ("finished", 0)
    assert row.after_end == [4] if by_status[1][0] == 201 else HandReport.objects.get().kind == "late"


def test_eight_phones_send_eight_hands_in_any_order_and_none_is_missing(table):
    told = at_once(
        *[lambda number=number: table.put(table.gina, plain(number, (number - 1) % 2)) for number in range(1, 5)],
        *[lambda number=number: table.put(table.bacci, plain(number, (number - 1) % 2)) for number in range(1, 5)],
    )
    assert sorted(one.status for one in told) == [200] * 4 + [201] * 4
    assert list(Hand.objects.values_list("number", "state")) == [(number, "confirmed") for number in range(1, 5)]
    assert table.row.totals == [32, 20]
    assert table.row.version == 9
