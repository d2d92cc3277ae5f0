"""RULES 10 and 12: presets, options, and what is said of a ruleset that cannot be."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.errors import EngineError
from scoring.engine.rulesets import OPTIONS, PRESETS, check_players, deals, read_ruleset

# RULES 12, written out: every option with its default.
DEFAULTS: dict[str, Any] = {
    "target_score": 51,
    "target_rule": "reach",
    "tie_rule": "extra_hand",
    "single_hand": False,
    "re_bello": False,
    "redeal_three_of_a_kind": False,
    "three_redeals_lose": False,
    "last_card_scopa": False,
    "best_of": 1,
    "players": [2, 3, 4],
    "play_direction": "anticlockwise",
    "deal_style": "one_by_one",
    "table_cards": 4,
    "deal_sizes": [3],
    "redeal_two_aces": "always",
    "table_four_of_a_kind": "none",
    "capture_choice": "free",
    "capture_obligation": "played_card",
    "ace_with_ace_on_table": "ace_only",
    "ace_sweep_exclusive": True,
    "ace_sweep_is_scopa": True,
    "ace_takes_ace_is_scopa": True,
    "table_bonus_is_last_capture": True,
    "low_hand_points": 3,
    "low_hand_max": 9,
    "triple_points": 10,
    "grande_in_hand_points": 0,
    "low_triple": "triple_only",
    "matta_card": "7H",
    "table_bonus": {"15": 1, "30": 2},
    "table_low_bonus": 0,
    "table_low_max": 9,
    "majority_rule": "strict_most",
    "primiera_values": "standard",
    "primiera_method": "sum_best_per_suit",
    "primiera_missing_suit": "disqualified",
    "grande_extension": "none",
    "piccola_max": 6,
    "cappotto": "win_match",
    "last_deal_low_card_max": 0,
    "last_deal_low_card_points": 1,
}

# RULES 10, written out: what each preset changes.
DIFFERENCES: dict[str, dict[str, Any]] = {
    "sbiro": {},
    "wikipedia": {
        "play_direction": "clockwise",
        "capture_choice": "equal_before_sum",
        "ace_with_ace_on_table": "ace_or_fifteen",
        "piccola_max": 7,
    },
    "pagat": {"ace_with_ace_on_table": "ace_or_fifteen"},
    "aula2": {
        "target_score": 61,
        "ace_with_ace_on_table": "ace_or_whole_table_fifteen",
        "ace_takes_ace_is_scopa": False,
        "low_hand_points": 2,
        "cappotto": "flat_60_opponent_zero",
    },
    "luzzati": {
        "ace_with_ace_on_table": "ace_or_fifteen",
        "redeal_three_of_a_kind": True,
        "three_redeals_lose": True,
        "table_four_of_a_kind": "natural_or_matta",
    },
    "molassana": {
        "target_score": 81,
        "ace_with_ace_on_table": "ace_or_fifteen",
        "low_hand_max": 8,
        "table_low_bonus": 3,
        "table_low_max": 8,
        "cappotto": "bonus_30",
    },
    "laspezia": {
        "low_hand_points": 1,
        "triple_points": 2,
        "low_triple": "fixed_3",
        "table_bonus": {"30": 2},
        "table_low_bonus": 1,
        "piccola_max": 5,
        "grande_extension": "down_to_6",
    },
    "cinquantuno": {"target_rule": "exceed_exact_resets", "capture_obligation": "whole_hand"},
    "cirullone": {"players": [4], "target_score": 101, "deal_sizes": [6, 3]},
    "cirulla_a_5": {
        "players": [5],
        "table_cards": 5,
        "deal_sizes": [3, 3, 1],
        "table_bonus": {"17": 1, "34": 2},
        "last_deal_low_card_max": 3,
    },
}


def refusal(value: Any) -> EngineError:
    with pytest.raises(EngineError) as no:
        read_ruleset(value)
    return no.value


@pytest.mark.parametrize("preset", DIFFERENCES)
def test_a_preset_holds_the_options_of_the_rules(preset: str) -> None:
    assert read_ruleset(preset).to_dict() == {"preset": preset, **DEFAULTS, **DIFFERENCES[preset]}


def test_there_are_no_other_presets_and_options() -> None:
    assert set(PRESETS) == set(DIFFERENCES)
    assert set(OPTIONS) == set(DEFAULTS)


def test_options_describe_themselves() -> None:
    for name, option in OPTIONS.items():
        assert option.default == DEFAULTS[name]
        assert option.rule[0].isdigit()
        assert option.about
        schema = option.json_schema()
        assert json.loads(json.dumps(schema))["default"] == DEFAULTS[name]


@pytest.mark.parametrize("value", [None, {}, "sbiro", {"preset": "sbiro"}, {"target_score": 51}])
def test_without_a_word_it_is_sbiro(value: Any) -> None:
    assert read_ruleset(value) == PRESETS["sbiro"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_ruleset_comes_back_from_its_own_words(preset: str) -> None:
    rules = read_ruleset({"preset": preset, "low_hand_points": 4, "table_bonus": {"16": 1}})
    again = read_ruleset(json.loads(json.dumps(rules.to_dict())))
    assert again == rules
    assert hash(again) == hash(rules)
    assert again.low_hand_points == 4


def test_a_ruleset_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        PRESETS["sbiro"].target_score = 61  # type: ignore[misc]


REFUSED: dict[str, tuple[Any, str, str]] = {
    "no such preset": ("nonesuch", "unknown_ruleset", "/ruleset"),
    "no such preset to start from": ({"preset": "nonesuch"}, "unknown_ruleset", "/ruleset/preset"),
    "a preset that is a number": ({"preset": 5}, "unknown_ruleset", "/ruleset/preset"),
    "a list": ([], "bad_request", "/ruleset"),
    "a number": (51, "bad_request", "/ruleset"),
    "no such option": ({"no_such_option": 1}, "unknown_option", "/ruleset/no_such_option"),
    "an option with a slash": ({"a/b~c": 1}, "unknown_option", "/ruleset/a~1b~0c"),
    "an unknown option before a bad value": ({"piccola_max": 8, "nonesuch": 1}, "unknown_option", "/ruleset/nonesuch"),
    "a target as text": ({"target_score": "51"}, "bad_option_value", "/ruleset/target_score"),
    "a target with a point": ({"target_score": 51.0}, "bad_option_value", "/ruleset/target_score"),
    "a negative sum": ({"low_hand_max": -1}, "bad_option_value", "/ruleset/low_hand_max"),
    "a piccola of 8": ({"piccola_max": 8}, "bad_option_value", "/ruleset/piccola_max"),
    "a piccola of 2": ({"piccola_max": 2}, "bad_option_value", "/ruleset/piccola_max"),
    "one for true": ({"re_bello": 1}, "bad_option_value", "/ruleset/re_bello"),
    "true for one": ({"best_of": True}, "bad_option_value", "/ruleset/best_of"),
    "best of two": ({"best_of": 2}, "bad_option_value", "/ruleset/best_of"),
    "six players": ({"players": [6]}, "bad_option_value", "/ruleset/players"),
    "no players": ({"players": []}, "bad_option_value", "/ruleset/players"),
    "a deal of none": ({"deal_sizes": [0]}, "bad_option_value", "/ruleset/deal_sizes"),
    "a deal that is a number": ({"deal_sizes": 3}, "bad_option_value", "/ruleset/deal_sizes"),
    "a matta that is another card": ({"matta_card": "7C"}, "bad_option_value", "/ruleset/matta_card"),
    "a bonus as a list": ({"table_bonus": [15, 30]}, "bad_option_value", "/ruleset/table_bonus"),
    "a bonus for no sum": ({"table_bonus": {"fifteen": 1}}, "bad_option_value", "/ruleset/table_bonus"),
    "a bonus for 015": ({"table_bonus": {"015": 1}}, "bad_option_value", "/ruleset/table_bonus"),
    "a bonus below nothing": ({"table_bonus": {"15": -1}}, "bad_option_value", "/ruleset/table_bonus"),
}


@pytest.mark.parametrize(("value", "code", "pointer"), REFUSED.values(), ids=REFUSED)
def test_a_ruleset_that_cannot_be_is_refused_at_its_option(value: Any, code: str, pointer: str) -> None:
    no = refusal(value)
    assert (no.code, no.pointer) == (code, pointer)


def test_every_bad_option_is_named() -> None:
    no = refusal({"piccola_max": 8, "re_bello": "yes"})
    assert [pointer for pointer, _, _ in no.errors] == ["/ruleset/piccola_max", "/ruleset/re_bello"]


def test_redeals_cannot_lose_where_nothing_is_redealt() -> None:
    off = {"three_redeals_lose": True, "redeal_two_aces": "off"}
    no = refusal(off)
    assert no.code == "conflicting_options"
    assert {"three_redeals_lose", "redeal_two_aces"} <= set(no.more["options"])
    assert read_ruleset({**off, "redeal_three_of_a_kind": True}).three_redeals_lose


def test_a_value_is_not_taken_for_an_equal_one_read_before() -> None:
    assert read_ruleset({"re_bello": True}).re_bello is True
    assert refusal({"re_bello": 1}).code == "bad_option_value"
    assert read_ruleset({"best_of": 1}).best_of == 1
    assert refusal({"best_of": 1.0}).code == "bad_option_value"


DEALS = {
    "two": ("sbiro", 2, (3, 3, 3, 3, 3, 3)),
    "three": ("sbiro", 3, (3, 3, 3, 3)),
    "four": ("sbiro", 4, (3, 3, 3)),
    "six, then three": ("cirullone", 4, (6, 3)),
    "five": ("cirulla_a_5", 5, (3, 3, 1)),
    "nine at once": ({"preset": "cirullone", "deal_sizes": [9], "target_score": 51}, 4, (9,)),
}


@pytest.mark.parametrize(("ruleset", "seats", "sizes"), DEALS.values(), ids=DEALS)
def test_the_pack_is_dealt_out(ruleset: Any, seats: int, sizes: tuple[int, ...]) -> None:
    rules = read_ruleset(ruleset)
    check_players(rules, seats)
    assert deals(rules, seats) == sizes


SEATS: dict[str, tuple[Any, int, str]] = {
    "five at sbiro": ("sbiro", 5, "bad_players"),
    "two at cirullone": ("cirullone", 2, "bad_players"),
    "four at five's": ("cirulla_a_5", 4, "bad_players"),
    "deals of five": ({"deal_sizes": [5]}, 4, "conflicting_options"),
    "five on the table of two": ({"table_cards": 5}, 2, "conflicting_options"),
}


@pytest.mark.parametrize(("ruleset", "seats", "code"), SEATS.values(), ids=SEATS)
def test_a_ruleset_that_cannot_be_played_by_so_many_is_refused(ruleset: Any, seats: int, code: str) -> None:
    with pytest.raises(EngineError) as no:
        check_players(read_ruleset(ruleset), seats)
    assert no.value.code == code


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*OPTIONS, "preset", "nonesuch"]), json_values, max_size=5) | json_values)
def test_whatever_is_given_is_a_ruleset_or_a_coded_refusal(value: Any) -> None:
    try:
        rules = read_ruleset(value)
    except EngineError:
        no = refusal(value)
        assert no.errors
        assert all(pointer.startswith("/ruleset") for pointer, _, _ in no.errors)
    else:
        assert read_ruleset(rules.to_dict()) == rules
