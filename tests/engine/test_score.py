"""RULES 8: what a counted hand is worth, category by category, and what is refused.

More than 400 lines: one table of cases a category, all of them on the same few piles.
"""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine.cards import CODES, DECK
from scoring.engine.errors import EngineError
from scoring.engine.hand import CountedHand, SidePile, score_hand
from scoring.engine.hand_buone import Buona, max_barseghe
from scoring.engine.hand_deck import deck_tables, primiera_of, sole_most
from scoring.engine.operations import answer
from scoring.engine.rulesets import PRESETS, Ruleset, read_ruleset
from tests.engine.golden import wrong_answers
from tests.engine.piles import cards, mask, rest, three_sides, two_sides
from tests.worked_hand import TABLE, TOTALS, X_CARDS

SBIRO = PRESETS["sbiro"]


def test_every_golden_case_of_score_has_its_answer() -> None:
    assert wrong_answers("score") == []


def test_every_golden_error_has_its_code() -> None:
    assert wrong_answers("score_errors") == []


def points(case: dict[str, Any], category: str, ruleset: Any = "sbiro") -> list[int]:
    return [side[category] for side in answer("score", {**case, "ruleset": ruleset})["sides"]]


def refusal(case: dict[str, Any], ruleset: Any = "sbiro") -> EngineError:
    with pytest.raises(EngineError) as no:
        answer("score", {**case, "ruleset": ruleset})
    return no.value


@pytest.mark.parametrize(("preset", "totals"), TOTALS.items())
def test_the_worked_hand_changes_its_winner_with_the_house_rules(preset: str, totals: tuple[int, int]) -> None:
    case = {
        "ruleset": preset,
        "sides": [
            {"cards": X_CARDS, "scope": 2, "buone": [{"cards": ["AS", "2S", "4S"], "matta_as": None}]},
            {"cards": rest(X_CARDS), "scope": 1, "buone": [{"cards": ["JD", "JH", "JS"], "matta_as": None}]},
        ],
        "dealer_side": 1,
        "dealer_table": TABLE,
        "dealer_matta_as": None,
    }
    assert tuple(side["total"] for side in answer("score", case)["sides"]) == totals


# -- carte and denari (8.1) and the three-sided ties of edge cases E01-E07

TEN_BY_TEN = " ".join(CODES[:20])
MAJORITIES = {
    "E01 twenty each: nobody": ([20, 20], 0, -1),
    "E02 five denari each: nobody": ([5, 5], 0, -1),
    "E03 14-13-13 has a winner": ([14, 13, 13], 0, 0),
    "E04 but none who needs 21": ([14, 13, 13], 21, -1),
    "E05 tied for the most, never the third": ([14, 14, 12], 0, -1),
    "E06 4-3-3 has a winner": ([4, 3, 3], 0, 0),
    "E07 4-4-2 has none": ([4, 4, 2], 0, -1),
    "the last of five can be first": ([8, 8, 7, 7, 10], 0, 4),
    "21 is enough": ([19, 21], 21, 1),
    "20 is not": ([20, 18], 21, -1),
    "19-21 where 21 is needed": ([21, 19], 21, 0),
}


@pytest.mark.parametrize(("counts", "least", "winner"), MAJORITIES.values(), ids=MAJORITIES)
def test_only_one_side_can_have_the_most(counts: list[int], least: int, winner: int) -> None:
    assert sole_most(counts, least) == winner


def test_twenty_cards_and_five_denari_each_give_neither_point() -> None:
    case = two_sides("AH 2H 3H 4H 5H AD 2D 3D 4D 5D AC 2C 3C 4C 5C AS 2S 3S 4S 5S")
    assert points(case, "carte") == [0, 0]
    assert points(case, "denari") == [0, 0]


def test_fourteen_of_forty_are_most_unless_twenty_one_are_needed() -> None:
    case = three_sides(" ".join(CODES[:14]), " ".join(CODES[14:27]))
    assert points(case, "carte") == [1, 0, 0]
    assert points(case, "carte", {"majority_rule": "threshold"}) == [0, 0, 0]


def test_the_settebello_is_a_point_of_its_own() -> None:
    assert points(two_sides("7D"), "settebello") == [1, 0]
    assert points(two_sides("7H"), "settebello") == [0, 1]


# -- primiera (8.3), edge cases E11-E23

