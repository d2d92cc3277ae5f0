"""A match that time ends: who leads has won, level is drawn; what is corrected later still counts."""

from __future__ import annotations

from uuid import uuid4

import orjson
import pytest

from cirulla.lib.models import Outbox
from players.models import Player
from players.record import RatedMatch
from players.tasks import match_changed
from scoring.engine.verbale import chained
from scoring.engine.verbale_verify import verify, verify_text
from scoring.models import Match, MatchEvent
from scoring.selectors import record as the_record
from scoring.selectors.rescore import drifts
from tests import factories
from tests.rating_changes import rating_changes
from tests.worked_hand import plain

pytestmark = pytest.mark.db

# A plain hand is worth 8 to X and 5 to Y, and each scopa one more.


@pytest.fixture
def end(api):
    """Do an act to a match at its version of now; end it unless another act is named."""

    def do(match, act="end", who=None, reason="time is up"):
        url = f"matches/{match['id']}"
        return (who or api).post(f"{url}/{act}", {"reason": reason}, If_Match=api.get(url)["ETag"])

    return do


@pytest.fixture
def now(api):
    return lambda match: api.get(f"matches/{match['id']}").json()


def standing(body):
    return body["status"], body["winner"], body["cut"], body["totals"]


def test_a_match_that_time_ends_is_won_by_who_leads(open_match, record, end, now):
    match = open_match()
    record(match, plain(1, 0))
    before = Outbox.objects.count()
    done = end(match, reason="the bar closes at eleven")
    assert (done.status_code, done["ETag"]) == (200, '"v3"')
    assert standing(done.json()) == ("finished", 0, True, [8, 5])
    assert done.json()["finished_at"] is not None
    event = MatchEvent.objects.get(kind="end")
    assert (event.reason, event.facts) == ("the bar closes at eleven", {"totals": [8, 5], "winner": 0})
    assert Outbox.objects.count() == before + 1
    assert standing(now(match)) == standing(done.json())


def test_ending_by_time_needs_the_version_a_reason_and_a_scorer(open_match, record, api, bacci_api, end):
    match = open_match()
    record(match, plain(1, 0))
    url = f"matches/{match['id']}/end"
    assert api.post(url, {"reason": "time"}).status_code == 428
    assert api.post(url, {"reason": "time"}, If_Match='"v1"').status_code == 412
    assert api.post(url, {}, If_Match='"v2"').json()["code"] == "reason_required"
    assert bacci_api.post(url, {"reason": "time"}, If_Match='"v2"').json()["code"] == "may_not_change"


def test_a_match_without_a_counted_hand_cannot_be_ended_by_time(open_match, end):
    refused = end(open_match())
    assert (refused.status_code, refused.json()["code"]) == (422, "no_hand_counted")
    assert refused.json()["errors"][0]["pointer"] == "/hands_count"


def test_a_match_of_which_a_hand_is_missing_cannot_be_ended_by_time(open_match, record, end, now):
    match = open_match()
    record(match, plain(2, 1))
    refused = end(match)
    assert (refused.status_code, refused.json()["code"]) == (422, "hands_missing")
    assert (refused.json()["errors"][0]["pointer"], refused.json()["numbers"]) == ("/missing", [1])
    record(match, plain(1, 0))
    assert standing(end(match).json()) == ("finished", 0, True, [16, 10])


def test_half_a_hand_must_be_completed_or_taken_out_first(open_match, record, api, end):
    match, half = open_match(), uuid4()
    record(match, plain(1, 0))
    sent = record(match, {**plain(2, 1), "sides": [plain()["sides"][0], None]}, half)
    assert sent.json()["state"] == "open"
    refused = end(match)
    assert (refused.status_code, refused.json()["code"]) == (422, "hand_incomplete")
    assert (refused.json()["errors"][0]["pointer"], refused.json()["numbers"]) == ("/hands", [2])
    api.post(f"matches/{match['id']}/hands/{half}/void", {"reason": "broken off"}, If_Match='"v1"')
    assert standing(end(match).json()) == ("finished", 0, True, [8, 5])


def test_a_dispute_does_not_keep_time_from_ending_a_match(open_match, record, end, now):
    match = open_match()
    record(match, plain(1, 0))
    assert record(match, plain(1, 0, (0, 1))).json()["code"] == "hand_conflict"
    assert standing(end(match).json()) == ("finished", 0, True, [8, 5])
    # By either count the first side leads: the dispute decides nothing any more.
    assert MatchEvent.objects.filter(kind="closed_itself").count() == 1


