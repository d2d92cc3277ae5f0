"""The ladder of a club follows from its matches, one at a time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from players.models import PoolMatch, Rating, RatingHistory, RatingPool
from players.rankings.kept import FORM
from players.selectors.rankings import ranking
from players.services.ladder import Standing, ranks
from players.tasks import match_changed
from scoring.models import Match
from tests import factories
from tests.factories import MONDAY, finish, played, reopen
from tests.rating_changes import rating_changes

pytestmark = [pytest.mark.db, pytest.mark.django_db]


@pytest.fixture
def club():
    return factories.ClubFactory()


@pytest.fixture
def four(club):
    return factories.players(club, 4)


def work_off(*matches: Match) -> None:
    for one in matches:
        match_changed(str(one.pk), [])


def figures(player) -> tuple[float, float]:
    rating = Rating.objects.get(player=player)
    return round(rating.mu, 6), round(rating.rd, 6)


def with_drift(rd: float) -> float:
    """Add the drift of 2 a match to a deviation that RATINGS 1 publishes without."""
    return round((rd * rd + 4) ** 0.5, 5)


# The numbers of RATINGS 1, whose deviations are published before the drift.
def test_two_new_pairs(four):
    anna, bice, carlo, dario = four
    work_off(played([anna, bice], [carlo, dario]))
    assert {figures(player)[0] for player in (anna, bice)} == {1506.776587}
    assert {figures(player)[0] for player in (carlo, dario)} == {1493.223413}
    assert {round(figures(player)[1], 5) for player in four} == {with_drift(69.657833)}


def test_two_new_players_alone(four):
    anna, bice, *_ = four
    work_off(played([anna], [bice]))
    assert figures(anna)[0] == 1513.044326
    assert round(figures(anna)[1], 5) == with_drift(68.673368)


def test_a_match_to_31_counts_less(four):
    anna, bice, carlo, dario = four
    work_off(played([anna, bice], [carlo, dario], ruleset={"preset": "sbiro", "target_score": 31}))
    assert figures(anna)[0] == 1505.365397
    assert round(figures(anna)[1], 5) == with_drift(69.788983)


def test_established_players(club, four):
    anna, bice, carlo, dario = four
    pool = RatingPool.objects.create(club=club, rule_version="team_glicko_1", form=FORM)
    known = [(anna, 1560.0, 35.0), (bice, 1480.0, 70.0), (carlo, 1530.0, 45.0), (dario, 1500.0, 60.0)]
    for player, mu, rd in known:
        Rating.objects.create(pool=pool, player=player, mu=mu, rd=rd, matches=10, last_played_on=MONDAY)
    work_off(played([anna, bice], [carlo, dario], winner=1))
    assert [figures(player)[0] for player in four] == [1558.25465, 1473.018601, 1532.88517, 1505.129191]
    # Bice's deviation and the drift together stop at the start's 70.
    assert [round(figures(player)[1], 5) for player in (anna, carlo, dario)] == [
        with_drift(rd) for rd in (34.956638, 44.907803, 59.781284)
    ]
    assert [one.chance for one in rating_changes(player=anna)] == [0.507061]


def test_three_at_a_table_rise_and_fall_by_their_places(four):
    anna, bice, carlo, _ = four
    work_off(finish(factories.match([anna], [bice], [carlo]), 1, [40, 51, 20]))
    ratings = [figures(player)[0] for player in (bice, anna, carlo)]
    assert ratings == sorted(ratings, reverse=True)
    assert figures(anna)[0] == 1500.0


def test_a_draw_between_equals_moves_nobody_and_is_nobodys_win(four):
    anna, bice, *_ = four
    work_off(played([anna], [bice], winner=None))
    assert [figures(player)[0] for player in (anna, bice)] == [1500.0, 1500.0]
    assert list(Rating.objects.values_list("wins", flat=True)) == [0, 0]


def test_months_without_a_match_widen_the_deviation(four):
    anna, bice, carlo, _ = four
    for number in range(20):
        work_off(played([anna], [bice], day=MONDAY + timedelta(number), winner=number % 2))
    narrow = figures(anna)[1]
    work_off(played([anna], [carlo], day=MONDAY + timedelta(20 + 4 * 31)))
    change = rating_changes(player=anna)[-1]
    assert change.match_id == Match.objects.order_by("session_day").last().pk
    assert round(change.rd_before, 6) == narrow
    assert change.rd_after > (narrow**2 + 3 * 99) ** 0.5


def test_each_change_starts_where_the_one_before_ended(four):
    anna, bice, *_ = four
    work_off(*(played([anna], [bice], day=MONDAY + timedelta(number)) for number in range(4)))
    line = rating_changes(player=anna)
    assert [(one.mu_before, one.rd_before) for one in line[1:]] == [(one.mu_after, one.rd_after) for one in line[:-1]]
    assert (line[0].mu_before, line[0].rd_before) == (1500.0, 70.0)


def test_a_task_that_comes_twice_changes_nothing(club, four):
    one = played([four[0]], [four[1]])
    work_off(one)
    before = ranking(club)
    work_off(one, one)
    assert ranking(club) == before
    assert before.version == 1


def test_a_corrected_winner_turns_the_ratings_round(club, four):
    anna, bice, *_ = four
    one = played([anna], [bice], winner=0)
    work_off(one)
    finish(one, 1)
    work_off(one)
    assert figures(bice)[0] == 1513.044326
    assert Rating.objects.get(player=anna).wins == 0
    assert ranking(club).version == 2


def test_a_correction_that_leaves_places_alone_changes_no_figure(club, four):
    one = played([four[0]], [four[1]], winner=0)
    work_off(one)
    finish(one, 0, [60, 12])
    work_off(one)
    assert ranking(club).version == 1


def test_a_match_open_again_leaves_the_ladder(club, four):
    anna, bice, carlo, _ = four
    first, second = played([anna], [bice]), played([anna], [carlo], day=MONDAY + timedelta(1))
    work_off(first, second)
    work_off(reopen(first))
    assert [row.player for row in ranking(club).rows] == [anna.pk, carlo.pk]
    assert figures(anna)[0] == 1513.044326
    work_off(reopen(second))
    assert ranking(club).rows == ()
    assert not RatingHistory.objects.exists()
    assert not PoolMatch.objects.exists()
    assert RatingPool.objects.get().last_key == ""


def test_a_late_entry_takes_its_place_in_the_order(club, four):
    anna, bice, carlo, _ = four
    late = played([anna], [bice], day=MONDAY)
    on_time = played([bice], [carlo], day=MONDAY + timedelta(1))
    work_off(on_time)
    work_off(late)
    in_turn = {row.player: row.rating for row in ranking(club).rows}
    RatingPool.objects.all().delete()
    work_off(late, on_time)
    assert {row.player: row.rating for row in ranking(club).rows} == in_turn


def test_matches_without_a_club_touch_no_ladder():
    anna, bice = factories.players(None, 2)
    work_off(played([anna], [bice]))
    assert not RatingPool.objects.exists()
    assert anna.stats.matches == 1


def test_an_unknown_match_is_no_error():
    match_changed("0192f3a4-0000-7000-8000-000000000000", [])


def test_a_ladder_of_older_rules_is_replayed_whole(club, four):
    anna, bice, *_ = four
    work_off(played([anna], [bice]))
    RatingHistory.objects.all().delete()
    Rating.objects.update(mu=1.0)
    RatingPool.objects.update(rule_version="elo_32")
    work_off(played([anna], [bice], day=MONDAY + timedelta(1)))
    assert figures(anna)[0] > 1513.044326
    assert [len(rating_changes(player=player)) for player in (anna, bice)] == [2, 2]


def test_equal_ratings_share_a_rank_and_the_uncertain_have_none(club):
    mu = {"a": 1600.0, "b": 1550.0000001, "c": 1550.0, "d": 1500.0, "new": 1700.0}
    standings = {name: Standing(one, 70.0**2 if name == "new" else 55.0**2, 9, 4, MONDAY) for name, one in mu.items()}
    assert ranks(standings) == {"a": 1, "b": 2, "c": 2, "d": 4, "new": None}


def test_the_ranking_lists_ranked_players_before_provisional_ones(club, four):
    anna, bice, carlo, dario = four
    for number in range(8):
        work_off(played([anna], [bice], day=MONDAY + timedelta(number), winner=0))
    work_off(played([carlo], [dario], day=MONDAY + timedelta(9)))
    rows = ranking(club).rows
    assert [(row.rank, row.name) for row in rows] == [
        (1, anna.name),
        (2, bice.name),
        (None, carlo.name),
        (None, dario.name),
    ]
    assert [row.provisional for row in rows] == [False, False, True, True]
    assert (rows[0].matches, rows[0].wins, rows[1].wins) == (8, 8, 0)
