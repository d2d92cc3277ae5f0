"""A code on a table card lets a phone in at one match, and nowhere else."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from players.models import AuditEvent
from scoring.models import JoinCode, TableToken
from tests.api.conftest import Api
from tests.worked_hand import plain

pytestmark = pytest.mark.db


@pytest.fixture
def private(club):
    """Gina's club, for its members only."""
    club.visibility = "members"
    club.save()
    return club


@pytest.fixture
def match(open_match, private):
    return open_match("Bacci", "Nena")


@pytest.fixture
def code(api, match):
    made = api.post(f"matches/{match['id']}/join-code", {})
    assert made.status_code == 201, made.content
    return made.json()["code"]


@pytest.fixture
def phone(nobody, code):
    """A stranger's phone that has come in on seat 1."""
    joined = nobody.post("join", {"code": code, "seat": 1})
    assert joined.status_code == 201, joined.content
    return Api(nobody.client, joined.json()["token"])


def hand_of(match):
    return f"matches/{match['id']}/hands/{uuid4()}"


def test_a_code_has_eight_consonants_in_two_groups(code):
    assert len(code) == 9
    assert code[4] == "-"
    assert set(code) <= set("BCDFGHJKLMNPQRSTVWXZ-")


def test_a_phone_that_has_joined_reads_and_records_at_its_table(phone, match):
    assert phone.get(f"matches/{match['id']}").status_code == 200
    assert phone.put(hand_of(match), plain()).status_code == 201
    assert phone.post(f"matches/{match['id']}/hands/preview", plain(2, 1)).status_code == 200


def test_it_does_nothing_at_another_table_and_learns_nothing_of_the_club(phone, match, open_match, private):
    other = open_match("Tito", "Carla")
    player = match["seats"][0]["player"]
    for path in (f"matches/{other['id']}", f"clubs/{private.pk}/members", f"players/{player}"):
        assert phone.get(path).status_code in {403, 404}, path
    assert phone.put(hand_of(other), plain()).status_code == 404
    assert phone.get("players").json()["results"] == []
    assert [row["id"] for row in phone.get("matches").json()["results"]] == [match["id"]]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "matches", {"seats": [{"name": "A"}, {"name": "B"}]}),
        ("POST", "matches/{match}/join-code", {}),
        ("GET", "matches/{match}/phones", None),
        ("POST", "matches/{match}/abandon", {"reason": "x"}),
        ("POST", "clubs", {"name": "X"}),
        ("GET", "tokens", None),
        ("GET", "me", None),
    ],
)
def test_it_may_not_do_what_an_account_may(phone, match, method, path, body):
    answer = phone(method, path.format(match=match["id"]), body)
    assert answer.status_code == 403, answer.content


def test_it_corrects_its_own_hand_but_voids_none(phone, api, match):
    url = hand_of(match)
    made = phone.put(url, plain())
    assert phone.post(f"{url}/void", {"reason": "x"}, If_Match=made["ETag"]).status_code == 403
    theirs = hand_of(match)
    hers = api.put(theirs, plain(2, 1))
    changed = plain(2, 1) | {"reason": "no"}
    changed["sides"] = list(reversed(changed["sides"]))
    assert phone.put(theirs, changed, If_Match=hers["ETag"]).status_code == 403


def test_a_phone_that_is_put_out_is_out_at_once_and_its_hands_stay(phone, api, match):
    assert phone.put(hand_of(match), plain()).status_code == 201
    (listed,) = api.get(f"matches/{match['id']}/phones").json()["results"]
    assert listed["seat"] == 1
    assert "token" not in listed
    assert api("DELETE", f"matches/{match['id']}/phones/{listed['id']}").status_code == 204
    again = phone.put(hand_of(match), plain(2, 1))
    assert (again.status_code, again.json()["code"]) == (401, "bad_token")
    assert api.get(f"matches/{match['id']}").json()["hands_count"] == 1


def test_the_token_is_stored_hashed(phone):
    assert phone.token.startswith("cir_tab_")
    assert phone.token not in str(list(TableToken.objects.values()))


def test_a_new_code_ends_the_old_one_and_keeps_the_phones(phone, api, nobody, match, code):
    newer = api.post(f"matches/{match['id']}/join-code", {}).json()["code"]
    assert newer != code
    assert nobody.post("join", {"code": code}).status_code == 404
    assert nobody.post("join", {"code": newer.lower()}).status_code == 201
    assert phone.get(f"matches/{match['id']}").status_code == 200


