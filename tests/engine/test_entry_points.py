"""A paper sheet: points only, checked as far as points can be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import CODES
from scoring.engine.entry import read_entry, score_entry
from scoring.engine.entry_score import EntryScore
from scoring.engine.errors import EngineError
from scoring.engine.operations import answer
from scoring.engine.points import buone_sums, piccola_values
from scoring.engine.rulesets import PRESETS, read_ruleset

TWO = (0, 1)
DECK = {"carte": 1, "denari": 1, "settebello": 1, "primiera": 1}


def body(*sides: dict[str, Any] | None) -> dict[str, Any]:
    return {"number": 1, "dealer_seat": 1, "mode": "points", "sides": list(sides)}


def scored(*sides: dict[str, Any] | None, ruleset: Any = "sbiro") -> EntryScore:
    return score_entry(read_entry(body(*sides), tuple(range(len(sides)))), read_ruleset(ruleset))


def refusal(*sides: dict[str, Any] | None, ruleset: Any = "sbiro") -> EngineError:
    with pytest.raises(EngineError) as no:
        scored(*sides, ruleset=ruleset)
    return no.value


def pointers(no: EngineError) -> list[str]:
    return [pointer for pointer, _, _ in no.errors]


def test_the_worked_hand_as_it_stands_on_paper() -> None:
    one = DECK | {"scope": 2, "buone": 3, "piccola": 4}
    two = {"scope": 1, "buone": 10, "dealer": 2, "grande": 5}
    score = scored(one, two)
    assert score.totals == (13, 18)
    assert score.score is not None
    assert score.score["sides"][1]["dealer"] == 2


def test_turned_cards_are_counted_without_being_told_apart() -> None:
    # L05.
    score = scored(DECK | {"marked": 7}, {"marked": 12})
    assert score.totals == (11, 12)
    assert score.score is not None
    assert [side["marked"] for side in score.score["sides"]] == [7, 12]
    assert [side["scope"] for side in score.score["sides"]] == [0, 0]
    assert score.rows is not None
    assert [row.scope for row in score.rows] == [7, 12]


def test_a_buona_is_not_turned_and_written_too() -> None:
    # L07.
    no = refusal(DECK | {"marked": 10, "buone": 10}, {})
    assert (no.code, pointers(no)) == ("inconsistent", ["/sides/0/marked", "/sides/0/buone"])


REFUSED: dict[str, tuple[dict[str, Any], dict[str, Any], Any, str, list[str]]] = {
    "E10 settebello for both": (
        DECK,
        {"settebello": 1},
        "sbiro",
        "both_sides",
        ["/sides/0/settebello", "/sides/1/settebello"],
    ),
    "E10 settebello for nobody": (
        {"carte": 1},
        {"denari": 1},
        "sbiro",
        "nobody",
        ["/sides/0/settebello", "/sides/1/settebello"],
    ),
    "E25 primiera for both": (DECK, {"primiera": 1}, "sbiro", "both_sides", ["/sides/0/primiera", "/sides/1/primiera"]),
    "carte for both": (DECK, {"carte": 1}, "sbiro", "both_sides", ["/sides/0/carte", "/sides/1/carte"]),
    "two settebelli on one side": (DECK | {"settebello": 2}, {}, "sbiro", "impossible_count", ["/sides/0/settebello"]),
    "F16 piccola for both": (
        DECK | {"piccola": 3},
        {"piccola": 4},
        "sbiro",
        "both_sides",
        ["/sides/0/piccola", "/sides/1/piccola"],
    ),
    "F17 grande for both": (
        DECK | {"grande": 5},
        {"grande": 5},
        "sbiro",
        "both_sides",
        ["/sides/0/grande", "/sides/1/grande"],
    ),
    "F18 piccola of 1": (DECK | {"piccola": 1}, {}, "sbiro", "impossible_count", ["/sides/0/piccola"]),
    "F18 piccola of 2": (DECK | {"piccola": 2}, {}, "sbiro", "impossible_count", ["/sides/0/piccola"]),
    "piccola of 7 where 6 is the most": (DECK | {"piccola": 7}, {}, "sbiro", "impossible_count", ["/sides/0/piccola"]),
    "grande of 6 without an extension": (DECK | {"grande": 6}, {}, "sbiro", "impossible_count", ["/sides/0/grande"]),
    "grande of 4": (DECK | {"grande": 4}, {}, "sbiro", "impossible_count", ["/sides/0/grande"]),
    "F21 piccola 7 without the settebello": (
        {"piccola": 7},
        DECK,
        "wikipedia",
        "inconsistent",
        ["/sides/0/piccola", "/sides/1/denari", "/sides/1/settebello"],
    ),
    "six denari and not the most": (
        {"piccola": 6, "settebello": 1},
        {"denari": 1},
        "sbiro",
        "inconsistent",
        ["/sides/0/settebello", "/sides/0/piccola", "/sides/1/denari"],
    ),
    "nine denari and nobody has most": (
        {"piccola": 6, "grande": 5},
        {"settebello": 1},
        "sbiro",
        "inconsistent",
        ["/sides/0/piccola", "/sides/0/grande", "/sides/1/settebello"],
    ),
    "F24 the king of the grande on the other side": (
        DECK | {"grande": 5},
        {"re_bello": 1},
        {"re_bello": True},
        "inconsistent",
        ["/sides/0/denari", "/sides/0/settebello", "/sides/0/grande", "/sides/1/re_bello"],
    ),
    "re bello where it is no point": (DECK | {"re_bello": 1}, {}, "sbiro", "impossible_count", ["/sides/0/re_bello"]),
    "a grande that should have gone on": (
        DECK | {"grande": 5},
        {},
        {"grande_extension": "down_to_7"},
        "inconsistent",
        ["/sides/0/denari", "/sides/0/settebello", "/sides/0/grande"],
    ),
    "L12 a bonus for who did not deal": (DECK | {"dealer": 1}, {}, "sbiro", "not_the_dealer", ["/sides/0/dealer"]),
    "L11 fifteen and thirty": (DECK, {"dealer": 3}, "sbiro", "impossible_count", ["/sides/1/dealer"]),
    "a fifteen at La Spezia is no bonus, a low table is one": (
        DECK,
        {"dealer": 3},
        "laspezia",
        "impossible_count",
        ["/sides/1/dealer"],
    ),
    "buone of 4": (DECK | {"buone": 4}, {}, "sbiro", "bad_sum", ["/sides/0/buone"]),
    "buone of 1": (DECK | {"buone": 1}, {}, "aula2", "bad_sum", ["/sides/0/buone"]),
    "buone of 61": (DECK | {"buone": 61}, {}, "sbiro", "bad_sum", ["/sides/0/buone"]),
    "too many scope": (
        DECK | {"scope": 10},
        {"scope": 9},
        "sbiro",
        "too_many_scope",
        ["/sides/0/scope", "/sides/1/scope"],
    ),
    "too many turned cards": (DECK | {"marked": 300}, {}, "sbiro", "impossible_count", ["/sides/0/marked"]),
    "two with all ten denari": (
        DECK | {"cappotto": 1},
        {"cappotto": 1},
        "sbiro",
        "both_sides",
        ["/sides/0/cappotto", "/sides/1/cappotto"],
    ),
    "a primiera without a denaro": (
        {"denari": 1, "settebello": 1, "piccola": 6, "grande": 5, "cappotto": 1},
        {"primiera": 1},
        "sbiro",
        "inconsistent",
        ["/sides/0/denari", "/sides/0/settebello", "/sides/0/piccola", "/sides/0/grande", "/sides/0/cappotto"],
    ),
}


@pytest.mark.parametrize(("one", "two", "ruleset", "code", "fields"), REFUSED.values(), ids=REFUSED)
def test_points_that_no_hand_gives_name_their_fields(
    one: dict[str, Any], two: dict[str, Any], ruleset: Any, code: str, fields: list[str]
) -> None:
    no = refusal(one, two, ruleset=ruleset)
    assert (no.code, pointers(no)) == (code, fields)


SUMS: dict[str, tuple[Any, int, bool]] = {
    "a barsega": ("sbiro", 3, True),
    "a decino": ("sbiro", 10, True),
    "one of each": ("sbiro", 13, True),
    "six decini of one side": ("sbiro", 60, True),
    "a barsega at Aula 2": ("aula2", 2, True),
    "three at Aula 2 are none": ("aula2", 3, False),
    "a decino at La Spezia": ("laspezia", 2, True),
    "13 with both": ({"low_triple": "sum_both"}, 26, True),
    "11 never": ("sbiro", 11, False),
}


@pytest.mark.parametrize(("ruleset", "points", "possible"), SUMS.values(), ids=SUMS)
def test_buone_add_up_to_what_declarations_give(ruleset: Any, points: int, possible: bool) -> None:
    assert (points in buone_sums(read_ruleset(ruleset), 2)[0]) is possible


def test_no_piccola_of_one_or_two() -> None:
    assert piccola_values(PRESETS["sbiro"]) == (0, 3, 4, 5, 6)
    assert piccola_values(PRESETS["laspezia"]) == (0, 3, 4, 5)


def test_points_that_leave_no_other_way_are_a_cappotto() -> None:
    # Piccola 6, grande 5 and the settebello: all ten.
    score = scored({"carte": 1, "denari": 1, "settebello": 1, "piccola": 6, "grande": 5}, {"scope": 1})
    assert score.wins_match == 0
    assert score.score is not None
    assert score.score["cappotto"] == 0


def test_a_flat_cappotto_on_paper_is_sixty_and_nothing_else() -> None:
    one = {"denari": 1, "settebello": 1, "piccola": 6, "grande": 5, "cappotto": 1, "scope": 3}
    score = scored(one, {"scope": 2, "carte": 1}, ruleset="aula2")
    assert score.totals == (60, 0)


@pytest.mark.parametrize("name", ["carte", "denari", "settebello", "primiera", "piccola", "grande", "scope", "buone"])
def test_what_is_not_known_leaves_the_hand_incomplete(name: str) -> None:
    score = scored(DECK | {name: None}, {})
    assert (score.totals, score.complete) == (None, False)


def test_turned_cards_that_were_not_counted_leave_it_incomplete() -> None:
    assert scored(DECK | {"marked": None}, {}).totals is None


def test_an_open_side_leaves_the_hand_open() -> None:
    score = scored(DECK, None)
    assert (score.score, score.complete) == (None, False)


def test_three_sides_on_paper() -> None:
    assert scored(DECK, {"scope": 2}, {"grande": 5}).totals == (4, 2, 5)
    no = refusal(DECK, {"piccola": 3}, {"piccola": 3})
    assert pointers(no) == ["/sides/1/piccola", "/sides/2/piccola"]


SHAPES: dict[str, tuple[dict[str, Any], str, str]] = {
    "an unknown field": ({"napola": 3}, "unknown_field", "/sides/0/napola"),
    "a text": ({"scope": "2"}, "wrong_type", "/sides/0/scope"),
    "true": ({"carte": True}, "wrong_type", "/sides/0/carte"),
    "a negative number": ({"scope": -1}, "impossible_count", "/sides/0/scope"),
}


@pytest.mark.parametrize(("side", "code", "pointer"), SHAPES.values(), ids=SHAPES)
def test_a_sheet_that_cannot_be_read(side: dict[str, Any], code: str, pointer: str) -> None:
    no = refusal(side, {})
    assert (no.code, no.pointer) == (code, pointer)


@given(
    st.lists(st.integers(0, 2), min_size=40, max_size=40),
    st.sampled_from([2, 3]),
    st.sampled_from(["sbiro", "wikipedia", "laspezia", "molassana", {"re_bello": True}]),
)
def test_what_a_real_hand_gives_is_never_refused(owners: list[int], number: int, ruleset: Any) -> None:
    piles = [
        [code for code, owner in zip(CODES, owners, strict=True) if owner % number == side] for side in range(number)
    ]
    told = answer("score", {"ruleset": ruleset, "sides": [{"cards": pile} for pile in piles]})
    names = ("carte", "denari", "settebello", "primiera", "piccola", "grande", "re_bello")
    sides = [{name: side[name] for name in names} for side in told["sides"]]
    score = scored(*sides, ruleset=ruleset)
    assert score.score is not None
    if told["cappotto"] is None and score.score["cappotto"] is None:
        assert score.totals == tuple(side["total"] for side in told["sides"])
