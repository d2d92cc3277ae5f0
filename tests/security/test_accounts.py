"""Accounts: nobody learns which addresses have one; sessions, tokens and the admin are behind the same log-in."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from players.models import ApiToken, AuditEvent, Invitation, Membership, User
from tests.api.conftest import Api

pytestmark = pytest.mark.db
PASSWORD = "sette-bello-di-denari"


def account(email: str, **fields) -> User:
    user = User.objects.create_user(email, PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


@pytest.fixture
def tito(db):
    return account("tito@example.org")


@pytest.fixture
def logged_in(tito):
    client = Client()
    answer = client.post("/accounts/login/", {"login": tito.email, "password": PASSWORD})
    assert answer.status_code == 302
    return client


def told(answer) -> tuple[int, str, str]:
    """Return what a stranger sees of an answer, without its CSRF tokens and the address he typed himself."""
    text = re.sub(r'value="[^"]*"', "", answer.content.decode())
    return answer.status_code, answer.get("Location", ""), re.sub(r"[\w-]+@example\.org", "ADDRESS", text)


FORMS = {
    "signing up": ("/accounts/signup/", {"password1": PASSWORD, "password2": PASSWORD}, "email"),
    "asking for a new password": ("/accounts/password/reset/", {}, "email"),
    "asking for a code": ("/accounts/login/code/", {}, "email"),
    "a wrong password": ("/accounts/login/", {"password": "wrong"}, "login"),
}


@pytest.mark.parametrize("case", FORMS, ids=list(FORMS))
def test_no_form_tells_whether_an_address_has_an_account(tito, case):
    path, fields, name = FORMS[case]
    seen = [told(Client().post(path, {**fields, name: email})) for email in (tito.email, "nobody-yet@example.org")]
    assert seen[0] == seen[1]


def test_a_code_by_mail_logs_in(tito):
    client = Client()
    client.post("/accounts/login/code/", {"email": tito.email})
    (letter,) = mail.outbox
    code = re.search(r"^([A-Z0-9-]{6,12})$", letter.body, re.M)
    assert code, letter.body
    answer = client.post("/accounts/login/code/confirm/", {"code": code.group(1)})
    assert answer.status_code == 302
    assert client.get("/accounts/tokens/").status_code == 200


def test_the_session_s_id_changes_with_the_log_in_and_ends_with_the_log_out(tito):
    client = Client()
    client.get("/accounts/login/")
    client.session["x"] = 1
    before = client.session.session_key
    client.post("/accounts/login/", {"login": tito.email, "password": PASSWORD})
    key = client.cookies["session"].value
    assert key != before
    client.post("/accounts/logout/")
    thief = Client()
    thief.cookies["session"] = key
    assert thief.get("/api/v1/me").status_code == 401


def test_a_new_password_ends_the_other_sessions(tito, logged_in):
    other = Client()
    other.post("/accounts/login/", {"login": tito.email, "password": PASSWORD})
    assert other.get("/api/v1/me").status_code == 200
    changed = {"oldpassword": PASSWORD, "password1": "otto-e-quaranta-7", "password2": "otto-e-quaranta-7"}
    assert logged_in.post("/accounts/password/change/", changed).status_code == 302
    assert other.get("/api/v1/me").status_code == 401


@pytest.mark.parametrize(
    "name",
    [
        "mfa_index",
        "mfa_add_webauthn",
        "mfa_activate_totp",
        "usersessions_list",
        "account_email",
        "own-tokens",
        "own-clubs",
    ],
)
def test_the_pages_of_the_account_are_there(logged_in, name):
    answer = logged_in.get(reverse(name))
    if answer.status_code == 302 and answer["Location"].startswith("/accounts/reauthenticate/"):
        answer = logged_in.post(answer["Location"], {"password": PASSWORD}, follow=True)
    assert answer.status_code == 200
    assert answer.request["PATH_INFO"] == reverse(name)


def test_a_password_has_a_second_step_once_a_code_of_an_app_is_set_up(tito):
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret, hotp_value, yield_hotp_counters_from_time

    secret = generate_totp_secret()
    TOTP.activate(tito, secret)
    client = Client()
    answer = client.post("/accounts/login/", {"login": tito.email, "password": PASSWORD})
    assert answer["Location"].startswith(reverse("mfa_authenticate"))
    assert client.get("/api/v1/me").status_code == 401, "not yet in"
    code = f"{hotp_value(secret, next(iter(yield_hotp_counters_from_time()))):06d}"
    client.post(answer["Location"], {"code": code})
    assert client.get("/api/v1/me").status_code == 200


def test_the_admin_is_behind_the_same_log_in_and_is_nothing_for_others(tito, logged_in):
    assert Client().get("/admin/")["Location"].startswith("/accounts/login/")
    assert Client().get("/admin/login/")["Location"].startswith("/accounts/login/")
    assert logged_in.get("/admin/").status_code == 404
    assert logged_in.get("/admin/login/").status_code == 404
    account("boss@example.org", is_staff=True, is_superuser=True)
    boss = Client()
    boss.post("/accounts/login/", {"login": "boss@example.org", "password": PASSWORD})
    assert boss.get("/admin/").status_code == 200


def test_a_token_is_made_on_its_page_shown_once_and_revoked(logged_in):
    page = logged_in.post("/accounts/tokens/", {"name": "Il mio bot", "scope": ["club:read"], "days": "30"})
    text = re.search(r"cir_pat_[0-9A-Za-z]{49}", page.content.decode())
    assert text
    bot = Api(Client(), text.group())
    assert bot.get("me").json()["scopes"] == ["club:read"]
    assert text.group() not in logged_in.get("/accounts/tokens/").content.decode()
    row = ApiToken.objects.get()
    assert row.expires_at is not None
    logged_in.post("/accounts/tokens/", {"act": "revoke", "id": str(row.pk)})
    assert bot.get("me").status_code == 401
    assert set(AuditEvent.objects.values_list("kind", flat=True)) == {"token_created", "token_revoked"}


def test_a_token_of_somebody_else_is_not_there(logged_in, gina, api):
    other = ApiToken.objects.get(user_id=gina.user_id)
    assert logged_in.post("/accounts/tokens/", {"act": "revoke", "id": str(other.pk)}).status_code == 404
    assert api.get("me").status_code == 200


def test_an_invitation_is_taken_up_on_the_page_of_one_s_clubs(logged_in, api, club, tito):
    api.post(f"clubs/{club.pk}/invitations", {"email": tito.email, "role": "scorer"})
    page = logged_in.get("/accounts/clubs/")
    assert club.name in page.content.decode()
    made = Invitation.objects.get()
    logged_in.post("/accounts/clubs/", {"act": "accept", "id": str(made.pk)})
    assert Membership.objects.get(user=tito, club=club).role == "scorer"


def test_a_token_in_the_address_lets_nobody_in(api, nobody):
    assert nobody.get(f"me?token={api.token}").status_code == 401
    assert nobody.get(f"me?access_token={api.token}").status_code == 401
