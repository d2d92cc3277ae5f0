"""The PUT of a hand, in the order of CONTRACT 2."""

from __future__ import annotations

from uuid import uuid4

import pytest

from scoring.models import Hand, HandReport, HandRevision
from tests.worked_hand import TABLE, TOTALS, X_CARDS, body, plain

pytestmark = pytest.mark.db


@pytest.mark.parametrize("preset", TOTALS)
def test_the_worked_hand_is_worth_what_the_house_rules_say(open_match, record, preset):
    match = open_match(ruleset=preset, first_dealer=1)
    answer = record(match, body())
    assert answer.status_code == 201, answer.content
    told = answer.json()
    assert tuple(side["total"] for side in told["score"]["sides"]) == TOTALS[preset]
    assert told["match"]["totals"] == list(TOTALS[preset])
    assert told["state"] == "recorded"
    assert told["version"] == 1
    assert answer["ETag"] == '"v1"'
    assert told["match"]["next_dealer"] == 0


def test_every_point_is_explained(open_match, record):
    told = record(open_match(first_dealer=1), body()).json()
    for side, totals in enumerate((13, 18)):
        lines = [line for line in told["explanation"] if line["side"] == side]
        assert sum(line["points"] for line in lines) == totals
        assert all(line["rule"] and line["message_key"] for line in lines)


def test_the_same_content_again_gets_the_stored_answer_byte_for_byte(open_match, record):
    match, hand = open_match(first_dealer=1), uuid4()
    first = record(match, body(), hand)
    record(match, plain(2, 0))
    again = record(match, body(), hand)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.content == again.content
    assert Hand.objects.count() == 2


def test_the_rest_and_the_cards_themselves_are_the_same_content(open_match, record):
    match, hand = open_match(first_dealer=1), uuid4()
    first = record(match, body(), hand)
    whole = body()
    ranks, suits = "A234567JQK", "HDCS"
    whole["sides"][1]["captured"] = [r + s for r in ranks for s in suits if r + s not in X_CARDS]
    again = record(match, whole, hand)
    assert again.status_code == 200
    assert again.content == first.content


def test_other_content_without_if_match_is_428_and_with_an_old_one_412(open_match, record):
    match, hand = open_match(), uuid4()
    record(match, plain(), hand)
    changed = plain(scope=(1, 0))
    missing = record(match, changed, hand)
    stale = record(match, changed, hand, If_Match='"v7"')
    assert (missing.status_code, missing.json()["code"]) == (428, "precondition_required")
    assert (stale.status_code, stale.json()["code"]) == (412, "version_stale")
    assert stale.json()["current"]["version"] == 1
    assert stale["ETag"] == '"v1"'
    assert HandRevision.objects.count() == 1


def test_a_correction_is_a_new_revision_and_moves_the_totals(open_match, record, api):
    match, hand = open_match(), uuid4()
    first = record(match, plain(), hand)
    changed = record(match, plain(scope=(1, 0)), hand, If_Match=first["ETag"])
    assert changed.status_code == 200
    assert changed.json()["version"] == 2
    assert changed.json()["match"]["totals"][0] == first.json()["match"]["totals"][0] + 1
    assert api.get(f"matches/{match['id']}").json()["totals"] == changed.json()["match"]["totals"]
    old = record(match, plain(), hand)
    assert old.status_code == 200
    assert old.content == first.content, "the content of an older revision gets that one's answer"


def test_a_correction_back_to_what_was_there_before_is_a_correction(open_match, record, api):
    match, hand = open_match(), uuid4()
    first = record(match, plain(), hand)
    wrong = record(match, plain(scope=(1, 0)), hand, If_Match=first["ETag"])
    back = record(match, plain(), hand, If_Match=wrong["ETag"])
    assert (back.status_code, back.json()["version"]) == (200, 3)
    assert back.json()["totals"] == first.json()["totals"]
    assert api.get(f"matches/{match['id']}").json()["totals"] == first.json()["match"]["totals"]
    assert record(match, plain(), hand, If_Match=wrong["ETag"]).content == back.content, "its retry is no correction"
    assert HandRevision.objects.count() == 3


def test_a_second_phone_with_the_same_hand_confirms_it(open_match, record, bacci_api):
    match, mine, other = open_match(), uuid4(), uuid4()
    record(match, plain(), mine)
    for _ in range(2):
        answer = bacci_api.put(f"matches/{match['id']}/hands/{other}", plain())
        assert answer.status_code == 200
        assert answer.json()["id"] == str(mine)
        assert answer.json()["state"] == "confirmed"
        assert len(answer.json()["confirmed_by"]) == 1
    assert Hand.objects.count() == 1


