"""RULES 3: what a played card can take."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.captures import can_capture, empties_as_scopa, is_capture, legal_captures
from scoring.engine.cards import CODES, RANK_VALUE, card_bit, cards_list, cards_mask
from scoring.engine.errors import EngineError
from scoring.engine.operations import answer
from scoring.engine.rulesets import OPTIONS, PRESETS, Ruleset, read_ruleset
from tests.engine.golden import wrong_answers

CAPTURE_OPTIONS = (
    "capture_choice",
    "ace_with_ace_on_table",
    "ace_sweep_exclusive",
    "ace_sweep_is_scopa",
    "ace_takes_ace_is_scopa",
    "matta_card",
)


def test_every_golden_case_of_captures_has_its_answer() -> None:
    assert wrong_answers("captures") == []


ANY = ("sbiro", "wikipedia", "pagat", "aula2", "luzzati", "molassana", "laspezia", "cinquantuno", "cirullone")
FREE = tuple(name for name in ANY if name != "wikipedia")

# Rulesets, played card, what the matta was declared as, table, captures separated by bars.
EDGE_CASES = {
    "A01 equal card or sum, free choice": (("sbiro", "pagat"), "JC", None, "JS 5H 3D", "JS | 5H 3D"),
    "A02 equal, two sums and a fifteen": (("pagat",), "QH", None, "QS 6D 5H 4C 3D", "6D | QS | 5H 4C | 3D 6D"),
    "A03 an equal card bars sums, not the fifteen": (("wikipedia",), "QH", None, "QS 6D 5H 4C 3D", "6D | QS"),
    "A04 eight and three and four": (ANY, "JC", None, "3D 4S", "3D 4S"),
    "A05 seven takes a jack": (ANY, "7C", None, "JD", "JD"),
    "A06 only one of several ways": (FREE, "7C", None, "JD 7S 4H 3C", "JD | 7S | 4H 3C"),
    "A07 equal or fifteen": (("wikipedia",), "7C", None, "JD 7S 4H 3C", "JD | 7S"),
    "A08 a scopa is not compulsory": (ANY, "KC", None, "5D 5S", "5D | 5S | 5D 5S"),
    "A09 either king, not both": (ANY, "5C", None, "KD KS", "KD | KS"),
    "A10 two fifteens and a sum": (ANY, "KC", None, "2D 3S 5H", "5H | 2D 3S | 2D 3S 5H"),
    "A11 six and fifteen": (ANY, "6C", None, "4D 5S 2H 7C", "2H 4D | 2H 7C | 4D 5S"),
    "A12 equal values of other suits are other captures": (
        ANY,
        "KC",
        None,
        "AD 2S 2H 7C 3D",
        "2H 3D | 3D 7C | 3D 2S | 2H AD 7C | 2H AD 2S | AD 7C 2S",
    ),
    "A13 nothing fits": (ANY, "2S", None, "5D 4S 7C", ""),
    "A14 equal or sum": (FREE, "4C", None, "2D 2S KH 4S", "4S | 2D 2S"),
    "A14 an equal card bars the sum": (("wikipedia",), "4C", None, "2D 2S KH 4S", "4S"),
    "A15 the fewest cards": ((("capture_choice", "fewest_cards"),), "4C", None, "AD 2C 3C 4S", "4S"),
    "A16 the cammello": (ANY, "QC", None, "4D 2S", "4D 2S"),
    "A17 three and twelve": (ANY, "3C", None, "7D 5S", "7D 5S"),
    "A18 fifteen is exact": (ANY, "KS", None, "JS", ""),
    "A30 an ace on an empty table": (ANY, "AS", None, "", ""),
    "A31 an ace takes the whole table": (ANY, "AS", None, "KD 5H 2C", "5H KD 2C"),
    "A33 an ace on the table is all it takes": (("sbiro",), "AS", None, "AD 4H KC", "AD"),
    "A34 the ace or a fifteen": (("wikipedia", "pagat"), "AS", None, "AD 4H KC", "AD | 4H KC"),
    "A35 sixteen in all is no fifteen": (("aula2",), "AS", None, "AD 4H KC", "AD"),
    "A36 fifteen in all takes everything": (("aula2",), "AS", None, "AD 3H KC", "3H AD KC"),
    "A37 no fifteen by an ace": (("sbiro",), "AS", None, "AD 3H KC", "AD"),
    "A38 the ace or the whole table": (("wikipedia", "pagat"), "AS", None, "AD 3H KC", "AD | 3H AD KC"),
    "A39 the fourth capture": (
        ("pagat",),
        "AS",
        None,
        "AD 3H 4C 6D 7S",
        "AD | 3H 4C 7S | AD 6D 7S | 3H AD 6D 4C",
    ),
    "A40 twenty-two in all": (("aula2",), "AS", None, "AD 3H 4C 6D 7S", "AD"),
    "A41 a lone ace": (ANY, "AS", None, "AD", "AD"),
    "A42 one of two aces": (("sbiro",), "AS", None, "AD AC", "AD | AC"),
    "A43 the sweep ignores the ace": ((("ace_with_ace_on_table", "sweep_all"),), "AS", None, "AD 5H KC", "5H AD KC"),
    "A44 a fifteen beside the sweep": ((("ace_sweep_exclusive", False),), "AS", None, "KD 4H 2S", "4H KD | 4H KD 2S"),
    "A44 a sweep that is the fifteen is one capture": ((("ace_sweep_exclusive", False),), "AS", None, "KD 4H", "4H KD"),
    "C50 a matta as A sweeps": (ANY, "7H", "A", "KD 4C 2S", "KD 4C 2S"),
    "C51 a matta as A takes the ace": (("sbiro",), "7H", "A", "AD 4C", "AD"),
    "C52 a matta as A on the table bars the sweep": (("sbiro",), "AS", "A", "7H KD 4C", "7H"),
    "C53 the matta as A in a fifteen": (("wikipedia", "pagat"), "AS", "A", "7H KD 3C", "7H | 7H KD 3C"),
    "C54 one and four": (ANY, "5C", "A", "7H 4D", "7H 4D"),
    "C55 a matta as A is no seven": (ANY, "JC", "A", "7H 4D", ""),
    "C56 an undeclared matta is a seven": (ANY, "JC", None, "7H", "7H"),
    "C57 a seven does not take a matta as A": (ANY, "7D", "A", "7H", ""),
    "C58 one and six": (ANY, "7D", "A", "7H 6C", "7H 6C"),
    "C59 a matta as K takes a five": (ANY, "7H", "K", "5C", "5C"),
    "C60 a five takes a matta as K": (ANY, "5S", "K", "7H", "7H"),
    "C64 no declaration, no value": (ANY, "7H", None, "7D 5C", "7D"),
    "a value given to no matta is ignored": (ANY, "5S", "K", "KH", "KH"),
    "the queen of hearts as A sweeps": ((("matta_card", "QH"),), "QH", "A", "KD 5S 2H", "2H KD 5S"),
    "an ordinary seven where the queen is the matta": ((("matta_card", "QH"),), "7H", "A", "7D", "7D"),
}


@pytest.mark.parametrize(("rules", "card", "matta_as", "table", "expected"), EDGE_CASES.values(), ids=EDGE_CASES)
def test_an_edge_case_has_exactly_these_captures(
    rules: tuple[Any, ...], card: str, matta_as: str | None, table: str, expected: str
) -> None:
    captures = sorted_captures([taken.split() for taken in expected.split("|")] if expected else [])
    for ruleset in rules:
        case = {"card": card, "table": table.split(), "matta_as": matta_as}
        case["ruleset"] = ruleset if isinstance(ruleset, str) else dict([ruleset])
        assert answer("captures", case) == {"captures": captures}, ruleset


SCOPE = {
    "A04 a fifteen that empties the table": ({}, "JC", "3D 4S", "3D 4S", True),
    "A08 taking one of two is none": ({}, "KC", "5D 5S", "5D", False),
    "A31 an ace's sweep": ({}, "AS", "KD 5H 2C", "KD 5H 2C", True),
    "A32 an ace's sweep where it is none": ({"ace_sweep_is_scopa": False}, "AS", "KD 5H 2C", "KD 5H 2C", False),
    "a fifteen by an ace where its sweep is none": (
        {"ace_sweep_is_scopa": False, "ace_sweep_exclusive": False},
        "AS",
        "KD 4H",
        "KD 4H",
        False,
    ),
    "a sweep over an ace stays a scopa": (
        {"ace_sweep_is_scopa": False, "ace_with_ace_on_table": "sweep_all"},
        "AS",
        "AD 5H",
        "AD 5H",
        True,
    ),
    "A36 aula2's whole table": ({"preset": "aula2"}, "AS", "AD 3H KC", "AD 3H KC", True),
    "A41 a lone ace": ({}, "AS", "AD", "AD", True),
    "A41 a lone ace in aula2": ({"preset": "aula2"}, "AS", "AD", "AD", False),
}


@pytest.mark.parametrize(("options", "card", "table", "taken", "expected"), SCOPE.values(), ids=SCOPE)
def test_a_capture_is_or_is_not_a_scopa(
    options: dict[str, Any], card: str, table: str, taken: str, expected: bool
) -> None:
    rules = read_ruleset(options)
    masks = card_bit(card), cards_mask(table.split()), cards_mask(taken.split())
    assert empties_as_scopa(*masks, rules) is expected


def test_a_lone_matta_declared_as_an_ace_is_a_lone_ace() -> None:
    ace, matta = card_bit("AS"), card_bit("7H")
    assert empties_as_scopa(ace, matta, matta, PRESETS["sbiro"], matta_as=1)
    assert not empties_as_scopa(ace, matta, matta, PRESETS["aula2"], matta_as=1)


REFUSED = {
    "A19 an eight is no card": ({"card": "8C", "table": []}, "unknown_card", "/card"),
    "an eight on the table": ({"card": "AC", "table": ["2H", "8C"]}, "unknown_card", "/table/1"),
    "a card twice on the table": ({"card": "AC", "table": ["2H", "2H"]}, "duplicate_card", "/table/1"),
    "the played card on the table": ({"card": "AC", "table": ["AC"]}, "duplicate_card", "/card"),
    "no table": ({"card": "AC"}, "bad_request", "/table"),
    "no card": ({"table": []}, "bad_request", "/card"),
    "a table that is a text": ({"card": "AC", "table": "2H"}, "bad_request", "/table"),
    "a matta as an eight": ({"card": "AC", "table": [], "matta_as": "8"}, "bad_request", "/matta_as"),
    "shape goes before cards": ({"card": "8C", "table": [7]}, "bad_request", "/table/0"),
    "the ruleset goes before cards": ({"card": "8C", "table": [], "ruleset": "none"}, "unknown_ruleset", "/ruleset"),
}


@pytest.mark.parametrize(("case", "code", "pointer"), REFUSED.values(), ids=REFUSED)
def test_a_bad_case_is_refused_with_its_field(case: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(EngineError) as no:
        answer("captures", case)
    assert (no.value.code, no.value.pointer) == (code, pointer)


def value_of(code: str, rules: Ruleset, matta_as: str | None) -> int:
    return RANK_VALUE[matta_as if matta_as and code == rules.matta_card else code[0]]


def captures_by_trying_all(played: str, table: list[str], rules: Ruleset, matta_as: str | None) -> list[list[str]]:
    """Judge every subset of the table by the words of RULES 3, with no sum shared between two of them."""
    values = {code: value_of(code, rules, matta_as) for code in table}
    value = value_of(played, rules, matta_as)
    subsets = [list(some) for size in range(1, len(table) + 1) for some in combinations(table, size)]
    fifteens = [some for some in subsets if value + sum(values[code] for code in some) == 15]
    if value == 1:
        aces = [[code] for code in table if values[code] == 1]
        if not aces:
            return [] if not table else sorted_captures([table, *([] if rules.ace_sweep_exclusive else fifteens)])
        way = rules.ace_with_ace_on_table
        if way == "sweep_all" or (way == "ace_or_whole_table_fifteen" and table in fifteens):
            return [table]
        return sorted_captures(aces + (fifteens if way == "ace_or_fifteen" else []))
    ordinary = [some for some in subsets if sum(values[code] for code in some) == value]
    if rules.capture_choice == "equal_before_sum" and any(len(some) == 1 for some in ordinary):
        ordinary = [some for some in ordinary if len(some) == 1]
    if rules.capture_choice == "fewest_cards":
        ordinary = [some for some in ordinary if len(some) == min(map(len, ordinary))]
    return sorted_captures(ordinary + fifteens)


def sorted_captures(captures: list[list[str]]) -> list[list[str]]:
    places = {tuple(sorted(CODES.index(code) for code in taken)) for taken in captures}
    return [[CODES[place] for place in taken] for taken in sorted(places, key=lambda taken: (len(taken), taken))]


@st.composite
def tables(draw: st.DrawFn) -> tuple[str, list[str], Ruleset, str | None]:
    """Draw a played card, a table of up to ten, every capture option, and what the matta was declared as."""
    played, *table = draw(st.lists(st.sampled_from(CODES), min_size=1, max_size=11, unique=True))
    options = {name: draw(st.sampled_from(OPTIONS[name].values or (True, False))) for name in CAPTURE_OPTIONS}
    rules = read_ruleset(options)
    matta_as = draw(st.none() | st.sampled_from(sorted(RANK_VALUE))) if rules.matta_card in (played, *table) else None
    return played, sorted(table, key=CODES.index), rules, matta_as


@given(tables())
def test_captures_are_those_that_trying_all_subsets_finds(drawn: tuple[str, list[str], Ruleset, str | None]) -> None:
    played, table, rules, matta_as = drawn
    found = legal_captures(card_bit(played), cards_mask(table), rules, RANK_VALUE[matta_as] if matta_as else 0)
    assert [cards_list(taken) for taken in found] == captures_by_trying_all(played, table, rules, matta_as)


@pytest.mark.parametrize("suit", "HDCS")
def test_a_whole_suit_on_the_table_is_searched_too(suit: str) -> None:
    table = [code for code in CODES if code[1] == suit]
    for played in ("5H", "5S", "QD"):
        if played not in table:
            found = legal_captures(card_bit(played), cards_mask(table), PRESETS["sbiro"])
            expected = captures_by_trying_all(played, table, PRESETS["sbiro"], None)
            assert [cards_list(taken) for taken in found] == expected
            assert can_capture(card_bit(played), cards_mask(table), PRESETS["sbiro"])
            assert all(is_capture(card_bit(played), cards_mask(table), taken, PRESETS["sbiro"]) for taken in found)


@given(tables(), st.data())
def test_the_quick_judgements_agree_with_the_list(
    drawn: tuple[str, list[str], Ruleset, str | None], data: st.DataObject
) -> None:
    played, codes, rules, matta_as = drawn
    case = card_bit(played), cards_mask(codes)
    value = RANK_VALUE[matta_as] if matta_as else 0
    captures = legal_captures(*case, rules, value)
    assert can_capture(*case, rules, value) == bool(captures)
    assert all(is_capture(*case, taken, rules, value) for taken in captures)
    other = cards_mask(data.draw(st.lists(st.sampled_from(CODES), max_size=4, unique=True)))
    assert is_capture(*case, other, rules, value) == (other in captures)
