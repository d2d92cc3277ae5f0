"""Two players who are one person: what either played follows, through the outbox, and nothing is left behind."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from cirulla.lib.models import Outbox
from players.models import (
    AuditEvent,
    Circuit,
    CircuitClub,
    EventPlace,
    Player,
    PlayerStats,
    RankingSnapshot,
    Rating,
    Season,
)
from players.services.rebuild import rebuild
from players.tasks import match_changed
from scoring.selectors import record
from tests.api.conftest import person
from tests.api.examples_evening import publish_all, work_off
from tests.factories import match, played, players

pytestmark = [pytest.mark.db, pytest.mark.django_db]
DAY = date(2026, 11, 2)


@pytest.fixture
def four(club):
    return players(club, 4)


def drain() -> None:
    """Do what waits in the outbox, and publish."""
    work_off()
    publish_all()


def differences() -> list[str]:
    found: list[str] = []
    rebuild(record=record, check=True, report=lambda difference: found.append(str(difference)))
    return found


def evening(*matches) -> None:
    for one in matches:
        match_changed(str(one.pk), [])
    drain()


def merge(api, gone, into, **said):
    return api.post(f"players/{gone.pk}/merge", {"into": str(into.pk)}, If_Match='"v1"', **said)


def test_after_a_merge_and_a_drained_outbox_all_that_is_derived_is_what_the_record_says(api, club, four):
    anna, again, bice, carlo = four
    season = Season.objects.create(club=club, name="Autunno", starts_on=DAY, ends_on=DAY + timedelta(60))
    evening(
        *(played([anna], [bice], day=DAY + timedelta(n)) for n in range(4)),
        *(played([again], [carlo], day=DAY + timedelta(4 + n), winner=n % 2) for n in range(4)),
        played([anna, bice], [again, carlo], day=DAY + timedelta(9)),
    )
    assert differences() == []
    done = merge(api, again, anna)
    assert (done.status_code, done.json()["id"]) == (200, str(anna.pk))
    drain()
    assert differences() == []
    # The match in which one person would sit on both sides is nobody's match for the ladder.
    assert Rating.objects.get(player=anna).matches == 8
    assert not Rating.objects.filter(player=again).exists()
    assert PlayerStats.objects.get(player=anna).matches == 9
    assert not PlayerStats.objects.filter(player=again).exists()
    table = RankingSnapshot.objects.filter(season=season, board="points").order_by("-number")[0]
    points = {row["key"]: row["points"] for row in table.rows}
    assert points[str(anna.pk)] == 2 * 4 + 2 * 2
    assert str(again.pk) not in points


def test_a_match_being_played_is_followed_when_it_ends(api, club, four):
    anna, again, *_ = four
    going = match([again], [four[2]])
    merge(api, again, anna)
    assert Outbox.objects.filter(topic="match_changed", key=str(going.pk)).count() == 1


def test_places_in_events_go_along_and_the_better_one_counts(api, club, four):
    anna, again, *_ = four
    circuit = Circuit.objects.create(club=club, name="Città", place_points=[25, 18, 15])
    CircuitClub.objects.create(circuit=circuit, club=club, joined_at="2026-01-01T00:00:00Z")
    sea = circuit.events.create(club=club, name="Vista mare", played_on=DAY)
    sun = circuit.events.create(club=club, name="Al sole", played_on=DAY)
    for event, player, place in ((sea, anna, 3), (sea, again, 1), (sun, again, 2)):
        EventPlace.objects.create(event=event, player=player, place=place)
    merge(api, again, anna)
    assert sorted(EventPlace.objects.values_list("event__name", "player", "place")) == [
        ("Al sole", anna.pk, 2),
        ("Vista mare", anna.pk, 1),
    ]
    table = api.get(f"circuits/{circuit.pk}/table").json()["results"]
    assert [(row["player"], row["points"]) for row in table] == [(str(anna.pk), 43)]


def test_the_account_goes_along_unless_both_have_one(api, club, four):
    anna, again, bice, _ = four
    first, _ = person("anna@example.org")
    second, _ = person("bice@example.org")
    Player.objects.filter(pk=again.pk).update(user=first)
    Player.objects.filter(pk=bice.pk).update(user=second)
    assert merge(api, again, anna).status_code == 200
    anna.refresh_from_db()
    assert anna.user_id == first.pk
    refused = merge(api, bice, anna)
    assert (refused.status_code, refused.json()["code"]) == (409, "two_accounts")


def test_a_merge_is_written_down_and_leads_to_who_stays(api, club, four, client):
    anna, again, *_ = four
    merge(api, again, anna)
    event = AuditEvent.objects.get(kind="players_merged")
    assert (event.subject, event.facts) == (again.pk, {"into": str(anna.pk)})
    assert client.get(f"/players/{again.pk}/")["Location"] == f"/players/{anna.pk}/"


def test_a_merge_that_cannot_be_is_refused_at_its_field(api, club, four, bacci_api):
    anna, again, *_ = four
    stranger = players(None, 1)[0]
    for into, code in ((again, "same_player_twice"), (stranger, "unknown_player")):
        refused = merge(api, again, into)
        assert (refused.status_code, refused.json()["code"]) == (422, code)
        assert refused.json()["errors"][0]["pointer"] == "/into"
    assert merge(bacci_api, again, anna).status_code == 403
    assert api.post(f"players/{again.pk}/merge", {"into": str(anna.pk)}).status_code == 428
    assert api.post(f"players/{again.pk}/merge", {"into": str(anna.pk)}, If_Match='"v4"').status_code == 412
    merge(api, again, anna)
    assert merge(api, again, anna).status_code == 404


def test_the_matches_of_both_are_listed_as_those_of_who_stays(api, club, four, client):
    anna, again, bice, _ = four
    mine, theirs = played([anna], [bice], day=DAY), played([again], [bice], day=DAY + timedelta(1))
    both = played([anna], [again], day=DAY + timedelta(2))
    other = played([bice], [four[3]], day=DAY)
    evening(mine, theirs, both, other)
    merge(api, again, anna)
    drain()
    listed = [row["id"] for row in api.get(f"matches?player={anna.pk}").json()["results"]]
    assert sorted(listed) == sorted(str(one.pk) for one in (mine, theirs, both))
    after = api.get(f"matches?player={anna.pk}&played_after=2026-11-03").json()["results"]
    assert sorted(row["id"] for row in after) == sorted(str(one.pk) for one in (theirs, both))
    page = client.get(f"/players/{anna.pk}/").content.decode()
    assert all(f"/m/{one.code}/" in page for one in (mine, theirs, both))


def test_who_was_merged_is_read_as_who_he_is_now(api, club, four):
    """A match names who sat at its table for ever; a program that asks for him finds whom he has become."""
    anna, again, bice, carlo = four
    evening(played([again, carlo], [bice, anna], day=DAY), played([again], [bice], day=DAY))
    merge(api, again, anna)
    drain()
    for path in ("", "/stats", "/figures", "/lines", "/partners", "/opponents", "/awards", "/ratings"):
        was, now = api.get(f"players/{again.pk}{path}"), api.get(f"players/{anna.pk}{path}")
        assert (was.status_code, was.json()) == (200, now.json()), path
    assert api.get(f"players/{again.pk}/against/{bice.pk}").json()["player"] == str(anna.pk)
    assert api.get(f"players/{again.pk}/with/{anna.pk}").json()["code"] == "same_player_twice"
    assert api.patch(f"players/{again.pk}", {"name": "Altra"}, If_Match='"v2"').status_code == 404


def test_who_was_merged_twice_is_one_hop_away(api, club, four):
    anna, again, bice, carlo = four
    evening(played([again], [carlo], day=DAY))
    merge(api, again, bice)
    assert api.post(f"players/{bice.pk}/merge", {"into": str(anna.pk)}, If_Match='"v2"').status_code == 200
    drain()
    again.refresh_from_db()
    assert again.merged_into_id == anna.pk
    assert [row["matches"] for row in api.get(f"clubs/{club.pk}/table").json()["results"]] == [1, 1]
    assert len(api.get(f"matches?player={anna.pk}").json()["results"]) == 1
    assert differences() == []