PRIMIERE = {
    "E11 70 against 69, not 68": ({}, "7H 7D 6C QS", 70, "7C 7S 5H 2D", 69),
    "E12 78 each": ({}, "7H 7D 6C 6S", 78, "7C 7S 6H 6D", 78),
    "E13 63 with a suit missing is out": ({}, "7D 7C 7S", None, "AH 6D AC 5S", 65),
    "E14 unless suits may be missing": ({"primiera_missing_suit": "partial_sum"}, "7D 7C 7S", 63, "2H 3D KC JS", 45),
    "E15 both lack a suit": ({}, "7D 7C 7H", None, "7S 6D 6C", None),
    "E16 four figures beat three sevens": ({}, "JH QD KC JS", 40, "7D 7C 7S", None),
    "E17 four aces beat 7 6 2 2": ({}, "AH AD AC AS", 64, "7H 6D 2C 2S", 63),
    "E18 6 6 6 A beats 7 7 J J": ({}, "6H 6D 6C AS", 70, "7H 7D JC JS", 62),
    "E20 75 wins although under 78": ({}, "7H 7D 6C 5S", 75, "7C 7S 6H 3D", 73),
    "E23 figures 10 9 8: 69 each": ({"primiera_values": "figures_10_9_8"}, "7H 7D 6C QS", 69, "7C 7S 5H 2D", 69),
    "a better card of a suit counts alone": ({}, "7H 6H AH 2D 2C 2S", 57, "5H 3D 3C 3S", 54),
}


@pytest.mark.parametrize(("options", "one", "one_sum", "two", "two_sum"), PRIMIERE.values(), ids=PRIMIERE)
def test_a_primiera_is_the_sum_of_the_best_cards(
    options: dict[str, str], one: str, one_sum: int | None, two: str, two_sum: int | None
) -> None:
    tables = deck_tables(read_ruleset(options))
    for pile, expected in ((one, one_sum), (two, two_sum)):
        found = primiera_of(mask(pile), tables)
        assert (found if found >= 0 else None) == expected


BY_COUNT = {
    "E19 most sevens first": ("6H 6D 6C AS", "7H 7D JC JS", 1),
    "then sixes": ("7H 6D 6C AS", "7D 6H AC AD", 0),
    "then aces": ("7H 6D AC AS", "7D 6H AD 2C", 0),
    "a missing suit is no matter": ("7H 7D", "7S 6C AH AD", 0),
    "equal in all three": ("7H 6D AC", "7D 6H AS", -1),
}


@pytest.mark.parametrize(("one", "two", "winner"), BY_COUNT.values(), ids=BY_COUNT)
def test_a_primiera_can_go_by_sevens_sixes_and_aces(one: str, two: str, winner: int) -> None:
    tables = deck_tables(read_ruleset({"primiera_method": "count_sevens_sixes_aces"}))
    assert sole_most([primiera_of(mask(one), tables), primiera_of(mask(two), tables)]) == winner


@pytest.mark.parametrize(
    ("sums", "winner"),
    [([75, 73, 73], 0), ([73, 73, 60], -1)],
    ids=["E21 a tie behind the first", "E22 a tie for first"],
)
def test_three_primiere(sums: list[int], winner: int) -> None:
    assert sole_most(sums) == winner


def test_a_side_without_a_card_has_no_primiera_and_the_other_a_cappotto() -> None:
    told = answer("score", {"sides": [{"cards": []}, {"cards": list(CODES)}]})
    assert told["sides"][0]["total"] == 0
    assert told["cappotto"] == told["wins_match"] == 1
    # E24, L14: carte, denari, settebello, primiera, piccola 6, grande 5.
    assert told["sides"][1]["total"] == 15


# -- the scales (8.4, 8.5) and re bello (8.6), edge cases F01-F15, F22-F23: denari, piccola at 5, 6, 7

PICCOLE = {
    "F01": ("A 2 3", (3, 3, 3)),
    "F02 two cards never score": ("A 2", (0, 0, 0)),
    "F03 a gap at 4": ("A 2 3 5 6", (3, 3, 3)),
    "F04": ("A 2 3 4 5", (5, 5, 5)),
    "F05": ("A 2 3 4 5 6", (5, 6, 6)),
    "F06": ("A 2 3 4 5 6 7", (5, 6, 7)),
    "F07 the ace is needed": ("2 3 4 5 6", (0, 0, 0)),
    "F08 the 3 is needed": ("A 2 4 5 6 7", (0, 0, 0)),
    "F09 figures do not go on": ("A 2 3 4 5 J", (5, 5, 5)),
}


