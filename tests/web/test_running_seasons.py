"""A director makes a season and closes it, on a phone, by tapping alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.fixtures.server import Server
from tests.web.driver import Pages

pytestmark = pytest.mark.web


def test_a_director_makes_a_season_and_closes_it(phone: Pages, server: Server) -> None:
    today = timezone.now().date()
    page = phone.page
    phone.open(f"/clubs/{server.demo['club']}/")
    page.click("text=Stagioni e circuiti")
    page.click("main a:has-text('Una nuova stagione')")
    page.fill("[name=name]", "Torneo d'inverno")
    page.fill("[name=starts_on]", (today - timedelta(days=500)).isoformat())
    page.fill("[name=ends_on]", (today - timedelta(days=530)).isoformat())
    page.click("main button.main")
    expect(page.locator("#id_ends_on_error")).to_contain_text("Una stagione finisce il giorno in cui comincia o dopo")
    assert page.input_value("[name=name]") == "Torneo d'inverno"
    page.fill("[name=ends_on]", (today + timedelta(days=30)).isoformat())
    page.click("main button.main")
    page.wait_for_url("**/seasons/*/")
    expect(page.locator("h1")).to_have_text("Torneo d'inverno")
    page.click("text=Chiudi la stagione")
    page.click("main button.main")
    expect(page.locator("main")).to_contain_text("La stagione è finita")
    expect(page.locator("text=Cambia la stagione")).to_have_count(0)
