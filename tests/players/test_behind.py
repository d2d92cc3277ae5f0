"""What is behind is brought up to the record before it is read, and what cannot be had keeps nobody else waiting."""

from __future__ import annotations

import pickle
import zlib
from datetime import UTC, datetime, timedelta

import pytest

from cirulla.lib.errors import TryAgain
from players import tasks
from players.models import Circuit, CircuitClub, Ladder, LadderCheckpoint, LadderPart, PlayerMatch, PlayerStats, Season
from players.principals import SCOPES, Principal
from players.rankings.state import state_known
from players.selectors.figures import player_all
from players.services import boards
from players.services.merge import players_merge
from players.services.publish import ladder_publish
from players.services.rebuild import rebuild
from players.services.seasons import seasons_close
from players.services.standing_boards import ladder_state
from players.services.stats import stats_rebuild
from players.tasks import match_changed
from scoring.engine import EngineError, read_ruleset
from scoring.engine.match import HandResult
from scoring.presets_turned import match_leader
from scoring.selectors import persons, record
from tests import factories
from tests.factories import MONDAY, played
from tests.players.test_boards import club, four, publish, published, state_of, work_off  # noqa: F401 - fixtures

pytestmark = [pytest.mark.db, pytest.mark.django_db]
OTHER_FORM = zlib.compress(b'{"all":{}}', 1)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param({"rule_version": "older_rules"}, id="older rules"),
        pytest.param({"form": "P0"}, id="a form of another release"),
        pytest.param({"rule_version": "", "form": "", "last_key": "", "matches": 0}, id="never replayed"),
    ],
)
def test_a_ladder_that_is_behind_is_replayed_before_it_is_published(club, four, spoil):  # noqa: F811
    work_off(*[played([four[0]], [four[1]], day=MONDAY + timedelta(number)) for number in range(3)])
    publish(club)
    before, state = published(), state_of(club)
    assert len(before) == 2
    Ladder.objects.update(**spoil)
    if "form" in spoil:
        LadderPart.objects.update(lines=OTHER_FORM)
    publish(club)
    assert published() == before
    assert state_of(club) == state


def test_checkpoints_of_another_form_are_not_read(club, four, monkeypatch):  # noqa: F811
    monkeypatch.setattr(boards, "SPACING", 2)
    matches = [played([four[0]], [four[1]], day=MONDAY + timedelta(number)) for number in range(6)]
    work_off(*matches)
    state = state_of(club)
    assert LadderCheckpoint.objects.exists()
    LadderCheckpoint.objects.update(state=OTHER_FORM)
    assert not state_known(OTHER_FORM)
    matches[-1].winner = 1
    matches[-1].save()
    work_off(matches[-1])
    assert state_of(club) != state
    found = []
    rebuild(record=record, check=True, report=found.append)
    assert found == []


def test_the_proof_finds_a_checkpoint_that_is_not_what_the_record_says(club, four, monkeypatch):  # noqa: F811
    monkeypatch.setattr(boards, "SPACING", 2)
    work_off(*[played([four[0]], [four[1]], day=MONDAY + timedelta(number)) for number in range(8)])
    first, second = LadderCheckpoint.objects.order_by("matches")[:2]
    LadderCheckpoint.objects.filter(pk=second.pk).update(state=first.state)
    found = []
    rebuild(record=record, check=True, report=found.append)
    assert [(one.what, one.whose) for one in found] == [("checkpoint", f"{club.pk} after {second.matches} matches")]
    rebuild(record=record)
    found.clear()
    rebuild(record=record, check=True, report=found.append)
    assert found == []