@pytest.mark.parametrize("most", [5, 6, 7])
@pytest.mark.parametrize(("ranks", "expected"), PICCOLE.values(), ids=PICCOLE)
def test_the_piccola_is_an_unbroken_run_from_the_ace(ranks: str, expected: tuple[int, int, int], most: int) -> None:
    case = two_sides(" ".join(rank + "D" for rank in ranks.split()))
    assert points(case, "piccola", {"piccola_max": most})[0] == expected[most - 5]


def test_a_broken_piccola_is_nobodys() -> None:
    case = two_sides("AD 3D 4D")
    assert points(case, "piccola") == [0, 0]


GRANDI = {
    "F11": ("J Q K", (5, 5, 5)),
    "F11 with the 7": ("7 J Q K", (5, 6, 6)),
    "F12 the 7 is missing": ("6 J Q K", (5, 5, 5)),
    "F13": ("6 7 J Q K", (5, 6, 7)),
    "F14 without J": ("Q K", (0, 0, 0)),
    "without K": ("6 7 J Q", (0, 0, 0)),
}


@pytest.mark.parametrize("extension", ["none", "down_to_7", "down_to_6"])
@pytest.mark.parametrize(("ranks", "expected"), GRANDI.values(), ids=GRANDI)
def test_the_grande_is_three_figures_and_what_goes_on_below(
    ranks: str, expected: tuple[int, int, int], extension: str
) -> None:
    case = two_sides(" ".join(rank + "D" for rank in ranks.split()))
    place = ("none", "down_to_7", "down_to_6").index(extension)
    assert points(case, "grande", {"grande_extension": extension})[0] == expected[place]


def test_the_two_scales_can_be_split() -> None:
    case = two_sides("AD 2D 3D 4D")
    assert points(case, "piccola") == [4, 0]
    assert points(case, "grande") == [0, 5]


def test_re_bello_is_one_beside_the_grande() -> None:
    case = two_sides("JD QD KD")
    assert points(case, "re_bello") == [0, 0]
    assert points(case, "re_bello", {"re_bello": True}) == [1, 0]
    assert points(case, "grande", {"re_bello": True}) == [5, 0]
    assert points(two_sides("2H"), "re_bello", {"re_bello": True}) == [0, 1]


# -- cappotto (8.7)

ALL_DENARI = "AD 2D 3D 4D 5D 6D 7D JD QD KD"
CAPPOTTI = {
    "win_match": ("sbiro", 13 + 4, 4, 0),
    "flat_60_opponent_zero": ("aula2", 60, 0, None),
    "bonus_30": ("molassana", 13 + 4 + 30, 4, None),
    "none": ({"cappotto": "none"}, 13 + 4, 4, None),
}


@pytest.mark.parametrize(("ruleset", "total", "other", "wins"), CAPPOTTI.values(), ids=CAPPOTTI)
def test_all_ten_denari(ruleset: Any, total: int, other: int, wins: int | None) -> None:
    # Denari, settebello, piccola 6, grande 5 and four scope; the other side has carte, two scope and a scopa more.
    case = two_sides(ALL_DENARI, scope=4)
    case["sides"][1]["scope"] = 3
    told = answer("score", {**case, "ruleset": ruleset})
    assert told["cappotto"] == 0
    assert told["wins_match"] == wins
    assert [side["total"] for side in told["sides"]] == [total, other]


def test_a_flat_cappotto_leaves_no_other_figure() -> None:
    case = two_sides(ALL_DENARI, scope=4, buone=[{"cards": ["AS", "2S", "3S"], "matta_as": None}])
    told = answer("score", {**case, "ruleset": "aula2"})
    assert {name for name, value in told["sides"][0].items() if value} == {"cappotto", "total"}
    assert not any(told["sides"][1].values())


def test_piccola_seven_and_grande_with_an_unpaid_cappotto() -> None:
    # L13: 7 + 5 + denari + settebello.
    case = two_sides(ALL_DENARI)
    assert points(case, "total", {"cappotto": "none", "piccola_max": 7})[0] == 14


# -- what no hand can hold


