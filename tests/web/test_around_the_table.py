"""More than one phone at a table: followers, two counts of one hand, three players, names that bite, a lost session."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.fixtures.server import Server
from tests.web.conftest import PHONE, Watch
from tests.web.driver import PACK, Pages

pytestmark = pytest.mark.web

HOSTILE = ['<img src=x onerror="document.title=`bitten`">', "<script>document.title='bitten'</script>"]


def count(phone: Pages, ours: list[str]) -> None:
    phone.tap(ours)
    phone.rest()
    phone.read_back()
    phone.agree()


def test_who_follows_a_match_sees_the_hand_without_doing_anything(
    phone: Pages, context: BrowserContext, browser: Browser, server: Server
) -> None:
    code = phone.start_match(server.demo["club"], ["Mina Prova", "Nilo Prova"])
    follower = browser.new_context(viewport=PHONE, locale="it-IT")
    page = follower.new_page()
    watch = Watch(page, server.url)
    page.goto(f"{server.url}/m/{code}/")
    expect(page.locator("details.hand")).to_have_count(0)
    count(phone, PACK[:18])
    expect(page.locator("details.hand")).to_have_count(1, timeout=15_000)
    expect(page.locator("#beat")).to_have_text("in diretta")
    page.click("#hand-1 summary")
    expect(page.locator("#hand-1")).not_to_have_attribute("open", "")
    expect(phone.page.locator(".where")).to_contain_text("Mano 2")
    count(phone, PACK[:18])
    expect(page.locator("details.hand")).to_have_count(2, timeout=15_000)
    assert watch.wrong == []
    follower.close()


def test_two_phones_with_two_counts_are_told_and_nothing_is_lost(context: BrowserContext, server: Server) -> None:
    first = Pages(context.new_page(), server.url)
    code = first.start_match(server.demo["club"], ["Mina Prova", "Nilo Prova"])
    other_phone = context.browser.new_context(
        viewport=PHONE, locale="it-IT", storage_state=context.storage_state(), has_touch=True
    )
    second = Pages(other_phone.new_page(), server.url)
    second.open(f"/m/{code}/entry/")
    count(first, PACK[:18])
    expect(first.page.locator(".where")).to_contain_text("Mano 2")
    count(second, PACK[:17])
    expect(second.page.locator("#read-problem")).to_contain_text("Un altro telefono ha già mandato questa mano")
    second.page.click("#correct")
    assert list(second.owners().values()).count("1") == 17
    other_phone.close()


def test_three_players_each_alone(phone: Pages, server: Server) -> None:
    page = phone.page
    code = phone.start_match(server.demo["club"], ["Mina Prova", "Nilo Prova", "Olga Prova"])
    phone.tap(PACK[:14])
    page.click("[data-pen='1']")
    phone.tap(PACK[14:27])
    page.click("[data-pen='2']")
    phone.rest()
    phone.read_back()
    expect(page.locator("[data-said='0']")).to_contain_text("14 carte, 4 quadri e piccola 4: 5 punti.")
    expect(page.locator("[data-said='2']")).to_contain_text("13 carte e 0 quadri: 0 punti.")
    phone.agree()
    expect(page.locator(".toast")).to_contain_text("Mano 1 salvata: 5 a 7 a 0.")
    phone.open(f"/m/{code}/")
    expect(page.locator(".scoretee .big")).to_have_text(["5", "7", "0"])


def test_in_a_pair_the_one_who_had_the_buona_is_asked_for(phone: Pages, server: Server) -> None:
    page = phone.page
    names = ["Mina Prova", "Nilo Prova", "Olga Prova", "Pino Prova"]
    phone.start_match(server.demo["club"], names)
    phone.marks()
    page.click("[data-add=buona][data-side='0']")
    expect(page.locator(".picker .seat")).to_have_text(["Mina Prova", "Olga Prova"])
    for card in ("AS", "2S", "4S"):
        page.click(f".picker [data-pick='{card}']")
    expect(page.locator(".answer")).to_have_text("Chi le aveva in mano?")
    page.click(".picker .seat:has-text('Olga')")
    page.click(".answer button:has-text('Barsega 3')")
    expect(page.locator(".log li")).to_contain_text("Barsega 3, Olga Prova")


def test_the_matta_is_offered_with_every_value_it_can_have(phone: Pages, server: Server) -> None:
    page = phone.page
    phone.start_match(server.demo["club"], ["Mina Prova", "Nilo Prova"])
    phone.marks()
    page.click("[data-add=buona][data-side='0']")
    for card in ("4C", "4S", "7H"):
        page.click(f".picker [data-pick='{card}']")
    expect(page.locator(".answer button")).to_have_text(
        ["Barsega 3, la matta vale asso", "Decino 10, la matta vale quattro"]
    )
    page.click(".picker [data-pick='4S']")
    page.click(".picker [data-pick='KS']")
    expect(page.locator(".answer")).to_have_text("Queste tre non fanno una buona.")


def test_names_that_bite_do_not_run(phone: Pages, server: Server) -> None:
    code = phone.start_match(server.demo["club"], HOSTILE)
    expect(phone.page.locator(".where")).to_contain_text("dà <img src=x")
    phone.marks()
    phone.scopa(0)
    phone.close()
    for path in (f"/m/{code}/", f"/m/{code}/entry/", f"/clubs/{server.demo['club']}/"):
        phone.open(path)
        assert phone.page.title() != "bitten"


def test_after_a_lost_session_the_hand_waits_until_one_has_logged_in_again(
    context: BrowserContext, server: Server
) -> None:
    phone = Pages(context.new_page(), server.url)
    code = phone.start_match(server.demo["club"], ["Mina Prova", "Nilo Prova"])
    phone.tap(PACK[:18])
    phone.rest()
    phone.read_back()
    context.clear_cookies()
    phone.agree()
    expect(phone.page.locator("#log-in")).to_be_visible()
    phone.page.click("#log-in a")
    phone.page.fill("[name=login]", server.demo["email"])
    phone.page.fill("[name=password]", server.demo["password"])
    phone.page.click("main button[type=submit]:not([form])")
    phone.page.wait_for_url(re.compile(rf"/m/{code}/entry/"))
    phone.ready()
    assert list(phone.owners().values()).count("1") == 18
    phone.read_back()
    phone.agree()
    expect(phone.page.locator(".where")).to_contain_text("Mano 2")
