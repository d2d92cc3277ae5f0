"""Each side's phone sends its own pile; the server closes the hand when the halves agree (peers 4.1)."""

from __future__ import annotations

from uuid import uuid4

import pytest

from scoring.models import Hand, HandReport, HandRevision
from tests.worked_hand import X_CARDS, body

pytestmark = pytest.mark.db
DECK = [rank + suit for suit in "HDCS" for rank in "A234567JQK"]
Y_CARDS = [card for card in DECK if card not in X_CARDS]


def halves(first_pile=X_CARDS, second_pile=Y_CARDS):
    """Return what the phone of X and the phone of the dealer's side Y send."""
    whole = body()
    mine, theirs = dict(whole), dict(whole)
    mine["sides"] = [whole["sides"][0] | {"captured": first_pile}, None]
    theirs["sides"] = [None, whole["sides"][1] | {"captured": second_pile}]
    del mine["dealer_bonus"]
    return mine, theirs


def test_two_halves_that_add_up_close_the_hand(open_match, record, bacci_api, api):
    match, mine, theirs = open_match(first_dealer=1), uuid4(), uuid4()
    x, y = halves()
    first = record(match, x, mine)
    assert (first.status_code, first.json()["state"], first.json()["score"]) == (201, "open", None)
    assert first.json()["match"]["totals"] == [0, 0]
    second = bacci_api.put(f"matches/{match['id']}/hands/{theirs}", y)
    assert second.status_code == 200, second.content
    assert (second.json()["id"], second.json()["state"], second.json()["version"]) == (str(mine), "recorded", 2)
    assert second.json()["match"]["totals"] == [13, 18]
    again = [bacci_api.put(f"matches/{match['id']}/hands/{theirs}", y), record(match, x, mine)]
    assert [answer.content for answer in again] == [second.content, first.content]
    assert api.get(f"matches/{match['id']}/hands/{mine}").json()["state"] == "recorded"
    assert Hand.objects.count() == 1
    assert HandRevision.objects.count() == 2


def test_a_whole_hand_that_agrees_completes_a_half(open_match, record, bacci_api):
    match = open_match(first_dealer=1)
    record(match, halves()[0])
    whole = bacci_api.put(f"matches/{match['id']}/hands/{uuid4()}", body())
    assert (whole.status_code, whole.json()["state"]) == (200, "recorded")
    assert whole.json()["match"]["totals"] == [13, 18]


def test_a_half_that_agrees_with_a_whole_hand_confirms_it(open_match, record, bacci_api):
    match = open_match(first_dealer=1)
    record(match, body())
    half = bacci_api.put(f"matches/{match['id']}/hands/{uuid4()}", halves()[1])
    assert (half.status_code, half.json()["state"], len(half.json()["confirmed_by"])) == (200, "confirmed", 1)


def test_the_same_half_of_a_partner_leaves_it_open_and_is_counted(open_match, record, bacci_api):
    match = open_match(first_dealer=1)
    record(match, halves()[0])
    again = bacci_api.put(f"matches/{match['id']}/hands/{uuid4()}", halves()[0])
    assert (again.status_code, again.json()["state"], len(again.json()["confirmed_by"])) == (200, "open", 1)


def test_what_does_not_add_up_is_named_and_the_half_is_kept(open_match, record, bacci_api, api):
    match, theirs = open_match(first_dealer=1), uuid4()
    record(match, halves()[0])
    wrong = halves(second_pile=[card for card in Y_CARDS if card != "QD"])[1]
    answers = [bacci_api.put(f"matches/{match['id']}/hands/{theirs}", wrong) for _ in range(2)]
    assert [(a.status_code, a.json()["code"]) for a in answers] == [(422, "missing_card")] * 2
    assert "QD" in str(answers[0].json())
    assert HandReport.objects.get().kind == "half"
    assert api.get(f"matches/{match['id']}/hands").json()["results"][0]["state"] == "open"
    right = bacci_api.put(f"matches/{match['id']}/hands/{theirs}", halves()[1])
    assert (right.status_code, right.json()["state"]) == (200, "recorded")


