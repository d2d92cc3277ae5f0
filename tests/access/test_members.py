"""Who may let whom into a club, and out: no step tells whether an address has an account."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from cirulla.lib import outbox
from players.models import AuditEvent, Club, Invitation, Membership, User
from tests.api.conftest import client_of, person

pytestmark = pytest.mark.db


def confirmed(email: str):
    """Return a client of somebody who has shown that the address is his."""
    user, who = person(email)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return client_of(who)


@pytest.fixture
def nena_api(db):
    return confirmed("nena@example.org")


@pytest.fixture
def director_api(club):
    user, who = person("tito@example.org")
    Membership.objects.create(club=club, user=user, role="director")
    return client_of(who)


def row_of(club: Club, email: str) -> Membership:
    return Membership.objects.get(club=club, user__email=email)


def test_the_answer_to_an_invitation_is_the_same_with_and_without_an_account(api, club, nena_api):
    answers = [
        api.post(f"clubs/{club.pk}/invitations", {"email": email, "role": "scorer"})
        for email in ("nena@example.org", "nobody-at-all@example.org")
    ]
    assert [answer.status_code for answer in answers] == [201, 201]
    shapes = [
        {name: type(value).__name__ for name, value in answer.json().items()} | {"role": answer.json()["role"]}
        for answer in answers
    ]
    assert shapes[0] == shapes[1]
    listed = api.get(f"clubs/{club.pk}/members").json()["results"]
    assert [row["email"] for row in listed] == ["gina@example.org"], "nobody is a member before they say yes"


def test_an_invitation_waits_for_the_owner_of_the_address_and_makes_a_member(api, club, nena_api, carla_api):
    made = api.post(f"clubs/{club.pk}/invitations", {"email": "Nena@Example.org", "role": "scorer"}).json()
    (mine,) = nena_api.get("me/invitations").json()["results"]
    assert (mine["id"], mine["name"], mine["role"]) == (made["id"], club.name, "scorer")
    assert carla_api.get("me/invitations").json()["results"] == []
    assert carla_api.post(f"me/invitations/{made['id']}", {}).status_code == 404
    taken = nena_api.post(f"me/invitations/{made['id']}", {})
    assert (taken.status_code, taken.json()["role"]) == (200, "scorer")
    assert row_of(club, "nena@example.org").role == "scorer"
    assert nena_api.post(f"me/invitations/{made['id']}", {}).status_code == 404, "once"


def test_an_address_that_was_never_confirmed_takes_nothing_up(api, club):
    _, who = person("unconfirmed@example.org")
    made = api.post(f"clubs/{club.pk}/invitations", {"email": "unconfirmed@example.org"}).json()
    thief = client_of(who)
    assert thief.get("me/invitations").json()["results"] == []
    assert thief.post(f"me/invitations/{made['id']}", {}).status_code == 404


def test_an_invitation_is_declined_withdrawn_and_made_once(api, club, nena_api):
    url = f"clubs/{club.pk}/invitations"
    first = api.post(url, {"email": "nena@example.org"}).json()
    again = api.post(url, {"email": "NENA@example.org"})
    assert (again.status_code, again.json()["code"]) == (409, "invited_already")
    assert nena_api("DELETE", f"me/invitations/{first['id']}").status_code == 204
    second = api.post(url, {"email": "nena@example.org"}).json()
    assert api("DELETE", f"{url}/{second['id']}").status_code == 204
    assert nena_api.post(f"me/invitations/{second['id']}", {}).status_code == 404
    assert api.get(url).json()["results"] == []


def test_a_letter_is_sent_and_holds_no_secret(api, club, settings):
    made = api.post(f"clubs/{club.pk}/invitations", {"email": "nena@example.org"}).json()
    for delivery in outbox.claim():
        if delivery.topic == "member_invited":
            outbox.run_here(delivery)
    (letter,) = mail.outbox
    assert letter.to == ["nena@example.org"]
    assert club.name in letter.subject
    assert "/accounts/clubs/" in letter.body
    assert made["id"] not in letter.body


MAY_INVITE = {
    ("owner", "owner"): 201,
    ("owner", "reader"): 201,
    ("director", "director"): 403,
    ("director", "owner"): 403,
    ("director", "scorer"): 201,
    ("scorer", "reader"): 403,
    ("member", "reader"): 403,
    ("reader", "reader"): 403,
}


@pytest.mark.parametrize(("own", "given"), MAY_INVITE, ids=[f"{own} makes a {given}" for own, given in MAY_INVITE])
def test_nobody_gives_a_role_that_is_not_below_his_own_unless_he_owns_the_club(club, own, given):
    user, who = person("x@example.org")
    Membership.objects.create(club=club, user=user, role=own)
    answer = client_of(who).post(f"clubs/{club.pk}/invitations", {"email": "new@example.org", "role": given})
    assert answer.status_code == MAY_INVITE[own, given], answer.content


def test_a_director_neither_degrades_an_owner_nor_puts_one_out(club, director_api):
    gina = row_of(club, "gina@example.org")
    url = f"clubs/{club.pk}/members/{gina.pk}"
    assert director_api.patch(url, {"role": "reader"}, If_Match='"v1"').status_code == 403
    assert director_api("DELETE", url, If_Match='"v1"').status_code == 403


def test_the_last_owner_stays_until_there_is_another(api, club, director_api):
    url = f"clubs/{club.pk}/members/{row_of(club, 'gina@example.org').pk}"
    assert api.patch(url, {"role": "member"}, If_Match='"v1"').json()["code"] == "last_owner"
    assert api("DELETE", url, If_Match='"v1"').json()["code"] == "last_owner"
    tito = f"clubs/{club.pk}/members/{row_of(club, 'tito@example.org').pk}"
    assert api.patch(tito, {"role": "owner"}, If_Match='"v1"').json()["version"] == 2
    assert api("DELETE", url, If_Match='"v1"').status_code == 204
    assert api.get(f"clubs/{club.pk}/members").status_code == 403
    kinds = AuditEvent.objects.order_by("id").values_list("kind", flat=True)
    assert list(kinds)[-2:] == ["member_role_changed", "member_removed"]


def test_a_change_of_a_role_needs_the_version_that_was_seen(api, club, director_api):
    url = f"clubs/{club.pk}/members/{row_of(club, 'tito@example.org').pk}"
    assert api.patch(url, {"role": "scorer"}).status_code == 428
    assert api.patch(url, {"role": "scorer"}, If_Match='"v7"').status_code == 412
    assert api("DELETE", url).status_code == 428
    assert api.patch(url, {"role": "scorer", "user": "me"}, If_Match='"v1"').status_code == 400


def test_a_member_leaves_by_himself_and_sees_no_other_address(club, bacci_api):
    own = f"clubs/{club.pk}/members/{row_of(club, 'bacci@example.org').pk}"
    assert bacci_api.get(f"clubs/{club.pk}/members").status_code == 403
    assert bacci_api.get(f"clubs/{club.pk}/members/{row_of(club, 'gina@example.org').pk}").status_code == 403
    assert bacci_api.get(own).json()["email"] == "bacci@example.org"
    assert bacci_api("DELETE", own, If_Match='"v1"').status_code == 204
    assert bacci_api.get(own).status_code == 403


SEEN = {"public": (200, 200, True), "members": (200, 404, True), "hidden": (404, 404, False)}


@pytest.mark.parametrize("visibility", SEEN)
def test_a_stranger_learns_of_a_club_what_it_wants_to_show(club, carla_api, nobody, open_match, visibility):
    club_status, match_status, in_list = SEEN[visibility]
    match = open_match()
    Club.objects.filter(pk=club.pk).update(visibility=visibility)
    for who in (carla_api, nobody):
        assert who.get(f"clubs/{club.pk}").status_code == club_status
        assert (str(club.pk) in [row["id"] for row in who.get("clubs").json()["results"]]) is in_list
        assert who.get(f"matches/{match['id']}").status_code == match_status
        assert who.get(f"rankings?club={club.pk}").status_code == match_status
        assert who.get(f"players/{match['seats'][0]['player']}").status_code == match_status
        seen = match_status == 200
        assert bool(who.get("matches").json()["results"]) is seen
        assert bool(who.get("players").json()["results"]) is seen
        assert who.client.get(f"/m/{match['code']}/").status_code == match_status
        assert who.client.get(f"/clubs/{club.pk}/").status_code == match_status


def test_no_row_of_invitations_or_events_outlives_its_sense(api, club):
    api.post(f"clubs/{club.pk}/invitations", {"email": "nena@example.org"})
    assert "nena" not in str(list(AuditEvent.objects.values())), "events hold ids, no address"
    assert Invitation.objects.get().expires_at is not None
    assert not User.objects.filter(email="nena@example.org").exists()
