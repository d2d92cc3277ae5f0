"""What was recorded cannot be changed, not even by raw SQL; the database itself says no."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from scoring.append_only import MESSAGE
from scoring.models import Hand, HandRevision, MatchEvent
from scoring.services.hand_acts import Act, hand_act
from tests.worked_hand import plain

pytestmark = pytest.mark.db

STATEMENTS = [
    "UPDATE scoring_handrevision SET digest = 'x'",
    "UPDATE scoring_handrevision SET entry = '{}'",
    "UPDATE scoring_handrevision SET answer = ''",
    "DELETE FROM scoring_handrevision",
    "UPDATE scoring_matchevent SET reason = 'another'",
    "DELETE FROM scoring_matchevent",
]


@pytest.mark.parametrize("sql", STATEMENTS)
def test_the_database_refuses_to_change_or_delete_what_was_recorded(table, sql):
    hand = uuid4()
    table.put(table.gina, plain(), hand)
    hand_act(match_id=table.match, hand_id=hand, act=Act("dispute", '"v1"', "the rest was ours"), by=table.gina)
    before = list(HandRevision.objects.values_list()), list(MatchEvent.objects.values_list())
    assert all(before)
    with pytest.raises(IntegrityError, match=MESSAGE), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert (list(HandRevision.objects.values_list()), list(MatchEvent.objects.values_list())) == before


def test_a_hand_with_revisions_and_a_match_with_events_cannot_be_deleted(table):
    hand = uuid4()
    table.put(table.gina, plain(), hand)
    hand_act(match_id=table.match, hand_id=hand, act=Act("dispute", '"v1"'), by=table.gina)
    for sql in ("DELETE FROM scoring_hand", "DELETE FROM scoring_match"):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
    assert Hand.objects.filter(pk=hand).exists()


def test_the_database_lets_one_hand_that_is_not_void_have_a_number(table):
    table.put(table.gina, plain())
    hand = Hand.objects.get()
    twin = {field.attname: getattr(hand, field.attname) for field in Hand._meta.concrete_fields}
    with pytest.raises(IntegrityError), transaction.atomic():
        Hand.objects.create(**{**twin, "id": uuid4()})
    Hand.objects.create(**{**twin, "id": uuid4(), "state": "void"})
    assert Hand.objects.exclude(state="void").count() == 1
