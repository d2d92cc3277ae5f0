"""Rebuilt is incremental: whatever order the tasks come in, the figures are those of the record alone."""

from __future__ import annotations

import io
from datetime import timedelta
from itertools import count

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from players.models import Award, PlayerMatch, PlayerStats, PoolMatch, Rating, RatingHistory, RatingPool
from players.rankings.boards import Margin
from players.rankings.history import changes_read
from players.rankings.kept import margin_bytes
from players.ratings import Match as PureMatch
from players.ratings import replay
from players.selectors import kept
from players.services import histories, pool_matches
from players.services.differences import Difference
from players.services.rebuild import rebuild
from players.tasks import match_changed
from scoring.models import Match
from scoring.selectors import record
from tests import factories
from tests.factories import MONDAY, finish, match, played, reopen
from tests.rating_changes import rating_changes

pytestmark = [pytest.mark.db, pytest.mark.django_db]
PEOPLE = 6

lineups = st.permutations(range(PEOPLE)).flatmap(
    lambda order: st.sampled_from(
        [[[order[0]], [order[1]]], [order[:2], order[2:4]], [[order[0]], [order[1]], [order[2]]]]
    )
)
new_match = st.tuples(st.just("new"), lineups, st.integers(0, 90), st.sampled_from([31, 51]), st.integers(-1, 2))
events = st.lists(
    st.one_of(
        new_match,
        st.tuples(st.just("correct"), st.integers(0, 20), st.integers(-1, 2)),
        st.tuples(st.just("reopen"), st.integers(0, 20)),
        st.tuples(st.just("task"), st.integers(0, 20)),
        st.tuples(st.just("task"), st.integers(0, 20)),
    ),
    max_size=16,
)


@settings(
    max_examples=settings.default.max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(first=new_match, events=events, late=st.randoms(use_true_random=False), page=st.sampled_from([2, 2000]))
def test_any_order_of_matches_corrections_and_tasks_ends_where_the_record_alone_leads(first, events, late, page):
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        for module in (pool_matches, kept, histories):
            patch.setattr(module, "PAGE", page)
        club = factories.ClubFactory()
        people = factories.players(club, PEOPLE)
        matches = _play_out([first, *events], people)
        rest = [one for one in matches for _ in range(late.choice([1, 1, 2]))]
        late.shuffle(rest)
        for one in rest:
            match_changed(str(one.pk), [])
        assert differences(club_id=club.pk) == []
        assert _ladder(club) == _pure_ladder(club)
        transaction.set_rollback(True)


def _play_out(events, people):
    matches: list[Match] = []
    for kind, *values in events:
        if kind == "new":
            lineup, day, target, winner = values
            sides = [[people[number] for number in side] for side in lineup]
            new = match(*sides, day=MONDAY + timedelta(day), ruleset={"preset": "sbiro", "target_score": target})
            matches.append(_decide(new, winner))
            continue
        one = Match.objects.get(pk=matches[values[0] % len(matches)].pk)
        if kind == "correct":
            _decide(one, values[1])
        elif kind == "reopen":
            reopen(one)
        else:
            match_changed(str(one.pk), [])
    return matches


def _decide(one: Match, winner: int) -> Match:
    return finish(one, None if winner < 0 else winner % one.sides_count)


def _ladder(club):
    rows = Rating.objects.filter(pool__club=club).values_list("player_id", "mu", "rd")
    return {str(player): (mu, rd) for player, mu, rd in rows}


def _pure_ladder(club):
    """Replay the finished matches by the pure ratings alone, from rows read here."""
    last: dict[str, object] = {}
    stream = []
    for one in Match.objects.filter(club=club, status="finished").order_by("session_day", "id"):
        seats = list(one.seats.order_by("number").values_list("side", "player_id"))
        sides = tuple(tuple(str(player) for at, player in seats if at == side) for side in range(one.sides_count))
        idle = {
            name: next(whole for whole in count() if _months_after(last[name], whole + 1) > one.session_day)
            for side in sides
            for name in side
            if name in last
        }
        places = tuple(1 if one.winner in (side, None) else 2 for side in range(one.sides_count))
        stream.append(PureMatch(sides, places, one.ruleset["target_score"], None, idle))
        last.update({name: one.session_day for side in sides for name in side})
    return {name: (rating.mu, rating.rd) for name, rating in replay(stream).ratings.items()}


def _months_after(day, months):
    month = day.month - 1 + months
    for back in range(4):  # a month without that day has come round on the next month's first
        try:
            return day.replace(year=day.year + month // 12, month=month % 12 + 1, day=day.day - back) + timedelta(
                bool(back)
            )
        except ValueError:
            continue
    raise AssertionError(day)


LUCKY = margin_bytes(Margin((60, 20), (30, 0), 6, None))


def _chance_spoiled():
    """Say of one player's last match that his side was all but sure to win it."""
    row = RatingHistory.objects.order_by("player").last()
    *others, last = changes_read(bytes(row.changes))
    row.changes = b"".join(one.to_bytes() for one in [*others, last._replace(chance=0.9)])
    row.save()


def differences(**only) -> list[Difference]:
    found: list[Difference] = []
    rebuild(record=record, check=True, report=found.append, **only)
    return found


@pytest.fixture
def club():
    club = factories.ClubFactory()
    anna, bice, carlo, dario = factories.players(club, 4)
    for number in range(3):
        match_changed(str(played([anna, bice], [carlo, dario], day=MONDAY + timedelta(number)).pk), [])
    return club


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        pytest.param(lambda: Rating.objects.filter(mu__gt=1500).update(mu=1499.0), {"rating"}, id="a rating"),
        pytest.param(lambda: Rating.objects.all()[:1].get().delete(), {"rating"}, id="a lost rating"),
        pytest.param(lambda: RatingHistory.objects.all()[:1].get().delete(), {"rating change"}, id="lost changes"),
        pytest.param(lambda: _chance_spoiled(), {"rating change"}, id="a chance"),
        pytest.param(lambda: PoolMatch.objects.all()[:1].get().delete(), {"ladder match"}, id="a lost ladder match"),
        pytest.param(lambda: PoolMatch.objects.update(margin=LUCKY), {"ladder match"}, id="margins of a ladder"),
        pytest.param(lambda: PlayerStats.objects.update(life=[]), {"statistics"}, id="what no sum tells"),
        pytest.param(lambda: PlayerStats.objects.update(wins=99), {"statistics"}, id="figures"),
        pytest.param(lambda: RatingPool.objects.update(digest=""), {"ladder"}, id="a digest"),
        pytest.param(
            lambda: Match.objects.update(winner=1),
            {"ladder match", "rating change", "rating", "ladder", "match", "statistics", "award"},
            id="a match on record",
        ),
        pytest.param(lambda: PlayerMatch.objects.all()[:1].get().delete(), {"match"}, id="a lost match"),
        pytest.param(lambda: PlayerMatch.objects.update(margin=7), {"match"}, id="a margin"),
        pytest.param(lambda: PlayerStats.objects.update(sums={}), {"statistics"}, id="sums"),
        pytest.param(lambda: Award.objects.filter(code="first_win").delete(), {"award"}, id="a lost award"),
        pytest.param(lambda: Award.objects.update(hand=9), {"award"}, id="the ground of an award"),
    ],
)
def test_whatever_is_not_what_the_record_says_is_found_and_put_right(club, spoil, what):
    assert differences() == []
    spoil()
    assert {one.what for one in differences()} == what
    assert {one.what for one in differences()} == what
    rebuild(record=record)
    assert differences() == []


