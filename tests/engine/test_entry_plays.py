"""CONTRACT 2, modes `plays`, `opening`, `claim`: a hand told card by card, or decided before it is counted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.engine.entry import HandEntry, read_entry, score_entry
from scoring.engine.errors import EngineError
from scoring.engine.rulesets import PRESETS, read_ruleset
from tests.engine.golden import GOLDEN

Body = dict[str, Any]
PAIRS = [json.loads(line) for line in (GOLDEN / "replay.jsonl").read_text().splitlines()]
TOLD = ("table", "claim_dealer_bonus", "deals", "plays")
TWO, THREE, FOUR = (0, 1), (0, 1, 2), (0, 1, 0, 1)


def body_of(case: Body) -> Body:
    return {"number": 1, "dealer_seat": case["dealer"], "mode": "plays"} | {name: case[name] for name in TOLD}


def refusal(body: Body, sides: tuple[int, ...] = TWO, ruleset: Any = None) -> EngineError:
    with pytest.raises(EngineError) as no:
        score_entry(read_entry(body, sides), read_ruleset(ruleset))
    return no.value


def read(body: Body, sides: tuple[int, ...] = TWO) -> HandEntry:
    return read_entry(body, sides)


def test_a_hand_told_by_its_plays_scores_as_the_replay_says() -> None:
    for pair in PAIRS:
        case, expected = pair["case"], dict(pair["answer"])
        del expected["id"], expected["piles"]
        scored = score_entry(read(body_of(case), tuple(case["sides"])), read_ruleset(case.get("ruleset")))
        assert scored.score == expected
        assert scored.complete
        assert scored.wins_match == expected["wins_match"]


def test_the_lines_of_a_played_hand_add_up_to_its_totals() -> None:
    for pair in PAIRS:
        case = pair["case"]
        scored = score_entry(read(body_of(case), tuple(case["sides"])), read_ruleset(case.get("ruleset")))
        totals = [0] * (max(case["sides"]) + 1)
        for line in scored.lines:
            if line.side is not None:
                totals[line.side] += line.points
        assert tuple(totals) == scored.totals


def test_the_deals_may_be_left_out() -> None:
    body = body_of(PAIRS[0]["case"])
    del body["deals"]
    scored = score_entry(read(body), PRESETS["aula2"])
    assert scored.score == {name: PAIRS[0]["answer"][name] for name in ("sides", "cappotto", "wins_match")}


def test_the_canonical_form_of_a_transcript_is_its_own() -> None:
    body = body_of(PAIRS[2]["case"])
    entry = read(body, (0, 1, 2, 3, 4))
    assert entry.canonical["deals"][0][0] == ["AH", "5D", "AC"]
    again = read(entry.canonical, (0, 1, 2, 3, 4))
    assert (again.canonical, again.digest) == (entry.canonical, entry.digest)


def test_the_order_in_which_cards_are_named_changes_no_digest() -> None:
    body = body_of(PAIRS[0]["case"])
    turned = {**body, "table": body["table"][::-1]}
    turned["plays"] = [{**move, "take": move["take"][::-1]} for move in body["plays"]]
    turned["deals"] = [[hand[::-1] for hand in deal] for deal in body["deals"]]
    assert read(turned).digest == read(body).digest


def test_another_play_is_another_digest() -> None:
    body = body_of(PAIRS[0]["case"])
    other = {**body, "plays": body["plays"][:-1]}
    assert read(other).digest != read(body).digest


WRONG_BODIES = {
    "no plays": ({"plays": ...}, "missing_field", "/plays"),
    "no table": ({"table": ...}, "missing_field", "/table"),
    "no claim": ({"claim_dealer_bonus": ...}, "missing_field", "/claim_dealer_bonus"),
    "a claim in words": ({"claim_dealer_bonus": "yes"}, "wrong_type", "/claim_dealer_bonus"),
    "a field that is not there": ({"sides": []}, "unknown_field", "/sides"),
    "plays that are no list": ({"plays": "all"}, "wrong_type", "/plays"),
    "a play that is no object": ({"plays": [7]}, "wrong_type", "/plays/0"),
    "a play with another field": (
        {"plays": [{"seat": 1, "card": "7H", "take": [], "face": "down"}]},
        "unknown_field",
        "/plays/0/face",
    ),
    "a play without a card": ({"plays": [{"seat": 1, "take": []}]}, "missing_field", "/plays/0/card"),
    "a seat in words": ({"plays": [{"seat": "1", "card": "7H", "take": []}]}, "wrong_type", "/plays/0/seat"),
    "an unknown card": ({"plays": [{"seat": 1, "card": "8H", "take": []}]}, "unknown_card", "/plays/0/card"),
    "deals that are no list": ({"deals": "unknown"}, "wrong_type", "/deals"),
    "a card dealt twice": ({"deals": [[["6D", "QC", "4H"], ["JD", "7H", "4H"]]]}, "duplicate_card", "/deals/0/1/2"),
    "a table of three": ({"table": ["JH", "6C", "5D"]}, "impossible_count", "/table"),
    "a deal of two": ({"deals": [[["6D", "QC"], ["JD", "7H"]]]}, "impossible_count", "/deals/0"),
}


@pytest.mark.parametrize(("fields", "code", "pointer"), WRONG_BODIES.values(), ids=WRONG_BODIES)
def test_a_wrong_field_of_a_transcript_is_named(fields: Body, code: str, pointer: str) -> None:
    body = {name: value for name, value in {**body_of(PAIRS[0]["case"]), **fields}.items() if value is not ...}
    no = refusal(body, ruleset="aula2")
    assert (no.code, no.pointer) == (code, pointer)


def test_a_wrong_play_is_named_in_the_body() -> None:
    body = body_of(PAIRS[0]["case"])
    body["plays"] = [dict(move) for move in body["plays"]]
    body["plays"][0]["take"] = []
    no = refusal(body, ruleset="aula2")
    assert (no.code, no.pointer, no.more["play"]) == ("must_capture", "/plays/0/take", 0)


def test_a_ruleset_that_is_not_played_by_so_many_is_refused() -> None:
    assert refusal(body_of(PAIRS[0]["case"]), ruleset="cirullone").code == "bad_players"


def opening_body(table: str, dealer: int = 1) -> Body:
    return {"number": 4, "dealer_seat": dealer, "mode": "opening", "table": table.split()}


def test_a_capotun_wins_the_match_for_the_dealers_side() -> None:
    scored = score_entry(read(opening_body("KD KC KS 7H"), FOUR), PRESETS["luzzati"])
    assert (scored.wins_match, scored.totals, scored.complete) == (1, (0, 0), True)
    assert scored.score is not None
    assert scored.score["wins_match"] == 1
    assert scored.explanation == [
        {
            "side": 1,
            "category": "opening",
            "points": 0,
            "cards": ["7H", "KD", "KC", "KS"],
            "rule": "2.4.1",
            "message_key": "table_wins_match",
            "params": {},
        }
    ]


def test_the_third_redeal_loses_the_match_for_the_dealers_side() -> None:
    scored = score_entry(read(opening_body("AD AC 6S 5S")), PRESETS["luzzati"])
    assert (scored.wins_match, scored.lines[0].message_key) == (0, "third_redeal_loses_match")


DECIDES_NOTHING = {
    "a table to play on": ("2D 3C 5S 6H", TWO, "luzzati"),
    "a dealer's bonus": ("2D 3C 4S 6H", TWO, "luzzati"),
    "a redeal where three lose nothing": ("AD AC 6S 5S", TWO, "sbiro"),
    "three redeals with three sides": ("AD AC 6S 5S", THREE, "luzzati"),
    "three kings and the matta where they win nothing": ("KD KC KS 7H", TWO, "sbiro"),
}


@pytest.mark.parametrize(("table", "sides", "preset"), DECIDES_NOTHING.values(), ids=DECIDES_NOTHING)
def test_a_table_that_ends_no_match_is_refused(table: str, sides: tuple[int, ...], preset: str) -> None:
    no = refusal(opening_body(table), sides, preset)
    assert (no.code, no.pointer) == ("decides_nothing", "/table")


def test_an_opening_table_of_three_is_refused() -> None:
    assert refusal(opening_body("KD KC KS"), ruleset="luzzati").code == "impossible_count"


def claim_body(side: Any) -> Body:
    return {"number": 2, "dealer_seat": 0, "mode": "claim", "cappotto": side}


def test_a_claimed_cappotto_wins_the_match_and_leaves_the_points_unknown() -> None:
    scored = score_entry(read(claim_body(1)), PRESETS["sbiro"])
    assert (scored.wins_match, scored.totals, scored.score, scored.complete) == (1, None, None, False)
    assert scored.lines[0].message_key == "cappotto_wins_match"


def test_a_claimed_cappotto_of_aula2_is_sixty_and_nothing_else() -> None:
    scored = score_entry(read(claim_body(1)), PRESETS["aula2"])
    assert (scored.wins_match, scored.totals) == (None, (0, 60))
    assert scored.score is not None
    assert scored.score["cappotto"] == 1
    assert scored.score["sides"][1] == dict.fromkeys(scored.score["sides"][0], 0) | {"cappotto": 60, "total": 60}


@pytest.mark.parametrize("ruleset", ["molassana", {"cappotto": "none"}], ids=["thirty more", "nothing"])
def test_a_cappotto_that_does_not_end_the_hand_cannot_be_claimed(ruleset: Any) -> None:
    no = refusal(claim_body(0), ruleset=ruleset)
    assert (no.code, no.pointer) == ("decides_nothing", "/cappotto")


WRONG_CLAIMS = [("one", "wrong_type"), (True, "wrong_type"), (2, "bad_side"), (-1, "bad_side"), (None, "wrong_type")]


@pytest.mark.parametrize(("side", "code"), WRONG_CLAIMS)
def test_a_claim_for_no_side_is_refused(side: Any, code: str) -> None:
    no = refusal(claim_body(side))
    assert (no.code, no.pointer) == (code, "/cappotto")
