"""Passkeys, TOTP and recovery in a real browser: a virtual authenticator answers where a phone's finger would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.fixtures.server import Server
from tests.web.conftest import Watch

pytestmark = [pytest.mark.web, pytest.mark.e2e]
PASSWORD = "sette-bello-di-denari"
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def home(server: Server) -> str:
    """Return the service's address by name: a passkey belongs to a name, never to a number."""
    return server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def stranger(browser: Browser, home: str) -> Iterator[Page]:
    """Give a page of somebody who has a phone with a fingerprint reader and no account."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en-GB")
    context.set_default_timeout(15_000)
    page = context.new_page()
    watch = Watch(page, home)
    line = context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    line.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    yield page
    context.close()
    assert watch.wrong == []


def mailed_code(server: Server, email: str) -> str:
    """Return the newest code that was written to an address."""
    mails = sorted((server.var / "mail").iterdir(), key=lambda path: path.stat().st_mtime)
    texts = [text for path in mails if email in (text := Path(path).read_text(encoding="utf-8"))]
    (code,) = re.findall(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", texts[-1], re.M)
    return code


def test_a_new_member_signs_up_adds_a_passkey_and_logs_in_with_it(stranger: Page, server: Server, home: str):
    email = f"{uuid4().hex[:10]}@example.org"
    stranger.goto(f"{home}/accounts/signup/")
    stranger.fill("[name=email]", email)
    stranger.fill("[name=password1]", PASSWORD)
    stranger.fill("[name=password2]", PASSWORD)
    stranger.click("main button[type=submit]")
    stranger.wait_for_selector("[name=code]")
    stranger.fill("[name=code]", mailed_code(server, email))
    stranger.click("main button[type=submit]:not([form])")
    stranger.wait_for_url(f"{home}/")

    stranger.goto(f"{home}/accounts/2fa/webauthn/add/")
    if "reauthenticate" in stranger.url:
        stranger.fill("[name=password]", PASSWORD)
        stranger.click("main button[type=submit]:not([form])")
    stranger.fill("[name=name]", "Telefono di Gina")
    stranger.check("[name=passwordless]")
    stranger.click("#mfa_webauthn_add")
    stranger.wait_for_url(lambda url: "webauthn/add" not in url)
    stranger.goto(f"{home}/accounts/2fa/webauthn/")
    expect(stranger.locator("main")).to_contain_text("Telefono di Gina")

    stranger.goto(f"{home}/accounts/logout/")
    stranger.click("main button[type=submit]")
    stranger.wait_for_url(f"{home}/")
    stranger.goto(f"{home}/accounts/login/")
    stranger.click("#passkey_login")
    stranger.wait_for_url(f"{home}/")
    stranger.goto(f"{home}/accounts/2fa/")
    assert "/accounts/login" not in stranger.url