def test_a_second_phone_with_another_hand_is_a_conflict_and_both_are_kept(open_match, record, bacci_api, api):
    match, other = open_match(), uuid4()
    first = record(match, plain())
    answers = [bacci_api.put(f"matches/{match['id']}/hands/{other}", plain(scope=(0, 1))) for _ in range(2)]
    assert [(a.status_code, a.json()["code"]) for a in answers] == [(409, "hand_conflict")] * 2
    told = [{k: v for k, v in a.json().items() if k != "instance"} for a in answers]
    assert told[0] == told[1], "the retry of a report gets the same 409"
    assert HandReport.objects.get().hand_uuid == other
    now = api.get(f"matches/{match['id']}").json()
    assert now["totals"] == first.json()["match"]["totals"], "the match goes on with the first"
    assert api.get(f"matches/{match['id']}/hands").json()["results"][0]["state"] == "disputed"


def test_a_gap_in_the_numbers_is_accepted_and_named(open_match, record, api):
    match = open_match()
    answer = record(match, plain(3, 0))
    assert answer.status_code == 201
    assert answer.json()["match"]["missing"] == [1, 2]
    record(match, plain(1, 0))
    assert api.get(f"matches/{match['id']}").json()["missing"] == [2]


def test_a_match_cannot_finish_past_a_missing_hand(open_match, record, api):
    match = open_match(ruleset={"preset": "sbiro", "target_score": 8})
    assert record(match, plain(2, 1)).json()["match"]["status"] == "open"
    assert record(match, plain(1, 0)).json()["match"]["status"] == "finished"
    assert api.get(f"matches/{match['id']}").json()["after_end"] == [2]


def test_a_hand_for_a_finished_match_is_kept_as_a_report(open_match, record, api):
    match, late = open_match(ruleset={"preset": "sbiro", "target_score": 8}), uuid4()
    assert record(match, plain()).json()["match"] == {
        "status": "finished",
        "winner": 0,
        "totals": [8, 5],
        "games": [{"totals": [8, 5], "winner": 0}],
        "missing": [],
        "after_end": [],
        "version": 2,
        "next_dealer": 1,
    }
    answers = [record(match, plain(2, 1), late) for _ in range(2)]
    assert [(a.status_code, a.json()["code"]) for a in answers] == [(409, "match_finished")] * 2
    assert HandReport.objects.get().kind == "late"
    assert api.get(f"matches/{match['id']}").json()["hands_count"] == 1


def test_a_correction_can_reopen_a_match(open_match, record, api):
    match, hand = open_match(ruleset={"preset": "sbiro", "target_score": 9}), uuid4()
    first = record(match, plain(scope=(1, 0)), hand)
    assert first.json()["match"]["status"] == "finished"
    again = record(match, plain(), hand, If_Match=first["ETag"])
    assert again.json()["match"]["status"] == "open"
    assert api.get(f"matches/{match['id']}").json()["finished_at"] is None


def test_an_id_of_another_matchs_hand_is_refused(open_match, record):
    hand = uuid4()
    record(open_match(), plain(), hand)
    answer = record(open_match("Tito", "Rosa"), plain(), hand)
    assert (answer.status_code, answer.json()["code"]) == (409, "hand_id_taken")


def test_the_wrong_dealer_is_refused_unless_the_deal_really_went_astray(open_match, record):
    match = open_match(first_dealer=1)
    refused = record(match, plain(1, 0))
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_dealer")
    assert refused.json()["errors"][0]["pointer"] == "/dealer_seat"
    assert refused.json()["expected_dealer"] == 1
    taken = record(match, plain(1, 0) | {"dealer_off_turn": True})
    assert taken.status_code == 201
    assert taken.json()["match"]["next_dealer"] == 1


WRONG = {
    "an unknown card": (lambda b: b["sides"][0]["captured"].append("8D"), 422, "unknown_card", "/sides/0/captured/21"),
    "a card twice": (lambda b: b["sides"][0]["captured"].append("7D"), 422, "duplicate_card", "/sides/0/captured/21"),
    "a seat that is not there": (lambda b: b.update(dealer_seat=5), 422, "bad_seat", "/dealer_seat"),
    "more scope than possible": (lambda b: b["sides"][0].update(scope=18), 422, "too_many_scope", None),
    "no buona": (
        lambda b: b["sides"][0]["buone"][0].update(cards=["KH", "QH", "4S"]),
        422,
        "not_a_buona",
        "/sides/0/buone/0/cards",
    ),
    "an unknown field": (lambda b: b.update(colour="red"), 400, "unknown_field", "/colour"),
    "text for a number": (lambda b: b.update(number="1"), 400, "wrong_type", "/number"),
    "no mode": (lambda b: b.pop("mode"), 400, "missing_field", "/mode"),
    "an unknown mode": (lambda b: b.update(mode="guess"), 400, "unknown_mode", "/mode"),
    "no bonus on the table": (
        lambda b: b["dealer_bonus"].update(table=["KD", "KS", "5H", "6H"]),
        422,
        "no_dealer_bonus",
        None,
    ),
}


