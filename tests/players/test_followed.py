"""Whoever takes matches into a club's ladder says so to all boards that are made of them, once, in whatever order."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from players.models import Circuit, CircuitClub, Ladder, LadderCheckpoint, PoolMatch, RatingPool, Season
from players.services import boards, histories
from players.services.boards import ladder_of_club, ladder_refresh
from players.services.ratings import ratings_rebuild
from players.services.rebuild import _Part, _Share, rebuild
from players.services.seasons import seasons_close
from players.services.standing_boards import ladder_state
from players.tasks import match_changed, rebuild_check
from scoring.selectors import record
from tests import factories
from tests.factories import MONDAY, finish, hand, match, played, reopen

pytestmark = [pytest.mark.db, pytest.mark.django_db]


@pytest.fixture
def club():
    return factories.ClubFactory()


def work_off(*matches):
    for one in matches:
        match_changed(str(one.pk), [])
    for ladder in Ladder.objects.order_by("pk"):
        ladder_refresh(ladder_id=ladder.pk, record=record)


def differences():
    found: list[object] = []
    rebuild(record=record, check=True, report=found.append)
    return found


def counted(ladder, player, board="singles"):
    line = ladder_state(ladder)[board].get(str(player.pk))
    return line.matches if line else 0


@pytest.fixture
def circuit(club):
    """A circuit of two clubs, its ladder, the other club."""
    other = factories.ClubFactory()
    made = Circuit.objects.create(club=club, name="Riviera")
    for one in (club, other):
        CircuitClub.objects.create(circuit=made, club=one, joined_at=timezone.now())
    return Ladder.objects.create(circuit=made), other


@pytest.mark.parametrize(
    "takes_in",
    [
        pytest.param(lambda club, host, guest: rebuild(record=record, club_id=club.pk), id="a rebuild of one club"),
        pytest.param(
            lambda club, host, guest: ratings_rebuild_ended(club), id="a rebuild that was ended before the boards"
        ),
        pytest.param(
            lambda club, host, guest: (
                RatingPool.objects.filter(club=club).delete(),
                work_off(played([host], [guest], day=MONDAY + timedelta(5))),
            ),
            id="a circuit that finds no pool",
        ),
        pytest.param(
            lambda club, host, guest: (
                RatingPool.objects.filter(club=club).update(form="0"),
                work_off(played([host], [guest], day=MONDAY + timedelta(5))),
            ),
            id="a circuit that finds a pool of another form",
        ),
    ],
)
def test_a_match_whose_task_still_waits_is_on_no_board_too_few(club, circuit, takes_in):
    ladder, other = circuit
    (anna, bice), (host, guest) = factories.players(club, 2), factories.players(other, 2)
    work_off(played([anna], [bice], day=MONDAY + timedelta(3)), played([host], [guest], day=MONDAY + timedelta(4)))
    late = played([anna], [bice], day=MONDAY + timedelta(1))
    takes_in(club, host, guest)
    work_off(late)
    assert counted(ladder_of_club(club.pk), anna) == 2
    assert counted(Ladder.objects.get(pk=ladder.pk), anna) == 2
    assert differences() == []


def ratings_rebuild_ended(club):
    """Do of a rebuild what comes before the boards."""
    _Share(record, check=False, told=False)(_Part("ratings", club.pk))


def test_a_match_reopened_while_the_pool_is_of_another_form_leaves_the_boards(club):
    anna, bice = factories.players(club, 2)
    first, second = (played([anna], [bice], day=MONDAY + timedelta(number)) for number in range(2))
    work_off(first, second)
    RatingPool.objects.update(form="0")
    work_off(reopen(second))
    assert counted(ladder_of_club(club.pk), anna) == anna.ratings.get().matches == 1
    assert differences() == []


def test_the_last_boards_of_a_season_have_what_its_points_have(club):
    anna, bice = factories.players(club, 2)
    season = Season.objects.create(club=club, name="Inverno", starts_on=MONDAY, ends_on=MONDAY + timedelta(6))
    work_off(played([anna], [bice], day=MONDAY + timedelta(3)))
    late = played([anna], [bice], day=MONDAY + timedelta(1))
    ratings_rebuild(club_id=club.pk, record=record)
    match_changed(str(late.pk), [])
    assert seasons_close(record=record, now=datetime(2026, 4, 1, tzinfo=UTC)) == 1
    matches = {one.board: one.rows[0].get("matches") for one in season.snapshots.all()}
    assert (matches["all"], matches["singles"]) == (2, 2)


def test_a_match_moved_to_before_a_season_counts_there_when_it_closes(club):
    anna, bice, carlo = factories.players(club, 3)
    season = Season.objects.create(club=club, name="Inverno", starts_on=MONDAY, ends_on=MONDAY + timedelta(6))
    moved, stays = played([anna], [carlo], day=MONDAY), played([anna], [bice], day=MONDAY + timedelta(1))
    work_off(moved, stays)
    moved.session_day = MONDAY - timedelta(3)
    moved.save()
    assert seasons_close(record=record, now=datetime(2026, 4, 1, tzinfo=UTC)) == 1
    rows = {row["key"]: row for row in season.snapshots.get(board="all").rows}
    assert set(rows) == {str(anna.pk), str(bice.pk)}
    assert rows[str(anna.pk)]["matches"] == 2
    work_off(moved)
    assert differences() == []


def with_margin(anna, bice, day):
    """Return a finished match whose hands tell the buone apart."""
    blank = dict.fromkeys(
        ("carte", "denari", "settebello", "primiera", "scope", "buone", "dealer", "piccola", "grande", "re_bello",
         "cappotto"), 0
    )  # fmt: skip
    one = match([anna], [bice], day=day)
    sides = [blank | {"scope": total, "total": total} for total in (55, 30)]
    hand(one, 1, [55, 30], score={"sides": sides})
    return finish(one, 0, [55, 30])


def test_the_index_of_a_season_that_closes_has_the_match_that_waits(club):
    anna, bice = factories.players(club, 2)
    season = Season.objects.create(club=club, name="Inverno", starts_on=MONDAY, ends_on=MONDAY + timedelta(6))
    work_off(with_margin(anna, bice, MONDAY))
    waits = with_margin(anna, bice, MONDAY + timedelta(2))
    assert seasons_close(record=record, now=datetime(2026, 4, 1, tzinfo=UTC)) == 1
    assert [row["matches"] for row in season.snapshots.get(board="all_index").rows] == [2, 2]
    work_off(waits)
    assert Ladder.objects.get(club=club).shifts == {}, "nobody has corrected anything"


def test_all_matches_of_a_merged_player_are_another_s_in_one_replay(club, monkeypatch):
    anna, bice, carlo = factories.players(club, 3)
    matches = [played([[anna, bice][number % 2]], [carlo], day=MONDAY + timedelta(number)) for number in range(20)]
    work_off(*matches)
    anna.merged_into = bice
    anna.save()
    again = 0

    def watched(one, standings):
        nonlocal again
        again += 1
        return play(one, standings)

    play = histories.play
    monkeypatch.setattr(histories, "play", watched)
    for one in reversed(matches[::2]):
        match_changed(str(one.pk), [])
        assert counted_in_pool(anna) == 0, "nowhere is she half merged"
    assert again == 20
    work_off()
    assert counted(ladder_of_club(club.pk), bice) == 20
    assert differences() == []


def counted_in_pool(player):
    return sum(player.pk.bytes in bytes(told) for told in PoolMatch.objects.values_list("told", flat=True))


def test_a_target_that_nobody_reaches_is_rated_like_any_other(club):
    anna, bice = factories.players(club, 2)
    for number, target in enumerate((70_000, 10**12, 10**15)):
        one = played([anna], [bice], day=MONDAY + timedelta(number))
        one.ruleset = {**one.ruleset, "target_score": target, "single_hand": True}
        one.save()
        work_off(one)
    assert counted(ladder_of_club(club.pk), anna) == anna.ratings.get().matches == 3
    assert differences() == []


def test_no_more_states_are_made_than_checkpoints_are_kept(club, monkeypatch):
    monkeypatch.setattr(boards, "SPACING", 2)
    anna, bice = factories.players(club, 2)
    most = 0
    kept = LadderCheckpoint.objects.bulk_create

    def watched(rows):
        nonlocal most
        most = max(most, len(list(rows)))
        return kept(rows)

    monkeypatch.setattr(LadderCheckpoint.objects, "bulk_create", watched)
    for number in range(64):
        match_changed(str(played([anna], [bice], day=MONDAY + timedelta(number)).pk), [])
    work_off()
    RatingPool.objects.all().delete()
    Ladder.objects.update(form="P0")
    work_off()
    assert 0 < most < 14
    assert LadderCheckpoint.objects.count() < 14


def test_pages_of_more_players_than_one_statement_takes_are_read(club):
    pool = RatingPool.objects.create(club=club)
    found = histories.Histories(pool, {}, whole=False, report=print)._pages([(str(uuid4()), 0) for _ in range(1500)])
    assert found == {}


def test_the_nightly_proof_comes_to_the_circuits_too(club, circuit, caplog):
    ladder, _ = circuit
    anna, bice = factories.players(club, 2)
    work_off(played([anna], [bice], day=date(2026, 3, 2)))
    ladder.parts.filter(name__startswith="all/").delete()
    for part in range(7):
        rebuild_check(part)
    assert [str(ladder.circuit_id) in one.getMessage() for one in caplog.records if "boards" in one.getMessage()] == [
        True
    ]
