"""Laws of the referee: whole runs and single plays agree, and nothing but legal plays passes."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import CODES, card_bits
from scoring.engine.errors import EngineError
from scoring.engine.operations import answer
from scoring.engine.replay_run import run_plays
from scoring.engine.replay_state import Dealt, Play, PlayRecord, TableState, start, turns_of
from scoring.engine.replay_verify import can_play, legal_plays, play
from scoring.engine.rulesets import PRESETS, Ruleset, read_ruleset
from scoring.engine.simulate import SimulatedHand, shuffled_deal, sides_of, simulate_hand

TABLES = [(name, seats) for name, rules in PRESETS.items() for seats in rules.players]
OBLIGATIONS = ("played_card", "none", "whole_hand")


@st.composite
def rulesets(draw: st.DrawFn) -> tuple[Ruleset, int]:
    """Draw a preset with any obligation to capture, and a number of players."""
    preset, seats = draw(st.sampled_from(TABLES))
    return read_ruleset({"preset": preset, "capture_obligation": draw(st.sampled_from(OBLIGATIONS))}), seats


@st.composite
def played(draw: st.DrawFn) -> SimulatedHand:
    """Draw a hand that bots have played to its end."""
    rules, seats = draw(rulesets())
    dice = random.Random(draw(st.integers(0, 10**9)))
    hand = simulate_hand(rules, seats, draw(st.integers(0, seats - 1)), dice, ("random", "greedy"))
    return hand if hand.replay else draw(played())


def moves_of(hand: SimulatedHand) -> tuple[Dealt, list[Play]]:
    assert hand.replay is not None
    moves = [Play(record.seat, record.card, record.taken, record.declared) for record in hand.replay.records]
    return hand.replay.state.dealt, moves


def one_by_one(state: TableState, moves: list[Play]) -> tuple[TableState, tuple[PlayRecord, ...]]:
    records = []
    for move in moves:
        state, record = play(state, move)
        records.append(record)
    return state, tuple(records)


def outcome(run: Any, state: TableState, moves: list[Play]) -> Any:
    try:
        return run(state, moves)
    except EngineError as no:
        return no.to_dict()


@settings(max_examples=60)
@given(played())
def test_a_run_of_plays_comes_to_the_same_as_one_after_another(hand: SimulatedHand) -> None:
    dealt, moves = moves_of(hand)
    assert run_plays(start(dealt), moves) == one_by_one(start(dealt), moves)


@settings(max_examples=150)
@given(played(), st.data())
def test_a_wrong_play_is_refused_in_the_same_words_either_way(hand: SimulatedHand, data: st.DataObject) -> None:
    dealt, moves = moves_of(hand)
    number = data.draw(st.integers(0, len(moves) - 1))
    cards = st.sampled_from([1 << index for index in range(40)])
    change = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "seat": st.integers(0, len(dealt.sides)),
                "card": cards,
                "take": st.sets(cards, max_size=3).map(sum),
            },
        )
    )
    moves[number] = moves[number]._replace(**change)
    assert outcome(run_plays, start(dealt), moves) == outcome(one_by_one, start(dealt), moves)


@settings(max_examples=60)
@given(rulesets(), st.integers(0, 10**9), st.data())
def test_a_play_is_legal_when_and_only_when_it_is_listed(
    table: tuple[Ruleset, int], seed: int, data: st.DataObject
) -> None:
    rules, seats = table
    dice = random.Random(seed)
    deal = shuffled_deal(rules, seats, 0, dice)
    state = start(Dealt(rules, sides_of(seats), 0, deal.table, None, deal.deals, turns_of(rules, seats, 0)))
    for _ in range(data.draw(st.integers(0, len(state.dealt.turns) - 1))):
        state, _ = play(state, dice.choice(legal_plays(state)))
    listed = set(legal_plays(state))
    assert listed
    assert all(can_play(state, move) for move in listed)
    seat = state.dealt.turns[state.number].seat
    takes = [0, *card_bits(state.table), state.table, *(move.take for move in listed)]
    for card in card_bits(state.hands[seat]):
        for take in takes:
            move = Play(seat, card, take)
            assert can_play(state, move) == (move in listed)


@settings(max_examples=40)
@given(played())
def test_presentation_changes_nothing_of_a_replay(hand: SimulatedHand) -> None:
    case = hand.case
    shown = {"play_direction": "clockwise", "deal_style": "free"}
    assert answer("replay", {**case, "ruleset": {**case["ruleset"], **shown}}) == answer("replay", case)


@settings(max_examples=40)
@given(played())
def test_turning_the_sides_round_turns_the_answer_round(hand: SimulatedHand) -> None:
    case = hand.case
    last = max(case["sides"])
    turned = answer("replay", {**case, "sides": [last - side for side in case["sides"]]})
    told = answer("replay", case)
    assert (turned["sides"], turned["piles"]) == (told["sides"][::-1], told["piles"][::-1])


A_CASE = simulate_hand(PRESETS["sbiro"], 2, 0, random.Random(7), ("random",)).case
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 50) | st.sampled_from([*CODES, "8H", "", "sbiro"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["seat", "card", "take"]), inner),
    max_leaves=12,
)


@settings(max_examples=200)
@given(st.data())
def test_a_bad_case_is_always_refused_with_a_code(data: st.DataObject) -> None:
    case = deepcopy(A_CASE)
    name = data.draw(st.sampled_from(sorted(case)))
    case[name] = data.draw(JSON)
    if data.draw(st.booleans()):
        number = data.draw(st.integers(0, 35))
        case["plays"] = list(case["plays"]) if isinstance(case["plays"], list) else []
        case["plays"][number:number] = [data.draw(JSON)]
    try:
        answer("replay", case)
    except EngineError as no:
        assert no.pointer == "" or no.pointer.startswith("/")  # noqa: PT017
