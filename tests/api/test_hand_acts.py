"""Confirm, dispute, resolve, undo, void, restore; who may, and what follows."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.models import Hand, HandRevision, Match, MatchEvent
from tests.worked_hand import body, plain

pytestmark = pytest.mark.db


@pytest.fixture
def act(api):
    def do(match, hand, name, who=None, if_match=None, **said):
        who = who or api
        url = f"matches/{match['id']}/hands/{hand}"
        tag = if_match or who.get(url).get("ETag", '"v0"')
        return who.post(f"{url}/{name}", said, If_Match=tag)

    return do


def test_an_act_needs_if_match_with_the_hand_s_version(open_match, record, api):
    match, hand = open_match(), uuid4()
    record(match, plain(), hand)
    url = f"matches/{match['id']}/hands/{hand}/confirm"
    assert api.post(url, {}).status_code == 428
    assert api.post(url, {}, If_Match='"v9"').status_code == 412
    done = api.post(url, {}, If_Match='"v1"')
    assert (done.status_code, done.json()["state"], done["ETag"]) == (200, "confirmed", '"v2"')


def test_an_act_that_does_not_exist_is_404(open_match, record, act):
    match, hand = open_match(), uuid4()
    record(match, plain(), hand)
    assert act(match, hand, "celebrate").status_code == 404


def test_a_member_may_dispute_but_not_void_or_resolve(open_match, record, act, bacci_api):
    match, hand = open_match(), uuid4()
    record(match, plain(), hand)
    assert act(match, hand, "dispute", bacci_api, reason="the rest was ours").json()["state"] == "disputed"
    for name in ("void", "resolve"):
        assert act(match, hand, name, bacci_api, reason="x").json()["code"] == "may_not_change"
    assert MatchEvent.objects.get().reason == "the rest was ours"


def test_voiding_needs_a_reason_and_frees_the_number(open_match, record, act, api):
    match, hand = open_match(), uuid4()
    record(match, plain(), hand)
    assert act(match, hand, "void").json()["code"] == "reason_required"
    gone = act(match, hand, "void", reason="played twice")
    assert (gone.status_code, gone.json()["state"]) == (200, "void")
    assert api.get(f"matches/{match['id']}").json()["totals"] == [0, 0]
    assert record(match, plain(scope=(1, 0))).status_code == 201
    assert act(match, hand, "restore", reason="it was this one").json()["code"] == "number_taken"


def test_a_voided_hand_comes_back_with_its_points(open_match, record, act, api):
    match, hand = open_match(), uuid4()
    record(match, plain(), hand)
    act(match, hand, "void", reason="a mistake")
    assert act(match, hand, "restore", reason="no, it was right").json()["state"] == "recorded"
    assert api.get(f"matches/{match['id']}").json()["totals"] == [8, 5]
    assert HandRevision.objects.count() == 1, "void and restore write no revision"


def test_undo_takes_back_the_newest_entry_of_the_same_person_for_a_quarter_of_an_hour(open_match, record, act, api):
    match, hand = open_match(), uuid4()
    first = record(match, plain(), hand)
    record(match, plain(scope=(3, 0)), hand, If_Match=first["ETag"])
    undone = act(match, hand, "undo")
    assert undone.status_code == 200, undone.content
    assert undone.json()["totals"] == [8, 5]
    assert api.get(f"matches/{match['id']}").json()["totals"] == [8, 5]
    assert act(match, hand, "undo").status_code == 200
    assert Hand.objects.get().version == 4


def test_undo_of_a_first_entry_takes_the_hand_out(open_match, record, act, api):
    match, hand = open_match(), uuid4()
    record(match, plain(), hand)
    assert act(match, hand, "undo").json()["state"] == "void"
    assert api.get(f"matches/{match['id']}").json()["hands_count"] == 0


def test_undo_is_not_for_others_nor_for_later(open_match, record, act, bacci_api):
    match, hand = open_match(), uuid4()
    record(match, plain(), hand)
    assert act(match, hand, "undo", bacci_api).json()["code"] == "may_not_undo"
    Hand.objects.update(recorded_at=timezone.now() - timedelta(minutes=16))
    assert act(match, hand, "undo").json()["code"] == "undo_too_late"


def test_changing_is_another_right_than_entering(open_match, record, bacci_api):
    match, hand = open_match(), uuid4()
    first = record(match, plain(), hand)
    url = f"matches/{match['id']}/hands/{hand}"
    refused = bacci_api.put(url, plain(scope=(1, 0)), If_Match=first["ETag"])
    assert (refused.status_code, refused.json()["code"]) == (403, "may_not_change")
    own = uuid4()
    mine = bacci_api.put(f"matches/{match['id']}/hands/{own}", plain(2, 1))
    assert (
        bacci_api.put(f"matches/{match['id']}/hands/{own}", plain(2, 1, (1, 0)), If_Match=mine["ETag"]).status_code
        == 200
    )


def test_a_late_correction_needs_a_reason_which_is_kept(open_match, record):
    match, hand = open_match(), uuid4()
    first = record(match, plain(), hand)
    Hand.objects.update(recorded_at=timezone.now() - timedelta(hours=3))
    refused = record(match, plain(scope=(1, 0)), hand, If_Match=first["ETag"])
    assert (refused.status_code, refused.json()["code"]) == (422, "reason_required")
    done = record(match, plain(scope=(1, 0)) | {"reason": "a scopa was forgotten"}, hand, If_Match=first["ETag"])
    assert done.status_code == 200
    assert HandRevision.objects.get(version=2).reason == "a scopa was forgotten"


def test_a_wrong_dealer_is_mended_without_moving_a_bonus_in_silence(open_match, record):
    match, hand = open_match(first_dealer=1), uuid4()
    first = record(match, body(), hand)
    moved = body() | {"dealer_seat": 0, "dealer_off_turn": True}
    moved["dealer_bonus"] = None
    refused = record(match, moved, hand, If_Match=first["ETag"])
    assert (refused.status_code, refused.json()["code"]) == (422, "bonus_would_move")
    assert record(match, moved | {"move_bonus": True}, hand, If_Match=first["ETag"]).status_code == 200


def test_a_resolved_dispute_takes_the_report_that_is_right(open_match, record, act, bacci_api, api):
    match, hand, other = open_match(), uuid4(), uuid4()
    record(match, plain(), hand)
    bacci_api.put(f"matches/{match['id']}/hands/{other}", plain(scope=(0, 2)))
    shown = api.get(f"matches/{match['id']}/disputes").json()["results"]
    assert [(row["number"], row["totals"], row["rivals"][0]["totals"]) for row in shown] == [(1, [8, 5], [8, 7])]
    assert shown[0]["rivals"][0]["match"]["totals"] == [8, 7]
    assert act(match, hand, "resolve", reason="x", report=str(uuid4())).json()["code"] == "unknown_report"
    done = act(match, hand, "resolve", reason="both recounted", report=str(other))
    assert (done.status_code, done.json()["state"], done.json()["totals"]) == (200, "recorded", [8, 7])
    assert api.get(f"matches/{match['id']}").json()["totals"] == [8, 7]
    assert api.get(f"matches/{match['id']}/disputes").json()["results"] == []
    assert api.get(f"matches/{match['id']}/log").json()["results"][0]["reason"] == "both recounted"


@pytest.mark.parametrize(("rival_scope", "state"), [((0, 1), "recorded"), ((0, 9), "disputed")])
def test_a_dispute_closes_itself_when_it_cannot_change_the_winner(
    open_match, record, bacci_api, api, rival_scope, state
):
    match = open_match(ruleset={"target_score": 15})
    record(match, plain())
    bacci_api.put(f"matches/{match['id']}/hands/{uuid4()}", plain(scope=rival_scope))
    end = record(match, plain(2, 1))
    assert end.json()["match"]["status"] == "finished"
    assert end.json()["match"]["winner"] == 0
    hands = api.get(f"matches/{match['id']}/hands").json()["results"]
    assert hands[0]["state"] == state


def test_a_correction_at_any_depth_flags_the_hands_after_the_new_end(open_match, record, api):
    match, hand = open_match(ruleset={"target_score": 20}), uuid4()
    first = record(match, plain(), hand)
    for number in (2, 3):
        record(match, plain(number, (number - 1) % 2))
    assert api.get(f"matches/{match['id']}").json()["status"] == "finished"
    record(match, plain(scope=(4, 0)), hand, If_Match=first["ETag"])
    now = api.get(f"matches/{match['id']}").json()
    assert (now["status"], now["winner"], now["after_end"], now["totals"]) == ("finished", 0, [3], [20, 10])
    assert Hand.objects.count() == 3


def test_the_impact_of_a_correction_is_told_first_and_nothing_is_stored(open_match, record, api, bacci_api):
    match, hand = open_match(ruleset={"target_score": 8}), uuid4()
    record(match, plain(), hand)
    url = f"matches/{match['id']}/hands/{hand}/impact"
    told = api.post(url, plain(scope=(0, 6)))
    assert told.status_code == 200, told.content
    part = told.json()["match"]
    assert (part["winner_changes"], part["before"]["winner"], part["after"]["winner"]) == (True, 0, 1)
    moved = {row["player"]: row["after"]["rating"] - row["before"]["rating"] for row in told.json()["ratings"]}
    winner, loser = (seat["player"] for seat in match["seats"])
    assert moved[winner] < 0 < moved[loser]
    assert HandRevision.objects.count() == 1
    assert Match.objects.get().winner == 0
    voided = api.post(url, {"void": True}).json()["match"]
    assert (voided["after"]["status"], voided["end_changes"]) == ("open", True)
    assert bacci_api.post(url, plain(scope=(0, 6))).status_code == 403
    assert api.post(url, plain() | {"colour": 1}).status_code == 400


def test_a_match_is_abandoned_and_reopened_with_a_reason(open_match, api, bacci_api, record):
    match = open_match()
    url = f"matches/{match['id']}"
    assert api.post(f"{url}/abandon", {}).status_code == 428
    assert api.post(f"{url}/abandon", {}, If_Match='"v1"').json()["code"] == "reason_required"
    assert bacci_api.post(f"{url}/abandon", {"reason": "x"}, If_Match='"v1"').status_code == 403
    done = api.post(f"{url}/abandon", {"reason": "the bar closed"}, If_Match='"v1"')
    assert (done.status_code, done.json()["status"]) == (200, "abandoned")
    assert record(match, plain()).json()["code"] == "match_finished"
    again = api.post(f"{url}/reopen", {"reason": "it opened again"}, If_Match=done["ETag"])
    assert again.json()["status"] == "open"
    assert api.post(f"{url}/reopen", {"reason": "x"}, If_Match=again["ETag"]).json()["code"] == "match_state"
    assert api.post(f"{url}/celebrate", {"reason": "x"}, If_Match=again["ETag"]).status_code == 404


def test_seats_are_mended_for_the_whole_match(open_match, record, api):
    match = open_match("A", "B", "C", "D")
    record(match, plain())
    ids = [seat["player"] for seat in match["seats"]]
    now = api.get(f"matches/{match['id']}")
    swapped = [ids[1], ids[0], ids[2], ids[3]]
    done = api.put(
        f"matches/{match['id']}/seats", {"players": swapped, "reason": "sat the other way"}, If_Match=now["ETag"]
    )
    assert done.status_code == 200, done.content
    assert [seat["player"] for seat in done.json()["seats"]] == swapped
    assert done.json()["totals"] == [8, 5]
    for players, code in (
        ([ids[0]] * 4, "same_player_twice"),
        (ids[:3], "bad_seat"),
        ([*ids[:3], str(uuid4())], "unknown_player"),
    ):
        answer = api.put(f"matches/{match['id']}/seats", {"players": players, "reason": "x"}, If_Match=done["ETag"])
        assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_a_substitute_takes_over_a_seat_and_the_match_is_no_longer_rated(open_match, record, api, club):
    match = open_match("A", "B")
    record(match, plain())
    rosa = api.post("players", {"club": str(club.pk), "name": "Rosa"}).json()["id"]
    url, tag = f"matches/{match['id']}/substitutions", api.get(f"matches/{match['id']}")["ETag"]
    assert api.post(url, {"seat": 1, "player": rosa, "from_hand": 1}, If_Match=tag).json()["code"] == "bad_number"
    sitting = match["seats"][0]["player"]
    assert (
        api.post(url, {"seat": 1, "player": sitting, "from_hand": 2}, If_Match=tag).json()["code"]
        == "same_player_twice"
    )
    done = api.post(url, {"seat": 1, "player": rosa, "from_hand": 2}, If_Match=tag)
    assert done.status_code == 200, done.content
    assert done.json()["substitutions"] == [{"seat": 1, "player": rosa, "from_hand": 2}]
    assert done.json()["rated"] is False


def test_a_redeal_is_no_hand_is_counted_and_the_third_in_a_row_ends_the_match(open_match, record, api):
    match = open_match(ruleset="luzzati", first_dealer=1)
    url = f"matches/{match['id']}/redeals"
    table = ["AH", "AD", "5C", "6S"]
    assert api.post(url, {"id": str(uuid4()), "table": ["2H", "3D", "5C", "6S"]}).json()["code"] == "no_redeal"
    first = str(uuid4())
    assert [api.post(url, {"id": first, "table": table}).json()["in_a_row"] for _ in range(2)] == [1, 1]
    assert api.post(url, {"id": str(uuid4()), "table": table}).json()["in_a_row"] == 2
    assert api.post(url, {"id": str(uuid4()), "table": table}).json()["code"] == "third_redeal"
    assert api.get(f"matches/{match['id']}").json()["hands_count"] == 0
    end = record(match, {"number": 1, "dealer_seat": 1, "mode": "opening", "table": table})
    assert end.status_code == 201, end.content
    assert (end.json()["match"]["status"], end.json()["match"]["winner"]) == ("finished", 0)


def test_a_redeal_shows_as_many_cards_as_the_table_has(open_match, api):
    five = open_match("Ada", "Beppe", "Carla", "Dino", "Elsa", ruleset="cirulla_a_5")
    url = f"matches/{five['id']}/redeals"
    table = ["AH", "AD", "5C", "6S", "KS"]
    assert api.post(url, {"id": str(uuid4()), "table": table}).json()["in_a_row"] == 1
    short = api.post(url, {"id": str(uuid4()), "table": table[:4]})
    assert (short.status_code, short.json()["errors"][0]["pointer"]) == (400, "/table")


def test_a_cappotto_is_claimed_when_the_tenth_denaro_is_taken(open_match, record):
    end = record(open_match(), {"number": 1, "dealer_seat": 0, "mode": "claim", "cappotto": 1})
    assert end.status_code == 201, end.content
    assert (end.json()["match"]["status"], end.json()["match"]["winner"]) == ("finished", 1)
