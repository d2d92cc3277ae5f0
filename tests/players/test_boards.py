"""Boards and published rankings follow from the record, in whatever order the tasks come."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cirulla.lib import outbox
from cirulla.lib.models import Outbox
from players.models import (
    Circuit,
    CircuitClub,
    Ladder,
    LadderMark,
    LadderPart,
    PlayerMatch,
    RankingSnapshot,
    Rating,
    RatingPool,
    Season,
)
from players.rankings.boards import empty, play
from players.rankings.places import Place
from players.rankings.reasons import reasons
from players.rankings.state import state_digest
from players.selectors.kept import kept_matches
from players.selectors.margins import margins
from players.services import boards
from players.services.boards import ladder_of_club, ladder_rebuild, ladder_refresh
from players.services.publish import ladder_publish
from players.services.rebuild import rebuild
from players.services.seasons import seasons_close
from players.services.standing_boards import ladder_state
from players.tasks import match_changed
from scoring.models import Match
from scoring.selectors import record
from tests import factories
from tests.factories import MONDAY, finish, hand, match, played, reopen
from tests.players.test_rebuild import PEOPLE, _play_out, events, new_match

pytestmark = [pytest.mark.db, pytest.mark.django_db]
EVENING = datetime(2026, 3, 20, 22, tzinfo=UTC)


@pytest.fixture
def club():
    return factories.ClubFactory()


@pytest.fixture
def four(club):
    return factories.players(club, 4)


def work_off(*matches: Match) -> None:
    """Run the tasks of matches, and of whatever follows from them."""
    for one in matches:
        match_changed(str(one.pk), [])
    for ladder in Ladder.objects.all():
        ladder_refresh(ladder_id=ladder.pk, record=record)


def state_of(club):
    return ladder_state(Ladder.objects.get(club=club))


def state_from_nothing(club):
    """Play a club's matches from the record on new boards, without ladder, marks or checkpoints."""
    state = empty()
    for one in record.rated_matches(club.pk):
        play(state, one, margins([one]).get(one.match_id))
    return state


def published(board="all", **where):
    found = RankingSnapshot.objects.filter(board=board, season__isnull=True, **where).order_by("-number").first()
    return found.rows if found else []


def publish(club, at=EVENING):
    return ladder_publish(ladder_id=ladder_of_club(club.pk).pk, record=record, now=at)


def test_a_match_marks_the_ladder_and_the_outbox_asks_for_its_replay(club, four):
    match_changed(str(played([four[0]], [four[1]]).pk), [])
    ladder = Ladder.objects.get(club=club)
    assert [mark.cause for mark in ladder.marks.all()] == ["match"]
    assert Outbox.objects.filter(topic="ladder_marked", key=str(ladder.pk)).count() == 1
    assert ladder.matches == 0
    while deliveries := outbox.claim():
        for delivery in deliveries:
            outbox.run_here(delivery)
    ladder.refresh_from_db()
    assert (ladder.matches, ladder.marks.count(), ladder.published) == (1, 0, 1)
    assert {row["key"] for row in published("singles")} == {str(four[0].pk), str(four[1].pk)}


def test_a_task_without_a_change_marks_nothing(four):
    one = played([four[0]], [four[1]])
    work_off(one)
    match_changed(str(one.pk), [])
    assert not LadderMark.objects.exists()


def test_the_board_of_all_is_the_clubs_rating(club, four):
    anna, bice, carlo, dario = four
    days = [MONDAY + timedelta(number) for number in range(3)]
    work_off(
        played([anna, bice], [carlo, dario], day=days[0]),
        played([anna], [carlo], day=days[1], winner=1),
        finish(match([anna], [bice], [dario], day=days[2]), 1, [40, 51, 20]),
    )
    ratings = {str(row.player_id): (row.mu, row.rd**2) for row in Rating.objects.all()}
    lines = {key: (line.mu, pytest.approx(line.variance)) for key, line in state_of(club)["all"].items()}
    assert lines == ratings
    assert set(state_of(club)["threes"]) == {str(player.pk) for player in (anna, bice, dario)}
    assert set(state_of(club)["pairs"]) == {
        " ".join(sorted(map(str, pair))) for pair in ([anna.pk, bice.pk], [carlo.pk, dario.pk])
    }