def test_eighteen_scope_are_the_most_a_hand_can_hold() -> None:
    case = two_sides("7D AH", scope=10)
    case["sides"][1]["scope"] = 8
    assert points(case, "scope") == [10, 8]
    case["sides"][1]["scope"] = 9
    no = refusal(case)
    assert no.code == "too_many_scope"
    assert [pointer for pointer, _, _ in no.errors] == ["/sides/0/scope", "/sides/1/scope"]


BONUS = {"dealer_side": 0, "dealer_table": ["KD", "KC", "4S", "6H"], "dealer_matta_as": None}


def test_seventeen_after_a_dealers_bonus() -> None:
    case = two_sides("KD KC 4S 6H", scope=17) | BONUS
    assert points(case, "scope") == [17, 0]
    case["sides"][0]["scope"] = 18
    assert refusal(case).code == "too_many_scope"


def test_one_more_where_the_last_card_can_make_a_scopa() -> None:
    # 36 plays, then 35 after a bonus: still 18.
    case = two_sides("KD KC 4S 6H", scope=18) | BONUS
    assert points(case, "scope", {"last_card_scopa": True}) == [18, 0]


def test_seventeen_with_five_cards_on_the_table() -> None:
    sides = [{"cards": list(CODES[place * 8 : place * 8 + 8]), "scope": 0} for place in range(5)]
    sides[0]["scope"] = 17
    assert points({"sides": sides}, "scope", "cirulla_a_5") == [17, 0, 0, 0, 0]
    sides[4]["scope"] = 1
    assert refusal({"sides": sides}, "cirulla_a_5").code == "too_many_scope"


THREES = ["AH 2H 3H", "AD 2D 3D", "AC 2C 3C", "AS 2S 3S", "JH JC JS", "QH QC QS", "KH KC KS", "6H 6C 6S"]


def declarations(count: int) -> list[dict[str, Any]]:
    return [{"cards": cards(three), "matta_as": None} for three in THREES[:count]]


def test_a_side_of_two_declares_six_times_at_most() -> None:
    assert points(two_sides("7D", buone=declarations(6)), "buone") == [4 * 3 + 2 * 10, 0]
    no = refusal(two_sides("7D", buone=declarations(7)))
    assert (no.code, no.pointer) == ("too_many_buone", "/sides/0/buone")


def test_a_side_of_three_declares_four_times_at_most() -> None:
    case = three_sides("7D", "7H")
    case["sides"][1]["buone"] = declarations(5)
    assert refusal(case).code == "too_many_buone"


def test_seven_barseghe_are_the_most_a_pack_holds() -> None:
    # C35: computed anew where the sum may be another.
    assert max_barseghe(9, mask("7H")) == 7
    # Without a matta the 21 cheapest cards add up to 66, more than 7 times 9.
    assert max_barseghe(9, 0) == 6
    assert max_barseghe(2, 0) == 0
    assert max_barseghe(3, 0) == 1
    assert max_barseghe(30, 0) == 12


def test_a_knock_of_the_last_deal_counts_with_the_buone() -> None:
    sides: list[dict[str, Any]] = [{"cards": list(CODES[place * 8 : place * 8 + 8])} for place in range(5)]
    sides[2]["knocks"] = 1
    assert points({"sides": sides}, "buone", "cirulla_a_5") == [0, 0, 1, 0, 0]
    sides[2]["knocks"] = 2
    assert refusal({"sides": sides}, "cirulla_a_5").code == "too_many_buone"
    for side in sides:
        side["knocks"] = 1
    assert refusal({"sides": sides}, "cirulla_a_5").code == "too_many_buone"


def test_nobody_knocks_where_the_last_deal_is_of_three() -> None:
    assert refusal(two_sides("7D", knocks=1)).code == "too_many_buone"


# -- order and pointers of refusals


def test_every_missing_card_is_named() -> None:
    case = {"sides": [{"cards": ["7D"]}, {"cards": [code for code in CODES if code not in ("7D", "AS", "KS")]}]}
    no = refusal(case)
    assert no.code == "missing_card"
    assert no.more["cards"] == ["AS", "KS"]


def test_a_double_card_is_named_where_it_comes_again() -> None:
    case = two_sides("7D AD")
    case["sides"][1]["cards"][3:3] = ["AD"]
    no = refusal(case)
    assert (no.code, no.pointer, no.more["cards"]) == ("duplicate_card", "/sides/1/cards/3", ["AD"])


DECLARED_TWICE = {
    "in two declarations": [["AS", "2S", "3S"], ["AS", "2C", "3C"]],
    "twice in one declaration": [["AS", "AS", "2S"]],
}


