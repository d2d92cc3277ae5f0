"""What one match and a replay may and may not do to the index and to the ladder of pairs: laws of research 1.8."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.ratings import IndexMatch, Match, Rating, pair_key, rate_index, replay, replay_index, replay_pairs

CLUB = ("ann", "bob", "cat", "dan", "eve", "fay")
widths = st.floats(20, 70).map(lambda rd: rd * rd)


@st.composite
def tables(draw):
    size = draw(st.sampled_from((1, 2)))
    seats = draw(st.permutations(CLUB))
    sides = (tuple(seats[:size]), tuple(seats[size : 2 * size]))
    points = (draw(st.integers(0, 90)), draw(st.integers(0, 90)))
    luck = (draw(st.integers(0, 40)), draw(st.integers(0, 40)))
    match = IndexMatch(sides, points, luck, draw(st.integers(1, 12)), draw(st.sampled_from((None, None, 0, 1))))
    return match, {player: Rating(draw(st.floats(1200, 1800)), draw(widths)) for side in sides for player in side}


histories = st.lists(tables().map(lambda table: table[0]), max_size=12)


def swapped(match):
    cappotto = None if match.cappotto is None else 1 - match.cappotto
    return match._replace(sides=match.sides[::-1], points=match.points[::-1], luck=match.luck[::-1], cappotto=cappotto)


@given(tables(), st.floats(-400, 400))
def test_a_shift_of_all_means_shifts_all_means_and_nothing_else(table, shift):
    match, ratings = table
    moved = {player: Rating(one.mu + shift, one.variance) for player, one in ratings.items()}
    for player, one in rate_index(match, ratings).items():
        other = rate_index(match, moved)[player]
        assert other.mu - shift == pytest.approx(one.mu, abs=3e-6)
        assert other.variance == pytest.approx(one.variance, abs=2e-6)


@given(tables())
def test_swapped_sides_and_partners_change_nothing(table):
    match, ratings = table
    told = rate_index(match, ratings)
    turned = match._replace(sides=tuple(side[::-1] for side in match.sides))
    for other in (rate_index(swapped(match), ratings), rate_index(turned, ratings)):
        for player, one in told.items():
            assert other[player] == pytest.approx(one, abs=2e-6)


@given(tables())
def test_equal_certainty_makes_the_steps_sum_to_nothing(table):
    match, ratings = table
    even = {player: Rating(one.mu, 3025.0) for player, one in ratings.items()}
    after = rate_index(match, even)
    assert sum(after[player].mu - even[player].mu for player in even) == pytest.approx(0, abs=1e-5)


@given(tables())
def test_every_match_makes_everybody_more_certain_before_the_drift(table):
    match, ratings = table
    after = rate_index(match, ratings, drift=0)
    assert all(0 < after[player].variance < one.variance for player, one in ratings.items())


@given(tables(), st.integers(1, 40))
def test_luck_is_no_merit(table, gift):
    """Points that the cards gave, to whichever side, leave the index where it was."""
    match, ratings = table
    given_more = match._replace(
        points=(match.points[0] + gift, match.points[1]), luck=(match.luck[0] + gift, match.luck[1])
    )
    assert rate_index(given_more, ratings) == rate_index(match, ratings)


@given(histories, st.data())
def test_the_index_goes_on_from_a_checkpoint_on_the_same_bits(matches, data):
    cut = data.draw(st.integers(0, len(matches)))
    assert replay_index(matches[cut:], start=replay_index(matches[:cut])) == replay_index(matches)


@given(histories)
def test_the_index_is_the_matches_one_by_one(matches):
    ratings = {}
    for match in matches:
        ratings |= rate_index(match, ratings)
    assert ratings == replay_index(matches)


@given(histories)
def test_clubs_that_never_meet_do_not_touch_each_other(ours):
    theirs = [
        match._replace(sides=tuple(tuple(player.upper() for player in side) for side in match.sides)) for match in ours
    ]
    mixed = [match for pair in zip(ours, theirs, strict=True) for match in pair]
    alone = replay_index(ours)
    assert {player: one for player, one in replay_index(mixed).items() if player.islower()} == alone


pairs = st.permutations(CLUB).flatmap(
    lambda seats: st.tuples(
        st.just((tuple(seats[:2]), tuple(seats[2:4]))),
        st.tuples(st.integers(1, 2), st.integers(1, 2)),
    ).map(lambda told: Match(*told))
)


@given(st.lists(pairs, max_size=10))
def test_a_pair_has_played_what_its_matches_say_and_never_passes_fifty(matches):
    ladder = replay_pairs(matches)
    played = [pair_key(*side) for match in matches for side in match.sides]
    assert {key: one.matches for key, one in ladder.items()} == {key: played.count(key) for key in set(played)}
    assert all(0 < one.rating.rd <= 50 for one in ladder.values())


@given(st.lists(pairs, max_size=8), pairs)
def test_a_new_pair_begins_where_its_players_are(matches, last):
    before = replay(matches).ratings
    known = replay_pairs(matches)
    told = replay_pairs([*matches, last._replace(places=(1, 1))], drift=0)
    for side in last.sides:
        if pair_key(*side) not in known:
            mean = sum(before[player].mu if player in before else 1500.0 for player in side) / 2
            # A level match between two pairs moves each by a few points at most.
            assert told[pair_key(*side)].rating.mu == pytest.approx(mean, abs=8)