def test_the_index_reads_margin_and_luck_from_the_figures_of_the_match(club, four):
    anna, bice, carlo, dario = four
    one = match([anna, bice], [carlo, dario])
    blank = dict.fromkeys(
        ("carte", "denari", "settebello", "primiera", "scope", "buone", "dealer", "piccola", "grande", "re_bello",
         "cappotto"), 0
    )  # fmt: skip
    for number, (mine, theirs, luck) in enumerate([(20, 8, 6), (20, 12, 0), (5, 8, 0), (5, 6, 0), (7, 6, 3)], start=1):
        sides = [
            blank | {"scope": mine - luck, "buone": luck, "total": mine},
            blank | {"scope": theirs - (3 if number == 1 else 0), "dealer": 3 if number == 1 else 0, "total": theirs},
        ]
        hand(one, number, [mine, theirs], score={"sides": sides})
    work_off(finish(one, 0, [57, 40]))
    # RATINGS 2: 57-40 in 5 hands, luck 9 v 3.
    assert state_of(club)["all_index"][str(anna.pk)].mu == pytest.approx(1505.681, abs=5e-4)
    assert state_of(club)["all_index"][str(carlo.pk)].mu == pytest.approx(1494.319, abs=5e-4)


def test_a_match_of_paper_sheets_has_no_index(club, four):
    work_off(played([four[0]], [four[1]]))
    assert state_of(club)["all_index"] == {}


@settings(
    max_examples=settings.default.max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    first=new_match,
    events=events,
    late=st.randoms(use_true_random=False),
    spacing=st.sampled_from([1, 2, 1000]),
    page=st.sampled_from([1, 500]),
)
def test_any_order_of_changes_and_tasks_ends_on_the_boards_of_the_record_alone(first, events, late, spacing, page):
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "SPACING", spacing)
        patch.setattr(boards, "PAGE", page)
        club = factories.ClubFactory()
        matches = _play_out([first, *events], factories.players(club, PEOPLE))
        rest = [one for one in matches for _ in range(late.choice([1, 1, 2]))]
        late.shuffle(rest)
        for one in rest:
            match_changed(str(one.pk), [])
            if late.random() < 0.4:
                ladder_refresh(ladder_id=ladder_of_club(club.pk).pk, record=record)
        ladder = ladder_of_club(club.pk)
        ladder_refresh(ladder_id=ladder.pk, record=record)
        ladder.refresh_from_db()
        assert ladder_state(ladder) == state_from_nothing(club)
        assert ladder.digest in ("", state_digest(state_from_nothing(club)))
        assert ladder.matches == sum(1 for _ in record.rated_matches(club.pk))
        found: list[object] = []
        ladder_rebuild(ladder_id=ladder.pk, record=record, report=found.append)
        assert found == []
        transaction.set_rollback(True)


def test_a_correction_is_replayed_from_the_checkpoint_before_it(club, four, monkeypatch):
    monkeypatch.setattr(boards, "SPACING", 5)
    anna, bice, *_ = four
    matches = [played([anna], [bice], day=MONDAY + timedelta(number)) for number in range(40)]
    work_off(*matches)
    ladder = Ladder.objects.get(club=club)
    kept = list(ladder.checkpoints.order_by("matches").values_list("matches", flat=True))
    assert kept[-1] == 40
    assert len(kept) < 8
    asked: list[str] = []

    def watched(club_id, from_key=""):
        asked.append(from_key)
        return kept_matches(club_id, from_key)

    monkeypatch.setattr(boards, "kept_matches", watched)
    finish(matches[37], 1)
    match_changed(str(matches[37].pk), [])
    ladder_refresh(ladder_id=ladder.pk, record=record)
    assert asked[0] >= record.rated_match(matches[29].pk).key
    assert state_of(club) == state_from_nothing(club)


