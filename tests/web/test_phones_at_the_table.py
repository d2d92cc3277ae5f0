"""Phones that come in by the code on the table: no account, each its own half, its own word on the other's hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.fixtures.server import Server
from tests.web.conftest import PHONE, Watch
from tests.web.driver import PACK, Pages
from tests.worked_hand import X_CARDS

pytestmark = [pytest.mark.web, pytest.mark.e2e]

Y_CARDS = [card for card in PACK if card not in X_CARDS]


@pytest.fixture
def seated(browser: Browser, server: Server, phone: Pages) -> Iterator[Callable[[int], Pages]]:
    """Give a maker of phones of visitors that have scanned the code of one match and sat down at a seat."""
    code = phone.start_match(server.demo["club"], ["Lia Prova", "Moro Prova"], first_dealer=1)
    phone.open(f"/m/{code}/join/")
    phone.page.click("button[value=new]")
    word = phone.page.inner_text(".join-code").replace("-", "")
    contexts: list[BrowserContext] = []
    watches = []

    def sit(seat: int) -> Pages:
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="it-IT")
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        watches.append(Watch(page, server.url))
        page.goto(f"{server.url}/j/{word}/")
        page.click(f"button[name=seat][value='{seat}']")
        page.wait_for_url("**/entry/")
        pages = Pages(page, server.url)
        pages.ready()
        return pages

    yield sit
    for context in contexts:
        context.close()
    # Whoever was put out is refused, and the browser notes it.
    assert [said for watch in watches for said in watch.wrong if "status of 401" not in said] == []


def test_from_the_code_to_a_saved_hand_without_an_account(seated: Callable[[int], Pages]) -> None:
    lia = seated(0)
    expect(lia.page.locator("[data-pen='0'] .who")).to_contain_text("Noi")
    lia.tap(X_CARDS)
    lia.rest()
    lia.read_back()
    lia.agree()
    expect(lia.page.locator(".toast")).to_contain_text("Mano 1 salvata: 8 a 5.")


def test_each_side_sends_its_own_pile_and_the_hand_closes(seated: Callable[[int], Pages]) -> None:
    lia, moro = seated(0), seated(1)
    lia.half()
    lia.tap(X_CARDS)
    lia.page.click("#go[data-act=read]")
    expect(lia.page.locator("[data-said='1']")).to_have_text("dall'altro telefono.")
    lia.agree()
    expect(lia.page.locator(".toast")).to_contain_text("Mano 1: il nostro mazzo è inviato, manca il loro.")
    expect(moro.page.locator(".toast")).to_contain_text("Mano 1: il loro mazzo c'è. Manca il nostro.")
    expect(moro.page.locator("#half")).to_be_checked()
    moro.tap(Y_CARDS)
    moro.page.click("#go[data-act=read]")
    moro.agree()
    expect(moro.page.locator(".toast")).to_contain_text("Mano 1 salvata: 5 a 8.")
    lia.page.click(".toast button:has-text('Leggi')")
    expect(lia.page.locator("[data-said='0']")).to_contain_text(
        "il settebello, la primiera (81 a 72) e piccola 4: 8 punti."
    )
    expect(lia.page.locator("[data-sum='0'] .num")).to_have_text("8")
    lia.agree()
    expect(lia.page.locator(".toast")).to_contain_text("Mano 1: concordata da tutti e due.")


def test_who_sent_a_half_reads_the_hand_also_when_the_other_half_came_before_the_phone_asked(
    seated: Callable[[int], Pages],
) -> None:
    lia, moro = seated(0), seated(1)
    lia.half()
    lia.tap(X_CARDS)
    lia.page.click("#go[data-act=read]")
    lia.page.route("**/api/v1/matches/*", lambda _: None)  # held, not answered
    with lia.page.expect_request("**/api/v1/matches/*"):  # the phone asks every few seconds
        lia.agree()
        expect(lia.page.locator(".toast")).to_contain_text("manca il loro")
    expect(moro.page.locator("#half")).to_be_checked()
    moro.tap(Y_CARDS)
    moro.page.click("#go[data-act=read]")
    moro.agree()
    expect(moro.page.locator(".toast")).to_contain_text("Mano 1 salvata: 5 a 8.")
    lia.page.unroute("**/api/v1/matches/*")  # lets go what was held
    lia.page.click(".toast button:has-text('Leggi')")
    expect(lia.page.locator("[data-sum='0'] .num")).to_have_text("8")


def test_halves_that_do_not_add_up_are_told_with_the_cards_and_mended(seated: Callable[[int], Pages]) -> None:
    lia, moro = seated(0), seated(1)
    lia.half()
    lia.tap(X_CARDS[:-1])
    lia.page.click("#go[data-act=read]")
    lia.agree()
    expect(lia.page.locator(".toast")).to_contain_text("manca il loro")
    expect(moro.page.locator("#half")).to_be_checked()
    moro.tap(Y_CARDS)
    moro.page.click("#go[data-act=read]")
    moro.agree()
    expect(moro.page.locator("#read-problem")).to_contain_text("donna di cuori")
    lia.page.reload()
    lia.ready()
    lia.marks()
    lia.page.click("#news button")
    lia.page.click("#correct")
    lia.tap(X_CARDS[-1:])
    lia.page.click("#go[data-act=read]")
    lia.agree()
    expect(lia.page.locator(".toast")).to_contain_text("Mano 1 salvata: 8 a 5.")


def test_the_other_phone_agrees_to_a_whole_hand(seated: Callable[[int], Pages]) -> None:
    lia, moro = seated(0), seated(1)
    lia.tap(X_CARDS)
    lia.rest()
    lia.read_back()
    lia.agree()
    expect(moro.page.locator(".toast")).to_contain_text("Mano 1 da un altro telefono: 5 a 8.")
    expect(moro.page.locator(".where")).to_contain_text("Mano 2")
    moro.page.click(".toast button")
    expect(moro.page.locator("[data-said='1']")).to_contain_text("19 carte, 4 quadri e grande 5: 5 punti.")
    moro.agree()
    expect(moro.page.locator(".toast")).to_contain_text("concordata da tutti e due")
    moro.page.reload()
    moro.ready()
    expect(moro.page.locator("[data-pen='1'] .num")).to_have_text("5")
    expect(moro.page.locator(".toast")).to_be_hidden()


def test_who_does_not_agree_says_so(seated: Callable[[int], Pages]) -> None:
    lia, moro = seated(0), seated(1)
    lia.tap(X_CARDS)
    lia.rest()
    lia.read_back()
    lia.agree()
    moro.page.click(".toast button:has-text('Leggi')")
    moro.page.click("#correct:has-text('Non è così')")
    expect(moro.page.locator(".toast")).to_contain_text("contestata")


def test_a_phone_that_was_put_out_keeps_its_hand(seated: Callable[[int], Pages], phone: Pages) -> None:
    lia = seated(0)
    lia.tap(X_CARDS)
    lia.rest()
    lia.read_back()
    phone.page.reload()
    phone.page.click("button[value=put_out]")
    lia.agree()
    expect(lia.page.locator("#log-in")).to_be_visible()
    assert lia.owners()["7D"] == "1"
