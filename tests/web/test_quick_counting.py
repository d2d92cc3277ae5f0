"""The two quick ways to count: Conti and Punti, one tap away from the grid, for people in a hurry."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.fixtures.server import Server
from tests.web.driver import Pages
from tests.worked_hand import X_CARDS

pytestmark = pytest.mark.web

OURS = ["AD", "2D", "3D", "4D", "6D", "7D"]
THEIRS = ["5D", "JD", "QD", "KD"]
BEST = {"6H": 2, "6C": 2, "6S": 1}
"""Taps on the best card of who has not the 7 of a suit: once for us, twice for them."""


def test_a_hand_by_counts_is_worth_what_its_cards_are(phone: Pages, server: Server) -> None:
    page = phone.page
    code = phone.start_match(server.demo["club"], ["Rina Prova", "Sisto Prova"])
    page.click("[data-mode=counts]")
    page.fill("[data-field=carte0]", "21")
    expect(page.locator("[data-field=carte1]")).to_have_value("19")
    for card in (*OURS, *THEIRS, *THEIRS):
        page.click(f"#counts-panel [data-c='{card}']")
    expect(page.locator("#go")).to_contain_text("mancano 6 cose")
    for card, taps in BEST.items():
        for _ in range(taps):
            page.click(f"[data-best='{card}']")
    phone.read_back()
    expect(page.locator("[data-said='0']")).to_contain_text(
        "21 carte, 6 quadri, il settebello, la primiera (81 a 72) e piccola 4: 8 punti."
    )
    expect(page.locator("[data-said='1']")).to_contain_text("19 carte, 4 quadri e grande 5: 5 punti.")
    phone.agree()
    expect(page.locator(".toast")).to_contain_text("Mano 1 salvata: 8 a 5.")
    phone.open(f"/m/{code}/")
    expect(page.locator(".scoretee .big")).to_have_text(["8", "5"])


def test_what_the_grid_knows_goes_along_to_the_counts(phone: Pages, server: Server) -> None:
    page = phone.page
    phone.start_match(server.demo["club"], ["Rina Prova", "Sisto Prova"])
    phone.tap(X_CARDS)
    phone.rest()
    page.click("[data-mode=counts]")
    expect(page.locator("[data-field=carte0]")).to_have_value("21")
    for card, place in {"7H": "1", "6H": "2", "7C": "1", "6C": "2", "7S": "2", "6S": "1"}.items():
        expect(page.locator(f"[data-best='{card}']")).to_have_attribute("data-o", place)
    expect(page.locator("#go")).to_contain_text("c'è tutto")
    expect(page.locator("[data-pen='0'] .plus")).to_have_text("+8")


def test_a_hand_by_points_is_a_paper_sheet(phone: Pages, server: Server) -> None:
    page = phone.page
    phone.start_match(server.demo["club"], ["Rina Prova", "Sisto Prova"])
    page.click("[data-mode=points]")
    for flag in ("carte", "denari", "settebello", "primiera", "primiera"):
        page.click(f"[data-flag={flag}]")
    page.select_option("[data-field=piccola0]", "4")
    page.fill("[data-field=buone1]", "10")
    phone.marks()
    phone.scopa(1)
    phone.close()
    phone.read_back()
    expect(page.locator("[data-said='0']")).to_contain_text(
        "più carte, più quadri, il settebello e piccola 4: 7 punti."
    )
    expect(page.locator("[data-said='1']")).to_contain_text("la primiera, 1 scopa e buone 10: 12 punti.")
    phone.agree()
    expect(page.locator(".toast")).to_contain_text("Mano 1 salvata: 7 a 12.")
    expect(page.locator("[data-mode=points]")).to_have_attribute("aria-selected", "true")


def test_a_sheet_that_cannot_be_is_refused_in_words_and_kept(phone: Pages, server: Server) -> None:
    page = phone.page
    phone.start_match(server.demo["club"], ["Rina Prova", "Sisto Prova"])
    page.click("[data-mode=points]")
    for flag in ("carte", "denari", "settebello", "primiera"):
        page.click(f"[data-flag={flag}]")
    page.fill("[data-field=buone0]", "7")
    expect(page.locator(".toast")).to_contain_text("Noi: I numeri delle parti non fanno un mazzo intero.")
    expect(page.locator("[data-field=buone0]")).to_have_value("7")


def test_the_way_of_counting_and_its_fields_survive_a_reload_and_undo(phone: Pages, server: Server) -> None:
    page = phone.page
    phone.start_match(server.demo["club"], ["Rina Prova", "Sisto Prova"])
    page.click("[data-mode=points]")
    page.click("[data-flag=carte]")
    page.reload()
    phone.ready()
    expect(page.locator("[data-flag=carte]")).to_have_attribute("aria-label", "Carte: noi")
    page.click("#undo")
    expect(page.locator("[data-flag=carte]")).to_have_attribute("aria-label", "Carte: non si sa ancora")


def test_the_tabs_move_with_the_arrow_keys(phone: Pages, server: Server) -> None:
    page = phone.page
    phone.start_match(server.demo["club"], ["Rina Prova", "Sisto Prova"])
    page.focus("[data-mode=cards]")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-mode=counts]")).to_be_focused()
    expect(page.locator("#counts-panel")).to_be_visible()
    expect(page.locator("#cards-panel")).to_be_hidden()