def test_only_an_open_match_is_ended_by_time(open_match, record, end):
    won = open_match(ruleset={"preset": "sbiro", "target_score": 8})
    record(won, plain())
    given_up = open_match()
    end(given_up, "abandon")
    for match in (won, given_up):
        assert (end(match).status_code, end(match).json()["code"]) == (409, "match_state")


def test_a_level_match_that_time_ends_is_drawn(open_match, record, end):
    match = open_match()
    record(match, plain(1, 0, (0, 3)))
    assert standing(end(match).json()) == ("finished", None, True, [8, 8])
    rated = the_record.rated_match(match["id"])
    assert (rated.places, rated.hands) == ((1, 1), 1)


@pytest.mark.parametrize(
    ("scores", "winner", "places"),
    [
        pytest.param([(9, 2, 2)], 0, (1, 2, 2), id="one leads"),
        pytest.param([(9, 9, 2)], None, (1, 1, 3), id="two are level and draw"),
        pytest.param([(4, 4, 4)], None, (1, 1, 1), id="all are level"),
        pytest.param([(2, 9, 4), (9, 4, 2)], 1, (2, 1, 3), id="after two hands"),
    ],
)
def test_with_three_sides_the_leader_wins_and_a_tie_for_the_lead_is_drawn(club, end, scores, winner, places):
    match = factories.match(*([player] for player in factories.players(club, 3)))
    for number, totals in enumerate(scores, start=1):
        factories.hand(match, number, totals)
    done = end({"id": str(match.pk)}).json()
    assert (done["status"], done["winner"], done["cut"]) == ("finished", winner, True)
    rated = the_record.rated_match(match.pk)
    assert (rated.places, rated.hands) == (places, len(scores))


def test_of_a_series_games_decide_and_then_the_game_in_play(open_match, record, end, now):
    rules = {"preset": "sbiro", "target_score": 8, "best_of": 3}
    ahead = open_match(ruleset=rules)
    record(ahead, plain(1, 0))
    assert now(ahead)["games"][0] == {"totals": [8, 5], "winner": 0}
    assert standing(end(ahead).json())[:3] == ("finished", 0, True)
    rated = the_record.rated_match(ahead["id"])
    assert (rated.places, rated.hands) == ((1, 2), 1)
    level = open_match("Tito", "Rosa", ruleset=rules)
    record(level, plain(1, 0))
    record(level, plain(2, 1, (0, 4)))
    assert [game["winner"] for game in now(level)["games"]] == [0, 1, None]
    assert standing(end(level).json()) == ("finished", None, True, [0, 0])


def test_a_correction_keeps_the_end_by_time_and_moves_totals_and_winner(open_match, record, end, now):
    match, hand = open_match(), uuid4()
    first = record(match, plain(1, 0), hand)
    end(match)
    again = record(match, plain(1, 0, (0, 6)), hand, If_Match=first["ETag"])
    assert again.json()["match"]["winner"] == 1
    assert standing(now(match)) == ("finished", 1, True, [8, 11])


def test_a_correction_that_reaches_the_target_ends_it_by_its_hands_and_one_back_by_time_again(
    open_match, record, end, now
):
    match, hand = open_match(ruleset={"preset": "sbiro", "target_score": 21}), uuid4()
    first = record(match, plain(1, 0), hand)
    end(match)
    up = record(match, plain(1, 0, (13, 0)), hand, If_Match=first["ETag"])
    assert standing(now(match)) == ("finished", 0, False, [21, 5])
    assert the_record.rated_match(match["id"]).hands is None
    assert end(match, "reopen").json()["code"] == "match_state"
    record(match, plain(1, 0, (0, 4)), hand, If_Match=up["ETag"])
    assert standing(now(match)) == ("finished", 1, True, [8, 9])


def test_a_new_hand_for_a_match_that_time_has_ended_is_kept_as_a_report(open_match, record, end, now):
    match = open_match()
    record(match, plain(1, 0))
    end(match)
    late = record(match, plain(2, 1))
    assert (late.status_code, late.json()["code"]) == (409, "match_finished")
    assert now(match)["hands_count"] == 1


def test_reopening_takes_the_end_by_time_back(open_match, record, end, now):
    match = open_match()
    record(match, plain(1, 0))
    end(match)
    assert standing(end(match, "reopen", reason="we play on").json()) == ("open", None, False, [8, 5])
    assert now(match)["finished_at"] is None
    record(match, plain(2, 1))
    assert standing(now(match)) == ("open", None, False, [16, 10])
    assert end(match, "reopen").json()["code"] == "match_state"


