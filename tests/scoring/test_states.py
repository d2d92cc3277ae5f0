"""The tables of states, gone through whole."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from cirulla.lib.errors import Conflict
from scoring.models import Hand, Match
from scoring.states import HAND, MATCH, NEW, as_markdown, hand_next, match_next

TABLES = {"hand": (HAND, hand_next, set(Hand.State)), "match": (MATCH, match_next, set(Match.Status))}


@pytest.mark.parametrize("thing", TABLES)
def test_every_pair_of_state_and_event_is_in_the_table_or_refused_with_what_is_possible(thing):
    table, step, states = TABLES[thing]
    for state, event in product({*states, NEW}, {event for _, event in table}):
        if (state, event) in table:
            assert step(state, event) == table[state, event]
            continue
        with pytest.raises(Conflict) as refused:
            step(state, event)
        assert refused.value.code == f"{thing}_state"
        assert refused.value.extra["possible"] == sorted(name for at, name in table if at == state)


@pytest.mark.parametrize("thing", TABLES)
def test_the_table_names_only_states_that_rows_can_have_and_reaches_all_of_them(thing):
    table, _, states = TABLES[thing]
    named = {state for state, _ in table} | set(table.values())
    assert named - {NEW} <= states
    assert set(table.values()) >= states - {"draft"}


def test_the_printed_page_is_the_table():
    page = Path(__file__).parents[2] / "docs" / "states.md"
    assert page.read_text(encoding="utf-8") == as_markdown(), "run: manage.py states > docs/states.md"
