"""Bots that play whole legal hands and matches, for demo data and proof."""

from __future__ import annotations

import random
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import DECK
from scoring.engine.chances import chances
from scoring.engine.declarations import buona_readings
from scoring.engine.entry import read_entry, score_entry
from scoring.engine.errors import EngineError
from scoring.engine.match import series_state
from scoring.engine.operations import answer
from scoring.engine.rulesets import PRESETS, deals, read_ruleset
from scoring.engine.simulate import shuffled_deal, simulate_hand, simulate_match
from scoring.engine.simulate_bots import BOTS
from scoring.engine.table import opening

TABLES = [(name, seats) for name, rules in PRESETS.items() for seats in rules.players]
ids = [f"{name} with {seats}" for name, seats in TABLES]


@pytest.mark.parametrize(("preset", "seats"), TABLES, ids=ids)
def test_a_simulated_match_is_whole_and_over(preset: str, seats: int) -> None:
    rules = PRESETS[preset]
    hands = simulate_match(rules, seats, seed=preset, bots=("greedy", "random"))
    sides = 2 if seats == 4 else seats
    results = [hand.result for hand in hands]
    assert series_state(results, rules, sides).status == "finished"
    assert series_state(results[:-1], rules, sides).status == "in_progress"
    assert [hand.dealer for hand in hands] == [number % seats for number in range(len(hands))]


@pytest.mark.parametrize(("preset", "seats"), TABLES, ids=ids)
def test_a_simulated_hand_scores_the_same_by_every_door(preset: str, seats: int) -> None:
    rules = PRESETS[preset]
    for seed in range(3):
        hand = simulate_hand(rules, seats, seed % seats, random.Random(seed), ["careful", "greedy", "random"] * 2)
        if hand.score is None:
            continue
        expected = hand.score.to_dict()
        replayed = answer("replay", hand.case)
        del replayed["piles"]
        assert replayed == expected
        for body in (hand.cards_body(1), hand.plays_body(1)):
            assert score_entry(read_entry(body, hand.sides), rules).score == expected


def test_the_same_seed_gives_the_same_match() -> None:
    first, second, other = (simulate_match("sbiro", 2, seed=seed) for seed in ("a", "a", "b"))
    assert [hand.case for hand in first] == [hand.case for hand in second]
    assert [hand.case for hand in first] != [hand.case for hand in other]


def test_a_ruleset_is_simulated_with_as_many_as_play_it() -> None:
    with pytest.raises(EngineError) as no:
        simulate_match("cirullone", 2, seed=1)
    assert no.value.code == "bad_players"


def test_a_capotun_ends_a_simulated_match() -> None:
    rules = read_ruleset({"preset": "luzzati", "target_score": 500})
    for seed in range(60):
        hands = simulate_match(rules, 2, seed, bots=("random",))
        decided = hands[-1]
        if decided.judged.outcome == "dealer_wins_match":
            assert decided.result.wins_match == decided.dealer
            body = decided.cards_body(len(hands))
            assert (body["mode"], len(body["table"])) == ("opening", 4)
            assert score_entry(read_entry(body, (0, 1)), rules).wins_match == decided.dealer
            with pytest.raises(EngineError):
                _ = decided.case
            return
    pytest.fail("no capotun in sixty long matches")


def test_better_bots_win_more() -> None:
    won = 0
    for seed in range(40):
        hands = simulate_match("sbiro", 2, seed, bots=("greedy", "random"), first_dealer=seed % 2)
        won += series_state([hand.result for hand in hands], PRESETS["sbiro"], 2).winner == 0
    assert won > 20


@settings(max_examples=30)
@given(st.sampled_from(TABLES), st.integers(0, 10**6), st.sampled_from(sorted(BOTS)))
def test_the_piles_of_a_legal_hand_are_the_forty_cards(table: tuple[str, int], seed: int, bot: str) -> None:
    preset, seats = table
    hand = simulate_hand(PRESETS[preset], seats, seed % seats, random.Random(seed), (bot,) * seats)
    if hand.replay is None:
        return
    piles = [side.cards for side in hand.replay.counted().sides]
    assert sum(piles) == DECK
    assert sum(pile.bit_count() for pile in piles) == 40


@settings(max_examples=30)
@given(st.sampled_from(TABLES), st.integers(0, 10**6))
def test_no_two_plays_in_a_row_are_scope(table: tuple[str, int], seed: int) -> None:
    preset, seats = table
    hand = simulate_hand(PRESETS[preset], seats, 0, random.Random(seed), ("greedy",) * seats)
    if hand.replay is None:
        return
    scope = [record.scopa for record in hand.replay.records]
    assert not any(first and second for first, second in pairwise(scope))
    assert sum(scope) == sum(hand.replay.scope)


@settings(max_examples=20)
@given(st.sampled_from(TABLES), st.integers(0, 10**6))
def test_a_deal_hands_out_the_whole_pack(table: tuple[str, int], seed: int) -> None:
    preset, seats = table
    dealt = shuffled_deal(PRESETS[preset], seats, 0, random.Random(seed))
    hands = [hand for deal in dealt.deals for hand in deal]
    assert dealt.table + sum(hands) == DECK
    sizes = [size for size in deals(PRESETS[preset], seats) for _ in range(seats)]
    assert [hand.bit_count() for hand in hands] == sizes


@pytest.mark.proof
def test_the_cards_of_200_000_deals_agree_with_the_exact_chances() -> None:
    rules = PRESETS["sbiro"]
    told, dice = chances(rules), random.Random(2026)
    threes = redeals = shuffles = 0
    barseghe = decini = points = scope = 0
    bonus = {1: 0, 2: 0}
    while threes < 200_000:
        dealt = shuffled_deal(rules, 2, 0, dice)
        shuffles += 1
        judged = opening(dealt.table, rules)
        if judged.outcome == "redeal":
            redeals += 1
            continue
        scope += judged.scope
        if judged.scope:
            bonus[judged.scope] += 1
        for deal in dealt.deals:
            for hand in deal:
                threes += 1
                worths = [worth for _, worth in buona_readings(hand, rules)]
                if worths:
                    best = max(worths, key=lambda worth: worth.points)
                    points += best.points
                    decini += "decino" in best.kinds
                    barseghe += "decino" not in best.kinds
    tables = shuffles - redeals
    # (counted, number of trials, exact mean, exact standard deviation of one trial)
    events = {
        "redeal": (redeals, shuffles, told.redeal, sqrt(told.redeal * (1 - told.redeal))),
        "barsega": (barseghe, threes, told.barsega, sqrt(told.barsega * (1 - told.barsega))),
        "decino": (decini, threes, told.decino, sqrt(told.decino * (1 - told.decino))),
        "points of buone": (points, threes, told.buone_mean, told.buone_sd),
        "fifteen": (bonus[1], tables, told.bonus[1], sqrt(told.bonus[1] * (1 - told.bonus[1]))),
        "thirty": (bonus[2], tables, told.bonus[2], sqrt(told.bonus[2] * (1 - told.bonus[2]))),
        "dealer's scope": (scope, tables, told.bonus_mean, told.bonus_sd),
    }
    for name, (counted, trials, mean, deviation) in events.items():
        assert abs(counted / trials - float(mean)) < 3 * deviation / sqrt(trials), name
