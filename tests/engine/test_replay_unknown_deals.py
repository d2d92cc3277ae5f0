"""A referee who saw the plays and never the deals: what can be known is checked, the rest is named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.engine.errors import EngineError
from scoring.engine.operations import answer
from scoring.engine.replay import deal_out, replay_plays
from scoring.engine.replay_case import read_transcript_case
from tests.engine.golden import GOLDEN

Case = dict[str, Any]
PAIRS = [json.loads(line) for line in (GOLDEN / "replay.jsonl").read_text().splitlines()]


def unseen(number: int) -> Case:
    return {**PAIRS[number]["case"], "deals": None}


def refusal(case: Case) -> EngineError:
    with pytest.raises(EngineError) as no:
        answer("replay", case)
    return no.value


def test_a_whole_transcript_counts_the_same_without_its_deals() -> None:
    for pair in PAIRS:
        told = answer("replay", {**pair["case"], "deals": None})
        expected = {name: value for name, value in pair["answer"].items() if name != "id"}
        assert told == {**expected, "unchecked": [{"check": "card_held", "play": None}]}


def test_a_card_is_played_only_once() -> None:
    case = unseen(0)
    case["plays"] = [dict(move) for move in case["plays"]]
    case["plays"][9]["card"] = case["plays"][1]["card"]
    assert (refusal(case).code, refusal(case).more["play"]) == ("card_not_held", 9)


def test_a_card_of_the_opening_table_is_in_no_hand() -> None:
    case = unseen(0)
    case["plays"] = [dict(move) for move in case["plays"]]
    case["plays"][9]["card"] = case["table"][1]
    assert (refusal(case).code, refusal(case).more["play"]) == ("card_not_held", 9)


def test_the_turn_is_still_known() -> None:
    case = unseen(0)
    case["plays"] = [{**move, "seat": 0} for move in case["plays"]]
    assert (refusal(case).code, refusal(case).more["play"]) == ("out_of_turn", 0)


def test_a_declaration_is_judged_by_the_cards_played_later() -> None:
    case = unseen(0)
    case["plays"] = [dict(move) for move in case["plays"]]
    case["plays"][0]["declare"] = {"matta_as": None}
    assert (refusal(case).code, refusal(case).more["play"]) == ("not_a_buona", 0)


def test_a_declaration_of_a_deal_that_is_not_over_is_named_as_unchecked() -> None:
    # Seat 0 of this hand of five declares at the first play; its third card of the deal is the eleventh play.
    transcript, rules = read_transcript_case(unseen(2))
    assert transcript.plays[0].declared
    for count, expected in (
        (5, [("card_held", None), ("declaration", 0), ("declaration", 3)]),
        (15, [("card_held", None)]),
    ):
        some = transcript._replace(plays=transcript.plays[:count])
        replayed = replay_plays(deal_out(some, rules), some.plays)
        assert [tuple(unchecked) for unchecked in replayed.unchecked] == expected


def test_cards_shown_for_a_declaration_are_held_from_then_on() -> None:
    transcript, rules = read_transcript_case(unseen(4))
    some = transcript._replace(plays=transcript.plays[:4])
    replayed = replay_plays(deal_out(some, rules), some.plays)
    assert replayed.unchecked == (("card_held", None),)


def test_a_transcript_that_stops_is_unfinished() -> None:
    case = unseen(0)
    case["plays"] = case["plays"][:7]
    assert (refusal(case).code, refusal(case).more["play"]) == ("unfinished", 7)
