"""The plain SQL of the write path and the ORM's models speak of the same rows."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import orjson
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cirulla.lib.models import Outbox
from scoring.models import Hand, HandReport, HandRevision, Match, MatchEvent
from scoring.services import hand_rows
from scoring.services.hand_acts import Act, hand_act
from tests.api.conftest import client_of
from tests.worked_hand import body, plain

pytestmark = pytest.mark.db


def test_a_recorded_hand_reads_the_same_by_orm_and_by_plain_sql(table):
    hand_id = uuid4()
    told = table.put(table.gina, body() | {"dealer_off_turn": True, "reason": "the deal went astray"}, hand_id)
    hand, revision = Hand.objects.get(), HandRevision.objects.get()
    answer = orjson.loads(told.answer)
    assert (hand.pk, hand.match_id, hand.number, hand.dealer_seat, hand.mode) == (hand_id, table.match, 1, 1, "cards")
    assert (hand.state, hand.version, hand.revision, hand.confirmed_by) == ("recorded", 1, 1, [])
    assert (hand.totals, hand.score, hand.wins_match) == ([13, 18], answer["score"], None)
    assert hand.recorded_by == revision.principal == table.gina.ref
    assert hand.recorded_at == hand.created_at == revision.recorded_at
    assert hand.recorded_at.utcoffset() is not None
    assert abs((hand.recorded_at - datetime.now(UTC)).total_seconds()) < 60
    assert (revision.hand_id, revision.version, revision.number) == (hand_id, 1, 1)
    assert (revision.entry, revision.score) == (answer["entry"], answer["score"])
    assert revision.explanation == answer["explanation"]
    assert revision.answer.encode() == told.answer
    assert (revision.digest, len(revision.digest)) == (hand.digest, 64)
    assert (revision.reason, revision.device, revision.client_at) == ("the deal went astray", "", None)
    row = hand_rows.hands(table.match)[0]
    assert (row.id, row.state, row.version, row.revision, row.digest) == (
        hand.pk, hand.state, hand.version, hand.revision, hand.digest,
    )  # fmt: skip
    assert (row.confirmed_by, row.recorded_by, row.recorded_at) == ([], hand.recorded_by, hand.recorded_at)
    assert row.facts == (hand.number, hand.dealer_seat, tuple(hand.totals), hand.wins_match, hand.score)


def test_the_match_row_and_the_outbox_row_are_those_of_the_models(table):
    table.put(table.gina, plain(1, 0, (14, 0)))
    table.put(table.gina, plain(3, 0, (14, 0)))
    match = Match.objects.get()
    locked = hand_rows.read(table.match)
    assert (locked.id, locked.club_id, locked.created_by_id) == (match.pk, match.club_id, match.created_by_id)
    assert (locked.status, locked.rules.to_dict()) == (match.status, match.ruleset)
    assert (locked.seats_count, locked.sides_count) == (match.seats_count, match.sides_count) == (2, 2)
    assert (locked.first_dealer, locked.version) == (match.first_dealer, match.version) == (0, 3)
    assert (match.totals, match.missing, match.after_end, match.hands_count) == ([44, 10], [2], [], 2)
    assert (match.games, match.winner, match.finished_at) == ([{"totals": [44, 10], "winner": None}], None, None)
    assert match.changed_at > match.created_at
    rows = list(Outbox.objects.all())
    assert [(row.topic, row.key, row.attempts, row.last_error) for row in rows] == [
        ("match_changed", str(match.pk), 0, "")
    ] * 2
    assert all(row.done_at is None and row.dead_at is None and row.next_try_at == row.created_at for row in rows)


def test_reports_and_events_are_those_of_the_models(table):
    hand, rival = uuid4(), uuid4()
    table.put(table.gina, plain(), hand)
    table.put(table.bacci, plain(scope=(0, 1)), rival)
    hand_act(match_id=table.match, hand_id=hand, act=Act("dispute", '"v2"', "count again"), by=table.bacci)
    report, event = HandReport.objects.get(), MatchEvent.objects.get()
    assert (report.hand_uuid, report.match_id, report.kind, report.number) == (rival, table.match, "rival", 1)
    assert (report.status, report.principal) == (409, table.bacci.ref)
    assert [side["total"] for side in report.score["sides"]] == [8, 6]
    assert hand_rows.report_answer(table.match, rival, report.digest) == (409, report.answer)
    assert hand_rows.report_entry(table.match, rival, 1) == report.entry
    assert hand_rows.reports(table.match, 1, "rival") == [report.entry]
    assert (event.kind, event.hand_id, event.reason, event.principal) == (
        "dispute", hand, "count again", table.bacci.ref,
    )  # fmt: skip
    assert (event.facts, event.match_version) == ({"number": 1}, Match.objects.get().version)


@pytest.mark.parametrize("hands_before", [0, 1, 6])
def test_recording_a_hand_takes_eight_statements_at_most_however_many_are_there(table, hands_before):
    for number in range(1, hands_before + 1):
        table.put(table.gina, {"number": number, "dealer_seat": (number - 1) % 2, **POINTS})
    api = client_of(table.gina)
    api.get("me")  # the first use in a minute notes it on the token
    url = f"matches/{table.match}/hands/{uuid4()}"
    number = hands_before + 1
    with CaptureQueriesContext(connection) as seen:
        answer = api.put(url, plain(number, (number - 1) % 2))
    assert answer.status_code == 201, answer.content
    statements = [one["sql"] for one in seen if not one["sql"].startswith(("BEGIN", "COMMIT"))]
    assert len(statements) <= 8, "\n".join(statements)
    if connection.vendor == "postgresql":  # token, lock, hands, and the four writes as one
        assert len(statements) == 4, "\n".join(statements)


POINTS = {
    "mode": "points",
    "sides": [
        {
            "carte": 1,
            "denari": 0,
            "settebello": 0,
            "primiera": 0,
            "piccola": 0,
            "grande": 0,
            "scope": 0,
            "buone": 0,
            "dealer": 0,
        },
        {
            "carte": 0,
            "denari": 1,
            "settebello": 1,
            "primiera": 1,
            "piccola": 0,
            "grande": 0,
            "scope": 0,
            "buone": 0,
            "dealer": 0,
        },
    ],
}