def test_a_ladder_of_older_rules_is_replayed_whole_and_says_so(club, four):
    anna, bice, *_ = four
    work_off(played([anna], [bice]))
    publish(club)
    Ladder.objects.update(rule_version="elo_32")
    LadderPart.objects.all().delete()
    work_off(played([anna], [bice], day=MONDAY + timedelta(1)))
    assert state_of(club) == state_from_nothing(club)


def test_a_broken_ladder_is_found_and_put_right(club, four):
    work_off(played([four[0]], [four[1]]))
    LadderPart.objects.filter(name__startswith="all/").delete()
    found: list[object] = []
    rebuild(record=record, check=True, report=found.append)
    assert [one.what for one in found] == ["boards"]
    rebuild(record=record)
    found.clear()
    rebuild(record=record, check=True, report=found.append)
    assert found == []


def test_a_snapshot_is_numbered_and_made_only_when_something_changed(club, four):
    anna, bice, *_ = four
    work_off(played([anna], [bice]))
    assert publish(club) == 2
    assert publish(club) == 0
    work_off(played([anna], [bice], day=MONDAY + timedelta(1)))
    assert publish(club) == 2
    made = RankingSnapshot.objects.filter(board="all").order_by("number")
    assert list(made.values_list("number", "run")) == [(1, 1), (2, 2)]
    assert Ladder.objects.get(club=club).published == 2


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda rows: rows.update(number=F("number") + 7), id="change"),
        pytest.param(lambda rows: rows._raw_delete(using="default"), id="delete"),
    ],
)
def test_the_database_refuses_to_touch_a_published_ranking(club, four, act):
    work_off(played([four[0]], [four[1]]))
    publish(club)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        act(RankingSnapshot.objects.all())


def why(one, other, key):
    told = [[Place(**row) for row in RankingSnapshot.objects.get(board="all", number=n).rows] for n in (one, other)]
    return next(found for found in reasons(*told) if found.key == str(key))


def test_a_correction_is_told_from_new_matches_between_two_snapshots(club, four):
    anna, bice, *_ = four
    first = played([anna], [bice])
    work_off(first)
    publish(club)
    before = state_of(club)["all"][str(anna.pk)].mu
    finish(first, 1)
    work_off(first)
    corrected = state_of(club)["all"][str(anna.pk)].mu
    work_off(played([anna], [bice], day=MONDAY + timedelta(1)))
    publish(club)
    after = state_of(club)["all"][str(anna.pk)].mu
    found = why(1, 2, anna.pk)
    assert found.moved["correction"] == pytest.approx(corrected - before, abs=1e-6)
    assert found.moved["matches"] == pytest.approx(after - corrected, abs=1e-6)
    assert found.cause == "correction"


def test_a_late_entry_is_a_match_and_no_correction(club, four):
    anna, bice, carlo, _ = four
    work_off(played([anna], [bice], day=MONDAY + timedelta(5)))
    publish(club)
    work_off(played([anna], [carlo], day=MONDAY))
    publish(club)
    assert why(1, 2, anna.pk).moved["correction"] == 0.0


def test_a_year_without_a_match_takes_a_place_away(club, four):
    anna, bice, *_ = four
    work_off(*(played([anna], [bice], day=MONDAY + timedelta(n)) for n in range(9)))
    publish(club)
    assert [row["rank"] for row in published()] == [1, 2]
    publish(club, EVENING + timedelta(days=400))
    assert [row["standing"] for row in published()] == ["inactive", "inactive"]
    assert why(1, 2, anna.pk).cause == "inactivity"


def season(club, starts_on, ends_on, **more):
    return Season.objects.create(club=club, name=f"{starts_on}", starts_on=starts_on, ends_on=ends_on, **more)


def points_of(one):
    found = RankingSnapshot.objects.filter(season=one, board="points").order_by("-number").first()
    return {row["key"]: row["points"] for row in found.rows} if found else {}


