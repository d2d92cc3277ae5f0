"""RULES 5 and 6: what three cards in hand can be declared as."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import CODES, cards_mask
from scoring.engine.declarations import best_declarations, buona_readings
from scoring.engine.errors import EngineError
from scoring.engine.hand_buone import Buona
from scoring.engine.operations import answer
from scoring.engine.rulesets import PRESETS, read_ruleset
from tests.engine.golden import wrong_answers


def test_every_golden_case_of_buone_has_its_answer() -> None:
    assert wrong_answers("buone") == []


# Ruleset, cards, and each reading as (matta_as, points, kinds).
EDGE_CASES: dict[str, tuple[Any, str, list[tuple[str | None, int, str]]]] = {
    "C01 nine is a barsega": ("sbiro", "AH 3C 5D", [(None, 3, "barsega")]),
    "C02 ten is none": ("sbiro", "2H 3C 5D", []),
    "C03 aula2 pays two": ("aula2", "2C 3C 4D", [(None, 2, "barsega")]),
    "C04 La Spezia pays one": ("laspezia", "2C 3C 4D", [(None, 1, "barsega")]),
    "C05 di misci is a name only": ("sbiro", "2C 3D 4S", [(None, 3, "barsega")]),
    "C06 three queens": ("sbiro", "QD QC QS", [(None, 10, "decino")]),
    "C07 three twos are the triple only": ("pagat", "2D 2C 2S", [(None, 10, "decino")]),
    "C08 or both": ({"low_triple": "sum_both"}, "2D 2C 2S", [(None, 13, "barsega decino")]),
    "C09 La Spezia's three threes": ("laspezia", "3D 3C 3S", [(None, 3, "decino")]),
    "C10 La Spezia's three fours": ("laspezia", "4D 4C 4S", [(None, 2, "decino")]),
    "C11 no decino, the low sum stands": ({"triple_points": 0}, "3D 3C 3S", [(None, 3, "barsega")]),
    "C12 no decino, no low sum": ({"triple_points": 0}, "5D 5C 5S", []),
    "C13 two aces and the matta": (
        "sbiro",
        "AD AC 7H",
        [(None, 3, "barsega"), ("A", 10, "decino"), *((rank, 3, "barsega") for rank in "23456")],
    ),
    "C14 thirteen as an ace": (
        {"low_triple": "sum_both"},
        "AD AC 7H",
        [(None, 3, "barsega"), ("A", 13, "barsega decino"), *((rank, 3, "barsega") for rank in "23456")],
    ),
    "C15 one value only": ("sbiro", "4D 4C 7H", [("A", 3, "barsega"), ("4", 10, "decino")]),
    "C16 never thirteen with four": (
        {"low_triple": "sum_both"},
        "4D 4C 7H",
        [("A", 3, "barsega"), ("4", 10, "decino")],
    ),
    "C17 three threes by the matta": (
        {"low_triple": "sum_both"},
        "3D 3C 7H",
        [("A", 3, "barsega"), ("2", 3, "barsega"), ("3", 13, "barsega decino")],
    ),
    "C18 three sevens as printed": ("sbiro", "7D 7C 7H", [(None, 10, "decino")]),
    "C19 three kings by the matta": ("sbiro", "KD KC 7H", [("K", 10, "decino")]),
    "C20 only as an ace": ("sbiro", "3D 5C 7H", [("A", 3, "barsega")]),
    "C21 ten even so": ("sbiro", "3D 6C 7H", []),
    "C22 as an ace or a two": ("pagat", "3D 4C 7H", [("A", 3, "barsega"), ("2", 3, "barsega")]),
    "C23 one and seven and one": ("sbiro", "AD 7C 7H", [("A", 3, "barsega"), ("7", 10, "decino")][:1]),
    "C24 one and eight and one": ("sbiro", "AD JC 7H", []),
    "C25 no pair, no low sum": ("sbiro", "JD QC 7H", []),
    "C26 any of six values": ("sbiro", "AD 2C 7H", [(rank, 3, "barsega") for rank in "A23456"]),
    "C27 the seven where the queen is the matta": ({"matta_card": "QH"}, "AD 7H 2C", []),
    "C28 the queen as an ace": ({"matta_card": "QH"}, "AD 7C QH", [("A", 3, "barsega")]),
    "C29 the grande in hand": ({"grande_in_hand_points": 30}, "JD QD KD", [(None, 30, "grande_in_mano")]),
    "C30 the matta is no part of it": ({"grande_in_hand_points": 30}, "JD QD 7H", []),
    "C40 Molassana's nine": ("molassana", "AH 3C 5D", []),
    "C40 Molassana's eight": ("molassana", "AH 2C 5D", [(None, 3, "barsega")]),
    "no matta at all": ({"matta_card": None}, "4D 4C 7H", []),
}


@pytest.mark.parametrize(("ruleset", "cards", "expected"), EDGE_CASES.values(), ids=EDGE_CASES)
def test_an_edge_case_has_exactly_these_readings(
    ruleset: Any, cards: str, expected: list[tuple[str | None, int, str]]
) -> None:
    options = answer("buone", {"ruleset": ruleset, "cards": cards.split()})["options"]
    assert [(told["matta_as"], told["points"], " ".join(sorted(told["kinds"]))) for told in options] == expected


REFUSED = {
    "two cards": ({"cards": ["AS", "2S"]}, "not_three_cards", "/cards"),
    "four cards": ({"cards": ["AS", "2S", "3S", "4S"]}, "not_three_cards", "/cards"),
    "a card twice": ({"cards": ["AS", "2S", "AS"]}, "duplicate_card", "/cards/2"),
    "an unknown card": ({"cards": ["AS", "2S", "9S"]}, "unknown_card", "/cards/2"),
    "no cards": ({}, "bad_request", "/cards"),
    "a number for a card": ({"cards": ["AS", 2, "3S"]}, "bad_request", "/cards/1"),
}


@pytest.mark.parametrize(("case", "code", "pointer"), REFUSED.values(), ids=REFUSED)
def test_a_bad_case_is_refused_with_its_field(case: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(EngineError) as no:
        answer("buone", case)
    assert (no.value.code, no.value.pointer) == (code, pointer)


BEST = {
    "the decino before the barsega": ("sbiro", "4D 4C 7H", [("4D 4C 7H", 4)]),
    "as printed where it is worth as much": ("sbiro", "7D 7C 7H", [("7D 7C 7H", 0)]),
    "nothing to declare": ("sbiro", "JD QC 7H", []),
    "two threes of six": ("cirullone", "AH 3H 5H QD QC QS", [("AH 3H 5H", 0), ("QD QC QS", 0)]),
    "C65 one matta in one of them": ("cirullone", "7H QD QC KD KC 3S", [("7H QD QC", 9)]),
    "three threes of nine": (
        "cirullone",
        "AH 3H 5H QD QC QS 2D 2C 2S",
        [("AH 3H 5H", 0), ("2D 2C 2S", 0), ("QD QC QS", 0)],
    ),
}


@pytest.mark.parametrize(("preset", "cards", "expected"), BEST.values(), ids=BEST)
def test_the_best_declarations_of_a_hand(preset: str, cards: str, expected: list[tuple[str, int]]) -> None:
    declared = best_declarations(cards_mask(cards.split()), PRESETS[preset])
    wanted = [Buona(cards_mask(shown.split()), matta_as) for shown, matta_as in expected]
    assert sorted(declared) == sorted(wanted)


@given(st.lists(st.sampled_from(CODES), min_size=3, max_size=3, unique=True), st.sampled_from(sorted(PRESETS)))
def test_without_a_matta_in_hand_there_is_at_most_one_reading(codes: list[str], preset: str) -> None:
    rules = read_ruleset(preset)
    readings = buona_readings(cards_mask(codes), rules)
    if rules.matta_card not in codes:
        assert len(readings) <= 1
    assert [value for value, _ in readings] == sorted({value for value, _ in readings})
