"""What was tapped survives: undo, reload, the back button, rotation, a lost answer, a page closed in between."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Route, expect

from tests.fixtures.server import Server
from tests.web.driver import PACK, Pages

pytestmark = pytest.mark.web

SOME = ["7D", "AH", "KS", "2C", "QD"]


def started(phone: Pages, server: Server) -> str:
    return phone.start_match(server.demo["club"], ["Carla Prova", "Dino Prova"])


def test_a_tap_cycles_us_them_free(phone: Pages, server: Server) -> None:
    started(phone, server)
    seen = []
    for _ in range(3):
        phone.tap(["7D"])
        seen.append(phone.owners()["7D"])
    assert seen == ["1", "2", "0"]


def test_the_pen_decides_whom_the_first_tap_gives_a_card(phone: Pages, server: Server) -> None:
    started(phone, server)
    phone.page.click("[data-pen='1']")
    phone.tap(["7D"])
    assert phone.owners()["7D"] == "2"
    phone.rest()
    assert phone.owners()["AH"] == "1"


def test_undo_goes_back_to_the_empty_hand_step_by_step(phone: Pages, server: Server) -> None:
    started(phone, server)
    phone.tap(SOME)
    phone.rest()
    assert "0" not in phone.owners().values()
    for left in range(len(SOME), -1, -1):
        phone.page.click("#undo")
        assert sum(place != "0" for place in phone.owners().values()) == left
    expect(phone.page.locator("#undo")).to_be_disabled()


def test_a_reload_in_the_middle_loses_nothing(phone: Pages, server: Server) -> None:
    started(phone, server)
    phone.tap(SOME)
    phone.marks()
    phone.scopa(1)
    phone.close()
    before = phone.owners()
    phone.page.reload()
    phone.ready()
    assert phone.owners() == before
    expect(phone.page.locator(".opener")).to_contain_text("Scope 0 a 1")
    phone.page.click("#undo")
    expect(phone.page.locator(".opener")).to_contain_text("Scope 0 a 0")


def test_a_reload_in_the_same_moment_as_a_tap_keeps_the_tap(phone: Pages, server: Server) -> None:
    started(phone, server)
    phone.tap(SOME)
    with phone.page.expect_navigation():
        phone.page.evaluate("document.querySelector(\".grid [data-c='KH']\").click(); location.reload();")
    phone.ready()
    assert {card for card, place in phone.owners().items() if place == "1"} == {*SOME, "KH"}


def test_a_page_that_dies_after_it_showed_a_tap_has_kept_it(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    phone = Pages(page, server.url)
    code = started(phone, server)
    phone.tap(SOME)
    # Two frames and a task: the second frame begins after the first was shown and what it left to do was done.
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
    )
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash", timeout=5_000)
    again = Pages(context.new_page(), server.url)
    again.open(f"/m/{code}/entry/")
    assert {card for card, place in again.owners().items() if place == "1"} == set(SOME)


def test_rotation_and_the_back_button_lose_nothing(phone: Pages, server: Server) -> None:
    started(phone, server)
    phone.tap(SOME)
    before = phone.owners()
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.marks()
    expect(phone.page.locator(".marks")).to_be_visible()
    phone.page.go_back()
    expect(phone.page.locator(".marks")).to_be_hidden()
    phone.rest()
    phone.read_back()
    phone.page.go_back()
    expect(phone.page.locator("#grid-view")).to_be_visible()
    phone.page.click("#undo")
    assert phone.owners() == before


def test_an_answer_that_gets_lost_makes_no_second_hand(context: BrowserContext, server: Server) -> None:
    page: Page = context.new_page()
    phone = Pages(page, server.url)
    code = started(phone, server)
    swallowed: list[str] = []

    def swallow(route: Route) -> None:
        if route.request.method == "PUT" and not swallowed:
            swallowed.append(route.request.url)
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/hands/*", swallow)
    phone.tap(PACK[:18])
    phone.rest()
    phone.read_back()
    phone.agree()
    expect(page.locator("#read-state")).to_contain_text("Scritta su questo telefono, non ancora inviata")
    expect(page.locator("#agree-text")).to_have_text("Riprova")
    phone.agree()
    expect(page.locator(".where")).to_contain_text("Mano 2")
    phone.open(f"/m/{code}/")
    expect(page.locator("details.hand")).to_have_count(1)


@pytest.mark.parametrize("reloaded", [False, True], ids=["page-open", "page-reloaded"])
def test_a_hand_whose_answer_was_lost_is_not_offered_as_anothers(
    context: BrowserContext, server: Server, reloaded: bool
) -> None:
    page = context.new_page()
    phone = Pages(page, server.url)
    started(phone, server)

    def swallow(route: Route) -> None:
        if route.request.method == "PUT":
            assert route.fetch().ok
            route.abort()
        else:
            route.continue_()

    page.route("**/hands/*", swallow)
    phone.tap(PACK[:18])
    phone.rest()
    phone.read_back()
    with page.expect_response(lambda answer: answer.url.endswith("/hands") and answer.request.method == "GET"):
        phone.agree()
        if reloaded:
            expect(page.locator("#read-state")).to_contain_text("non ancora inviata")
            page.reload()
            phone.ready()
    # It asks again only after it has taken in what it heard.
    page.wait_for_event("request", lambda request: request.method == "GET")
    # Also where the read-back lies over them.
    expect(page.locator(".toast")).to_have_attribute("hidden", "")
    expect(page.locator("#news")).to_have_attribute("hidden", "")


def test_a_hand_agreed_without_signal_is_sent_when_the_page_comes_back(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    phone = Pages(page, server.url)
    code = started(phone, server)
    phone.tap(PACK[:18])
    phone.rest()
    phone.read_back()
    page.route("**/api/v1/**", lambda route: route.abort())
    phone.agree()
    expect(page.locator("#read-state")).to_contain_text("non ancora inviata")
    page.close()
    later = Pages(context.new_page(), server.url)
    later.open(f"/m/{code}/entry/")
    expect(later.page.locator(".where")).to_contain_text("Mano 2")


def test_a_saved_hand_can_be_corrected_at_once(phone: Pages, server: Server) -> None:
    code = started(phone, server)
    phone.tap(PACK[:18])
    phone.rest()
    phone.read_back()
    phone.agree()
    phone.page.click(".toast button")
    expect(phone.page.locator(".where")).to_contain_text("Mano 1")
    phone.marks()
    phone.scopa(0)
    phone.close()
    phone.read_back()
    phone.agree()
    expect(phone.page.locator(".where")).to_contain_text("Mano 2")
    phone.open(f"/m/{code}/")
    expect(phone.page.locator("details.hand")).to_have_count(1)
    expect(phone.page.locator("#hand-1")).to_contain_text("1\u00a0scopa")
