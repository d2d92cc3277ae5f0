"""The figures that follow from sums, against published numbers and matches worked out by hand."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

import players.figures
from players.figures.company import Meeting, best, company, synergy, worst
from players.figures.estimates import difference, mean, variance, wilson
from players.figures.line import add
from players.figures.summary import (
    categories,
    dealer_effect,
    elsewhere,
    expectation,
    luck,
    results,
    simulated_for,
    split,
)
from tests.figures.lines import UUID, line, lines

MODULES = sorted(module.name for module in pkgutil.iter_modules(players.figures.__path__))


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name):
    module = importlib.import_module(f"players.figures.{name}")
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        pytest.param(81, 263, 0.2553, 0.3662, id="81 of 263"),
        pytest.param(15, 148, 0.0624, 0.1605, id="15 of 148"),
        pytest.param(0, 20, 0.0000, 0.1611, id="none of 20"),
        pytest.param(1, 29, 0.0061, 0.1718, id="1 of 29"),
    ],
)
def test_wilson_gives_the_intervals_that_newcombe_published_in_1998(wins, n, low, high):
    found = wilson(wins, n)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.enough


def test_a_rate_of_nothing_is_no_rate():
    assert wilson(0, 0).value is None
    assert mean(0, 0, 0).value is None
    assert mean(7, 49, 1).low is None


def test_fewer_than_ten_matches_and_fewer_than_thirty_hands_are_too_few():
    assert [wilson(5, n).enough for n in (9, 10)] == [False, True]
    assert [mean(5, 50, n).enough for n in (29, 30)] == [False, True]


def test_a_difference_is_as_sure_as_the_less_sure_of_the_two():
    one, other = mean(60, 400, 40), mean(20, 300, 10)
    found = difference(one, other)
    assert found.value == -0.5
    assert found.n == 10
    assert not found.enough
    assert found.high - found.value > max(one.high - one.value, other.high - other.value)


def test_variance_is_that_of_a_sample():
    # 2, 4, 4, 4, 5, 5, 7, 9: sum 40, squares 232, the textbook's variance of a sample is 32 / 7.
    assert variance(40, 232, 8) == pytest.approx(32 / 7)


@given(st.lists(lines, min_size=1, max_size=20))
def test_every_band_holds_its_figure(some):
    sums = add({}, some)
    for one in (results(sums).rate, results(sums).margin, split(sums).luck, split(sums).play):
        assert one.low is None or one.low <= one.value <= one.high


def test_twelve_points_over_in_three_hundred_deals_are_half_a_standard_deviation():
    # RATINGS 4: (points - 0.384808 D) / (1.2926 sqrt(D)); research 3.1 tells it as "+12 points in 300 deals".
    mean_, spread = 0.384808 * 300, 1.292573**2 * 300
    sums = {
        "declared_deals": 300,
        "declared_halves": round(2 * (mean_ + 12)),
        "declared_mean": round(mean_ * 1e6),
        "declared_variance": round(spread * 1e6),
    }
    (buone,) = luck(sums)
    assert buone.gift == "buone"
    assert buone.expected == pytest.approx(115.4424)
    assert buone.surplus == pytest.approx(12, abs=0.1)
    assert buone.index == pytest.approx(0.536, abs=0.005)
    assert buone.enough


def test_luck_as_dealer_is_measured_in_scope():
    # RATINGS 4: mean 0.17070 scope a hand, SD 0.498; 10 scope over 40 hands dealt.
    sums = {"dealt_hands": 40, "dealt_points": 10, "dealt_mean": 6_828_000, "dealt_variance": round(0.498**2 * 40e6)}
    (dealt,) = luck(sums)
    assert dealt.gift == "dealer"
    assert dealt.surplus == pytest.approx(3.172)
    assert dealt.index == pytest.approx(3.172 / (0.498 * 40**0.5))


def test_without_a_hand_there_is_no_luck():
    assert luck({}) == []


def test_the_margin_is_luck_and_play():
    # Four hands: +5, -5, +5, +3 points; +9, -9, +9, 0 of them from buone and the dealer's table.
    sums = {
        "hands": 4,
        "hands_with_categories": 4,
        "margin": 32,
        "margin_sq": 1344,
        "luck": 36,
        "luck_sq": 3888,
        "play": -4,
        "play_sq": 912,
    }
    found = split(sums)
    assert (found.luck.value, found.play.value, results(sums).margin.value) == (2.25, -0.25, 2.0)
    assert found.rating.value == pytest.approx(-19.15)  # 76.6 rating points for a point a hand (RATINGS 2)
    assert 0.75 < found.luck_share < 0.85
    assert not found.play.enough


def test_the_deal_is_worth_what_the_hands_one_deals_are_better_by():
    # Dealing: +4 and +2 points; the others dealing: -1 and -3.
    sums = {
        "hands": 4,
        "margin": 8,
        "margin_sq": 480,
        "dealing_hands": 2,
        "dealing_margin": 24,
        "dealing_margin_sq": 320,
    }
    found = dealer_effect(sums)
    assert (found.dealing.value, found.other.value, found.effect.value) == (3.0, -2.0, 5.0)


def test_a_category_stands_above_the_club_only_outside_the_band_and_with_hands_enough():
    club = {"hands_with_categories": 1000, "scope": 3000, "scope_sq": 12_240}  # mean 3, variance about 3.24
    usual = {
        row.category: row for row in categories({"hands_with_categories": 100, "scope": 320, "scope_sq": 1350}, club)
    }
    assert usual["scope"].own.value == 3.2
    assert usual["scope"].standing == "usual"
    assert (round(usual["scope"].low, 2), round(usual["scope"].high, 2)) == (2.65, 3.35)
    more = {
        row.category: row for row in categories({"hands_with_categories": 100, "scope": 380, "scope_sq": 1800}, club)
    }
    assert more["scope"].standing == "above"
    few = {row.category: row for row in categories({"hands_with_categories": 4, "scope": 40, "scope_sq": 400}, club)}
    assert few["scope"].standing == ""
    assert not few["scope"].own.enough


def test_a_category_that_nobody_ever_marked_is_left_out():
    sums = {"hands_with_categories": 10, "carte": 5, "known_sq": 5}
    assert [row.category for row in categories(sums)] == ["points", "carte"]
    assert [row.category for row in categories(sums, {"hands_with_categories": 99, "re_bello": 3})] == [
        "points",
        "carte",
        "re_bello",
    ]


def test_what_simulated_players_mark_is_known_for_two_and_three_sides():
    assert simulated_for({2: 50})["carte"] == pytest.approx(0.459)
    assert set(simulated_for({2: 50, 3: 50})) == {"points", "scope"}
    assert simulated_for({2: 50, 5: 1}) == {}
    assert simulated_for({}) == {}


def test_expected_wins_are_the_sum_of_the_chances():
    found = expectation([(0.507061404, 0), (0.5, 1), (0.25, 1)])
    assert found.expected == pytest.approx(1.257061404)
    assert found.wins == 2
    assert found.low < found.expected < found.high <= 3
    assert expectation([]) is None


def test_presets_that_turn_matches_come_first():
    found = elsewhere([("aula2 pagat", "laspezia", 3), ("laspezia pagat", "", 1)])
    assert [(one.preset, one.turned, one.rate.n) for one in found] == [
        ("laspezia", 3, 4),
        ("aula2", 0, 3),
        ("pagat", 0, 4),
    ]


@pytest.mark.parametrize(
    ("surplus", "n", "points"),
    [
        # 695 * surplus / (n + n0), n0 = 120,700 / 20 ** 2 = 301.75 (research 1.6).
        pytest.param(6, 30, 12.57, id="thirty matches"),
        pytest.param(3, 10, 6.69, id="ten matches"),
        pytest.param(0, 500, 0.0, id="as expected"),
        pytest.param(-30, 300, -34.65, id="three hundred matches below"),
    ],
)
def test_synergy_is_shrunk(surplus, n, points):
    assert synergy(surplus, n) == pytest.approx(points, abs=0.005)


def met(other, *, together=True, won=True, chance=0.5, times=1):
    return [Meeting(UUID(int=other), together, won, False, 5, 8, chance)] * times


def test_the_best_partner_has_been_met_ten_times():
    found = company([*met(1, times=9), *met(2, times=12), *met(2, won=False, times=3)], together=True)
    assert [one.matches for one in found] == [15, 9]
    assert best(found).other == UUID(int=2)
    assert best(company(met(1, times=9), together=True)) is None


def test_the_nemesis_takes_more_than_was_expected():
    evenly = [*met(1, together=False, won=False, chance=0.2, times=10)]
    hard = [*met(2, together=False, won=False, chance=0.6, times=10)]
    found = company([*evenly, *hard, *met(3, times=20)], together=False)
    assert {one.other for one in found} == {UUID(int=1), UUID(int=2)}
    assert worst(found).other == UUID(int=2)
    assert worst(found).surplus == pytest.approx(-6)


def test_unrated_matches_count_as_played_and_expect_nothing():
    (one,) = company([*met(1, times=2), *met(1, chance=None, times=3)], together=True)
    assert (one.matches, one.rated, one.wins, one.expected) == (5, 2, 5, 1.0)
    assert one.margin == 0.4


def test_a_draw_is_half_a_win():
    sums = add({}, [line(1, drawn=True), line(2, won=True)])
    assert results(sums).rate.value == 0.75