def test_everything_thrown_away_comes_back(club):
    before = _ladder(club), rating_changes()
    RatingPool.objects.all().delete()
    PlayerMatch.objects.all().delete()
    PlayerStats.objects.all().delete()
    rebuild(record=record)
    assert (_ladder(club), rating_changes()) == before
    assert PlayerStats.objects.count() == 4


def test_a_rebuild_that_finds_all_well_leaves_the_ranking_at_its_version(club):
    before = RatingPool.objects.get().version
    rebuild(record=record)
    assert RatingPool.objects.get().version == before


def test_after_a_merge_the_matches_of_both_are_one_players(club):
    first, *_, last = club.players.order_by("name")
    newcomer = factories.PlayerFactory(club=club)
    newcomer.merged_into = last
    newcomer.save()
    match_changed(str(played([newcomer], [first], day=MONDAY + timedelta(9)).pk), [])
    assert last.ratings.get().matches == 4
    assert not newcomer.ratings.exists()
    assert differences() == []


def test_the_command_reports_and_then_repairs(club):
    assert _command("--check") == ("", "0 rows differed.")
    Rating.objects.filter(mu__gt=1500).update(mu=1499.0)
    with pytest.raises(SystemExit) as ended:
        _command("--check", "--club", str(club.pk))
    assert ended.value.code == 1
    out, last_words = _command()
    assert len(out.splitlines()) == 2
    assert "rating of" in out
    assert last_words == "2 rows differed and were put right."
    assert _command("--check") == ("", "0 rows differed.")


def test_the_command_knows_no_such_club():
    with pytest.raises(CommandError, match="no club"):
        _command("--club", "0192f3a4-0000-7000-8000-000000000000")


def _command(*words):
    out, err = io.StringIO(), io.StringIO()
    call_command("rebuild", *words, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue().splitlines()[-1]


def test_a_new_match_costs_the_same_statements_however_long_the_ladder(club):
    anna, bice, carlo, dario = club.players.order_by("name")

    def cost(day: int) -> int:
        one = played([anna, bice], [carlo, dario], day=MONDAY + timedelta(day))
        with CaptureQueriesContext(connection) as queries:
            match_changed(str(one.pk), [])
        return len(queries)

    first = cost(10)
    for day in range(11, 20):
        cost(day)
    assert cost(20) == first
