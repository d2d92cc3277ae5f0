"""The pages of rating histories are the same whether matches came one by one, late, corrected, or all at once."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from players.models import PoolMatch, RatingHistory, RatingPool
from players.rankings.kept import FORM
from players.selectors.histories import chances_of, history
from players.services import histories
from players.services.publish import key_of_day
from players.services.ratings import ratings_follow
from players.services.rebuild import rebuild
from players.tasks import match_changed
from scoring.selectors import record
from tests import factories
from tests.factories import MONDAY, finish, played, reopen
from tests.rating_changes import rating_changes

pytestmark = [pytest.mark.db, pytest.mark.django_db]
JANUARY = key_of_day(date(2026, 1, 1))


@pytest.fixture(autouse=True, params=[1, 2, 3, 5])
def page(request, monkeypatch):
    monkeypatch.setattr(histories, "PAGE", request.param)
    return request.param


@pytest.fixture
def club():
    return factories.ClubFactory()


def stored():
    return [
        (row.player_id, row.number, row.last_key, bytes(row.changes))
        for row in RatingHistory.objects.order_by("player", "number")
    ]


def from_nothing():
    RatingPool.objects.all().delete()
    rebuild(record=record)
    return stored()


def work_off(*matches):
    for one in matches:
        match_changed(str(one.pk), [])


def test_late_entries_corrections_and_withdrawals_leave_the_pages_of_a_whole_replay(club, page):
    anna, bice, carlo, dario = factories.players(club, 4)
    evening = [played([anna, bice], [carlo, dario], day=MONDAY + timedelta(number)) for number in range(7)]
    work_off(*evening)
    late = played([anna], [carlo], day=MONDAY - timedelta(1))
    for act in (
        lambda: late,
        lambda: finish(evening[2], 1),
        lambda: reopen(evening[4]),
        lambda: finish(evening[6], 1),
        lambda: reopen(late),
        lambda: finish(evening[4], 0),
        lambda: played([dario], [bice], day=MONDAY + timedelta(3)),
    ):
        work_off(act())
        pages = stored()
        assert len(rating_changes(player=anna)) == len(history(anna))
        full = [row for row in pages if len(row[3]) == page * histories.SIZE]
        assert len(pages) - len(full) <= 4, "only a player's last page is not full"
        assert pages == from_nothing()


def test_a_history_is_read_in_the_order_of_the_matches(club):
    anna, bice = factories.players(club, 2)
    matches = [played([anna], [bice], day=MONDAY + timedelta(number), winner=number % 2) for number in range(8)]
    work_off(*reversed(matches))
    told = history(anna)
    assert [one.match_id for one in told] == [one.pk for one in matches]
    assert [one.wins for one in told] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert chances_of(anna) == {one.match_id: one.chance for one in told}
    assert told[0].chance == 0.5


def test_whoever_follows_the_record_finds_what_tasks_have_not_worked_off(club):
    anna, bice, carlo = factories.players(club, 3)
    first = played([anna], [bice])
    work_off(first)
    waiting = played([anna], [carlo], day=MONDAY + timedelta(2))
    finish(first, 1)
    found = ratings_follow(club_id=club.pk, record=record, from_key=JANUARY)
    assert found.first == record.rated_match(first.pk).key
    assert {one.match_id for one in found.matches} == {first.pk, waiting.pk}
    assert [one.match_id for one in history(anna)] == [first.pk, waiting.pk]
    assert ratings_follow(club_id=club.pk, record=record, from_key=JANUARY) == (None, [])
    assert stored() == from_nothing()


def test_a_match_moved_to_another_day_lies_there_alone(club):
    anna, bice = factories.players(club, 2)
    matches = [played([anna], [bice], day=MONDAY + timedelta(number)) for number in range(4)]
    work_off(*matches)
    matches[1].session_day = MONDAY + timedelta(9)
    matches[1].save()
    work_off(matches[1])
    assert [one.match_id for one in history(anna)] == [matches[at].pk for at in (0, 2, 3, 1)]
    assert PoolMatch.objects.count() == 4
    assert stored() == from_nothing()


def test_matches_kept_in_another_form_are_read_anew(club):
    anna, bice = factories.players(club, 2)
    work_off(*[played([anna], [bice], day=MONDAY + timedelta(number)) for number in range(3)])
    before = stored()
    RatingPool.objects.update(form="0")
    PoolMatch.objects.update(told=b"?", margin=b"?")
    work_off(played([anna], [bice], day=MONDAY + timedelta(5)))
    assert RatingPool.objects.get().form == FORM
    assert len(history(anna)) == 4
    assert stored() == from_nothing()
    assert stored() != before
