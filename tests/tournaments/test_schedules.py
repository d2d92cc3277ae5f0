"""Fixed schedules against published tables: Berger, Mitchell, groups, Danese (research 2.4, 2.6, 2.8)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.checker.trees import meeting
from tournaments.draw import (
    DrawError,
    Entrant,
    GroupRow,
    Neighbours,
    PastRound,
    best_of_place,
    groups_knockout,
    mitchell,
    neighbours_round,
    round_robin,
    snake_groups,
)
from tournaments.draw.round_robin import berger_numbers

BERGER = json.loads((Path(__file__).parent.parent / "data" / "draw_berger.json").read_text(encoding="utf-8"))["tables"]


@pytest.mark.parametrize("count", BERGER)
def test_the_berger_tables_are_the_published_ones(count):
    assert [" ".join(f"{a}-{b}" for a, b in turn) for turn in berger_numbers(int(count))] == BERGER[count]


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("count", range(2, 34))
def test_a_round_robin_is_the_complete_graph(count, double):
    names = [f"e{number}" for number in range(count)]
    rounds = round_robin(names, double=double)
    times = 2 if double else 1
    assert len(rounds) == times * (count - 1 + count % 2)
    met = Counter(frozenset(pair) for turn in rounds for pair in turn.pairs)
    assert met == {frozenset(two): times for two in combinations(names, 2)}
    for turn in rounds:
        seated = [one for pair in turn.pairs for one in pair]
        assert sorted([*seated, *([turn.bye] if turn.bye else [])]) == sorted(names)
    assert Counter(turn.bye for turn in rounds if turn.bye) == (dict.fromkeys(names, times) if count % 2 else {})


def test_in_a_double_event_everybody_deals_first_as_often_as_not():
    dealing = Counter(
        a for turn in round_robin([f"e{number}" for number in range(6)], double=True) for a, _ in turn.pairs
    )
    assert set(dealing.values()) == {5}


def test_nobody_meets_anybody_twice_within_three_rounds_of_a_double_event():
    rounds = round_robin([f"e{number}" for number in range(8)], double=True)
    for first, second in combinations(range(len(rounds)), 2):
        if second - first < 3:
            assert not set(map(frozenset, rounds[first].pairs)) & set(map(frozenset, rounds[second].pairs))


@pytest.mark.parametrize("count", range(2, 34))
def test_a_mitchell_never_lets_anybody_meet_again(count):
    names = [f"e{number}" for number in range(count)]
    plan = mitchell(names, (count + 1) // 2)
    met = Counter(frozenset(pair) for turn in plan.rounds for pair in turn.pairs)
    assert max(met.values()) == 1
    assert max(Counter(turn.bye for turn in plan.rounds if turn.bye).values(), default=0) <= 1
    for turn in plan.rounds:
        assert all((a in plan.fixed) != (b in plan.fixed) for a, b in turn.pairs)


def test_a_movement_that_would_come_round_again_is_refused():
    with pytest.raises(DrawError) as refused:
        mitchell([f"e{number}" for number in range(12)], 4, step=2)
    assert refused.value.more["reason"] == "too_many_rounds"
    assert refused.value.more["choices"][0] == {"choice": "rounds", "rounds": 3}


def test_switched_rounds_name_the_moving_line_first():
    plan = mitchell(list("abcdef"), 3, switched=1)
    assert all(a in plan.fixed for a, _ in plan.rounds[0].pairs)
    assert all(a in plan.moving for a, _ in plan.rounds[2].pairs)


@pytest.mark.parametrize(
    ("variant", "pairs"),
    [
        pytest.param(Neighbours.PURE, (("a", "b"), ("c", "d")), id="pure: anybody again"),
        pytest.param(Neighbours.MODIFIED, (("a", "c"), ("b", "d")), id="modified: not the last opponent"),
        pytest.param(Neighbours.MONRAD, (("a", "d"), ("b", "c")), id="Monrad: nobody again"),
    ],
)
def test_danese_pairs_neighbours_as_far_as_the_variant_lets_them(variant, pairs):
    scores = [Entrant("a", 4), Entrant("b", 3), Entrant("c", 2), Entrant("d", 1)]
    history = [PastRound((("a", "c"), ("b", "d"))), PastRound((("a", "b"), ("c", "d")))]
    assert neighbours_round(scores, history, variant=variant).pairs == pairs


def test_danese_gives_the_bye_to_the_lowest_who_has_had_none():
    scores = [Entrant("a", 4), Entrant("b", 3), Entrant("c", 2)]
    assert neighbours_round(scores, [PastRound((("a", "b"),), "c")], variant=Neighbours.PURE).bye == "b"


def test_a_danese_without_any_draw_is_refused():
    scores = [Entrant("a", 4), Entrant("b", 3)]
    with pytest.raises(DrawError) as refused:
        neighbours_round(scores, [PastRound((("a", "b"),))], variant=Neighbours.MONRAD)
    assert refused.value.more["reason"] == "no_pairing_without_rematch"


@given(st.integers(2, 60), st.data())
def test_the_snake_makes_groups_of_equal_size_and_strength(count, data):
    groups = data.draw(st.integers(1, count // 2))
    names = [f"e{number:02}" for number in range(count)]
    dealt = snake_groups(names, groups)
    sizes = [len(group.entrants) for group in dealt]
    assert max(sizes) - min(sizes) <= 1
    assert sorted(one for group in dealt for one in group.entrants) == names
    for place in range(min(sizes)):
        band = {group.entrants[place] for group in dealt}
        assert band == set(names[place * groups : (place + 1) * groups])


def test_the_snake_turns_at_the_end_of_each_row():
    assert [group.entrants for group in snake_groups(list("abcdefg"), 3)] == [("a", "f", "g"), ("b", "e"), ("c", "d")]


def test_four_groups_cross_first_against_second():
    tree = groups_knockout([["A1", "A2"], ["B1", "B2"], ["C1", "C2"], ["D1", "D2"]])
    assert tree.pairs == (("A1", "B2"), ("D1", "C2"), ("B1", "A2"), ("C1", "D2"))


@pytest.mark.parametrize("groups", range(2, 17))
def test_two_of_a_group_cannot_meet_before_the_final(groups):
    tree = groups_knockout([[f"{group}a", f"{group}b"] for group in range(groups)])
    final = len(tree.slots).bit_length() - 1
    for group in range(groups):
        assert meeting(tree.slots, f"{group}a", f"{group}b") == final


@pytest.mark.parametrize("groups", range(2, 13))
def test_three_of_a_group_do_not_meet_in_the_first_round(groups):
    tree = groups_knockout([[f"{group}{place}" for place in "abc"] for group in range(groups)])
    assert not [pair for pair in tree.pairs if pair[0][:-1] == pair[1][:-1]]


def test_the_best_thirds_are_compared_by_points_a_match():
    rows = [GroupRow("a", 3, 33), GroupRow("b", 4, 40), GroupRow("c", 3, 33, wins=2), GroupRow("d", 4, 48)]
    assert best_of_place(rows, 3) == ["d", "c", "a"]
