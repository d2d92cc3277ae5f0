"""How many ways the first plays of a fixed deal can go: counted by the referee, and by trying everything."""

from __future__ import annotations

import random

import pytest

from scoring.engine.cards import CODES, cards_list
from scoring.engine.replay_state import Dealt, TableState, start, turns_of
from scoring.engine.replay_verify import legal_plays, play
from scoring.engine.rulesets import PRESETS, Ruleset
from scoring.engine.simulate import shuffled_deal, sides_of
from tests.engine.test_captures import captures_by_trying_all

# Preset, seats, seed of the deal: legal sequences of 1, 2, 3 ... plays.
PINNED = {
    ("sbiro", 2, 1): (8, 24, 52, 122, 122, 126),
    ("sbiro", 3, 2): (5, 17, 64, 140, 288, 612),
    ("sbiro", 4, 3): (3, 18, 56, 181, 394, 877),
    ("wikipedia", 2, 1): (8, 24, 52, 114, 114, 118),
    ("pagat", 2, 4): (3, 11, 22, 49, 49, 56),
    ("aula2", 2, 4): (3, 11, 22, 49, 49, 56),
    ("cinquantuno", 2, 1): (8, 20, 29, 52, 52, 52),
    ("cirullone", 4, 5): (13, 116, 752, 4626),
    ("cirulla_a_5", 5, 6): (5, 22, 68, 220, 744, 1550),
}


def dealt(preset: str, seats: int, seed: int) -> Dealt:
    rules = PRESETS[preset]
    deal = shuffled_deal(rules, seats, 0, random.Random(seed))
    return Dealt(rules, sides_of(seats), 0, deal.table, None, deal.deals, turns_of(rules, seats, 0))


def count_plays(state: TableState, depth: int) -> int:
    """Count the sequences of `depth` legal plays, by the referee."""
    moves = legal_plays(state)
    if depth == 1:
        return len(moves)
    return sum(count_plays(play(state, move)[0], depth - 1) for move in moves)


def count_plainly(rules: Ruleset, seat: int, table: list[str], hands: list[list[str]], depth: int) -> int:
    """Count the same with lists of codes and none of the referee's means, within the first deal."""
    moves: list[tuple[str, list[str]]] = []
    for card in hands[seat]:
        captures = captures_by_trying_all(card, sorted(table, key=CODES.index), rules, None)
        moves += [(card, taken) for taken in captures or [[]]]
    if rules.capture_obligation == "whole_hand" and any(taken for _, taken in moves):
        moves = [(card, taken) for card, taken in moves if taken]
    if depth == 1:
        return len(moves)
    total = 0
    for card, taken in moves:
        left = [code for code in table if code not in taken] + ([] if taken else [card])
        others = [[code for code in hand if code != card] for hand in hands]
        total += count_plainly(rules, (seat + 1) % len(hands), left, others, depth - 1)
    return total


@pytest.mark.parametrize("hand", PINNED)
def test_the_number_of_legal_plays_is_the_pinned_one(hand: tuple[str, int, int]) -> None:
    state = start(dealt(*hand))
    for depth, expected in enumerate(PINNED[hand], start=1):
        assert count_plays(state, depth) == expected


@pytest.mark.parametrize("hand", PINNED)
def test_trying_everything_finds_as_many(hand: tuple[str, int, int]) -> None:
    deal = dealt(*hand)
    hands = [cards_list(cards) for cards in deal.deals[0]]
    for depth, expected in enumerate(PINNED[hand], start=1):
        assert count_plainly(deal.rules, 1, cards_list(deal.table), hands, depth) == expected
