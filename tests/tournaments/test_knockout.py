"""Knockout: slots, byes, following the tree, third place, series, re-entry (research 2.5)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.checker.trees import meeting
from tournaments.draw import (
    DrawError,
    ReentryRound,
    ReentryRules,
    bracket_matches,
    champion,
    knockout,
    reentry_round,
    reentry_state,
    series_winner,
)
from tournaments.draw.knockout import slot_numbers


@pytest.mark.parametrize(
    ("size", "numbers"),
    [
        (2, [1, 2]),
        (4, [1, 4, 2, 3]),
        (8, [1, 8, 4, 5, 2, 7, 3, 6]),
        (16, [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]),
    ],
)
def test_the_seed_order_is_the_published_one(size, numbers):
    assert slot_numbers(size) == numbers


def test_if_the_favourites_always_win_number_x_meets_its_complement_in_every_round():
    row = slot_numbers(32)
    while len(row) > 1:
        assert all(a + b == len(row) + 1 for a, b in zip(row[::2], row[1::2], strict=True))
        row = [min(two) for two in zip(row[::2], row[1::2], strict=True)]


@pytest.mark.parametrize("count", range(2, 34))
def test_every_entrant_has_one_slot_and_the_first_numbers_the_byes(count):
    names = [f"e{number:02}" for number in range(count)]
    drawn = knockout(names, seed="s", seeds=names)
    byes = len(drawn.slots) - count
    assert sorted(one for one in drawn.slots if one) == names
    assert sorted(drawn.byes) == names[:byes]
    assert len(drawn.pairs) * 2 + len(drawn.byes) == count
    assert len(drawn.why) == len(drawn.pairs)


def test_who_is_not_seeded_is_placed_by_lot_and_the_same_seed_draws_the_same():
    names = [f"e{number:02}" for number in range(16)]
    one, other = knockout(names, seed="1"), knockout(names, seed="2")
    assert one != other
    assert one == knockout(names[::-1], seed="1")
    seeded = knockout(names, seed="2", seeds=["e05", "e07"])
    assert meeting(seeded.slots, "e05", "e07") == 4


def test_club_mates_do_not_meet_in_the_first_round_where_it_can_be():
    names = [f"e{number:02}" for number in range(16)]
    clubs = {name: f"club{int(name[1:]) % 4}" for name in names}
    for seed in range(20):
        drawn = knockout(names, seed=str(seed), clubs=clubs)
        assert not [pair for pair in drawn.pairs if clubs[pair[0]] == clubs[pair[1]]]


def test_seeds_keep_their_numbers_when_clubs_are_kept_apart():
    names = [f"e{number:02}" for number in range(16)]
    clubs = dict.fromkeys(names[:8], "Zena") | dict.fromkeys(names[8:], "Camogli")
    drawn = knockout(names, seed="s", seeds=names[:4], clubs=clubs)
    assert [drawn.slots[index] for index in (0, 8, 12, 4)] == names[:4]


@given(st.integers(2, 33), st.randoms(use_true_random=False), st.booleans())
def test_a_tree_ends_with_one_unbeaten_and_everybody_else_beaten_once(count, chance, third):
    names = [f"e{number:02}" for number in range(count)]
    slots = knockout(names, seed="s").slots
    winners = {}
    while True:
        matches = bracket_matches(slots, winners, third_place=third)
        ready = [one for one in matches if one.winner is None and one.a and one.b]
        if not ready:
            break
        winners |= {one.place: chance.choice((one.a, one.b)) for one in ready}
    played = [one for one in matches if not one.bye and one.place != "third"]
    beaten = Counter(one.loser for one in played)
    assert len(played) == count - 1
    assert set(beaten.values()) <= {1}
    assert set(names) - set(beaten) == {champion(matches)}
    assert all(one.place[0] == 1 for one in matches if one.bye and one.place != "third")


def test_the_match_for_third_place_is_between_the_losers_of_the_semi_finals():
    winners = {(1, 0): "a", (1, 1): "c"}
    matches = bracket_matches(["a", "b", "c", "d"], winners, third_place=True)
    assert (matches[-1].place, matches[-1].a, matches[-1].b) == ("third", "b", "d")
    assert [one.why.sentence() for one in matches[1:]] == [
        "c and d stand next to each other in the bracket",
        "a and c go on from matches 1 and 2 of round 1",
        "b and d lost the semi-finals and play for third place",
    ]


def test_a_corrected_result_moves_the_other_entrant_on():
    before = bracket_matches(["a", "b", "c", "d"], {(1, 0): "a", (1, 1): "c"})
    after = bracket_matches(["a", "b", "c", "d"], {(1, 0): "b", (1, 1): "c"})
    assert (before[-1].a, after[-1].a) == ("a", "b")


@pytest.mark.parametrize(
    ("slots", "winners"),
    [
        pytest.param(["a", "b", "c", "d"], {(1, 0): "c"}, id="who does not play there"),
        pytest.param(["a", "b", "c", "d"], {(2, 0): "a"}, id="a final before its sides"),
        pytest.param(["a", None, "c", "d"], {(1, 0): "c"}, id="against a bye"),
        pytest.param(["a", "b"], {(9, 0): "a"}, id="no such match"),
    ],
)
def test_a_winner_who_cannot_be_is_refused(slots, winners):
    with pytest.raises(DrawError) as refused:
        bracket_matches(slots, winners)
    assert refused.value.code == "bad_request"


@pytest.mark.parametrize(
    ("games", "best_of", "winner"),
    [("", 3, None), ("a", 3, None), ("ab", 3, None), ("aa", 3, "a"), ("aba", 3, "a"), ("a", 1, "a"), ("abbab", 5, "b")],
)
def test_a_series_ends_when_it_is_decided(games, best_of, winner):
    assert series_winner(list(games), best_of) == winner


def test_a_game_after_the_end_of_a_series_is_refused():
    with pytest.raises(DrawError):
        series_winner(list("aab"), 3)


RULES = ReentryRules(until_round=2, per_entrant=1)


def test_who_lost_may_buy_back_until_the_round_said():
    first = ReentryRound((("a", "b"), ("c", "d")), ("a", "c"), back=("b",))
    state = reentry_state("abcd", [first], RULES)
    assert state.alive == ("a", "b", "c")
    assert state.may_return == ("d",)
    second = ReentryRound((("a", "c"),), ("a",), bye="b")
    state = reentry_state("abcd", [first, second], RULES)
    assert state.may_return == ("c",)
    assert reentry_state("abcd", [first, second], RULES._replace(until_round=1)).may_return == ()
    assert reentry_state("abcd", [first], RULES._replace(total=1)).may_return == ()


def test_nobody_buys_back_more_often_than_allowed():
    first = ReentryRound((("a", "b"), ("c", "d")), ("a", "c"), back=("b",))
    second = ReentryRound((("a", "b"),), ("a",), bye="c", back=("b",))
    with pytest.raises(DrawError):
        reentry_state("abcd", [first, second], RULES)


def test_a_round_that_leaves_somebody_out_is_refused():
    with pytest.raises(DrawError):
        reentry_state("abcd", [ReentryRound((("a", "b"),), ("a",))], RULES)


def test_who_came_back_does_not_meet_at_once_who_beat_him_if_it_can_be_helped():
    first = ReentryRound((("a", "b"), ("c", "d")), ("a", "c"), back=("b", "d"))
    for seed in range(10):
        drawn = reentry_round("abcd", [first], RULES, seed=str(seed))
        assert not drawn.rematches


def test_the_bye_goes_to_somebody_who_has_had_none():
    first = ReentryRound((("a", "b"), ("c", "d")), ("a", "c"), bye="e", back=("b", "d"))
    assert all(reentry_round("abcde", [first], RULES, seed=str(seed)).bye != "e" for seed in range(10))


def test_an_event_with_one_left_is_over():
    with pytest.raises(DrawError) as refused:
        reentry_round("ab", [ReentryRound((("a", "b"),), ("a",))], ReentryRules(0), seed="s")
    assert refused.value.more["reason"] == "too_few"


@given(st.integers(2, 33), st.integers(0, 3), st.randoms(use_true_random=False))
def test_losses_less_re_entries_eliminate_all_but_one(count, until, chance):
    names = [f"e{number:02}" for number in range(count)]
    rules = ReentryRules(until_round=until, per_entrant=2)
    history = []
    while len(reentry_state(names, history, rules).alive) > 1:
        drawn = reentry_round(names, history, rules, seed="s")
        played = ReentryRound(drawn.pairs, tuple(chance.choice(pair) for pair in drawn.pairs), drawn.bye)
        may = reentry_state(names, [*history, played], rules).may_return
        history.append(played._replace(back=tuple(one for one in may if chance.random() < 0.4)))
    losses = sum(len(past.pairs) for past in history)
    assert losses == count - 1 + sum(len(past.back) for past in history)
    alive = [len(past.pairs) for past in history]
    assert all(later <= earlier for earlier, later in pairwise(alive[until:]))
