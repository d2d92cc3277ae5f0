"""The owner reads who did what; nobody changes it."""

from __future__ import annotations

import csv
import io
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from players.models import AuditEvent, Membership
from tests.api.conftest import client_of, person
from tests.worked_hand import plain

pytestmark = pytest.mark.db


def walked(api, club, limit: int) -> list[dict]:
    rows, url = [], f"/api/v1/clubs/{club.pk}/audit?limit={limit}"
    while url:
        page = api.get(url.removeprefix("http://testserver")).json()
        rows += page["results"]
        url = page["next"]
    return rows


@pytest.fixture
def busy(api, club, open_match):
    """An evening: two hands, one corrected, one void, a code, a token, an invitation."""
    match = open_match()
    url = f"matches/{match['id']}/hands"
    first, second = uuid4(), uuid4()
    api.put(f"{url}/{first}", plain(), X_Device="telefono-di-Gina")
    api.put(f"{url}/{second}", plain(2, 1))
    api.post(f"{url}/{second}/void", {"reason": "=cmd|' /C calc'!A0"}, If_Match='"v1"')
    api.post(f"matches/{match['id']}/join-code", {})
    api.post(f"clubs/{club.pk}/invitations", {"email": "nena@example.org"})
    return match


def test_all_that_was_done_in_a_club_stands_in_one_list_newest_first(api, club, busy):
    kinds = [row["kind"] for row in walked(api, club, 200)]
    assert kinds == ["member_invited", "join_code_made", "void", "record", "record", "club_created"]


def test_a_walk_in_small_steps_sees_each_act_once(api, club, busy):
    whole = walked(api, club, 200)
    for limit in (1, 2, 3):
        assert walked(api, club, limit) == whole


def test_a_walk_sees_each_act_once_though_all_are_of_one_instant(api, club, busy, time_machine):
    time_machine.move_to("2027-01-01T20:00:00Z", tick=False)
    match = api.post("matches", {"club": str(club.pk), "seats": [{"name": "A"}, {"name": "B"}]}).json()
    for number in range(1, 8):
        api.put(f"matches/{match['id']}/hands/{uuid4()}", plain(number, (number - 1) % 2))
        api.post("tokens", {"name": "x", "scopes": ["club:read"]})
        api.post(f"matches/{match['id']}/join-code", {})
    whole = walked(api, club, 200)
    assert len({row["id"] for row in whole}) == len(whole) > 15
    assert walked(api, club, 2) == whole


def test_who_when_from_which_device_and_why_is_there(api, gina, club, busy):
    rows = {row["kind"]: row for row in walked(api, club, 200)}
    assert rows["void"]["reason"].startswith("=cmd")
    assert rows["void"]["by"].startswith("token:")
    assert rows["club_created"]["by"] == f"user:{gina.user_id}"
    devices = [row["device"] for row in walked(api, club, 200) if row["kind"] == "record"]
    assert sorted(devices) == ["", "telefono-di-Gina"]
    assert rows["join_code_made"]["request_id"]


@pytest.mark.parametrize("role", ["director", "scorer", "member", "reader"])
def test_it_is_for_owners_alone(club, role):
    user, who = person("x@example.org")
    Membership.objects.create(club=club, user=user, role=role)
    for path in ("audit", "audit.csv"):
        assert client_of(who).get(f"clubs/{club.pk}/{path}").status_code == 403


def test_the_file_holds_the_same_and_runs_nothing_in_a_spreadsheet(api, club, busy):
    answer = api.get(f"clubs/{club.pk}/audit.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="audit.csv"'
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["kind"] for row in rows][1:] == [row["kind"] for row in walked(api, club, 200)][1:]
    assert rows[0]["kind"] == "audit_exported", "taking it away is an act too"
    cells = [cell for row in rows for cell in row.values()]
    assert "'=cmd|' /C calc'!A0" in cells
    assert not [cell for cell in cells if cell[:1] in "=+-@\t\r" and cell]


@pytest.mark.parametrize("cursor", ["x", "bm8gZGF0ZQ==", "MjAyNi0wMS0wMSBh"])
def test_a_cursor_made_elsewhere_is_400(api, club, cursor):
    assert api.get(f"clubs/{club.pk}/audit?cursor={cursor}").json()["code"] == "bad_parameter"


@pytest.mark.parametrize(
    "statement",
    ["UPDATE players_auditevent SET kind = 'x'", "DELETE FROM players_auditevent"],
    ids=["update", "delete"],
)
def test_the_database_itself_refuses_to_change_an_event(api, club, busy, statement):
    before = AuditEvent.objects.count()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEvent.objects.count() == before
