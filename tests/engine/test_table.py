"""RULES 2.4 and 7: what the opening table means."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine.errors import EngineError
from scoring.engine.operations import answer
from tests.engine.golden import wrong_answers


def test_every_golden_case_of_table_has_its_answer() -> None:
    assert wrong_answers("table") == []


PLAY = ("play", 0, None)
REDEAL = ("redeal", 0, None)
WON = ("dealer_wins_match", 0, None)
LOST = ("dealer_loses_match", 0, None)


def bonus(scope: int, matta_as: str | None = None) -> tuple[str, int, str | None]:
    return ("dealer_bonus", scope, matta_as)


USUAL = ("sbiro", "wikipedia", "pagat")
EDGE_CASES: dict[str, tuple[tuple[Any, ...], str, tuple[str, int, str | None]]] = {
    "D01 fifteen": ((*USUAL, "luzzati"), "2D 3C 4S 6H", bonus(1)),
    "D01 no fifteen in La Spezia": (("laspezia",), "2D 3C 4S 6H", PLAY),
    "D02 thirty": ((*USUAL, "luzzati", "laspezia"), "KD KC 4S 6H", bonus(2)),
    "D03 thirty as printed": (USUAL, "KD QC 7H 4S", bonus(2)),
    "D04 fifteen with the matta as six": ((*USUAL, "luzzati"), "4C 4S 7H AS", bonus(1, "6")),
    "D05 fifteen with the matta as nine": (USUAL, "AD 2C 3S 7H", bonus(1, "Q")),
    "D05 the better of fifteen and low": (({"table_low_bonus": 3},), "AD 2C 3S 7H", bonus(3, "A")),
    "D06 the lowest sum": (USUAL, "AD 2C 2S 7H", bonus(1, "K")),
    "D07 thirty with the matta as ten": (USUAL, "KD QC AS 7H", bonus(2, "K")),
    "D08 thirty with the matta as nine": (USUAL, "KD KC AS 7H", bonus(2, "Q")),
    "D09 out of reach": ((*USUAL, "luzzati"), "QD 4C 2S 7H", PLAY),
    "D10 out of reach": ((*USUAL, "luzzati"), "6D 7C 6S 7H", PLAY),
    "D11 three kings and the matta": (USUAL, "KD KC KS 7H", PLAY),
    "D11 which win in Luzzati": (("luzzati",), "KD KC KS 7H", WON),
    "D12 two aces": ((*USUAL, "luzzati"), "AD AC 6S 7S", REDEAL),
    "D12 two aces whose bonus stands": (({"redeal_two_aces": "unless_dealer_bonus"},), "AD AC 6S 7S", bonus(1)),
    "two aces without a bonus": (({"redeal_two_aces": "unless_dealer_bonus"},), "AD AC 6S 5S", REDEAL),
    "two aces where they do not matter": (({"redeal_two_aces": "off"},), "AD AC 6S 5S", PLAY),
    "D13 two aces with the matta": (USUAL, "AD AC 7H 6S", REDEAL),
    "D14 three aces and the matta": (USUAL, "AD AC AS 7H", REDEAL),
    "D14 won before it is dealt again": (("luzzati",), "AD AC AS 7H", WON),
    "D15 four aces": (USUAL, "AD AC AS AH", REDEAL),
    "D15 won before it is dealt again": (("luzzati",), "AD AC AS AH", WON),
    "D16 the matta is no ace": (USUAL, "AD 7H 4C 6S", bonus(1, "4")),
    "D17 three jacks make thirty": (USUAL, "JD JC JS 6H", bonus(2)),
    "D17 or a redeal": (("luzzati",), "JD JC JS 6H", REDEAL),
    "D18 nine on the table": (USUAL, "2D 2C 2S 3H", PLAY),
    "D18 three twos in Luzzati": (("luzzati",), "2D 2C 2S 3H", REDEAL),
    "D18 nine in La Spezia": (("laspezia",), "2D 2C 2S 3H", bonus(1)),
    "D18 nine in Molassana": (("molassana",), "2D 2C 2S 3H", PLAY),
    "D19 three threes and the matta": (USUAL, "3D 3C 3S 7H", bonus(1, "6")),
    "D19 which win in Luzzati": (("luzzati",), "3D 3C 3S 7H", WON),
    "D20 fifteen without the matta": (USUAL, "5D 5C 5S 7H", PLAY),
    "D20 three fives and the matta in Luzzati": (("luzzati",), "5D 5C 5S 7H", WON),
    "D21 four fives": (USUAL, "5D 5C 5S 5H", PLAY),
    "D21 four fives as a capotun": (("luzzati", {"table_four_of_a_kind": "natural"}), "5D 5C 5S 5H", WON),
    "D22 four sevens": (USUAL, "7D 7C 7S 7H", bonus(2, "Q")),
    "D22 four sevens as a capotun": (("luzzati", {"table_four_of_a_kind": "natural"}), "7D 7C 7S 7H", WON),
    "D23 three sevens with the matta among them": (USUAL, "7D 7C 7H 3S", PLAY),
    "D23 dealt again in Luzzati": (("luzzati",), "7D 7C 7H 3S", REDEAL),
    "D24 seven on the table": (USUAL, "AD 2C 2S 2H", PLAY),
    "D24 three for it in Molassana": (("molassana",), "AD 2C 2S 2H", bonus(3)),
    "D24 three twos in Luzzati": (("luzzati",), "AD 2C 2S 2H", REDEAL),
    "D32 seventeen of five": (("cirulla_a_5",), "2D 3C 4S 6H 2C", bonus(1)),
    "D33 thirty-four of five": (("cirulla_a_5",), "KD KC 4S 6H 4C", bonus(2)),
    "D34 fifteen of five": (("cirulla_a_5",), "2D 3C 4S 5H AC", PLAY),
    "D34 thirty of five": (("cirulla_a_5",), "KD KC 4S 5H AC", PLAY),
}


@pytest.mark.parametrize(("rulesets", "table", "expected"), EDGE_CASES.values(), ids=EDGE_CASES)
def test_an_edge_case_means_this(rulesets: tuple[Any, ...], table: str, expected: tuple[str, int, str | None]) -> None:
    for ruleset in rulesets:
        told = answer("table", {"ruleset": ruleset, "table": table.split()})
        assert (told["outcome"], told["scope"], told["matta_as"]) == expected, ruleset


REDEALS = [
    pytest.param("luzzati", 0, REDEAL, id="the first"),
    pytest.param("luzzati", 1, REDEAL, id="the second"),
    pytest.param("luzzati", 2, LOST, id="D27 the third loses"),
    pytest.param("luzzati", 3, LOST, id="a fourth cannot save it"),
    pytest.param("sbiro", 2, REDEAL, id="where redeals lose nothing"),
]


@pytest.mark.parametrize(("preset", "before", "expected"), REDEALS)
def test_a_redeal_in_a_row(preset: str, before: int, expected: tuple[str, int, str | None]) -> None:
    told = answer("table", {"ruleset": preset, "table": ["AD", "AC", "6S", "5S"], "redeals_before": before})
    assert (told["outcome"], told["scope"], told["matta_as"]) == expected


def test_redeals_before_a_good_table_change_nothing() -> None:
    case = {"ruleset": "luzzati", "table": ["2D", "3C", "4S", "6H"], "redeals_before": 2}
    assert answer("table", case) == {"outcome": "dealer_bonus", "scope": 1, "matta_as": None}


REFUSED = {
    "three cards": ({"table": ["AS", "2S", "3S"]}, "bad_request", "/table"),
    "four cards where five lie": (
        {"ruleset": "cirulla_a_5", "table": ["AS", "2S", "3S", "4S"]},
        "bad_request",
        "/table",
    ),
    "redeals below nothing": (
        {"table": ["AS", "2S", "3S", "4S"], "redeals_before": -1},
        "bad_request",
        "/redeals_before",
    ),
    "true is no number": (
        {"table": ["AS", "2S", "3S", "4S"], "redeals_before": True},
        "bad_request",
        "/redeals_before",
    ),
    "an unknown card": ({"table": ["AS", "2S", "3S", "10S"]}, "unknown_card", "/table/3"),
    "a card twice": ({"table": ["AS", "2S", "3S", "AS"]}, "duplicate_card", "/table/3"),
    "the number of cards goes before their names": ({"table": ["10S"]}, "bad_request", "/table"),
}


@pytest.mark.parametrize(("case", "code", "pointer"), REFUSED.values(), ids=REFUSED)
def test_a_bad_case_is_refused_with_its_field(case: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(EngineError) as no:
        answer("table", case)
    assert (no.value.code, no.value.pointer) == (code, pointer)
