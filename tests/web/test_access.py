"""Everybody can use the pages: no mouse, no sight, large type, small screens, either theme, either language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.fixtures.server import Server
from tests.web.conftest import Watch
from tests.web.driver import PACK, Pages

pytestmark = pytest.mark.web

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
NARROW = {"width": 320, "height": 640}


@pytest.fixture(scope="module")
def paths(browser: Browser, server: Server, logged_in: dict) -> dict[str, str]:
    """Return addresses of the pages that these tests look at; tests/web/test_every_page.py looks at all."""
    context = browser.new_context(storage_state=logged_in, locale="it-IT")
    pages = Pages(context.new_page(), server.url)
    club = server.demo["club"]
    code = pages.start_match(club, ["Elsa Prova", "Furio Prova"])
    pages.tap(PACK[:18])
    pages.rest()
    pages.read_back()
    pages.agree()
    expect(pages.page.locator(".where")).to_contain_text("Mano 2")
    three = pages.start_match(club, ["Elsa Prova", "Furio Prova", "Gino Prova"])
    pages.open(f"/clubs/{club}/")
    finished = pages.page.locator("#recent ~ ul a.item").first.get_attribute("href")
    assert finished is not None
    context.close()
    return {
        "ranking": f"/clubs/{club}/ranking/",
        "match": f"/m/{code}/",
        "finished": finished,
        "entry": f"/m/{code}/entry/",
        "three": f"/m/{three}/entry/",
    }


KINDS = ("finished", "three")


@pytest.fixture
def narrow(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[[dict | None], Page]]:
    """Give a maker of pages 320 wide."""
    contexts = []

    def made(state: dict | None) -> Page:
        context = browser.new_context(
            viewport=NARROW, color_scheme="light", storage_state=state, locale="it-IT", reduced_motion="reduce"
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        return context.new_page()

    yield made
    for context in contexts:
        context.close()


def found_by_axe(page: Page, options: dict) -> list[str]:
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']}: {node['html'][:120]} {node['failureSummary'][:200]}" for one in found for node in one["nodes"]
    ]


def judged(page: Page) -> list[str]:
    """Return what axe finds on a page in the light, and what changes with the colours in the dark."""
    light = found_by_axe(page, RULES)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    dark = found_by_axe(page, {"runOnly": ["color-contrast"]})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return light + dark


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_at_320_pixels(narrow, paths, logged_in, server: Server, kind: str) -> None:
    page = narrow(logged_in)
    watch = Watch(page, server.url)
    Pages(page, server.url).open(paths[kind])
    assert judged(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert watch.wrong == []


def test_axe_finds_nothing_on_the_sheet_the_picker_and_the_read_back(narrow, paths, logged_in, server: Server) -> None:
    page = narrow(logged_in)
    pages = Pages(page, server.url)
    pages.open(paths["entry"])
    pages.marks()
    pages.scopa(0)
    assert judged(page) == []
    page.click("[data-add=buona][data-side='0']")
    assert judged(page) == []
    page.keyboard.press("Escape")
    pages.close()
    for mode in ("counts", "points"):
        page.click(f"[data-mode={mode}]")
        assert judged(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    page.click("[data-mode=cards]")
    pages.tap(PACK[:20])
    pages.rest()
    pages.read_back()
    assert judged(page) == []


@pytest.mark.parametrize("kind", ["entry", "match", "ranking"])
def test_at_twice_the_type_size_nothing_is_cut_off(narrow, paths, logged_in, server: Server, kind: str) -> None:
    page = narrow(logged_in)
    # 200 % type on a phone is the same as half its width at normal type.
    page.set_viewport_size({"width": 180, "height": 640})
    Pages(page, server.url).open(paths[kind])
    assert page.evaluate("document.documentElement.scrollWidth") <= 180


def test_a_hand_is_entered_with_the_keyboard_alone(phone: Pages, server: Server) -> None:
    phone.start_match(server.demo["club"], ["Ida Prova", "Lino Prova"])
    page = phone.page
    page.focus(".grid [data-c='AH']")
    for key in ("1", "ArrowRight", "2", "ArrowDown", "1", "ArrowUp", "0", "Control+z"):
        page.keyboard.press(key)
    owners = phone.owners()
    assert {card: owners[card] for card in ("AH", "AD", "2D")} == {"AH": "1", "AD": "2", "2D": "1"}
    page.focus("#go")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-sum='0'] .num")).not_to_have_text("")
    page.keyboard.press("Escape")
    expect(page.locator("#grid-view")).to_be_visible()
    expect(page.locator("#go")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#read-title")).to_be_focused()
    page.focus("#agree")
    page.keyboard.press("Enter")
    expect(page.locator(".where")).to_contain_text("Mano 2")


def test_each_cell_tells_its_card_and_its_owner(phone: Pages, server: Server) -> None:
    phone.start_match(server.demo["club"], ["Ida Prova", "Lino Prova"])
    phone.tap(["7D", "7D", "KS"])
    cell = phone.page.get_by_role("button", name="sette di quadri: loro", exact=True)
    expect(cell).to_be_visible()
    expect(phone.page.get_by_role("button", name="re di picche: noi", exact=True)).to_be_visible()
    expect(phone.page.get_by_role("button", name="asso di cuori: libera", exact=True)).to_be_visible()


def test_the_grid_fits_a_small_phone_without_scrolling(phone: Pages, server: Server) -> None:
    phone.start_match(server.demo["club"], ["Ida Prova", "Lino Prova"])
    page = phone.page
    assert page.evaluate("document.documentElement.scrollHeight") == 640
    targets = page.locator(".cell, .total, .foot .btn").filter(visible=True)
    boxes = [targets.nth(at).bounding_box() for at in range(targets.count())]
    assert min(box["height"] for box in boxes if box) >= 44
    assert min(box["width"] for box in boxes if box) >= 44


def test_the_pages_speak_english_to_who_reads_english(browser: Browser, server: Server, paths, logged_in) -> None:
    context = browser.new_context(storage_state=logged_in, locale="en-GB")
    pages = Pages(context.new_page(), server.url)
    pages.open(paths["match"])
    expect(pages.page.locator("html")).to_have_attribute("lang", "en")
    expect(pages.page.locator("#hands-h")).to_have_text("Hand by hand")
    pages.open(paths["entry"])
    pages.tap(PACK[:20])
    pages.rest()
    pages.read_back()
    expect(pages.page.locator("[data-said='0']")).to_contain_text("20 cards, 10 diamonds, the settebello")
    context.close()


def test_the_reader_chooses_language_theme_and_pack_at_the_foot_of_the_page(
    browser: Browser, server: Server, paths
) -> None:
    context = browser.new_context(locale="it-IT", color_scheme="light")
    page = context.new_page()
    page.goto(server.url + paths["match"])
    page.click("button[name=language][value=en]")
    expect(page.locator("#hands-h")).to_have_text("Hand by hand")
    page.click(".looks summary")
    page.click("button[name=theme][value=dark]")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.click(".looks summary")
    page.click("button[name=pack][value=italian]")
    expect(page.locator(".fly")).to_contain_text("Coins")
    page.click(".looks summary")
    page.click("button[name=suits][value=four]")
    expect(page.locator("html")).to_have_attribute("data-suits", "four")
    page.click("button[name=language][value=lij]")
    expect(page.locator("html")).to_have_attribute("lang", "lij")
    expect(page.locator("#hands-h")).to_have_text("Man pe man")
    expect(page.locator(".fly")).to_contain_text("Dinæ")
    # What Ligurian does not say yet is said in Italian.
    expect(page.locator("#from")).to_have_text("Da dove vengono i punti")
    context.close()
