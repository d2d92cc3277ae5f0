"""The numbers of RATINGS 1 and what one match may and may not do to a rating."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.ratings import Match, Rating, band, chances, glicko, rate

PAIRS = (("ann", "bob"), ("cat", "dan"))


def rated(sides, places, ratings=None, drift=0, **more):
    return rate(Match(sides, places, **more), ratings or {}, drift=drift)


def rating(mu, rd):
    return Rating(mu, rd * rd)


@pytest.mark.parametrize(
    ("sides", "target", "winner_mu", "loser_mu", "rd"),
    [
        pytest.param(PAIRS, 51, 1506.776587, 1493.223413, 69.657833, id="new pairs"),
        pytest.param((("ann",), ("cat",)), 51, 1513.044326, 1486.955674, 68.673368, id="new singles"),
        pytest.param(PAIRS, 31, 1505.365397, 1494.634603, 69.788983, id="pairs to 31"),
    ],
)
def test_new_players_move_by_the_published_numbers(sides, target, winner_mu, loser_mu, rd):
    after = rated(sides, (1, 2), target_score=target).ratings
    for player in sides[0]:
        assert after[player].mu == pytest.approx(winner_mu, abs=5e-7)
    for player in sides[1]:
        assert after[player].mu == pytest.approx(loser_mu, abs=5e-7)
    assert {round(one.rd, 6) for one in after.values()} == {rd}


def test_a_surprise_between_known_pairs_moves_each_by_his_own_uncertainty():
    known = {"ann": rating(1560, 35), "bob": rating(1480, 70), "cat": rating(1530, 45), "dan": rating(1500, 60)}
    done = rated(PAIRS, (2, 1), known)
    assert done.chances == pytest.approx((0.507061404, 0.492938596), abs=5e-10)
    assert {player: (one.mu, round(one.rd, 6)) for player, one in done.ratings.items()} == {
        "ann": (1558.254650, 34.956638),
        "bob": (1473.018601, 69.652457),
        "cat": (1532.885170, 44.907803),
        "dan": (1505.129191, 59.781284),
    }


def test_the_drift_of_a_match_adds_four_to_the_variance_and_never_passes_the_start():
    settled = {"ann": rating(1500, 40), "cat": rating(1500, 40)}
    sides = (("ann",), ("cat",))
    still = rated(sides, (1, 2), settled).ratings["ann"].variance
    assert rated(sides, (1, 2), settled, drift=4).ratings["ann"].variance == pytest.approx(still + 4)
    assert rated(sides, (1, 2), settled, drift=1e6).ratings["ann"].rd == 70


def test_idle_months_widen_before_the_match_up_to_the_start():
    settled = {"ann": rating(1500, 35), "cat": rating(1500, 35)}
    sides = (("ann",), ("cat",))
    rested = rated(sides, (1, 2), settled, idle_months={"ann": 24})
    assert rested == rated(sides, (1, 2), {**settled, "ann": Rating(1500, 35 * 35 + 99 * 24)})
    assert rated(sides, (1, 2), settled, idle_months={"ann": 600}) == rated(
        sides, (1, 2), {**settled, "ann": rating(1500, 70)}
    )


def test_a_match_cut_by_time_counts_by_its_hands_not_by_its_target():
    cut = rated(PAIRS, (1, 2), hands=4, target_score=51)
    assert cut == rated(PAIRS, (1, 2), target_score=51 * 4 / 5.35)
    assert cut == rated(PAIRS, (1, 2), hands=4, target_score=101)


def test_a_level_match_between_equals_moves_nobody_and_still_tells_something():
    level = rated(PAIRS, (1, 1)).ratings
    assert {one.mu for one in level.values()} == {1500}
    assert all(one.rd < 70 for one in level.values())


def test_three_players_are_three_half_weighted_pairs_from_the_same_start():
    known = {"ann": rating(1550, 50), "bob": rating(1500, 60), "cat": rating(1450, 70)}
    together = rated((("ann",), ("bob",), ("cat",)), (1, 2, 3), known)
    by_hand = {
        # The formulas of RATINGS 1 with lambda = 1/2, worked apart in decimals of 40 digits.
        "ann": 1555.587681,
        "bob": 1499.968463,
        "cat": 1439.091070,
    }
    assert {player: one.mu for player, one in together.ratings.items()} == pytest.approx(by_hand, abs=1e-6)


def test_the_order_of_the_seats_at_a_table_of_three_is_nothing():
    known = {"ann": rating(1550, 50), "bob": rating(1500, 60), "cat": rating(1450, 70)}
    forward = rated((("ann",), ("bob",), ("cat",)), (1, 2, 3), known).ratings
    backward = rated((("cat",), ("bob",), ("ann",)), (3, 2, 1), known).ratings
    assert {player: one.mu for player, one in forward.items()} == pytest.approx(
        {player: one.mu for player, one in backward.items()}, abs=2e-6
    )


def test_the_chances_at_a_table_of_three_are_the_softmax_of_the_means():
    known = {"ann": rating(1900, 50), "bob": rating(1500, 60), "cat": rating(1500, 70)}
    # 400 points are odds of 10 to 1 against each of the others: 10/12, 1/12, 1/12.
    odds = chances(Match((("ann",), ("bob",), ("cat",)), (1, 2, 3)), known)
    assert odds == pytest.approx((10 / 12, 1 / 12, 1 / 12))


@pytest.mark.parametrize(
    ("rd", "name"),
    [
        (70, "provisional"),
        (62.000001, "provisional"),
        (62, "ranked"),
        (50.000001, "ranked"),
        (50, "settled"),
        (1, "settled"),
    ],
)
def test_the_bands_begin_where_the_rules_say(rd, name):
    assert band(rd) == name


def test_about_thirty_pair_matches_or_eight_singles_make_a_ranked_player():
    assert band(rd_after(32, 2)) == band(rd_after(8, 1)) == "ranked"
    assert band(rd_after(24, 2)) == band(rd_after(5, 1)) == "provisional"


def rd_after(matches, size):
    sides = (("ann", "bob")[:size], ("cat", "dan")[:size])
    ratings = {}
    for turn in range(matches):
        ratings |= rated(sides, (1, 2) if turn % 2 else (2, 1), ratings, drift=4).ratings
    return ratings["ann"].rd


means = st.floats(1000, 2000)
widths = st.floats(20, 70)


@st.composite
def tables(draw):
    size = draw(st.sampled_from((1, 2)))
    count = draw(st.sampled_from((2, 2, 2, 3, 5))) if size == 1 else 2
    sides = tuple(tuple(f"p{side}{seat}" for seat in range(size)) for side in range(count))
    places = tuple(draw(st.integers(1, count)) for _ in range(count))
    ratings = {player: rating(draw(means), draw(widths)) for side in sides for player in side}
    return Match(sides, places, draw(st.sampled_from((21, 31, 51, 101)))), ratings


@given(tables(), st.floats(-500, 500))
def test_a_shift_of_all_means_changes_no_chance(table, shift):
    match, ratings = table
    moved = {player: Rating(one.mu + shift, one.variance) for player, one in ratings.items()}
    assert chances(match, moved) == pytest.approx(chances(match, ratings), abs=1e-9)


@given(tables())
def test_chances_add_to_one_and_none_is_sure(table):
    odds = chances(*table)
    assert sum(odds) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in odds)


@given(tables())
def test_swapped_sides_swap_the_chances_and_nothing_else(table):
    match, ratings = table
    swapped = match._replace(sides=match.sides[::-1], places=match.places[::-1])
    one, other = rate(match, ratings), rate(swapped, ratings)
    assert other.chances == pytest.approx(one.chances[::-1])
    for player in ratings:
        assert other.ratings[player] == pytest.approx(one.ratings[player], abs=2e-6)


@given(tables())
def test_swapped_partners_change_nothing(table):
    match, ratings = table
    swapped = match._replace(sides=tuple(side[::-1] for side in match.sides))
    one, other = rate(match, ratings), rate(swapped, ratings)
    for player in ratings:
        assert other.ratings[player] == pytest.approx(one.ratings[player], abs=2e-6)


@given(tables())
def test_equal_certainty_makes_the_steps_sum_to_nothing(table):
    match, ratings = table
    even = {player: rating(one.mu, 55) for player, one in ratings.items()}
    after = rate(match, even).ratings
    assert sum(after[player].mu - even[player].mu for player in even) == pytest.approx(0, abs=1e-5)


@given(tables())
def test_every_match_makes_everybody_more_certain_before_the_drift(table):
    match, ratings = table
    after = rate(match, ratings, drift=0).ratings
    assert all(0 < after[player].variance < one.variance for player, one in ratings.items())


@given(tables())
def test_who_wins_alone_never_falls_and_who_is_last_alone_never_rises(table):
    match, ratings = table
    after = rate(match, ratings).ratings
    for side, place in zip(match.sides, match.places, strict=True):
        others = [other for index, other in enumerate(match.places) if match.sides[index] != side]
        if all(place < other for other in others):
            assert all(after[player].mu >= ratings[player].mu - 1e-6 for player in side)
        if all(place > other for other in others):
            assert all(after[player].mu <= ratings[player].mu + 1e-6 for player in side)


@given(tables())
def test_the_unrolled_pair_match_is_the_general_one_to_the_bit(table):
    match, ratings = table
    if len(match.sides) != 2 or len(match.sides[0]) != 2:
        return
    fast, general = dict(ratings), dict(ratings)
    told = glicko._rate_pairs(match.sides, match.places, fast, glicko.LOGISTIC, 4.0, 4900.0)
    assert told == glicko._rate_sides(match.sides, match.places, general, glicko.LOGISTIC, 4.0, 4900.0)
    assert fast == general