GONE = {
    "wrong": lambda api, match, code: "BBBB-BBBB",
    "no code at all": lambda api, match, code: "hello",
    "empty but for blanks": lambda api, match, code: " - ",
    "expired": lambda api, match, code: JoinCode.objects.update(expires_at=timezone.now() - timedelta(1)) and code,
    "revoked": lambda api, match, code: JoinCode.objects.update(revoked_at=timezone.now()) and code,
    "of a match that is over": lambda api, match, code: (
        api.post(f"matches/{match['id']}/abandon", {"reason": "late"}, If_Match=f'"v{match["version"]}"') and code
    ),
}


@pytest.mark.parametrize("case", GONE, ids=list(GONE))
def test_why_a_code_does_not_let_in_is_told_to_nobody(api, nobody, match, code, case, django_assert_num_queries):
    told = GONE[case](api, match, code)
    with django_assert_num_queries(4):  # the code between savepoints: the same work for each of them
        answer = nobody.post("join", {"code": told})
    body = {name: value for name, value in answer.json().items() if name != "instance"}
    assert answer.status_code == 404, body
    assert body == {
        "type": "/problems/unknown_code/",
        "title": "Not Found",
        "status": 404,
        "detail": "No table has this code now. Ask for the code that is shown at the table.",
        "code": "unknown_code",
        "errors": [
            {
                "pointer": "/code",
                "code": "unknown_code",
                "detail": "No table has this code now. Ask for the code that is shown at the table.",
            }
        ],
    }


def test_a_seat_that_is_not_there_is_refused(nobody, code):
    answer = nobody.post("join", {"code": code, "seat": 2})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_seat")
    assert nobody.post("join", {"code": code, "seat": "1"}).json()["code"] == "wrong_type"


def test_what_is_done_with_codes_is_written_down(phone, api, match):
    kinds = list(AuditEvent.objects.order_by("id").values_list("kind", flat=True))
    assert kinds[-2:] == ["join_code_made", "table_joined"]
    assert phone.token not in str(list(AuditEvent.objects.values()))


def test_on_the_pages_a_scanned_code_leads_over_the_seat_to_the_grid(match, code):
    browser = Client(enforce_csrf_checks=True)
    letters = code.replace("-", "")
    scanned = browser.get(f"/J/{letters}/")
    assert (scanned.status_code, scanned["Location"]) == (302, "/j/"), "the code leaves the address"
    seats = browser.get("/j/")
    assert b"Bacci" in seats.content
    csrf = browser.cookies["csrf"].value
    sat = browser.post("/j/", {"seat": "1", "csrfmiddlewaretoken": csrf})
    assert (sat.status_code, sat["Location"]) == (302, f"/m/{match['code']}/entry/")
    cookie = browser.cookies["table"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    entry = browser.get(sat["Location"])
    assert entry.status_code == 200
    body = {"number": 1, "dealer_seat": 0, **{key: plain()[key] for key in ("mode", "sides")}}
    url = f"/api/v1/matches/{match['id']}/hands/{uuid4()}"
    assert browser.put(url, body, content_type="application/json").status_code == 403, "a cookie needs its CSRF token"
    sent = browser.put(url, body, content_type="application/json", headers={"X-CSRFToken": csrf})
    assert sent.status_code == 201, sent.content


def test_the_page_of_the_code_is_for_members_and_shows_a_picture_of_this_address(gina, match, code):
    from players.models import User

    assert Client().get(f"/m/{match['code']}/join/")["Location"].startswith("/accounts/login/")
    browser = Client()
    browser.force_login(User.objects.get(pk=gina.user_id), backend="django.contrib.auth.backends.ModelBackend")
    page = browser.get(f"/m/{match['code']}/join/")
    assert page.status_code == 200
    assert b"data:image/svg+xml" in page.content
    assert code.encode() in page.content
    browser.post(f"/m/{match['code']}/join/", {"act": "end", "id": JoinCode.objects.get(revoked_at=None).pk})
    assert not JoinCode.objects.filter(revoked_at=None).exists()


def test_a_wrong_code_on_the_page_is_told_in_words(db):
    browser = Client()
    browser.post("/j/", {"code": "bbbb-bbbb"})
    page = browser.get("/j/")
    assert page.status_code == 404
    assert b'role="alert"' in page.content
