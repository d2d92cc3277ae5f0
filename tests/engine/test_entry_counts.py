"""A hand counted by piles: what adds up, what cannot be, and what stays unknown."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import CODES, RANKS, SUITS, cards_list, cards_mask
from scoring.engine.entry import read_entry, score_entry
from scoring.engine.entry_score import EntryScore
from scoring.engine.errors import EngineError
from scoring.engine.explain import best_cards
from scoring.engine.operations import answer
from scoring.engine.rulesets import PRESETS, Ruleset, read_ruleset
from tests.engine.piles import cards
from tests.worked_hand import TABLE, TOTALS

SBIRO = PRESETS["sbiro"]
TWO = (0, 1)


def counts(carte: int | None, denari: str | None, primiera: str | None, **more: Any) -> dict[str, Any]:
    """Return one side; `primiera` is the best rank of H D C S, `-` for none."""
    best = None
    if primiera is not None:
        best = {suit: None if rank == "-" else rank for suit, rank in zip(SUITS, primiera.split(), strict=True)}
    listed = None if denari is None else [rank + "D" for rank in denari.split()]
    return {"carte": carte, "denari": listed, "primiera": best, **more}


def body(*sides: dict[str, Any] | None, bonus: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"number": 1, "dealer_seat": 1, "mode": "counts", "sides": list(sides), "dealer_bonus": bonus}


X = counts(21, "7 A 2 3 4 6", "7 7 7 6")
Y = counts(19, "5 J Q K", "6 5 6 7")


def worked() -> dict[str, Any]:
    one = {**X, "scope": 2, "buone": [{"seat": 0, "cards": ["AS", "2S", "4S"]}]}
    two = {**Y, "scope": 1, "buone": [{"seat": 1, "cards": ["JD", "JH", "JS"]}]}
    return body(one, two, bonus={"table": TABLE})


def scored(of: dict[str, Any], ruleset: Any = "sbiro", seats: tuple[int, ...] = TWO) -> EntryScore:
    return score_entry(read_entry(of, seats), read_ruleset(ruleset))


def refusal(of: dict[str, Any], ruleset: Any = "sbiro", seats: tuple[int, ...] = TWO) -> EngineError:
    with pytest.raises(EngineError) as no:
        scored(of, ruleset, seats)
    return no.value


@pytest.mark.parametrize(("preset", "totals"), TOTALS.items())
def test_the_worked_hand_counted_by_piles(preset: str, totals: tuple[int, int]) -> None:
    assert scored(worked(), preset).totals == totals


def pointers(no: EngineError) -> list[str]:
    return [pointer for pointer, _, _ in no.errors]


IMPOSSIBLE: dict[str, tuple[dict[str, Any], dict[str, Any], str, list[str]]] = {
    "E08 carte 21-18": (X, Y | {"carte": 18}, "bad_sum", ["/sides/0/carte", "/sides/1/carte"]),
    "carte 41": (X | {"carte": 41}, Y, "impossible_count", ["/sides/0/carte"]),
    "E09 denari 6-5": (X, counts(19, "5 6 J Q K", "6 6 6 7"), "duplicate_card", ["/sides/0/denari", "/sides/1/denari"]),
    "E10 two settebelli": (
        X,
        counts(19, "5 7 J Q K", "6 7 6 7"),
        "duplicate_card",
        ["/sides/0/denari", "/sides/1/denari"],
    ),
    "E10 no settebello": (
        counts(21, "A 2 3 4 6", "7 6 7 6"),
        Y,
        "missing_card",
        ["/sides/0/denari", "/sides/1/denari"],
    ),
    "two sevens of hearts": (
        X,
        counts(19, "5 J Q K", "7 5 6 7"),
        "both_sides",
        ["/sides/0/primiera/H", "/sides/1/primiera/H"],
    ),
    "two sixes of spades": (
        X,
        counts(19, "5 J Q K", "6 5 6 6"),
        "both_sides",
        ["/sides/0/primiera/S", "/sides/1/primiera/S"],
    ),
    "no seven of hearts": (
        counts(21, "7 A 2 3 4 6", "5 7 7 6"),
        Y,
        "nobody",
        ["/sides/0/primiera/H", "/sides/1/primiera/H"],
    ),
    "the best denaro is not in the list": (
        counts(21, "7 A 2 3 4 6", "7 6 7 6"),
        Y,
        "inconsistent",
        ["/sides/0/primiera/D", "/sides/0/denari"],
    ),
    "denari without a best denaro": (
        counts(21, "7 A 2 3 4 6", "7 - 7 6"),
        Y,
        "inconsistent",
        ["/sides/0/primiera/D", "/sides/0/denari"],
    ),
    "fewer cards than denari": (
        counts(5, "7 A 2 3 4 6", "7 7 7 6"),
        counts(35, "5 J Q K", "6 5 6 7"),
        "inconsistent",
        ["/sides/0/carte", "/sides/0/denari", "/sides/0/primiera"],
    ),
    "more cards than so poor a suit can have": (
        counts(36, "7 A 2 3 4 5 6 J Q K", "7 7 7 2"),
        counts(4, "", "6 - 6 7"),
        "inconsistent",
        ["/sides/0/carte", "/sides/0/primiera"],
    ),
    "F: no such sum of scope": (
        X | {"scope": 10},
        Y | {"scope": 9},
        "too_many_scope",
        ["/sides/0/scope", "/sides/1/scope"],
    ),
}


@pytest.mark.parametrize(("one", "two", "code", "fields"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_counts_that_cannot_come_from_one_pack_name_their_fields(
    one: dict[str, Any], two: dict[str, Any], code: str, fields: list[str]
) -> None:
    no = refusal(body(one, two))
    assert (no.code, pointers(no)) == (code, fields)


def test_thirteen_each_are_not_forty() -> None:
    # L15.
    three = [counts(13, None, None) for _ in range(3)]
    no = refusal(body(*three), seats=(0, 1, 2))
    assert (no.code, len(no.errors)) == ("bad_sum", 3)


def test_a_card_that_is_no_denaro_is_refused() -> None:
    one = {**X, "denari": ["7D", "AH"]}
    no = refusal(body(one, Y))
    assert (no.code, no.pointer, no.more["cards"]) == ("not_a_denaro", "/sides/0/denari", ["AH"])


def test_every_suit_is_said_even_if_there_is_none() -> None:
    one = copy.deepcopy(X)
    del one["primiera"]["S"]
    no = refusal(body(one, Y))
    assert (no.code, no.pointer) == ("missing_field", "/sides/0/primiera/S")


def test_a_missing_suit_is_left_to_the_house_rules() -> None:
    # E13, E14: 63 with no heart against 65, and the same with suits summed as they are.
    one = counts(20, "7 2 3 4 5", "- 7 7 7")
    two = counts(20, "6 A J Q K", "7 6 6 6")
    assert scored(body(one, two)).score["sides"][1]["primiera"] == 1  # type: ignore[index]
    lines = scored(body(one, two)).explanation
    (said,) = [line for line in lines if line["message_key"] == "primiera_missing_suit"]
    assert (said["side"], said["points"], said["params"]) == (0, 0, {"suits": ["H"]})


UNKNOWN: dict[str, dict[str, Any]] = {
    "L08 denari": X | {"denari": None},
    "carte": X | {"carte": None},
    "primiera": X | {"primiera": None},
    "scope": X | {"scope": None},
    "buone": X | {"buone": None},
    "knocks": X | {"knocks": None},
}


@pytest.mark.parametrize("one", UNKNOWN.values(), ids=UNKNOWN)
def test_what_is_not_known_gives_no_point_and_decides_nothing(one: dict[str, Any]) -> None:
    score = scored(body(one, Y))
    assert (score.score, score.totals, score.complete, score.wins_match) == (None, None, False, None)
    assert score.result.totals is None
    assert "not_known" in {line["message_key"] for line in score.explanation}


def test_what_is_known_is_still_told() -> None:
    lines = scored(body(X | {"denari": None}, Y)).explanation
    told = {(line["category"], line["message_key"]) for line in lines}
    assert ("carte", "carte_most") in told
    assert ("denari", "not_known") in told
    assert ("grande", "grande_run") in told
    assert not any(category == "piccola" for category, _ in told)


def test_ten_denari_win_although_the_rest_is_not_known() -> None:
    one = counts(None, "A 2 3 4 5 6 7 J Q K", None)
    two = counts(None, "", None)
    assert scored(body(one, two)).wins_match == 0
    assert scored(body(one, two), "molassana").wins_match is None


def test_an_open_side_leaves_the_hand_open() -> None:
    half = read_entry(body(X, None), TWO)
    assert half.open_sides == (1,)
    assert score_entry(half, SBIRO).totals is None
    assert refusal(body(X | {"carte": 5}, None)).code == "inconsistent"


def test_the_dealer_must_be_able_to_hold_the_table() -> None:
    lacking = body(X, Y, bonus={"table": ["KD", "7D", "3D", "KS"]})
    no = refusal(lacking)
    assert (no.code, no.pointer) == ("dealer_table_not_taken", "/dealer_bonus/table")


def test_the_last_deals_knocks_need_a_house_that_knows_them() -> None:
    assert refusal(body(X | {"knocks": 1}, Y)).code == "too_many_buone"


HIDDEN: dict[str, tuple[str, str, list[int] | None]] = {
    "most sevens": ("7 7 7 6", "6 5 6 7", [1, 0]),
    # Two sevens and two sixes each; the aces of clubs and spades may lie under either pile's better card.
    "aces that cannot be seen": ("7 7 6 6", "6 6 7 7", None),
}


@pytest.mark.parametrize(("one", "two", "primiera"), HIDDEN.values(), ids=HIDDEN)
def test_an_ace_hidden_under_a_better_card_is_not_guessed(one: str, two: str, primiera: list[int] | None) -> None:
    rules = {"primiera_method": "count_sevens_sixes_aces"}
    sides = body(
        counts(20, "7 A 2 3 4" if one.split()[1] == "7" else "", one),
        counts(20, "5 6 J Q K", two.replace(" 5 ", " 6 ")),
    )
    score = scored(sides, rules)
    if primiera is None:
        assert score.totals is None
    else:
        assert score.score is not None
        assert [side["primiera"] for side in score.score["sides"]] == primiera


def as_counts(pile: int, rules: Ruleset, **more: Any) -> dict[str, Any]:
    """Return what a side would count of its pile."""
    best = best_cards(pile, rules)
    return {
        "carte": pile.bit_count(),
        "denari": [code for code in cards_list(pile) if code[1] == "D"],
        "primiera": {suit: None if code is None else code[0] for suit, code in zip(SUITS, best, strict=True)},
        **more,
    }


@given(
    st.lists(st.integers(0, 2), min_size=40, max_size=40),
    st.sampled_from([2, 3]),
    st.sampled_from([{}, {"primiera_values": "figures_10_9_8"}, {"primiera_missing_suit": "partial_sum"}, "aula2"]),
)
def test_piles_counted_by_hand_score_like_their_cards(owners: list[int], number: int, ruleset: Any) -> None:
    rules = read_ruleset(ruleset)
    piles = [
        cards_mask([code for code, owner in zip(CODES, owners, strict=True) if owner % number == side])
        for side in range(number)
    ]
    of = body(*[as_counts(pile, rules) for pile in piles])
    by_cards = answer("score", {"ruleset": ruleset, "sides": [{"cards": cards_list(pile)} for pile in piles]})
    assert scored(of, ruleset, tuple(range(number))).score == by_cards


@given(st.lists(st.integers(0, 1), min_size=40, max_size=40))
def test_sevens_sixes_and_aces_are_counted_right_or_left_open(owners: list[int]) -> None:
    ruleset = {"primiera_method": "count_sevens_sixes_aces"}
    rules = read_ruleset(ruleset)
    piles = [
        cards_mask([code for code, owner in zip(CODES, owners, strict=True) if owner == side]) for side in range(2)
    ]
    score = scored(body(*[as_counts(pile, rules) for pile in piles]), ruleset)
    by_cards = answer("score", {"ruleset": ruleset, "sides": [{"cards": cards_list(pile)} for pile in piles]})
    assert score.score is None or score.score == by_cards


def test_a_rank_of_another_pack_is_refused() -> None:
    one = copy.deepcopy(X)
    one["primiera"]["H"] = "8"
    assert refusal(body(one, Y)).code == "wrong_type"
    assert cards("AH")[0][0] in RANKS
