"""The last matches on a player's page: which they are, and in which order."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from players.models import Player
from players.principals import SCOPES, Principal
from players.services.clubs import club_create
from scoring.models import Match
from scoring.selectors.pages import player_matches
from scoring.services.matches import match_start
from tests import factories
from tests.factories import finish

pytestmark = [pytest.mark.db, pytest.mark.django_db]
EVENING = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)


@pytest.fixture
def start():
    """Return a function that starts a match between Anna and somebody, so many days ago."""
    user = factories.UserFactory()
    owner = Principal(f"user:{user.pk}", user.pk, frozenset(SCOPES))
    club = club_create(by=owner, name="Circolo")

    def started(days: int = 0, other: str = "Bice", me: str = "Anna") -> Match:
        seats = [{"name": me}, {"name": other}]
        at = EVENING - timedelta(days)
        return match_start(by=owner, club_id=club.pk, ruleset="sbiro", seats=seats, started_at=at)

    return started


def anna() -> Player:
    return Player.objects.get(name="Anna")


def test_a_match_of_last_week_entered_today_stands_where_it_was_played(start):
    made = [start(days) for days in (3, 0, 7, 1)]
    shown = player_matches(anna().pk)
    assert [line.code for line in shown] == [made[place].code for place in (1, 3, 0, 2)]
    assert [line.day for line in shown] == sorted((line.day for line in shown), reverse=True)


def test_only_the_last_ones_are_shown(start):
    made = [start(days) for days in range(25)]
    assert [line.code for line in player_matches(anna().pk)] == [match.code for match in made[:20]]


def test_matches_that_are_open_given_up_or_just_finished_are_there_and_drafts_are_not(start):
    stays, given_up, over = start(4), start(3), start(2)
    Match.objects.filter(pk=given_up.pk).update(status=Match.Status.ABANDONED)
    finish(over, 0)
    for days in (0, 1):
        Match.objects.filter(pk=start(days).pk).update(status=Match.Status.DRAFT)
    shown = player_matches(anna().pk)
    assert [(line.code, line.open, line.winner) for line in shown] == [
        (over.code, False, 0),
        (given_up.code, False, None),
        (stays.code, True, None),
    ]


def test_those_of_who_was_merged_into_a_player_are_his_too(start):
    made = [start(6), start(5, me="Anna B."), start(4), start(3, me="Annetta")]
    start(2, me="Carla")
    Player.objects.filter(name__in=("Anna B.", "Annetta")).update(merged_into=anna())
    assert [line.code for line in player_matches(anna().pk)] == [match.code for match in reversed(made)]


def test_a_line_names_both_sides_in_the_order_of_their_seats(start):
    made = start(other="Bice Rossi")
    (line,) = player_matches(anna().pk)
    assert [(side.names, side.short, side.total) for side in line.sides] == [
        ("Anna", "Anna", 0),
        ("Bice Rossi", "Bice", 0),
    ]
    assert (line.code, line.hands, line.day) == (made.code, 0, made.session_day)


def test_the_queries_do_not_grow_with_the_matches(start, django_assert_num_queries):
    start()
    player = anna().pk
    with django_assert_num_queries(4):
        player_matches(player)
    for days in range(1, 9):
        start(days, other=f"Bice {days}")
    with django_assert_num_queries(4):
        player_matches(player)
