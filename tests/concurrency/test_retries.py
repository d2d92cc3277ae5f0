"""A phone may send anything again, whatever became of it meanwhile."""

from __future__ import annotations

from uuid import uuid4

import pytest

from players.models import Player
from scoring.models import Hand, HandRevision, Redeal
from scoring.services.hand_acts import Act, hand_act
from scoring.services.match_acts import redeal_log
from scoring.services.matches import match_start
from tests.api.conftest import client_of
from tests.concurrency.conftest import at_once
from tests.worked_hand import plain

pytestmark = pytest.mark.db

REDEAL = ["AH", "AD", "5C", "6S"]


@pytest.fixture
def void_hand(table):
    """A hand that was recorded and voided, and what its phone had been told."""
    hand = uuid4()
    told = table.put(table.gina, plain(), hand)
    hand_act(match_id=table.match, hand_id=hand, act=Act("void", '"v1"', "wrong table"), by=table.gina)
    return hand, told


def test_a_hand_that_was_voided_meanwhile_gets_its_stored_answer_and_stays_void(table, void_hand):
    hand, told = void_hand
    again = table.put(table.gina, plain(), hand)
    assert (again.status, again.answer) == (200, told.answer)
    assert Hand.objects.get().state == "void"
    assert table.row.totals == [0, 0]


def test_a_voided_hand_gets_its_stored_answer_even_when_another_has_its_number(table, void_hand):
    hand, told = void_hand
    assert table.put(table.bacci, plain(scope=(1, 0))).status == 201
    again = table.put(table.gina, plain(), hand)
    assert (again.status, again.answer) == (200, told.answer)
    assert sorted(Hand.objects.values_list("state", flat=True)) == ["recorded", "void"]


@pytest.mark.parametrize(
    ("if_match", "told"),
    [(None, (428, "precondition_required")), ('"v1"', (412, "version_stale")), ('"v2"', (409, "hand_state"))],
)
def test_a_voided_hand_takes_no_other_content(table, void_hand, if_match, told):
    answer = table.put(table.gina, plain(scope=(1, 0)), void_hand[0], if_match)
    assert (answer.status, answer.code) == told
    assert HandRevision.objects.count() == 1


def test_an_id_of_another_matchs_redeal_is_refused(table):
    redeal = uuid4()
    redeal_log(match_id=table.match, redeal_id=redeal, table=REDEAL, by=table.gina)
    other = match_start(
        by=table.gina, club_id=table.row.club_id, ruleset="sbiro", seats=[{"name": "Tito"}, {"name": "Rosa"}]
    )
    answer = client_of(table.gina).post(f"matches/{other.pk}/redeals", {"id": str(redeal), "table": REDEAL})
    assert (answer.status_code, answer.json()["code"]) == (409, "redeal_id_taken")
    assert Redeal.objects.get().match_id == table.match


@pytest.mark.parametrize("op", [[], {}, 1, None], ids=["list", "object", "number", "null"])
def test_an_operation_of_another_shape_does_not_hold_back_the_others(table, op):
    good = {"op_id": "a", "op": "hand", "match": str(table.match), "hand": str(uuid4()), "body": plain()}
    answer = client_of(table.gina).post("sync", {"operations": [{"op_id": "x", "op": op}, good]})
    assert answer.status_code == 200, answer.content
    assert [(row["status"], row["body"].get("code")) for row in answer.json()["results"]] == [
        (400, "unknown_operation"),
        (201, None),
    ]


def test_a_reason_that_no_database_could_keep_is_refused(table):
    hand = {**plain(), "reason": "a\x00b"}
    answer = client_of(table.gina).put(f"matches/{table.match}/hands/{uuid4()}", hand)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/reason")


def test_two_posts_with_one_key_at_once_are_one_player_and_get_the_same_answer(table):
    api, path, key = client_of(table.gina), "players", str(uuid4())
    who = {"club": str(table.row.club_id), "name": "Nonna Rosa"}
    answers = at_once(*[lambda: api.post(path, who, Idempotency_Key=key)] * 2)
    assert [answer.status_code for answer in answers] == [201, 201], [answer.content for answer in answers]
    assert answers[0].content == answers[1].content
    assert Player.objects.filter(name="Nonna Rosa").count() == 1