@pytest.mark.parametrize("change", WRONG, ids=list(WRONG))
def test_bad_input_gets_a_code_and_a_pointer_and_nothing_is_stored(open_match, record, change):
    spoil, status, code, pointer = WRONG[change]
    match, hand = open_match(first_dealer=1), body()
    hand["sides"][0]["captured"] = list(X_CARDS)
    hand["dealer_bonus"]["table"] = list(TABLE)
    spoil(hand)
    answer = record(match, hand)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), problem
    assert answer["Content-Type"] == "application/problem+json"
    if pointer is not None:
        assert pointer in [error["pointer"] for error in problem["errors"]]
    assert not Hand.objects.exists()
    assert not HandReport.objects.exists()


def test_piles_that_are_not_forty_cards_say_which_are_missing(open_match, record):
    hand = plain()
    hand["sides"] = [{"captured": X_CARDS[1:]}, {"captured": ["KD", "KS"]}]
    problem = record(open_match(), hand).json()
    assert problem["code"] == "missing_card"
    assert "7D" in str(problem)


COUNTS = {
    "denari that are eleven": (
        {"denari": ["AD", "2D", "3D", "4D", "6D", "7D"]},
        {"denari": ["6D", "5D", "JD", "QD", "KD"]},
        ["/sides/0/denari", "/sides/1/denari"],
    ),
    "two settebelli": ({}, {"denari": ["7D", "5D", "JD", "QD", "KD"]}, ["/sides/1/denari"]),
    "carte that are 41": ({"carte": 22}, {}, ["/sides/0/carte", "/sides/1/carte"]),
}


@pytest.mark.parametrize("case", COUNTS, ids=list(COUNTS))
def test_impossible_counts_name_the_fields(open_match, record, case):
    x, y, pointers = COUNTS[case]
    sides = [
        {
            "carte": 21,
            "denari": ["AD", "2D", "3D", "4D", "6D", "7D"],
            "primiera": {"H": "7", "D": "7", "C": "7", "S": "6"},
            "scope": 0,
        }
        | x,
        {
            "carte": 19,
            "denari": ["5D", "JD", "QD", "KD"],
            "primiera": {"H": "6", "D": "5", "C": "6", "S": "7"},
            "scope": 0,
        }
        | y,
    ]
    answer = record(open_match(), {"number": 1, "dealer_seat": 0, "mode": "counts", "sides": sides})
    assert answer.status_code == 422, answer.content
    named = {error["pointer"] for error in answer.json()["errors"]}
    assert any(any(name.startswith(pointer) for name in named) for pointer in pointers), named
    assert not Hand.objects.exists()


def test_the_worked_hand_by_counts_is_worth_the_same(open_match, record):
    hand = body()
    hand["mode"] = "counts"
    hand["sides"][0].pop("captured")
    hand["sides"][1].pop("captured")
    hand["sides"][0] |= {
        "carte": 21,
        "denari": ["AD", "2D", "3D", "4D", "6D", "7D"],
        "primiera": {"H": "7", "D": "7", "C": "7", "S": "6"},
    }
    hand["sides"][1] |= {
        "carte": 19,
        "denari": ["5D", "JD", "QD", "KD"],
        "primiera": {"H": "6", "D": "5", "C": "6", "S": "7"},
    }
    answer = record(open_match(first_dealer=1), hand)
    assert answer.status_code == 201, answer.content
    assert answer.json()["match"]["totals"] == [13, 18]


def test_the_worked_hand_by_points_is_worth_the_same(open_match, record):
    x = {"carte": 1, "denari": 1, "settebello": 1, "primiera": 1, "piccola": 4, "grande": 0, "scope": 2, "buone": 3}
    y = {"carte": 0, "denari": 0, "settebello": 0, "primiera": 0, "piccola": 0, "grande": 5, "scope": 1, "buone": 10}
    hand = {"number": 1, "dealer_seat": 1, "mode": "points", "sides": [x | {"dealer": 0}, y | {"dealer": 2}]}
    answer = record(open_match(first_dealer=1), hand)
    assert answer.status_code == 201, answer.content
    assert answer.json()["match"]["totals"] == [13, 18]
    wrong = hand | {"number": 2, "dealer_seat": 0, "sides": [x | {"piccola": 2, "dealer": 0}, y | {"dealer": 0}]}
    refused = record(open_match("Tito", "Rosa"), wrong | {"number": 1})
    assert refused.status_code == 422
    assert "/sides/0/piccola" in [error["pointer"] for error in refused.json()["errors"]]


def test_a_preview_says_what_the_hand_would_be_worth_and_stores_nothing(open_match, api):
    match = open_match(first_dealer=1)
    answer = api.post(f"matches/{match['id']}/hands/preview", body())
    assert answer.status_code == 200
    assert answer.json()["totals"] == [13, 18]
    assert answer.json()["match"]["totals"] == [13, 18]
    assert not Hand.objects.exists()
    assert api.get(f"matches/{match['id']}").json()["version"] == match["version"]