def test_a_mended_first_half_meets_the_second_that_was_waiting(open_match, record, bacci_api):
    match, mine = open_match(first_dealer=1), uuid4()
    wrong = halves(first_pile=X_CARDS[1:])[0]
    first = record(match, wrong, mine)
    assert bacci_api.put(f"matches/{match['id']}/hands/{uuid4()}", halves()[1]).status_code == 422
    mended = record(match, halves()[0], mine, If_Match=first["ETag"])
    assert (mended.status_code, mended.json()["state"]) == (200, "recorded"), mended.content
    assert mended.json()["match"]["totals"] == [13, 18]
    assert record(match, halves()[0], mine, If_Match=first["ETag"]).content == mended.content, "its answer was lost"


def test_another_half_of_the_same_side_is_a_rival(open_match, record, bacci_api):
    match = open_match(first_dealer=1)
    record(match, halves()[0])
    other = bacci_api.put(f"matches/{match['id']}/hands/{uuid4()}", halves(first_pile=X_CARDS[1:])[0])
    assert (other.status_code, other.json()["code"]) == (409, "hand_conflict")


def test_an_open_hand_cannot_decide_a_match(open_match, record):
    match = open_match(ruleset={"target_score": 8}, first_dealer=1)
    assert record(match, halves()[0]).json()["match"]["status"] == "open"
    later = record(match, body(2, 0, x=1))
    assert later.status_code == 201, later.content
    assert later.json()["match"]["status"] == "open"


@pytest.mark.parametrize("mode", ["counts", "points"])
def test_halves_meet_in_every_counted_mode(open_match, record, bacci_api, mode):
    sides = {
        "counts": [
            {"carte": 21, "denari": X_CARDS[:6], "primiera": {"H": "7", "D": "7", "C": "7", "S": "6"}, "scope": 2},
            {
                "carte": 19,
                "denari": ["5D", "JD", "QD", "KD"],
                "primiera": {"H": "6", "D": "5", "C": "6", "S": "7"},
                "scope": 1,
            },
        ],
        "points": [
            {
                "carte": 1,
                "denari": 1,
                "settebello": 1,
                "primiera": 1,
                "piccola": 4,
                "grande": 0,
                "scope": 2,
                "buone": 0,
            },
            {
                "carte": 0,
                "denari": 0,
                "settebello": 0,
                "primiera": 0,
                "piccola": 0,
                "grande": 5,
                "scope": 1,
                "buone": 0,
            },
        ],
    }[mode]
    match = open_match()
    head = {"number": 1, "dealer_seat": 0, "mode": mode}
    assert record(match, head | {"sides": [sides[0], None]}).json()["state"] == "open"
    joined = bacci_api.put(f"matches/{match['id']}/hands/{uuid4()}", head | {"sides": [None, sides[1]]})
    assert joined.status_code == 200, joined.content
    assert joined.json()["match"]["totals"] == [10, 6]


def test_an_unknown_value_is_stored_as_unknown_and_decides_nothing(open_match, record):
    match = open_match(ruleset={"target_score": 5})
    sides = [
        {"carte": 21, "denari": None, "primiera": {"H": "7", "D": "7", "C": "7", "S": "6"}, "scope": 2},
        {"carte": 19, "denari": None, "primiera": {"H": "6", "D": "5", "C": "6", "S": "7"}, "scope": 1},
    ]
    answer = record(match, {"number": 1, "dealer_seat": 0, "mode": "counts", "sides": sides})
    assert answer.status_code == 201, answer.content
    told = answer.json()
    assert (told["complete"], told["totals"], told["match"]["status"]) == (False, None, "open")
    assert told["match"]["totals"] == [0, 0]
    assert told["entry"]["sides"][0]["denari"] is None
