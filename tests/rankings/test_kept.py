"""What a ladder keeps of matches, changes and lines comes back as it was."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.rankings import history, kept
from players.rankings.boards import BOARDS, Line, Margin, boards_of, empty, keys_of, play
from players.rankings.parts import part_name, parts_read, state_parts
from players.record import RatedMatch

DAYS = st.dates(date(2000, 1, 1), date(2100, 1, 1))
PEOPLE = st.uuids().map(str)
SIDES = st.lists(PEOPLE, min_size=2, max_size=4, unique=True).flatmap(
    lambda people: st.sampled_from(
        [[[one] for one in people], *([[people[:2], people[2:]], [people[:3], people[3:]]] if len(people) == 4 else [])]
    )
)
MARGINS = st.none() | st.builds(
    Margin,
    st.tuples(st.integers(-99, 999), st.integers(-99, 999)),
    st.tuples(st.integers(0, 300), st.integers(0, 300)),
    st.integers(1, 500),
    st.none() | st.integers(0, 1),
)


@st.composite
def matches(draw):
    sides = draw(SIDES)
    day, match = draw(DAYS), draw(st.uuids())
    places = tuple(draw(st.integers(1, len(sides))) for _ in sides)
    key = f"{day.isoformat()}/{draw(st.integers(0, 999)):03d}/{match}"
    hands = draw(st.none() | st.integers(0, 999))
    return RatedMatch(match, key, day, tuple(map(tuple, sides)), places, draw(st.integers(1, 2**53)), hands)


@given(matches())
def test_a_match_comes_back_from_its_bytes_as_it_was(match):
    assert kept.match_read(match.match_id, match.key, kept.match_bytes(match)) == match


@given(matches(), matches())
def test_two_matches_have_the_same_bytes_only_if_they_rate_alike(one, other):
    alike = (one.sides, one.places, one.target_score, one.hands) == (
        other.sides, other.places, other.target_score, other.hands,
    )  # fmt: skip
    assert (kept.match_bytes(one) == kept.match_bytes(other)) == alike


@given(MARGINS)
def test_a_margin_comes_back_from_its_bytes_as_it_was(margin):
    assert kept.margin_read(kept.margin_bytes(margin)) == margin


CHANGES = st.builds(
    history.Change,
    DAYS.map(date.toordinal),
    st.integers(0, 999),
    st.uuids().map(lambda one: one.bytes),
    st.integers(0, 100_000),
    st.floats(0, 1),
    st.floats(-5000, 5000),
    st.floats(1, 4900),
)


@given(st.lists(CHANGES, max_size=9))
def test_changes_come_back_from_their_bytes_as_they_were(changes):
    assert list(history.changes_read(b"".join(one.to_bytes() for one in changes))) == changes


@given(CHANGES, CHANGES)
def test_changes_lie_in_the_order_of_their_keys(one, other):
    assert (one[:3] < other[:3]) == (one.key < other.key)
    assert history.place_of(one.key) == one[:3]


@given(st.lists(CHANGES, max_size=9, unique_by=lambda one: one.key), CHANGES)
def test_what_lies_before_a_key_is_counted(changes, at):
    page = sorted(changes, key=lambda one: one.key)
    expected = len([one for one in page if one.key < at.key])
    assert history.before(b"".join(one.to_bytes() for one in page), at.key) == expected


LINES = st.builds(
    Line, st.floats(0, 3000), st.floats(1, 4900), st.integers(1, 9999), st.integers(0, 9999), st.integers(1, 800_000)
)
STATES = st.dictionaries(st.sampled_from(list(BOARDS)), st.dictionaries(PEOPLE, LINES, max_size=40), max_size=4)


@given(STATES, st.randoms())
def test_a_state_comes_back_from_its_parts_and_the_same_lines_are_the_same_bytes(lines, dice):
    state = empty() | lines
    found = empty()
    parts_read(found, state_parts(state).items())
    assert found == state
    shuffled = {name: dict(dice.sample(sorted(some.items()), len(some))) for name, some in state.items()}
    assert state_parts(shuffled) == state_parts(state)


@given(matches(), MARGINS, STATES)
def test_a_match_changes_no_part_but_those_of_its_people_and_pairs(match, margin, lines):
    state = empty() | {name: dict(some) for name, some in lines.items()}
    before = state_parts(state)
    play(state, match, margin if len(match.sides) == 2 else None)
    after = state_parts(state)
    touched = {part_name(board, key) for board in boards_of(match) for key in keys_of(match, board)}
    assert {name for name in after if before.get(name) != after[name]} <= touched


@pytest.mark.parametrize(
    ("sides", "boards"),
    [
        pytest.param(1, {"singles", "singles_index", "all", "all_index"}, id="one against one"),
        pytest.param(2, {"pairs", "pairs_index", "all", "all_index"}, id="pairs"),
    ],
)
def test_boards_of_a_match_are_those_of_its_discipline(sides, boards):
    people = [str(UUID(int=number)) for number in range(2 * sides)]
    day = date(2026, 3, 2) + timedelta(1)
    key = f"{day.isoformat()}/000/{UUID(int=9)}"
    match = RatedMatch(UUID(int=9), key, day, (tuple(people[:sides]), tuple(people[sides:])), (1, 2), 51, None)
    assert set(boards_of(match)) == boards
