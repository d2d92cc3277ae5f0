"""Every point told as data: in order, adding up, and with the reason where there is none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import CODES, DECK, cards_mask
from scoring.engine.entry import read_entry, score_entry
from scoring.engine.explain import MESSAGES, explain_hand
from scoring.engine.explain_compare import compare_presets
from scoring.engine.explain_scales import Line
from scoring.engine.hand import CATEGORIES, CountedHand, SidePile, score_hand
from scoring.engine.hand_buone import Buona
from scoring.engine.rulesets import PRESETS, Ruleset, read_ruleset
from tests.engine.piles import mask
from tests.worked_hand import TOTALS, X_CARDS, body

SBIRO = PRESETS["sbiro"]


def told(first: str, ruleset: Any = "sbiro", **of_first: Any) -> list[Line]:
    """Return the lines of a hand whose first side has these cards."""
    rules = read_ruleset(ruleset)
    pile = mask(first)
    hand = CountedHand((SidePile(pile, **of_first), SidePile(DECK ^ pile)))
    return explain_hand(hand, score_hand(hand, rules), rules)


def line(lines: list[Line], category: str, side: int | None = None) -> Line:
    (found,) = [line for line in lines if line.category == category and side in (None, line.side)]
    return found


def test_the_worked_hand_is_told_line_by_line() -> None:
    lines = score_entry(read_entry(body(), (0, 1)), SBIRO).lines
    assert [(line.side, line.message_key, line.points) for line in lines] == [
        (0, "carte_most", 1),
        (0, "denari_most", 1),
        (0, "settebello_taken", 1),
        (0, "primiera_best", 1),
        (1, "primiera_lower", 0),
        (0, "scope_made", 2),
        (1, "scope_made", 1),
        (0, "buona_barsega", 3),
        (1, "buona_decino", 10),
        (1, "dealer_bonus_sum", 2),
        (0, "piccola_run", 4),
        (1, "grande_run", 5),
    ]


def test_the_primiera_shows_its_four_cards_on_both_sides() -> None:
    lines = [line for line in told(" ".join(X_CARDS)) if line.category == "primiera"]
    assert [line.cards for line in lines] == [("7H", "7D", "7C", "6S"), ("6H", "5D", "6C", "7S")]
    assert lines[0].params == {"value": 21 + 21 + 21 + 18, "others": [18 + 15 + 18 + 21]}


NOT_GIVEN: dict[str, tuple[str, Any, str, str, int | None, dict[str, Any]]] = {
    "carte tied": (" ".join(CODES[:20]), "sbiro", "carte", "carte_tie", None, {"carte": 20}),
    "denari tied": ("AD 2D 3D 4D 5D", "sbiro", "denari", "denari_tie", None, {"denari": 5}),
    "a broken piccola": ("AD 3D 4D", "sbiro", "piccola", "piccola_broken", 0, {"run": 1, "missing": "2"}),
    "a piccola of two": ("AD 2D 4D", "sbiro", "piccola", "piccola_broken", 0, {"run": 2, "missing": "3"}),
    "a grande without the Q": ("JD KD", "sbiro", "grande", "grande_broken", 0, {"missing": ["Q"]}),
    "a grande without J and Q": ("KD", "sbiro", "grande", "grande_broken", 0, {"missing": ["J", "Q"]}),
}


@pytest.mark.parametrize(("first", "ruleset", "category", "key", "side", "params"), NOT_GIVEN.values(), ids=NOT_GIVEN)
def test_a_point_that_is_not_given_has_its_reason(
    first: str, ruleset: Any, category: str, key: str, side: int | None, params: dict[str, Any]
) -> None:
    found = line(told(first, ruleset), category)
    assert (found.message_key, found.side, found.points, found.params) == (key, side, 0, params)


def test_fourteen_of_forty_are_told_to_be_too_few() -> None:
    rules = read_ruleset({"majority_rule": "threshold"})
    piles = [cards_mask(CODES[:14]), cards_mask(CODES[14:27]), cards_mask(CODES[27:])]
    hand = CountedHand(tuple(SidePile(pile) for pile in piles))
    found = line(explain_hand(hand, score_hand(hand, rules), rules), "carte")
    assert (found.message_key, found.side, found.params) == ("carte_below_threshold", 0, {"carte": 14, "least": 21})


def test_a_run_says_where_it_stopped() -> None:
    assert line(told("AD 2D 3D 5D"), "piccola").params == {"run": 3, "stopped_at": "4"}
    assert line(told("AD 2D 3D 4D 5D 6D"), "piccola").params == {"run": 6, "stopped_at": None}


def test_a_primiera_without_a_suit_names_it() -> None:
    lines = told("7D 7C 7S")
    assert line(lines, "primiera", 0).message_key == "primiera_missing_suit"
    assert line(lines, "primiera", 0).params == {"suits": ["H"]}
    assert line(lines, "primiera", 1).message_key == "primiera_best"
    assert line(lines, "primiera", 1).params["others"] == [None]


def test_equal_primiere_are_a_tie_on_both_sides() -> None:
    lines = told("7H 7D 6C 6S")
    assert [line.message_key for line in lines if line.category == "primiera"] == ["primiera_tie", "primiera_tie"]


def test_primiere_by_number_tell_the_numbers() -> None:
    lines = told("7H 7D 7C", {"primiera_method": "count_sevens_sixes_aces"})
    assert line(lines, "primiera", 0).message_key == "primiera_most_sevens"
    assert line(lines, "primiera", 0).params == {"sevens": 3, "sixes": 0, "aces": 0}
    assert line(lines, "primiera", 0).cards == ("7H", "7D", "7C")


DECLARED: dict[str, tuple[str, int, Any, str, dict[str, Any]]] = {
    "barsega": ("AS 2S 4S", 0, "sbiro", "buona_barsega", {"sum": 7, "matta_as": None}),
    "without an ace": ("2C 3D 4S", 0, "sbiro", "buona_barsega_di_misci", {"sum": 9, "matta_as": None}),
    "the matta is the ace": ("3D 5C 7H", 1, "sbiro", "buona_barsega", {"sum": 9, "matta_as": "A"}),
    "decino": ("JS JC JH", 0, "sbiro", "buona_decino", {"rank": "J", "matta_as": None}),
    "decino with the matta": ("4S 4C 7H", 4, "sbiro", "buona_decino", {"rank": "4", "matta_as": "4"}),
    "both": (
        "2S 2C 2H",
        0,
        {"low_triple": "sum_both"},
        "buona_decino_and_barsega",
        {"rank": "2", "sum": 6, "matta_as": None},
    ),
    "grande in mano": ("JD QD KD", 0, {"grande_in_hand_points": 30}, "buona_grande_in_mano", {"matta_as": None}),
}


@pytest.mark.parametrize(("shown", "matta_as", "ruleset", "key", "params"), DECLARED.values(), ids=DECLARED)
def test_a_declaration_is_told_by_its_kind(
    shown: str, matta_as: int, ruleset: Any, key: str, params: dict[str, Any]
) -> None:
    found = line(told("7D", ruleset, buone=(Buona(mask(shown), matta_as),)), "buone")
    assert (found.message_key, found.params) == (key, params)


CAPPOTTI = {
    "sbiro": ("cappotto_wins_match", 0),
    "aula2": ("cappotto_flat", 60),
    "molassana": ("cappotto_bonus", 30),
    "none": ("cappotto_unpaid", 0),
}


@pytest.mark.parametrize(("ruleset", "said"), CAPPOTTI.items(), ids=CAPPOTTI)
def test_a_cappotto_is_told_as_the_house_pays_it(ruleset: str, said: tuple[str, int]) -> None:
    rules = {"cappotto": "none"} if ruleset == "none" else ruleset
    found = line(told("AD 2D 3D 4D 5D 6D 7D JD QD KD", rules), "cappotto", 0)
    assert (found.message_key, found.points) == said


# -- under your rules


def test_the_same_hand_under_every_preset_that_two_can_play() -> None:
    hand = read_entry(body(), (0, 1)).counted()
    assert hand is not None
    compared = {told.preset: told for told in compare_presets(hand, SBIRO, 2)}
    assert set(compared) == set(PRESETS) - {"cirullone", "cirulla_a_5"}
    assert {name: compared[name].score.totals for name in TOTALS} == TOTALS
    assert compared["laspezia"].leader == 0
    assert compared["sbiro"].leader == 1
    assert compared["sbiro"].differences == ()
    assert [tuple(one) for one in compared["aula2"].differences] == [(0, "buone", 3, 2), (0, "total", 13, 12)]
    assert json.loads(json.dumps(compared["laspezia"].to_dict()))["leader"] == 0


def test_what_another_house_does_not_know_is_left_out_there() -> None:
    pile = mask("2D 3C 4S 6H AH 3S 5C")
    hand = CountedHand(
        (SidePile(pile, buone=(Buona(mask("AH 3S 5C")),)), SidePile(DECK ^ pile)), 0, mask("2D 3C 4S 6H")
    )
    compared = {told.preset: told for told in compare_presets(hand, SBIRO, 2)}
    # A barsega of nine at Molassana, a table of fifteen at La Spezia.
    assert compared["molassana"].not_counted == (("AH", "5C", "3S"),)
    assert compared["laspezia"].not_counted == (("6H", "2D", "3C", "4S"),)


# -- laws

owners = st.lists(st.integers(0, 4), min_size=40, max_size=40)
rulesets: st.SearchStrategy[Ruleset] = st.builds(
    lambda name, options: read_ruleset({"preset": name, **options}),
    st.sampled_from(list(PRESETS)),
    st.fixed_dictionaries(
        {},
        optional={
            "re_bello": st.booleans(),
            "majority_rule": st.sampled_from(["strict_most", "threshold"]),
            "primiera_method": st.sampled_from(["sum_best_per_suit", "count_sevens_sixes_aces"]),
            "primiera_missing_suit": st.sampled_from(["disqualified", "partial_sum"]),
            "grande_extension": st.sampled_from(["none", "down_to_7", "down_to_6"]),
            "cappotto": st.sampled_from(["win_match", "flat_60_opponent_zero", "bonus_30", "none"]),
            "piccola_max": st.integers(3, 7),
        },
    ),
)


@given(owners, st.sampled_from([2, 3, 5]), st.integers(0, 5), rulesets)
def test_the_lines_of_a_side_add_up_to_its_points(owned: list[int], number: int, scope: int, rules: Ruleset) -> None:
    piles = [
        cards_mask([code for code, owner in zip(CODES, owned, strict=True) if owner % number == side])
        for side in range(number)
    ]
    hand = CountedHand(tuple(SidePile(pile, scope if side == 0 else 1) for side, pile in enumerate(piles)))
    score = score_hand(hand, rules)
    lines = explain_hand(hand, score, rules)
    for side, points in enumerate(score.sides):
        for category in CATEGORIES:
            said = sum(line.points for line in lines if (line.side, line.category) == (side, category))
            assert said == getattr(points, category)
    order = [CATEGORIES.index(line.category) for line in lines]
    assert order == sorted(order)
    for line in lines:
        assert set(line.params) == set(MESSAGES[line.message_key])
        assert json.loads(json.dumps(line.to_dict()))["rule"] == line.rule