@pytest.mark.parametrize("declared", DECLARED_TWICE.values(), ids=DECLARED_TWICE)
def test_one_card_cannot_be_declared_twice(declared: list[list[str]]) -> None:
    buone = [{"cards": shown, "matta_as": None} for shown in declared]
    assert refusal(two_sides("7D", buone=buone)).code == "duplicate_card"


def test_a_card_of_the_dealers_table_cannot_be_declared() -> None:
    case = two_sides("KD KC 4S 6H", buone=[{"cards": ["4S", "AC", "2C"], "matta_as": None}]) | BONUS
    no = refusal(case)
    assert (no.code, no.more["cards"]) == ("duplicate_card", ["4S"])


NOT_BUONE = {
    "ten is too much": (["2H", "3C", "5D"], None, "not_a_buona"),
    "two cards": (["2H", "3C"], None, "not_three_cards"),
    "four cards": (["AH", "2H", "3C", "4C"], None, "not_three_cards"),
    "no cards": ([], None, "not_three_cards"),
    "no matta there": (["AS", "2S", "3C"], "A", "matta_not_held"),
    "the matta does not help": (["JD", "QC", "7H"], "J", "not_a_buona"),
    "C21 even as an ace": (["3D", "6C", "7H"], "A", "not_a_buona"),
    "C30 the matta is no figure of the grande": (["JD", "QD", "7H"], "K", "not_a_buona"),
}


@pytest.mark.parametrize(("shown", "matta_as", "code"), NOT_BUONE.values(), ids=NOT_BUONE)
def test_what_is_no_buona_is_refused(shown: list[str], matta_as: str | None, code: str) -> None:
    no = refusal(two_sides("7D", buone=[{"cards": shown, "matta_as": matta_as}]))
    assert no.code == code
    assert no.pointer.startswith("/sides/0/buone/0/")


def test_the_dealers_table_must_be_taken() -> None:
    case = two_sides("KD KC 4S") | BONUS
    no = refusal(case)
    assert (no.code, no.more["cards"]) == ("dealer_table_not_taken", ["6H"])


NO_BONUS = {
    "D10 nineteen": ("6D 7C 6S KC", None, "sbiro", "no_dealer_bonus"),
    "D01 a fifteen at La Spezia": ("2D 3C 4S 6H", None, "laspezia", "no_dealer_bonus"),
    "D12 two aces are a redeal": ("AD AC 6S 7S", None, "sbiro", "no_dealer_bonus"),
    "D17 three fanti are a redeal at Luzzati": ("JD JC JS 6H", None, "luzzati", "no_dealer_bonus"),
    "D19 three and the matta win at Luzzati": ("3D 3C 3S 7H", "6", "luzzati", "no_dealer_bonus"),
    "no matta on the table": ("2D 3C 4S 6H", "A", "sbiro", "matta_not_held"),
    "D04 read otherwise": ("4C 4S 7H AS", "7", "sbiro", "no_dealer_bonus"),
}


@pytest.mark.parametrize(("table", "matta_as", "ruleset", "code"), NO_BONUS.values(), ids=NO_BONUS)
def test_a_table_that_is_worth_no_bonus_is_refused(table: str, matta_as: str | None, ruleset: str, code: str) -> None:
    case = two_sides(table) | {"dealer_side": 0, "dealer_table": cards(table), "dealer_matta_as": matta_as}
    assert refusal(case, ruleset).code == code


BONUSES = {
    "D01": ("2D 3C 4S 6H", None, "sbiro", 1),
    "D02": ("KD KC 4S 6H", None, "sbiro", 2),
    "D03": ("KD QC 7H 4S", None, "sbiro", 2),
    "D04": ("4C 4S 7H AS", "6", "sbiro", 1),
    "D05": ("AD 2C 3S 7H", "9", "sbiro", 0),
    "D12 where the bonus stands": ("AD AC 6S 7S", None, {"redeal_two_aces": "unless_dealer_bonus"}, 1),
    "D18 a low table": ("2D 2C 2S 3H", None, {"table_low_bonus": 3}, 3),
    "D33": ("KD KC 4S 6H 4C", None, {"preset": "cirulla_a_5"}, 2),
}