def test_taking_hands_back_leaves_a_match_ended_by_time_as_the_others_make_it(open_match, record, api, end, now):
    match, first, last = open_match(), uuid4(), uuid4()
    record(match, plain(1, 0, (0, 4)), first)
    record(match, plain(2, 1), last)
    end(match)
    assert standing(now(match)) == ("finished", 0, True, [16, 14])
    api.post(f"matches/{match['id']}/hands/{last}/undo", {}, If_Match='"v1"')
    assert standing(now(match)) == ("finished", 1, True, [8, 9])
    api.post(f"matches/{match['id']}/hands/{first}/undo", {}, If_Match='"v1"')
    assert standing(now(match)) == ("open", None, False, [0, 0])
    record(match, plain(1, 0))
    assert standing(now(match)) == ("finished", 0, True, [8, 5]), "time was called once and for all"


def test_without_a_hand_in_the_middle_it_waits_for_that_hand(open_match, record, api, end, now):
    match, first = open_match(), uuid4()
    record(match, plain(1, 0), first)
    record(match, plain(2, 1))
    end(match)
    api.post(f"matches/{match['id']}/hands/{first}/void", {"reason": "another table's"}, If_Match='"v1"')
    assert (now(match)["status"], now(match)["missing"]) == ("open", [1])
    assert end(match).json()["code"] == "hands_missing"
    record(match, plain(1, 0, (0, 9)))
    assert standing(now(match)) == ("finished", 1, True, [16, 19])


def test_the_verbale_says_that_time_ended_it_and_can_be_counted_again(open_match, record, api, end):
    match, hand = open_match(), uuid4()
    first = record(match, plain(1, 0), hand)
    end(match)
    end(match, "reopen")
    record(match, plain(2, 1))
    end(match)
    record(match, plain(1, 0, (0, 9)), hand, If_Match=first["ETag"])
    text = api.get(f"matches/{match['id']}/verbale").content.decode()
    lines = orjson.loads(text)["lines"]
    assert [line["kind"] for line in lines].count("end") == 2
    result = lines[-1]
    assert (result["status"], result["winner"], result["cut"]) == ("finished", 1, True)
    found = verify_text(text)
    assert (found.findings, found.state.winner, found.state.cut) == ((), 1, True)
    without = chained(
        [
            {k: v for k, v in line.items() if k not in {"line", "previous", "digest"}}
            for line in lines
            if line["kind"] != "end"
        ]
    )
    assert {finding.code for finding in verify(without).findings} == {"inconsistent", "wrong_total"}
    assert list(drifts()) == []


def test_a_match_given_up_after_time_was_called_has_a_verbale_that_holds(open_match, record, api, end):
    match, first = open_match(), uuid4()
    record(match, plain(1, 0), first)
    record(match, plain(2, 1))
    end(match)
    api.post(f"matches/{match['id']}/hands/{first}/void", {"reason": "another table's"}, If_Match='"v1"')
    assert end(match, "abandon").json()["status"] == "abandoned"
    assert end(match, "reopen").json()["status"] == "open"
    record(match, plain(1, 0))
    assert Match.objects.get().status == "open"
    assert verify_text(api.get(f"matches/{match['id']}/verbale").content.decode()).findings == ()


def test_the_other_house_s_rules_are_told_as_ended_by_time_too(open_match, record, api, end):
    match = open_match()
    record(match, plain(1, 0))
    end(match)
    told = api.get(f"matches/{match['id']}/under?ruleset=pagat").json()
    assert (told["status"], told["winner"], told["winner_changes"]) == ("finished", 0, False)


def test_the_ladder_moves_by_the_formula_of_a_match_cut_by_time(open_match, record, end):
    """RATINGS 1 by hand: f = sqrt(2/5.35), Q = f ln(10)/400, p = 1/2, V = 9800, K = 1/(1 + V Q^2/4), 4900 Q K/2."""
    match = open_match()
    record(match, plain(1, 0))
    record(match, plain(2, 1))
    end(match)
    rated = the_record.rated_match(match["id"])
    assert isinstance(rated, RatedMatch)
    assert (rated.hands, rated.places) == (2, (1, 2))
    match_changed(match["id"], [])
    names = dict(Player.objects.values_list("pk", "name"))
    moved = {names[change.player]: change.mu_after for change in rating_changes()}
    assert moved == {"Bacci": pytest.approx(1508.369033, abs=1e-6), "Nena": pytest.approx(1491.630967, abs=1e-6)}
