"""RULES 2 to 6 in play, CONTRACT 1 `replay`: a whole hand judged play by play."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from scoring.engine.errors import EngineError
from scoring.engine.operations import answer
from tests.engine.golden import GOLDEN, wrong_answers

Case = dict[str, Any]


def test_every_golden_replay_has_its_answer() -> None:
    assert wrong_answers("replay") == []


def test_every_golden_refusal_of_a_replay_has_its_code_and_play() -> None:
    assert wrong_answers("replay_errors") == []


def golden_case(number: int) -> Case:
    line = (GOLDEN / "replay.jsonl").read_text().splitlines()[number]
    case: Case = json.loads(line)["case"]
    return case


@pytest.fixture
def singles() -> Case:
    """Return a legal hand of two players under `aula2`: seat 1 plays 7H first and takes JH."""
    return golden_case(0)


@pytest.fixture
def five() -> Case:
    """Return a legal hand of five players, with declarations at its first and fourth play."""
    return golden_case(2)


@pytest.fixture
def cirullone() -> Case:
    """Return a legal hand of a cirullone: seat 2 declares 4H 3H AH at play 3."""
    return golden_case(4)


def refusal(case: Case) -> EngineError:
    with pytest.raises(EngineError) as no:
        answer("replay", case)
    return no.value


def changed(case: Case, play: int, **fields: Any) -> Case:
    other = deepcopy(case)
    other["plays"][play].update(fields)
    return other


WRONG_PLAYS = {
    "another seat's turn": (3, {"seat": 1}, "out_of_turn", "/plays/3/seat"),
    "a seat that nobody has": (3, {"seat": 9}, "out_of_turn", "/plays/3/seat"),
    "a card of the other player": (1, {"card": "AC"}, "card_not_held", "/plays/1/card"),
    "a card of a later deal": (1, {"card": "2H"}, "card_not_held", "/plays/1/card"),
    "a card already played": (3, {"card": "6D"}, "card_not_held", "/plays/3/card"),
    "A21 a card that can capture and does not": (0, {"take": []}, "must_capture", "/plays/0/take"),
    "cards that do not add up": (0, {"take": ["6C"]}, "illegal_capture", "/plays/0/take"),
    "a card that is not on the table": (0, {"take": ["JS"]}, "illegal_capture", "/plays/0/take"),
    "the played card itself": (0, {"take": ["7H"]}, "illegal_capture", "/plays/0/take"),
    "C31 a declaration after one's first turn": (
        2,
        {"declare": {"matta_as": None}},
        "late_declaration",
        "/plays/2/declare",
    ),
    "three cards that are no buona": (0, {"declare": {"matta_as": None}}, "not_a_buona", "/plays/0/declare"),
    "a value for a matta in another hand": (1, {"declare": {"matta_as": "A"}}, "matta_not_held", "/plays/1/declare"),
    "the turn goes before the card": (3, {"seat": 1, "card": "2H"}, "out_of_turn", "/plays/3/seat"),
    "the card goes before the declaration": (
        2,
        {"card": "2H", "declare": {"matta_as": None}},
        "card_not_held",
        "/plays/2/card",
    ),
    "the declaration goes before the capture": (
        0,
        {"declare": {"matta_as": None}, "take": []},
        "not_a_buona",
        "/plays/0/declare",
    ),
    "too late goes before no matta": (2, {"declare": {"matta_as": "K"}}, "late_declaration", "/plays/2/declare"),
    "no matta goes before no buona": (1, {"declare": {"matta_as": "K"}}, "matta_not_held", "/plays/1/declare"),
}


@pytest.mark.parametrize(("play", "fields", "code", "pointer"), WRONG_PLAYS.values(), ids=WRONG_PLAYS)
def test_the_first_wrong_play_is_named(singles: Case, play: int, fields: Case, code: str, pointer: str) -> None:
    no = refusal(changed(singles, play, **fields))
    assert (no.code, no.more["play"], no.pointer) == (code, play, pointer)


def test_only_the_first_of_two_wrong_plays_is_told(singles: Case) -> None:
    both = changed(changed(singles, 20, seat=singles["plays"][21]["seat"]), 4, take=["6C"])
    assert refusal(both).more["play"] == 4


def test_a_refused_play_says_what_would_have_been_legal(singles: Case) -> None:
    assert refusal(changed(singles, 0, take=["6C"])).more["captures"] == [["JH"]]
    assert refusal(changed(singles, 0, take=[])).more["captures"] == [["JH"]]
    assert refusal(changed(singles, 1, card="2H")).more["hand"] == ["4H", "6D", "QC"]
    assert refusal(changed(singles, 1, seat=1)).more["seat"] == 0


def test_a_transcript_that_stops_is_unfinished(singles: Case) -> None:
    singles["plays"] = singles["plays"][:20]
    no = refusal(singles)
    assert (no.code, no.more["play"], no.more["seat"]) == ("unfinished", 20, 1)


def test_no_plays_at_all_are_unfinished(singles: Case) -> None:
    singles["plays"] = []
    assert (refusal(singles).code, refusal(singles).more["play"]) == ("unfinished", 0)


def test_a_play_after_the_last_is_extra(singles: Case) -> None:
    singles["plays"].append(singles["plays"][0])
    no = refusal(singles)
    assert (no.code, no.more["play"]) == ("extra_play", 36)


def test_a_wrong_play_goes_before_an_extra_one(singles: Case) -> None:
    singles["plays"].append(singles["plays"][0])
    assert refusal(changed(singles, 35, seat=1)).code == "out_of_turn"


def test_a_hand_in_progress_needs_only_the_deals_so_far(singles: Case) -> None:
    singles["deals"] = singles["deals"][:1]
    singles["plays"] = singles["plays"][:6]
    assert refusal(singles).code == "unfinished"


def test_nobody_holds_a_card_of_a_deal_that_was_not_told(singles: Case) -> None:
    singles["deals"] = singles["deals"][:1]
    no = refusal(singles)
    assert (no.code, no.more["play"]) == ("card_not_held", 6)


SHAPES = {
    "no seats": ("seats", None, "bad_request", "/seats"),
    "one seat": ("seats", 1, "bad_request", "/seats"),
    "six seats": ("seats", 6, "bad_request", "/seats"),
    "true for a number": ("dealer", True, "bad_request", "/dealer"),
    "a dealer who does not sit there": ("dealer", 2, "bad_request", "/dealer"),
    "a claim in words": ("claim_dealer_bonus", "no", "bad_request", "/claim_dealer_bonus"),
    "two on one side": ("sides", [0, 0], "bad_request", "/sides"),
    "too few sides": ("sides", [0], "bad_request", "/sides"),
    "a side that nobody is": ("sides", [0, 2], "bad_request", "/sides/1"),
    "three cards on the table": ("table", ["JH", "6C", "5D"], "bad_request", "/table"),
    "no card on the table": ("table", ["JH", "6C", "5D", "9D"], "unknown_card", "/table/3"),
    "plays that are an object": ("plays", {}, "bad_request", "/plays"),
    "a play that is a text": ("plays", ["7H"], "bad_request", "/plays/0"),
    "no deals": ("deals", [], "bad_request", "/deals"),
    "a deal for one": ("deals", [[["6D", "QC", "4H"]]], "bad_request", "/deals/0"),
    "two cards in a hand": ("deals", [[["6D", "QC"], ["JD", "7H", "AC"]]], "bad_request", "/deals/0"),
    "a card dealt twice": ("deals", [[["6D", "QC", "4H"], ["JD", "7H", "4H"]]], "duplicate_card", "/deals/0/1/2"),
    "a dealt card on the table": (
        "deals",
        [[["6D", "QC", "JH"], ["JD", "7H", "AC"]]],
        "duplicate_card",
        "/deals/0/0/2",
    ),
    "the number of cards goes before their names": ("table", ["9D"], "bad_request", "/table"),
    "an unknown preset": ("ruleset", "nonesuch", "unknown_ruleset", "/ruleset"),
    "a ruleset of five": ("ruleset", "cirulla_a_5", "bad_players", "/seats"),
    "deals that do not come out": ("ruleset", {"deal_sizes": [5]}, "conflicting_options", "/ruleset/deal_sizes"),
}


@pytest.mark.parametrize(("field", "value", "code", "pointer"), SHAPES.values(), ids=SHAPES)
def test_a_bad_field_is_named(singles: Case, field: str, value: Any, code: str, pointer: str) -> None:
    no = refusal({**singles, field: value})
    assert (no.code, no.pointer) == (code, pointer)


@pytest.mark.parametrize("field", ["seats", "sides", "dealer", "table", "claim_dealer_bonus", "deals", "plays"])
def test_a_missing_field_is_named(singles: Case, field: str) -> None:
    del singles[field]
    no = refusal(singles)
    assert (no.code, no.pointer) == ("bad_request", f"/{field}")


PLAY_SHAPES = {
    "a seat in words": ({"seat": "one"}, "bad_request", "/plays/2/seat"),
    "a number for a card": ({"card": 7}, "bad_request", "/plays/2/card"),
    "an unknown card": ({"card": "8D"}, "unknown_card", "/plays/2/card"),
    "a text for a capture": ({"take": "JH"}, "bad_request", "/plays/2/take"),
    "an unknown card in a capture": ({"take": ["JH", "8D"]}, "unknown_card", "/plays/2/take/1"),
    "a card twice in a capture": ({"take": ["JH", "JH"]}, "duplicate_card", "/plays/2/take/1"),
    "a declaration in words": ({"declare": "barsega"}, "bad_request", "/plays/2/declare"),
    "a declaration without the matta's value": ({"declare": {}}, "bad_request", "/plays/2/declare/matta_as"),
    "a matta as an eight": ({"declare": {"matta_as": "8"}}, "bad_request", "/plays/2/declare/matta_as"),
    "a list without cards": ({"declare": [{"matta_as": None}]}, "bad_request", "/plays/2/declare/0/cards"),
    "no cards in a list": ({"declare": [{"cards": [], "matta_as": None}]}, "bad_request", "/plays/2/declare/0/cards"),
}


@pytest.mark.parametrize(("fields", "code", "pointer"), PLAY_SHAPES.values(), ids=PLAY_SHAPES)
def test_a_bad_field_of_a_play_is_named(singles: Case, fields: Case, code: str, pointer: str) -> None:
    no = refusal(changed(singles, 2, **fields))
    assert (no.code, no.pointer) == (code, pointer)


def test_partners_sit_opposite_each_other(cirullone: Case) -> None:
    cirullone["sides"] = [0, 0, 1, 1]
    assert (refusal(cirullone).code, refusal(cirullone).pointer) == ("bad_request", "/sides")


def test_the_order_in_which_cards_of_a_capture_are_named_is_free(singles: Case) -> None:
    expected = answer("replay", singles)
    several = next(number for number, play in enumerate(singles["plays"]) if len(play["take"]) > 1)
    take = singles["plays"][several]["take"][::-1]
    assert answer("replay", changed(singles, several, take=take)) == expected


DECLARED_IN_SIX = {
    "an object where the cards are to be named": ({"matta_as": None}, "bad_request", "/plays/3/declare"),
    "a card that another holds": (
        [{"cards": ["4H", "3H", "2D"], "matta_as": None}],
        "card_not_held",
        "/plays/3/declare",
    ),
    "one card in two": (
        [{"cards": ["4H", "3H", "AH"], "matta_as": None}, {"cards": ["AH", "3D", "5H"], "matta_as": None}],
        "duplicate_card",
        "/plays/3/declare/1/cards/0",
    ),
    "two cards": ([{"cards": ["4H", "3H"], "matta_as": None}], "not_three_cards", "/plays/3/declare"),
    "no buona": ([{"cards": ["4H", "QH", "AH"], "matta_as": None}], "not_a_buona", "/plays/3/declare"),
    "no matta among them": ([{"cards": ["4H", "3H", "AH"], "matta_as": "A"}], "matta_not_held", "/plays/3/declare"),
}


@pytest.mark.parametrize(("declare", "code", "pointer"), DECLARED_IN_SIX.values(), ids=DECLARED_IN_SIX)
def test_a_wrong_declaration_in_a_deal_of_six_is_refused(
    cirullone: Case, declare: Any, code: str, pointer: str
) -> None:
    no = refusal(changed(cirullone, 3, declare=declare))
    assert (no.code, no.pointer) == (code, pointer)


def test_a_declaration_is_optional_and_lost_when_it_is_not_made(cirullone: Case) -> None:
    declared = answer("replay", cirullone)["sides"][0]
    silent = answer("replay", changed(cirullone, 3, declare=None))["sides"][0]
    assert declared["buone"] - silent["buone"] == 3
    assert declared["total"] - silent["total"] == 3


@pytest.mark.parametrize(("matta_as", "code"), [(None, "not_a_buona"), ("A", "matta_not_held")])
def test_one_card_in_hand_is_no_declaration(five: Case, matta_as: str | None, code: str) -> None:
    no = refusal(changed(five, 30, declare={"matta_as": matta_as}))
    assert (no.code, no.pointer) == (code, "/plays/30/declare")


def test_the_dealer_may_not_claim_a_bonus_that_is_not_there(singles: Case) -> None:
    singles["claim_dealer_bonus"] = True
    no = refusal(singles)
    assert (no.code, no.pointer) == ("no_dealer_bonus", "/claim_dealer_bonus")


def test_five_players_knock_for_low_last_cards_by_themselves(five: Case) -> None:
    # The last cards are 3H 4H 4C KC 2H in seats 0 to 4: 3 and 2 knock, 1 point each (RULES 8.10).
    assert five["deals"][-1] == [["3H"], ["4H"], ["4C"], ["KC"], ["2H"]]
    higher = {**five, "ruleset": {"preset": "cirulla_a_5", "last_deal_low_card_max": 4}}
    off = {**five, "ruleset": {"preset": "cirulla_a_5", "last_deal_low_card_max": 0}}
    with_three, with_four, without = (
        [side["buone"] for side in answer("replay", case)["sides"]] for case in (five, higher, off)
    )
    assert [most - none for most, none in zip(with_three, without, strict=True)] == [1, 0, 0, 0, 1]
    # Of the two fours only the first in playing order knocks: seat 4 deals, so seat 1 is before seat 2.
    assert [most - none for most, none in zip(with_four, without, strict=True)] == [1, 1, 0, 0, 1]
