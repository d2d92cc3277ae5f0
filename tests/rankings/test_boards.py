"""The boards of a ladder: who counts on which, and by which numbers."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.rankings.boards import BOARDS, Line, Margin, empty, play
from players.rankings.state import state_bytes, state_digest, state_read
from players.ratings import Match, pair_key, replay, replay_pairs
from players.record import RatedMatch

MONDAY = date(2026, 3, 2)
PEOPLE = [str(UUID(int=number)) for number in range(1, 7)]
ANNA, BICE, CARLO, DARIO, EMMA, FELICE = PEOPLE


def rated(*sides, places=(1, 2), day=MONDAY, number=0, hands=None):
    key = f"{day.isoformat()}/000/{UUID(int=number)}"
    return RatedMatch(UUID(int=number), key, day, tuple(map(tuple, sides)), tuple(places), 51, hands)


def after(*matches, margin=None):
    state = empty()
    for match in matches:
        play(state, match, margin)
    return state


def on(state):
    return {name for name, lines in state.items() if lines}


@pytest.mark.parametrize(
    ("sides", "places", "boards"),
    [
        pytest.param([[ANNA], [BICE]], (1, 2), {"all", "singles"}, id="one against one"),
        pytest.param([[ANNA, BICE], [CARLO, DARIO]], (1, 2), {"all", "pairs"}, id="pairs"),
        pytest.param([[ANNA], [BICE], [CARLO]], (2, 1, 3), {"all", "threes"}, id="three at a table"),
    ],
)
def test_a_match_counts_on_the_boards_of_its_discipline(sides, places, boards):
    assert on(after(rated(*sides, places=places))) == boards


def test_the_index_has_its_boards_where_the_hands_tell_the_buone_apart():
    margin = Margin((57, 40), (9, 3), 5, None)
    state = after(rated([ANNA, BICE], [CARLO, DARIO]), margin=margin)
    assert on(state) == {"all", "pairs", "all_index", "pairs_index"}
    # RATINGS 2: new players, 57-40 in 5 hands, luck 9 v 3; the drift of 4 is added to the variance.
    line = state["all_index"][ANNA]
    assert line.mu == pytest.approx(1505.681, abs=5e-4)
    assert (line.variance - 4) ** 0.5 == pytest.approx(69.408, abs=5e-4)


def test_new_pairs_and_new_players_move_by_the_published_numbers():
    state = after(rated([ANNA, BICE], [CARLO, DARIO]))
    assert state["all"][ANNA].mu == 1506.776587
    # q v (y - p) / (1 + 2 v q^2/4) with v = 2500: 7.195628 / 1.041421 = 6.909435.
    assert state["pairs"][f"{ANNA} {BICE}"].mu == pytest.approx(1506.909, abs=2e-3)


def test_a_pair_is_one_whoever_sits_first():
    state = after(rated([ANNA, BICE], [CARLO, DARIO]), rated([DARIO, CARLO], [BICE, ANNA], number=1))
    assert {key: line.matches for key, line in state["pairs"].items()} == {
        f"{ANNA} {BICE}": 2,
        f"{CARLO} {DARIO}": 2,
    }


def test_months_away_widen_a_person_and_no_pair():
    late = rated([ANNA, BICE], [CARLO, DARIO], day=MONDAY + timedelta(200), number=9)
    soon = late._replace(played_on=MONDAY)
    first = [rated([ANNA, BICE], [CARLO, DARIO], number=number) for number in range(8)]
    rested, fresh = after(*first, late), after(*first, soon)
    assert rested["all"][ANNA].variance > fresh["all"][ANNA].variance
    assert rested["pairs"][f"{ANNA} {BICE}"][:2] == fresh["pairs"][f"{ANNA} {BICE}"][:2]


lineups = st.permutations(PEOPLE).flatmap(
    lambda order: st.sampled_from(
        [[order[:1], order[1:2]], [order[:2], order[2:4]], [order[:1], order[1:2], order[2:3]]]
    )
)


@st.composite
def histories(draw):
    matches = []
    for number in range(draw(st.integers(0, 10))):
        sides = draw(lineups)
        places = [draw(st.integers(1, len(sides))) for _ in sides]
        day = MONDAY + timedelta(number // 3)
        matches.append(rated(*sides, places=places, day=day, number=number, hands=draw(st.sampled_from([None, 4]))))
    return matches


margins = st.none() | st.builds(
    Margin,
    st.tuples(st.integers(0, 80), st.integers(0, 80)),
    st.tuples(st.integers(0, 30), st.integers(0, 30)),
    st.integers(1, 9),
    st.none() | st.integers(0, 1),
)


@given(histories())
def test_the_board_of_all_is_the_official_rating_to_the_bit(history):
    pure = [Match(tuple(tuple(map(str, side)) for side in one.sides), one.places, 51, one.hands) for one in history]
    told = {key: (line.mu, line.variance) for key, line in after(*history)["all"].items()}
    assert told == {key: (one.mu, one.variance) for key, one in replay(pure).ratings.items()}


@given(histories())
def test_the_board_of_pairs_is_the_ladder_of_pairs_to_the_bit(history):
    pure = [Match(tuple(tuple(map(str, side)) for side in one.sides), one.places, 51, one.hands) for one in history]
    told = {tuple(key.split()): (line[:2], line.matches) for key, line in after(*history)["pairs"].items()}
    assert told == {pair_key(*key): (tuple(one.rating), one.matches) for key, one in replay_pairs(pure).items()}


@given(histories(), margins, st.data())
def test_going_on_from_stored_bytes_ends_on_the_same_digest(history, margin, data):
    cut = data.draw(st.integers(0, len(history)))
    stored = state_bytes(after(*history[:cut], margin=margin))
    state = state_read(stored)
    for match in history[cut:]:
        play(state, match, margin)
    assert state_digest(state) == state_digest(after(*history, margin=margin))


@given(histories(), margins)
def test_a_state_comes_back_from_its_bytes_as_it_was(history, margin):
    state = after(*history, margin=margin)
    assert state_read(state_bytes(state)) == state
    assert all(isinstance(line, Line) for lines in state_read(state_bytes(state)).values() for line in lines.values())


def test_no_bytes_are_the_state_before_the_first_match():
    assert state_read(b"") == empty()
    assert set(empty()) == set(BOARDS)
