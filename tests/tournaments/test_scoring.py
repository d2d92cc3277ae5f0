"""Victory points and what else a result is worth (research 2.7, 2.9, 2.10)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings import (
    BANDS,
    banded_points,
    blitz_margin,
    bye_points,
    cappotto_points,
    no_show_points,
    three_table_points,
    victory_points,
    win_points,
)


@pytest.mark.parametrize(
    ("margin", "points"), [(0, 10), (1, 10.46), (5, 12.16), (10, 13.97), (20, 16.73), (30, 18.66), (40, 20), (60, 20)]
)
def test_the_continuous_scale_has_the_published_values(margin, points):
    assert victory_points(margin) == (pytest.approx(points), pytest.approx(20 - points))
    assert victory_points(-margin) == (pytest.approx(20 - points), pytest.approx(points))


@pytest.mark.parametrize(
    ("bands", "margins"),
    [
        ("51", "0 2 4 6 9 12 16 20 24 30 36"),
        ("4", "0 1 3 6 8 11 14 17 21 26 32"),
        ("8", "0 2 5 8 11 15 19 24 30 37 45"),
    ],
)
def test_a_band_begins_at_its_margin(bands, margins):
    for points, margin in zip(range(10, 21), map(int, margins.split()), strict=True):
        assert banded_points(margin, BANDS[bands]) == (points, 20 - points)
        if margin:
            assert banded_points(margin - 1, BANDS[bands]) == (points - 1, 21 - points)
            assert banded_points(-margin, BANDS[bands]) == (20 - points, points)


@pytest.mark.parametrize(("hands", "blitz"), [(None, 40), (4, 35.32), (8, 49.95)])
def test_the_blitz_margin_grows_with_the_root_of_the_hands(hands, blitz):
    assert blitz_margin(hands) == pytest.approx(blitz, abs=0.005)


@pytest.mark.parametrize("bands", BANDS)
def test_the_whole_table_follows_the_continuous_scale(bands):
    blitz = blitz_margin(None if bands == "51" else int(bands))
    for margin in range(61):
        assert abs(banded_points(margin, BANDS[bands])[0] - victory_points(margin, blitz)[0]) <= 0.75


@given(st.integers(-80, 80), st.integers(-80, 80))
def test_points_add_to_twenty_rise_with_the_margin_and_flatten(one, other):
    low, high = sorted((one, other))
    assert sum(victory_points(one)) == pytest.approx(20)
    assert sum(banded_points(one)) == 20
    assert victory_points(low)[0] <= victory_points(high)[0]
    if low >= 0:
        first = victory_points(low + 1)[0] - victory_points(low)[0]
        later = victory_points(high + 1)[0] - victory_points(high)[0]
        assert later <= first + 0.011


def test_a_cappotto_is_twenty_to_nothing():
    assert cappotto_points(0) == (20, 0)
    assert cappotto_points(1) == (0, 20)


@pytest.mark.parametrize(("played", "points"), [((), 14), ((10, 12), 14), ((16, 18, 15), 16.33), ((20,), 20)])
def test_who_waits_in_vain_gets_fourteen_or_his_own_mean(played, points):
    assert no_show_points(played) == pytest.approx(points)


@pytest.mark.parametrize("setting", [10, 12, 16])
def test_a_bye_is_worth_ten_to_sixteen(setting):
    assert bye_points(setting) == setting


@pytest.mark.parametrize("setting", [9, 17, 20])
def test_another_bye_is_refused(setting):
    with pytest.raises(ValueError, match="10 to 16"):
        bye_points(setting)


def test_a_table_of_three_shares_thirty_points():
    assert three_table_points((40, 40, 40)) == (10, 10, 10)
    assert sum(three_table_points((51, 30, 22))) == pytest.approx(30, abs=0.02)
    assert three_table_points((90, 20, 20)) == (20, 5, 5)


def test_where_only_the_result_counts_a_level_match_is_half():
    assert win_points(3) == (1, 0)
    assert win_points(-3, win=3, draw=1) == (0, 3)
    assert win_points(0, win=3, draw=1) == (1, 1)
