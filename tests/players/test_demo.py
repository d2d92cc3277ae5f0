"""The demo club: made through the services, the same twice, and useful to a newcomer at once."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from django.core.management import call_command

from cirulla.demo import club as demo_club
from cirulla.demo import owner
from cirulla.demo.evenings import planned_matches
from cirulla.demo.hands import counted_piles
from cirulla.demo.people import CLUB, MEMBERS
from cirulla.lib import outbox
from players.models import Club, Player, RankingSnapshot, User
from players.selectors.rankings import ranking
from scoring.engine import read_entry, read_ruleset, score_entry
from scoring.models import Hand, HandRevision, Match
from tests import demo_hands
from tests.fixtures.programs import run_to_end

NOW = datetime(2026, 3, 5, 21, 10, tzinfo=UTC)


def test_the_hands_are_those_that_the_simulated_players_play():
    assert demo_hands.HANDS.read_text(encoding="utf-8") == demo_hands.text()
    assert len(counted_piles()) > 200


def test_every_hand_can_be_under_the_default_rules_whichever_side_deals():
    rules = read_ruleset("sbiro")
    for piles in counted_piles():
        for told in (piles, piles.turned()):
            dealer = told.dealer_side or 0
            body = told.body(number=1, dealer_seat=dealer, seats=(0, 1))
            assert score_entry(read_entry(body, [0, 1]), rules).complete


def test_the_plan_is_the_same_for_the_same_day():
    assert planned_matches(NOW) == planned_matches(NOW)


def test_the_plan_has_evenings_of_singles_and_pairs_under_several_rules():
    plan = planned_matches(NOW)
    assert len(plan) >= 400
    assert [match.at for match in plan[:-3]] == sorted(match.at for match in plan[:-3])
    assert {len(match.seats) for match in plan} == {2, 4}
    assert all(len(set(match.seats)) == len(match.seats) for match in plan)
    assert len({match.ruleset for match in plan}) >= 6
    assert {match.at.astimezone(UTC).weekday() for match in plan[:-3]} == {1, 4}
    assert NOW - timedelta(days=150) < plan[0].at < plan[-4].at < NOW
    played = Counter(number for match in plan for number in match.seats)
    assert set(played) == set(range(len(MEMBERS)))


@pytest.mark.db
@pytest.mark.django_db
class TestAShortSeason:
    """The real thing with fewer evenings."""

    @pytest.fixture(autouse=True)
    def short(self, monkeypatch, settings, tmp_path):
        settings.VAR_DIR = tmp_path
        settings.CELERY_BROKER_URL = ""
        monkeypatch.setattr(demo_club, "planned_matches", lambda now: self.shortened(planned_matches(now)))

    @staticmethod
    def shortened(plan):
        return plan[:9] + plan[-3:]

    def test_a_second_run_keeps_what_is_there(self):
        call_command("demo", verbosity=0)
        first, told = self.counts(), self.told()
        call_command("demo", verbosity=0)
        assert (self.counts(), self.told()) == (first, told)
        assert first["players"] == 24
        assert first["matches"] == 12

    def test_a_run_broken_off_is_taken_up(self, monkeypatch):
        played = []

        def broken_off(*arguments):
            if len(played) == 5:
                raise KeyboardInterrupt
            played.append(play(*arguments))

        play = demo_club._play
        monkeypatch.setattr(demo_club, "_play", broken_off)
        with pytest.raises(KeyboardInterrupt):
            call_command("demo")
        monkeypatch.setattr(demo_club, "_play", play)
        call_command("demo")
        assert Match.objects.count() == 12
        assert Club.objects.count() == 1

    def test_everything_came_by_the_services_and_the_tasks(self):
        call_command("demo")
        club = Club.objects.get(name=CLUB)
        user = User.objects.get()
        assert set(HandRevision.objects.values_list("principal", flat=True)) == {f"user:{user.pk}"}
        assert Hand.objects.count() == HandRevision.objects.count()
        assert outbox.pending() == 0
        finished = Match.objects.filter(club=club, status="finished")
        assert sum(row.matches for row in ranking(club).rows) == sum(match.seats_count for match in finished)

    def test_every_ranking_is_published_with_all_its_matches_when_it_is_done(self):
        call_command("demo")
        newest = {}
        for one in RankingSnapshot.objects.filter(season=None).order_by("number"):
            newest[one.board] = one.matches
        finished = Match.objects.filter(status="finished").count()
        boards = ("all", "all_index", "pairs", "pairs_index", "singles", "singles_index")
        assert newest == dict.fromkeys(boards, finished)

    def test_matches_of_tonight_are_open_and_one_hand_from_the_end(self):
        call_command("demo")
        tonight = Match.objects.filter(status="open").order_by("created_at")
        assert tonight.count() == 3
        assert 40 <= max(tonight[0].totals) <= 50
        assert tonight[0].seats_count == 2

    def test_the_log_in_is_told_to_its_owner_alone_and_works(self, client):
        call_command("demo")
        told = self.told()
        assert told.keys() == {"base_url", "email", "password", "token", "club"}
        assert owner.demo_file().stat().st_mode & 0o077 == 0
        assert User.objects.get().check_password(told["password"])
        answer = client.get("/api/v1/me", headers={"Authorization": f"Bearer {told['token']}"})
        assert answer.json()["email"] == told["email"]
        assert [club["club"] for club in answer.json()["clubs"]] == [told["club"]]

    def test_a_lost_file_is_written_anew_with_a_token_that_works(self, client):
        call_command("demo")
        lost = self.told()
        owner.demo_file().unlink()
        call_command("demo")
        assert self.told()["token"] != lost["token"]
        answer = client.get("/api/v1/me", headers={"Authorization": f"Bearer {self.told()['token']}"})
        assert answer.status_code == 200
        assert User.objects.get().check_password(self.told()["password"])

    @staticmethod
    def counts():
        return {"players": Player.objects.count(), "matches": Match.objects.count(), "hands": Hand.objects.count()}

    @staticmethod
    def told():
        return json.loads(owner.demo_file().read_text(encoding="utf-8"))


@pytest.mark.e2e
def test_a_newcomer_finds_a_ranking_and_a_second_run_changes_nothing(server):
    headers = {"Authorization": f"Bearer {server.demo['token']}"}
    with httpx.Client(base_url=f"{server.url}/api/v1", headers=headers) as api:
        before = api.get("/rankings", params={"club": server.demo["club"]}).json()
        ranked = [row for row in before["results"] if row["rank"] is not None]
        # Other tests of this server add guests.
        assert {row["name"] for row in before["results"]} >= {member.name for member in MEMBERS}
        assert len(ranked) >= 18
        # The best of the club are ahead of those who win least.
        places = {row["name"]: place for place, row in enumerate(ranked)}
        assert places["Ines Parodi"] < places["Oreste Bacigalupo"]
        run_to_end(["manage.py", "demo"], env=server.env)
        assert api.get("/rankings", params={"club": server.demo["club"]}).json()["results"] == before["results"]
    assert json.loads((server.var / "demo.json").read_text(encoding="utf-8")) == server.demo
