"""Individual events with changing partners: the ready tables proved, W1-W5 round by round (research 2.3, 2.7)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.checker import check_event
from tournaments.draw import DrawError, Entrant, commitment, most_rounds, rotating_round, rotating_schedule
from tournaments.draw.cyclic_tables import cyclic_rounds
from tournaments.draw.threes import tables_by_size


def names(count):
    return [f"p{number:02}" for number in range(count)]


def counted(rounds):
    partners = Counter(frozenset(pair) for one in rounds for table in one.tables for pair in table)
    opponents = Counter(frozenset((a, b)) for one in rounds for left, right in one.tables for a in left for b in right)
    rests = Counter(player for one in rounds for player in one.resting)
    return partners, opponents, rests


@pytest.mark.parametrize("count", [4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32])
def test_a_ready_table_lets_everybody_play_once_with_and_twice_against_everybody(count):
    rounds = rotating_schedule(names(count), most_rounds(count), seed="s")
    partners, opponents, rests = counted(rounds)
    everybody = {frozenset(two) for two in combinations(names(count), 2)}
    assert partners == dict.fromkeys(everybody, 1)
    assert opponents == dict.fromkeys(everybody, 2)
    assert rests == (dict.fromkeys(names(count), 1) if count % 4 else {})


def test_the_table_of_nine_begins_as_published():
    # 36-21 48-57, and 0 rests.
    assert cyclic_rounds(9)[0] == (((3, 6), (2, 1)), ((4, 8), (5, 7)))


@pytest.mark.parametrize("rounds", [4, 5, 6])
def test_stopping_early_keeps_partners_apart(rounds):
    partners, opponents, _ = counted(rotating_schedule(names(16), rounds, seed="s"))
    assert max(partners.values()) == 1
    assert max(opponents.values()) <= 2


@pytest.mark.parametrize("count", [6, 7, 10, 11, 14, 15, 18, 19, 22, 23, 26, 27, 30, 31, 33, 36, 40])
def test_any_number_plays_eight_rounds_or_as_many_as_there_are_partners(count):
    rounds = min(8, most_rounds(count))
    plan = rotating_schedule(names(count), rounds, seed="s")
    partners, opponents, rests = counted(plan)
    assert len(plan) == rounds
    assert max(partners.values()) == 1
    assert all(len(one.tables) == count // 4 for one in plan)
    borne = [rests[name] for name in names(count)]
    assert max(borne) - min(borne) <= 1
    if count >= 14:
        assert max(opponents.values()) <= 3


def test_forty_players_meet_as_evenly_as_in_the_study():
    _, opponents, _ = counted(rotating_schedule(names(40), 6, seed="s"))
    assert Counter(opponents.values()) == {1: 240}


def test_the_numbers_are_given_by_lot():
    one, other = (rotating_schedule(names(8), 7, seed=seed) for seed in ("a", "b"))
    assert one != other
    assert one == rotating_schedule(names(8)[::-1], 7, seed="a")


@pytest.mark.parametrize(
    ("count", "rounds", "reason"),
    [(3, 1, "too_few"), (4, 4, "too_many_rounds"), (8, 8, "too_many_rounds"), (6, 8, "too_many_rounds")],
)
def test_a_schedule_that_cannot_be_is_refused(count, rounds, reason):
    with pytest.raises(DrawError) as refused:
        rotating_schedule(names(count), rounds, seed="s")
    assert refused.value.more["reason"] == reason


def test_a_search_that_finds_nothing_says_how_many_rounds_it_found():
    with pytest.raises(DrawError) as refused:
        rotating_schedule(names(23), 25, seed="s")
    assert refused.value.more["reason"] == "no_partners_left"
    assert 20 <= refused.value.more["choices"][0]["rounds"] < 25


def test_by_standings_the_first_plays_with_the_fourth():
    entrants = [Entrant(name, 100 - place) for place, name in enumerate(names(8))]
    drawn = rotating_round(entrants, [], seed="s", by_standings=True)
    assert {frozenset(pair) for table in drawn.tables for pair in table} == {
        frozenset(two) for two in (("p00", "p03"), ("p01", "p02"), ("p04", "p07"), ("p05", "p06"))
    }
    assert set(drawn.tables[0][0] + drawn.tables[0][1]) == set(names(4))


def test_a_partner_is_repeated_only_when_allowed():
    entrants = [Entrant(name) for name in names(4)]
    history = rotating_schedule(names(4), 3, seed="s")
    with pytest.raises(DrawError) as refused:
        rotating_round(entrants, history, seed="s")
    assert refused.value.more["choices"][0] == {"choice": "allow_repeat"}
    assert len(rotating_round(entrants, history, seed="s", allow_repeat=True).tables) == 1


@pytest.mark.parametrize(
    ("players", "fours", "threes"),
    [(4, 1, 0), (6, 0, 2), (7, 1, 1), (8, 2, 0), (9, 0, 3), (10, 1, 2), (11, 2, 1), (13, 1, 3), (33, 6, 3)],
)
def test_every_number_from_six_splits_into_fours_and_threes(players, fours, threes):
    assert tables_by_size(players) == (fours, threes)


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_five_players_make_no_tables(players):
    with pytest.raises(DrawError):
        tables_by_size(players)


@given(st.integers(6, 23), st.integers(1, 4), st.booleans())
def test_rounds_by_standings_with_tables_of_three_keep_their_conditions(count, rounds, by_standings):
    played = []
    for _ in range(rounds):
        entrants = [Entrant(name, (count * len(played) + index) % 5) for index, name in enumerate(names(count))]
        played.append(rotating_round(entrants, played, seed="s", by_standings=by_standings, threes=True))
    document = {
        "format": "rotating",
        "seed": "s",
        "entrants": names(count),
        "commitment": commitment("s", names(count)),
        "options": {},
        "rounds": [
            {
                "tables": [[list(pair) for pair in table] for table in one.tables],
                "resting": list(one.resting),
                "threes": [list(table) for table in one.threes],
            }
            for one in played
        ],
    }
    assert check_event(document) == []
    assert all(not one.resting for one in played)