@pytest.mark.parametrize(("table", "matta_as", "ruleset", "scope"), BONUSES.values(), ids=BONUSES)
def test_the_dealers_bonus_is_told_apart(table: str, matta_as: str | None, ruleset: Any, scope: int) -> None:
    matta_as = {"9": "Q"}.get(matta_as or "", matta_as)
    expected = scope or 1
    case = two_sides(table) | {"dealer_side": 0, "dealer_table": cards(table), "dealer_matta_as": matta_as}
    assert points(case, "dealer", ruleset) == [expected, 0]


SHAPES: dict[str, Any] = {
    "no sides": {},
    "sides are no list": {"sides": "40"},
    "one side": {"sides": [{"cards": list(CODES)}]},
    "four sides": {"sides": [{"cards": list(CODES[place * 10 : place * 10 + 10])} for place in range(4)]},
    "a side is null": {"sides": [None, {"cards": list(CODES)}]},
    "no cards": {"sides": [{}, {"cards": list(CODES)}]},
    "cards are a text": {"sides": [{"cards": "7D"}, {"cards": list(CODES)}]},
    "a card is a number": {"sides": [{"cards": [7]}, {"cards": list(CODES)}]},
    "a card is a list": {"sides": [{"cards": [["7D"]]}, {"cards": list(CODES)}]},
    "scope is true": two_sides("7D", scope=True),
    "scope is null": two_sides("7D", scope=None),
    "scope is negative": two_sides("7D", scope=-1),
    "scope is a half": two_sides("7D", scope=0.5),
    "knocks are a text": two_sides("7D", knocks="1"),
    "buone are an object": two_sides("7D", buone={}),
    "buone are null": two_sides("7D", buone=None),
    "buone are a text": two_sides("7D", buone="AS"),
    "a buona is a list": two_sides("7D", buone=[["AS", "2S", "3S"]]),
    "a buona without cards": two_sides("7D", buone=[{"matta_as": None}]),
    "a buona of a text": two_sides("7D", buone=[{"cards": "AS"}]),
    "matta_as is a number": two_sides("7D", buone=[{"cards": ["AS", "2S", "7H"], "matta_as": 1}]),
    "matta_as is an eight": two_sides("7D", buone=[{"cards": ["AS", "2S", "7H"], "matta_as": "8"}]),
    "a dealer's side without a table": two_sides("7D") | {"dealer_side": 0},
    "a table without a dealer's side": two_sides("7D") | {"dealer_table": ["KD", "KC", "4S", "6H"]},
    "a matta without a table": two_sides("7D") | {"dealer_matta_as": "A"},
    "a dealer's side too many": two_sides("7D") | BONUS | {"dealer_side": 2},
    "a dealer's side that is true": two_sides("7D") | BONUS | {"dealer_side": True},
    "a table of three": two_sides("KD KC 4S") | BONUS | {"dealer_table": ["KD", "KC", "4S"]},
    "a table of five": two_sides("KD KC 4S 6H 2H") | BONUS | {"dealer_table": ["KD", "KC", "4S", "6H", "2H"]},
    "a ruleset that is a list": two_sides("7D") | {"ruleset": []},
}


