"""A rating is a pure function of the ordered matches: laws of research 1.8."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.ratings import IndexMatch, Match, Rating, rate, rate_index, replay, replay_index, steps

CLUB = ("ann", "bob", "cat", "dan", "eve", "fay")


@st.composite
def histories(draw, players=CLUB, max_size=12):
    matches = []
    for _ in range(draw(st.integers(0, max_size))):
        turn, step = draw(st.integers(0, 5)), draw(st.sampled_from((1, 5)))
        seats = [players[(turn + step * seat) % 6] for seat in range(6)]
        seats = seats[::2] + seats[1::2] if draw(st.booleans()) else seats
        count, size = draw(st.sampled_from(((2, 2), (2, 1), (3, 1))))
        sides = tuple(tuple(seats[side * size : side * size + size]) for side in range(count))
        places = tuple(draw(st.integers(1, count)) for _ in range(count))
        idle = {sides[0][0]: draw(st.integers(0, 30))} if draw(st.booleans()) else None
        hands = draw(st.sampled_from((None, None, 4, 8)))
        matches.append(Match(sides, places, draw(st.sampled_from((31, 51, 101))), hands, idle))
    return matches


@given(histories())
def test_a_replay_is_the_matches_one_by_one(matches):
    ratings, odds = {}, []
    for match in matches:
        done = rate(match, ratings)
        ratings |= done.ratings
        odds.append(done.chances)
    whole = replay(matches)
    assert whole.ratings == ratings
    assert whole.chances == odds


@given(histories(), st.data())
def test_going_on_from_a_checkpoint_ends_on_the_same_bits(matches, data):
    cut = data.draw(st.integers(0, len(matches)))
    checkpoint = replay(matches[:cut])
    tail = replay(matches[cut:], start=checkpoint.ratings)
    whole = replay(matches)
    assert tail.ratings == whole.ratings
    assert tail.digest == whole.digest
    assert checkpoint.chances + tail.chances == whole.chances


@given(histories())
def test_the_steps_tell_the_same_story_as_the_replay(matches):
    told = list(steps(matches))
    whole = replay(matches)
    assert [step.chances for step in told] == whole.chances
    last = {player: after for step in told for player, after in step.after}
    assert last == whole.ratings


@given(histories(), st.data())
def test_a_match_taken_out_and_put_back_leaves_no_trace(matches, data):
    before = replay(matches)
    if matches:
        place = data.draw(st.integers(0, len(matches) - 1))
        kept = matches.pop(place)
        replay(matches)
        matches.insert(place, kept)
    assert replay(matches) == before


@given(histories(), histories(players=tuple(player.upper() for player in CLUB)))
def test_clubs_that_never_meet_do_not_touch_each_other(ours, theirs):
    together = replay([*ours, *theirs]).ratings
    assert together == {**replay(ours).ratings, **replay(theirs).ratings}


@given(histories(players=CLUB, max_size=8))
def test_two_matches_without_a_common_player_may_change_places(history):
    one = Match((("ann",), ("bob",)), (1, 2))
    other = Match((("cat", "dan"), ("eve", "fay")), (2, 1))
    assert replay([*history, one, other]).ratings == replay([*history, other, one]).ratings


@given(histories())
def test_no_deviation_passes_the_start_and_all_numbers_are_in_millionths(matches):
    for rating in replay(matches).ratings.values():
        assert 0 < rating.rd <= 70
        assert rating.mu == float(f"{rating.mu:.6f}")
        assert rating.variance == float(f"{rating.variance:.6f}")


def test_the_digest_is_the_hash_of_the_listed_players():
    done = replay([Match((("cat", "dan"), ("ann", "bob")), (2, 1))], drift=0)
    lines = (
        "ann\t1506.776587\t69.657833\nbob\t1506.776587\t69.657833\n"
        "cat\t1493.223413\t69.657833\ndan\t1493.223413\t69.657833\n"
    )
    assert done.digest == hashlib.sha256(lines.encode()).hexdigest()


def test_a_thousand_matches_end_on_the_same_digest_in_every_process():
    program = """
from players.ratings import Match, replay

names = [f"p{i}" for i in range(40)]
seats = [(i % 40, (i * 7 + 1) % 40, (i * 11 + 2) % 40, (i * 13 + 3) % 40) for i in range(2000)]
tables = [[names[seat] for seat in four] for four in seats if len(set(four)) == 4]
rows = [Match(((a, b), (c, d)), (1, 2) if i % 3 else (2, 1)) for i, (a, b, c, d) in enumerate(tables)]
print(replay(rows).digest, len(rows))
"""
    told = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, text=True
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(told) == 1
    assert int(told.pop().split()[1]) > 1000


def test_the_index_moves_new_players_by_the_published_numbers():
    match = IndexMatch((("ann", "bob"), ("cat", "dan")), points=(57, 40), luck=(9, 3), hands=5)
    after = rate_index(match, {}, drift=0)
    assert after["ann"].mu == pytest.approx(1505.681, abs=5e-4)
    assert after["ann"].rd == pytest.approx(69.408, abs=5e-4)
    assert after["cat"].mu == pytest.approx(1494.319, abs=5e-4)


def test_a_cappotto_is_never_a_defeat_of_the_index():
    behind = IndexMatch((("ann",), ("cat",)), points=(20, 30), luck=(0, 0), hands=3, cappotto=0)
    assert rate_index(behind, {})["ann"].mu > 1500
    assert rate_index(behind._replace(cappotto=None), {})["ann"].mu < 1500


def test_the_index_replays_from_a_checkpoint_on_the_same_bits():
    rows = [
        IndexMatch((("ann", "bob"), ("cat", "dan")), (57, 40), (9, 3), 5),
        IndexMatch((("ann", "cat"), ("bob", "dan")), (31, 52), (0, 13), 6, None, {"dan": 4}),
        IndexMatch((("dan",), ("ann",)), (51, 50), (0, 0), 7, 1),
    ]
    assert replay_index(rows[1:], start=replay_index(rows[:1])) == replay_index(rows)


def test_a_checkpoint_may_hold_people_who_no_longer_play():
    away = {"zoe": Rating(1612.5, 1225.0)}
    assert replay([Match((("ann",), ("bob",)), (1, 2))], start=away).ratings["zoe"] == away["zoe"]
