"""The ladder of pairs: partners as one player (RATINGS 1)."""

from __future__ import annotations

import pytest

from players.ratings import Match, pair_key, replay_pairs

PAIRS = (("ann", "bob"), ("cat", "dan"))


def test_a_pair_starts_at_the_mean_of_its_players_with_rd_fifty():
    singles = Match((("ann",), ("zoe",)), (1, 2))
    ladder = replay_pairs([singles, Match((("bob", "ann"), ("cat", "dan")), (1, 1))], drift=0)
    # Ann came from 1500 to 1513.044326, so the pair begins at 1506.522163 and a level match draws it down a little.
    assert 1505 < ladder["ann", "bob"].rating.mu < 1506.522163
    assert ladder["ann", "bob"].rating.rd < 50


def test_new_pairs_move_as_two_single_players_of_rd_fifty():
    ladder = replay_pairs([Match(PAIRS, (1, 2))], drift=0)
    # q v (y - p) / (1 + 2 v q^2/4) with v = 2500: 7.195628 / 1.041421 = 6.909435.
    assert ladder["ann", "bob"].rating.mu == pytest.approx(1506.909, abs=2e-3)
    assert ladder["cat", "dan"].rating.mu == pytest.approx(1493.091, abs=2e-3)


def test_a_pair_is_the_same_whoever_sits_first():
    matches = [Match(PAIRS, (1, 2)), Match((("dan", "cat"), ("bob", "ann")), (1, 2))]
    ladder = replay_pairs(matches)
    assert {key: one.matches for key, one in ladder.items()} == {("ann", "bob"): 2, ("cat", "dan"): 2}
    assert pair_key("dan", "cat") == ("cat", "dan")


def test_ids_that_run_together_stay_two_pairs():
    ladder = replay_pairs([Match((("a", "bc"), ("ab", "c")), (1, 2))])
    assert ladder["a", "bc"].rating.mu > 1500 > ladder["ab", "c"].rating.mu


def test_singles_make_no_pair():
    assert replay_pairs([Match((("ann",), ("bob",)), (1, 2)), Match((("ann",), ("bob",), ("cat",)), (1, 2, 3))]) == {}