def test_a_season_counts_the_evenings_inside_it_and_the_best_of_them(club, four):
    anna, bice, carlo, _ = four
    inside = season(club, MONDAY, MONDAY + timedelta(6), win=3, draw=1, best_of=2)
    work_off(
        played([anna], [bice], day=MONDAY - timedelta(1)),
        played([anna], [bice], day=MONDAY),
        played([anna], [bice], day=MONDAY),
        played([anna], [bice], day=MONDAY + timedelta(1)),
        played([anna], [carlo], day=MONDAY + timedelta(6), winner=None),
        played([anna], [bice], day=MONDAY + timedelta(7)),
    )
    publish(club)
    assert points_of(inside) == {str(anna.pk): 9, str(carlo.pk): 1, str(bice.pk): 0}


@pytest.mark.parametrize(
    ("moment", "closed"),
    [
        pytest.param("2026-03-29T01:30:00+00:00", 0, id="03:30 of the night in which the clocks go forward"),
        pytest.param("2026-03-29T04:00:00+00:00", 1, id="06:00 of that morning"),
    ],
)
def test_a_season_that_ends_on_28_march_is_open_until_six_of_the_next_morning(club, four, moment, closed):
    one = season(club, date(2026, 3, 1), date(2026, 3, 28))
    work_off(played([four[0]], [four[1]], day=date(2026, 3, 28)))
    assert seasons_close(record=record, now=datetime.fromisoformat(moment)) == closed
    one.refresh_from_db()
    assert (one.closed_at is not None) == bool(closed)


def test_a_closed_season_keeps_its_last_table_whatever_is_played_later(club, four):
    anna, bice, *_ = four
    one = season(club, MONDAY, MONDAY + timedelta(6))
    work_off(played([anna], [bice]), played([anna], [bice], day=MONDAY + timedelta(30), winner=1))
    assert seasons_close(record=record, now=EVENING) == 1
    assert seasons_close(record=record, now=EVENING) == 0
    assert points_of(one) == {str(anna.pk): 2, str(bice.pk): 0}
    final = RankingSnapshot.objects.get(season=one, board="singles")
    assert [row["rating"] for row in final.rows] == [1513.044326, 1486.955674]
    work_off(finish(Match.objects.order_by("session_day").first(), 1))
    publish(club)
    assert RankingSnapshot.objects.filter(season=one, board="points").count() == 1


def test_a_circuit_rates_persons_across_clubs(club, four):
    other = factories.ClubFactory()
    guest, host = factories.players(other, 2)
    anna, bice, *_ = four
    user = factories.UserFactory()
    for player in (anna, guest):
        player.user = user
        player.save()
    circuit = Circuit.objects.create(club=club, name="Città", place_points=[25, 18])
    for one in (club, other):
        CircuitClub.objects.create(circuit=circuit, club=one, joined_at=EVENING)
    ladder = Ladder.objects.create(circuit=circuit)
    work_off(played([anna], [bice]), played([guest], [host], day=MONDAY + timedelta(1)))
    ladder.refresh_from_db()
    lines = ladder_state(ladder)["all"]
    assert "pairs" not in ladder_state(ladder)
    assert {key: line.matches for key, line in lines.items()} == {
        str(anna.pk): 2,
        str(bice.pk): 1,
        str(host.pk): 1,
    }
    assert lines[str(anna.pk)].mu > 1513.044326
    assert state_of(other)["all"][str(guest.pk)].mu == 1513.044326


def test_marks_are_worked_off_once_and_by_whoever_comes_first(club, four):
    one = played([four[0]], [four[1]])
    match_changed(str(one.pk), [])
    ladder = Ladder.objects.get(club=club)
    assert ladder_refresh(ladder_id=ladder.pk, record=record) is True
    assert ladder_refresh(ladder_id=ladder.pk, record=record) is False
    assert not ladder.marks.exists()


def test_a_match_open_again_leaves_the_boards(club, four):
    one = played([four[0]], [four[1]])
    work_off(one)
    work_off(reopen(one))
    assert state_of(club) == empty()
    assert not PlayerMatch.objects.exists()
    assert RatingPool.objects.get().matches == 0
