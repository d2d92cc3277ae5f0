"""The odd-number planner compares the ways through an evening (peers 4.13)."""

from __future__ import annotations

from collections import Counter

import pytest

from tournaments.draw import DrawError, Evening, bearer_order, plan_evening
from tournaments.draw.planner import round_minutes

HALF_PAST_EIGHT = 20 * 60 + 30
MIDNIGHT = 24 * 60
PAIRS = Evening(entrants=21, tables=11, start=HALF_PAST_EIGHT, closing=MIDNIGHT, rounds=3)


def ways(evening):
    return {plan.way: plan for plan in plan_evening(evening)}


def test_an_even_number_that_fits_has_nothing_to_plan():
    plans = plan_evening(PAIRS._replace(entrants=20))
    assert [plan.way for plan in plans] == ["even"]
    assert plans[0].matches == 3
    assert plans[0].finish < plans[0].finish_late <= MIDNIGHT


def test_an_odd_number_of_pairs_has_the_bye_or_a_substitute():
    told = ways(PAIRS)
    assert told["bye"].possible
    assert told["bye"].resting == 1
    assert told["substitute"].reason == "not_enough_substitutes"
    assert told["three"].reason == "pairs_never_sit_at_three"


def test_with_a_substitute_ready_everybody_plays_every_round():
    best = plan_evening(PAIRS._replace(substitutes=1))[0]
    assert (best.way, best.resting, best.matches) == ("substitute", 0, 3)


@pytest.mark.parametrize(("players", "resting", "short"), [(21, 1, 9), (22, 2, 6), (23, 3, 3)])
def test_single_players_may_sit_at_tables_of_three(players, resting, short):
    told = ways(PAIRS._replace(entrants=players, singles=True))
    assert told["bye"].resting == resting
    assert told["three"].resting == 0
    assert told["three"].share == pytest.approx(short / players * told["three"].rounds, abs=1e-3)


def test_too_few_tables_mean_two_waves_and_half_the_matches():
    told = ways(PAIRS._replace(entrants=20, tables=5))
    assert told["even"].reason == "not_enough_tables"
    assert told["two_waves"].possible
    assert told["two_waves"].round_minutes > 1.8 * told["even"].round_minutes


def test_more_than_two_waves_are_no_evening():
    assert ways(PAIRS._replace(entrants=40, tables=5))["two_waves"].reason == "not_enough_tables"


def test_a_short_evening_holds_fewer_rounds():
    assert ways(PAIRS._replace(entrants=20, closing=HALF_PAST_EIGHT + 120))["even"].rounds == 2
    assert ways(PAIRS._replace(entrants=20, closing=HALF_PAST_EIGHT + 20))["even"].reason == "not_enough_time"


def test_the_clubs_own_hands_decide_the_clock():
    slow = PAIRS._replace(entrants=20, hand_minutes=[12.0] * 6 + [14.0] * 6)
    assert ways(slow)["even"].round_minutes > 1.5 * ways(PAIRS._replace(entrants=20))["even"].round_minutes
    few = PAIRS._replace(entrants=20, hand_minutes=[60.0] * 5)
    assert ways(few) == ways(PAIRS._replace(entrants=20))


def test_a_round_ends_with_its_slowest_table():
    one, _ = round_minutes(PAIRS, 1)
    ten, _ = round_minutes(PAIRS, 10)
    fixed, _ = round_minutes(PAIRS._replace(hands=4), 1)
    assert one < ten
    assert one == pytest.approx(5.35 * 7)
    assert fixed == pytest.approx(4 * 7)


@pytest.mark.parametrize("field", ["entrants", "tables", "rounds"])
def test_an_evening_without_anything_is_refused(field):
    with pytest.raises(DrawError) as refused:
        plan_evening(PAIRS._replace(**{field: 0}))
    assert refused.value.pointer == f"/{field}"


def test_closing_before_the_start_is_refused():
    with pytest.raises(DrawError) as refused:
        plan_evening(PAIRS._replace(closing=HALF_PAST_EIGHT))
    assert refused.value.pointer == "/closing"


def test_the_burden_goes_round_over_the_season():
    ledger = dict.fromkeys(("ann", "bob", "cat", "dan", "eve"), 0)
    for evening in range(13):
        ledger[bearer_order(ledger, f"evening {evening}")[0]] += 1
    assert sorted(Counter(ledger.values()).items()) == [(2, 2), (3, 3)]