@pytest.mark.parametrize("case", SHAPES.values(), ids=SHAPES)
def test_a_wrong_shape_is_a_bad_request(case: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as no:
        answer("score", case)
    assert no.value.code == "bad_request"


ORDER = {
    "shape before ruleset": ({"ruleset": "nonesuch"}, {"scope": -1}, "bad_request"),
    "ruleset before cards": ({"ruleset": "nonesuch"}, {"cards": ["8H"]}, "unknown_ruleset"),
    "unknown before double": ({}, {"cards": ["8H", "AH", "AH"]}, "unknown_card"),
    "unknown in a buona before double": (
        {},
        {"cards": ["AH", "AH"], "buone": [{"cards": ["9H", "2H", "3H"]}]},
        "unknown_card",
    ),
    "double before missing": ({}, {"cards": ["AH", "AH"]}, "duplicate_card"),
    "missing before the dealer's table": (BONUS, {"cards": ["7D"]}, "missing_card"),
    "the dealer's table before scope": (BONUS, {"scope": 40}, "dealer_table_not_taken"),
    "scope before buone": ({}, {"scope": 40, "buone": [{"cards": ["KH", "2H", "3H"]}]}, "too_many_scope"),
}


@pytest.mark.parametrize(("of_case", "of_side", "code"), ORDER.values(), ids=ORDER)
def test_of_several_faults_the_first_in_order_is_told(
    of_case: dict[str, Any], of_side: dict[str, Any], code: str
) -> None:
    case = two_sides("7D AD") | of_case
    case["sides"][0] |= of_side
    with pytest.raises(EngineError) as no:
        answer("score", case)
    assert no.value.code == code


def test_the_typed_function_names_the_double_and_the_missing_card() -> None:
    pile = mask("7D AD")
    with pytest.raises(EngineError) as double:
        score_hand(CountedHand((SidePile(pile), SidePile(DECK))), SBIRO)
    assert (double.value.code, double.value.more["sides"]) == ("duplicate_card", [0, 1])
    with pytest.raises(EngineError) as missing:
        score_hand(CountedHand((SidePile(pile), SidePile(0))), SBIRO)
    assert missing.value.code == "missing_card"


def test_a_declared_matta_is_the_seven_of_hearts_again_in_the_count() -> None:
    # C61, C62: carte one, no denaro, 21 in the primiera.
    hand = CountedHand(
        (SidePile(mask("7H"), buone=(Buona(mask("AC 2C 7H"), 1),)), SidePile(DECK ^ mask("7H"))), dealer_side=-1
    )
    score = score_hand(hand, SBIRO)
    assert score.sides[0].buone == 3
    assert score.sides[1].denari == 1
    assert primiera_of(mask("7H AD AC AS"), deck_tables(SBIRO)) == 21 + 3 * 16


def declared(shown: str, matta_as: str | None, ruleset: Any) -> int:
    case = two_sides("7S KD", buone=[{"cards": cards(shown), "matta_as": matta_as}])
    return points(case, "buone", ruleset)[0]


WORTH: dict[str, tuple[str, str | None, Any, int]] = {
    "C01": ("AH 3C 5D", None, "sbiro", 3),
    "C03": ("2C 3C 4D", None, "aula2", 2),
    "C04": ("2C 3C 4D", None, "laspezia", 1),
    "C06": ("QD QC QS", None, "sbiro", 10),
    "C07": ("2D 2C 2S", None, "pagat", 10),
    "C08": ("2D 2C 2S", None, {"low_triple": "sum_both"}, 13),
    "C09": ("3D 3C 3S", None, "laspezia", 3),
    "C10": ("4D 4C 4S", None, "laspezia", 2),
    "C11": ("3D 3C 3S", None, {"triple_points": 0}, 3),
    "C13 as an ace": ("AD AC 7H", "A", "sbiro", 10),
    "C13 as printed": ("AD AC 7H", None, "sbiro", 3),
    "C14": ("AD AC 7H", "A", {"low_triple": "sum_both"}, 13),
    "C15 as a 4": ("4D 4C 7H", "4", "sbiro", 10),
    "C15 as an ace": ("4D 4C 7H", "A", "sbiro", 3),
    "C16": ("4D 4C 7H", "4", {"low_triple": "sum_both"}, 10),
    "C17": ("3D 3C 7H", "3", {"low_triple": "sum_both"}, 13),
    "C18": ("7D 7C 7H", None, "sbiro", 10),
    "C19": ("KD KC 7H", "K", "sbiro", 10),
    "C23": ("AD 7C 7H", "A", "sbiro", 3),
    "C28": ("AD 7C QH", "A", {"matta_card": "QH"}, 3),
    "C29": ("JD QD KD", None, {"grande_in_hand_points": 30}, 30),
    "C40": ("AH 3C 5D", None, {"preset": "molassana", "low_hand_max": 9}, 3),
}


@pytest.mark.parametrize(("shown", "matta_as", "ruleset", "expected"), WORTH.values(), ids=WORTH)
def test_a_declaration_is_worth_what_the_house_pays(
    shown: str, matta_as: str | None, ruleset: Any, expected: int
) -> None:
    assert declared(shown, matta_as, ruleset) == expected


def test_presentation_options_change_nothing() -> None:
    shown: list[Ruleset] = [
        read_ruleset({"play_direction": direction, "deal_style": style})
        for direction in ("anticlockwise", "clockwise")
        for style in ("one_by_one", "three_by_three", "interleaved", "free")
    ]
    hand = CountedHand((SidePile(mask(" ".join(X_CARDS)), 2), SidePile(DECK ^ mask(" ".join(X_CARDS)), 1)))
    assert len({score_hand(hand, rules) for rules in shown}) == 1