def test_one_ladder_that_cannot_be_had_keeps_no_other_waiting(four, caplog, monkeypatch):  # noqa: F811
    other = factories.ClubFactory()
    people = factories.players(other, 2)
    work_off(played([four[0]], [four[1]]), played([people[0]], [people[1]]))
    busy = Ladder.objects.order_by("pk").first().pk

    def held(*, ladder_id, record):
        if ladder_id == busy:
            raise TryAgain("The ladder is being replayed.")
        return ladder_publish(ladder_id=ladder_id, record=record)

    monkeypatch.setattr(tasks, "ladder_publish", held)
    Ladder.objects.update(published_at=None)
    tasks.rankings_publish()
    assert list(Ladder.objects.filter(published_at__isnull=True).values_list("pk", flat=True)) == [busy]
    assert f"ladder {busy} is not published" in caplog.text


def test_a_season_closes_with_the_matches_whose_tasks_still_wait(club, four):  # noqa: F811
    season = Season.objects.create(club=club, name="Inverno", starts_on=MONDAY, ends_on=MONDAY + timedelta(6))
    work_off(played([four[0]], [four[1]]))
    played([four[2]], [four[3]], day=MONDAY + timedelta(1))
    assert seasons_close(record=record, now=datetime(2026, 4, 1, tzinfo=UTC)) == 1
    boards_of = {one.board: {row["key"] for row in one.rows} for one in season.snapshots.order_by("number")}
    everybody = {str(player.pk) for player in four}
    assert (boards_of["points"], boards_of["all"]) == (everybody, everybody)


def test_a_merge_that_moves_an_account_replays_the_circuits_of_its_clubs(club, monkeypatch):  # noqa: F811
    monkeypatch.setattr(boards, "SPACING", 2)
    user = factories.UserFactory()
    (first, still, guest), other = factories.players(club, 3), factories.ClubFactory()
    away, host = factories.players(other, 2)
    for player in (first, away):
        player.user = user
        player.save()
    circuit = Circuit.objects.create(club=club, name="Riviera")
    for joined in (club, other):
        CircuitClub.objects.create(circuit=circuit, club=joined, joined_at=datetime(2026, 1, 1, tzinfo=UTC))
    ladder = Ladder.objects.create(circuit=circuit)
    work_off(*[played([away], [host], day=MONDAY + timedelta(number)) for number in range(4)])
    work_off(*[played([first], [guest], day=MONDAY + timedelta(5))])
    names = {str(player.pk): name for player, name in ((first, "first"), (still, "still"), (away, "away"))}

    def counted():
        ladder.refresh_from_db()
        lines = ladder_state(ladder)["all"]
        return {names[key]: line.matches for key, line in lines.items() if key in names}

    assert counted() == {"first": 5}
    by = Principal(f"user:{user.pk}", user.pk, frozenset(SCOPES))
    assert players_merge(by=by, player_id=first.pk, into=still.pk, version=first.version, seating=persons) is not None
    for match_id in record.matches_of([still.pk]):
        match_changed(str(match_id), [])
    work_off()
    assert sum(counted().values()) == 5
    assert len(counted()) == 1, "one person, whoever stands for him"


def test_figures_that_are_in_no_sum_are_never_told_out_of_date(club, four):  # noqa: F811
    work_off(played([four[0]], [four[1]]))
    before = player_all(four[0]).figures.elsewhere
    PlayerMatch.objects.update(presets_same="aula2", presets_turned="pagat")
    version = PlayerStats.objects.get(player=four[0]).version
    stats_rebuild(player_ids=[four[0].pk], record=record)
    assert PlayerStats.objects.get(player=four[0]).version == version + 1
    assert player_all(four[0]).figures.elsewhere == before


def test_a_series_is_led_by_games_before_points():
    rules = read_ruleset({"preset": "sbiro", "best_of": 3})
    hands = [HandResult((55, 20)), HandResult((5, 20))]
    assert match_leader(hands, rules, 2) == 0


def test_a_refusal_of_the_engine_comes_back_whole_from_another_process():
    refusal = EngineError("bad_sum", "39 cards.", "/sides", missing=1)
    again = pickle.loads(pickle.dumps(refusal))
    assert again.to_dict() == refusal.to_dict()
