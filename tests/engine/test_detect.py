"""What is possible and hardly ever happens is asked about, in every mode of entry."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.engine.cards import CODES
from scoring.engine.detect import DOUBTS, RARE, dealing, entry_doubts
from scoring.engine.entry import read_entry, score_entry
from scoring.engine.rulesets import PRESETS, Ruleset, read_ruleset
from tests.engine.piles import cards, rest
from tests.worked_hand import body, plain

SBIRO = PRESETS["sbiro"]
TWO = (0, 1)


def doubts(of: dict[str, Any], rules: Ruleset = SBIRO, seats: tuple[int, ...] = TWO) -> list[tuple[str, str]]:
    entry = read_entry(of, seats)
    score_entry(entry, rules)
    asked = entry_doubts(entry, rules)
    assert {doubt.message_key for doubt in asked} <= set(DOUBTS)
    assert all(doubt.chance < RARE for doubt in asked)
    assert json.loads(json.dumps([doubt.to_dict() for doubt in asked])) is not None
    return [(doubt.message_key, doubt.pointer) for doubt in asked]


def by_cards(first: str, **more: Any) -> dict[str, Any]:
    sides = [{"captured": cards(first), **more}, {"captured": "rest"}]
    return {"number": 1, "dealer_seat": 1, "mode": "cards", "sides": sides}


def by_counts(scope: int, buone: list[str]) -> dict[str, Any]:
    declared = [{"cards": cards(shown)} for shown in buone]
    primiera = dict.fromkeys("HDCS", "7")
    lower = dict.fromkeys("HDCS", "6")
    denari = [code for code in CODES if code[1] == "D"]
    one = {"carte": 20, "denari": denari[4:7], "primiera": primiera, "scope": scope, "buone": declared}
    six_away = [code for code in denari if code not in denari[4:7]]
    two = {"carte": 20, "denari": six_away, "primiera": lower | {"D": "A"}}
    return {"number": 1, "dealer_seat": 1, "mode": "counts", "sides": [one, two]}


def by_points(**first: Any) -> dict[str, Any]:
    return {"number": 1, "dealer_seat": 1, "mode": "points", "sides": [{"settebello": 1, **first}, {}]}


DECINI = ["JH JC JS", "QH QC QS", "KH KC KS", "6H 6C 6S", "5H 5C 5S"]

ASKED: dict[str, tuple[dict[str, Any], tuple[str, str] | None]] = {
    "an ordinary hand": (plain(scope=(2, 1)), None),
    "the worked hand": (body(), None),
    "fifteen scope of one side": (plain(scope=(15, 0)), ("many_scope", "/sides/0/scope")),
    "three scope with five cards": (
        by_cards("7H 2S 3S AC AS", scope=3),
        ("scope_beyond_cards", "/sides/0/scope"),
    ),
    "all but one card": (
        by_cards(" ".join(rest(cards("AD")))),
        ("many_carte", "/sides/0/captured"),
    ),
    "nine scope and nine": (plain(scope=(9, 9)), ("many_scope_in_all", "/sides")),
    "five decini": (
        by_cards("7D 7H", buone=[{"cards": cards(shown)} for shown in DECINI]),
        ("many_decini", "/sides/0/buone"),
    ),
    "counted by piles, an ordinary hand": (by_counts(2, []), None),
    "counted by piles, fifteen scope": (by_counts(15, []), ("many_scope", "/sides/0/scope")),
    "counted by piles, five decini": (by_counts(0, DECINI), ("many_decini", "/sides/0/buone")),
    "on paper, an ordinary hand": (by_points(scope=2, buone=3), None),
    "on paper, fifteen scope": (by_points(scope=15), ("many_scope", "/sides/0/scope")),
    "on paper, sixty turned cards": (by_points(marked=60), ("many_marked", "/sides/0/marked")),
    "on paper, sixty in buone": (by_points(buone=60), ("many_marked", "/sides/0/marked")),
}


@pytest.mark.parametrize(("of", "expected"), ASKED.values(), ids=ASKED)
def test_what_is_rare_is_asked_about_at_its_field(of: dict[str, Any], expected: tuple[str, str] | None) -> None:
    asked = doubts(of)
    if expected is None:
        assert asked == []
    else:
        assert expected in asked


def test_nothing_is_asked_while_a_side_is_open() -> None:
    half = plain(scope=(15, 0))
    half["sides"][1] = None
    assert doubts(half) == []


def test_turned_cards_are_not_judged_under_another_house_s_prices() -> None:
    dear = read_ruleset({"low_hand_points": 30})
    assert doubts(by_points(marked=60), dear) == []


def test_each_way_of_dealing_is_counted_apart() -> None:
    assert dealing(SBIRO, 2) == "2/3-3-3-3-3-3"
    assert dealing(PRESETS["cirulla_a_5"], 5) == "5/3-3-1"


def test_a_way_of_dealing_that_nobody_counted_raises_no_doubt() -> None:
    odd = read_ruleset({"deal_sizes": [18]})
    assert [key for key, _ in doubts(plain(scope=(9, 9)), odd)] == []
