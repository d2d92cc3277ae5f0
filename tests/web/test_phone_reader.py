"""The entry page as each reader likes it, and its figures: few taps in each way of counting, a small first load."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from cirulla.lib.modules import join_modules
from tests.fixtures.server import Server
from tests.web.driver import PACK, Pages
from tests.web.test_access import judged
from tests.web.test_phone_entry import started
from tests.web.test_scripts import SCRIPTS
from tests.worked_hand import X_CARDS

pytestmark = pytest.mark.web

FIRST_LOAD = 60_000


class Taps:
    """Count what the finger does on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, *selectors: str) -> None:
        for selector in selectors:
            self.page.click(selector)
            self.count += 1


def radio(page: Page, card: str, owner: str) -> Locator:
    return page.get_by_role("group", name=card, exact=True).get_by_role("radio", name=owner)


def test_the_packs_change_in_mid_hand_and_nothing_is_lost(phone: Pages, server: Server) -> None:
    page = phone.page
    started(phone, server)
    phone.tap(["7D", "QS", "KC"])
    before = phone.owners()
    phone.preferences()
    page.click(".looks summary")
    page.click("button[name=pack][value=italian]")
    phone.ready()
    assert phone.owners() == before
    expect(page.get_by_role("button", name="cavallo di spade: noi", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="sette di denari: noi", exact=True)).to_be_visible()
    phone.preferences()
    page.click(".looks summary")
    page.click("button[name=suits][value=four]")
    phone.ready()
    expect(page.locator("html")).to_have_attribute("data-suits", "four")
    assert phone.owners() == before


def test_the_left_hand_and_large_type_are_kept_on_the_phone(phone: Pages, server: Server) -> None:
    page = phone.page
    code = started(phone, server)
    before = page.locator("#go").bounding_box()
    phone.preferences()
    page.check("[data-like=lefty]")
    page.check("[data-like=large]")
    phone.open(f"/m/{code}/entry/")
    expect(page.locator("html")).to_have_class("lefty large")
    after = page.locator("#go").bounding_box()
    assert before
    assert after
    assert before["x"] > 150
    assert after["x"] < 50
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    phone.tap(X_CARDS)
    phone.rest()
    phone.read_back()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_who_hears_the_page_has_a_radio_group_for_each_card(phone: Pages, server: Server) -> None:
    page = phone.page
    code = started(phone, server)
    phone.tap(["KS"])
    page.focus("#as-list")
    page.keyboard.press("Enter")
    groups = page.locator("#cards-panel").get_by_role("group")
    expect(groups).to_have_count(40)
    expect(radio(page, "re di picche", "noi")).to_be_checked()
    expect(radio(page, "asso di cuori", "libera")).to_be_focused()
    for key in ("ArrowRight", "Tab", "ArrowLeft", "Tab", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    owners = phone.owners()
    assert {card: owners[card] for card in ("AH", "2H", "3H", "KS")} == {"AH": "1", "2H": "2", "3H": "0", "KS": "1"}
    page.click("#undo")
    expect(radio(page, "tre di cuori", "noi")).to_be_checked()
    phone.rest()
    expect(radio(page, "sette di quadri", "loro")).to_be_checked()
    assert judged(page) == []
    phone.open(f"/m/{code}/entry/")
    expect(radio(page, "sette di quadri", "loro")).to_be_checked()
    page.focus("#as-list")
    page.keyboard.press("Enter")
    expect(groups).to_have_count(0)
    expect(page.locator(".grid [data-c='AH']")).to_be_focused()


def test_who_has_the_list_of_choices_is_told_of_no_taps(phone: Pages, server: Server) -> None:
    page = phone.page
    started(phone, server)
    button = page.locator("#go")
    expect(button).to_contain_text("tocco")
    page.focus("#as-list")
    page.keyboard.press("Enter")
    expect(button).not_to_contain_text("tocco")
    expect(button).to_contain_text("40")
    expect(button).to_be_disabled()
    page.focus("#as-list")
    page.keyboard.press("Enter")
    expect(button).to_contain_text("tocco")


def test_the_screen_stays_awake_as_long_as_the_reader_likes_it(phone: Pages, server: Server) -> None:
    page = phone.page
    page.add_init_script(
        """window.locks = [];
        const lock = { released: false, release: async () => locks.push("let go") };
        const request = async (kind) => { locks.push(kind); return lock; };
        Object.defineProperty(navigator, "wakeLock", { value: { request } });"""
    )
    started(phone, server)
    phone.preferences()
    page.check("[data-like=wake]")
    page.wait_for_function("locks.length === 1")
    page.uncheck("[data-like=wake]")
    page.wait_for_function("locks.length === 2")
    assert page.evaluate("locks") == ["screen", "let go"]


def test_the_read_back_is_read_aloud_when_the_reader_likes_it(phone: Pages, server: Server) -> None:
    page = phone.page
    page.add_init_script(
        "window.heard = []; SpeechSynthesis.prototype.speak = (said) => window.heard.push([said.lang, said.text]);"
    )
    started(phone, server)
    phone.preferences()
    page.check("[data-like=voice]")
    page.click(".settings .closer")
    phone.close()
    phone.tap(X_CARDS)
    phone.rest()
    phone.read_back()
    language, text = page.evaluate("window.heard[0]")
    assert language == "it-IT"
    assert text == (
        "Noi: 21 carte, 6 quadri, il settebello, la primiera (81 a 72) e piccola 4: 8 punti. "
        "Loro: 19 carte, 4 quadri e grande 5: 5 punti. Totale 8 a 5."
    )


def test_a_typical_hand_takes_few_taps_in_each_way_of_counting(phone: Pages, server: Server) -> None:
    page = phone.page
    started(phone, server)
    counted = {}
    smaller = [card for card in PACK if card not in X_CARDS][:17]

    taps = Taps(page)
    taps(
        "[data-pen='1']", *(f".grid [data-c='{card}']" for card in smaller), "#go[data-act=rest]", "#go[data-act=read]"
    )
    taps("#agree")
    expect(page.locator(".where")).to_contain_text("Mano 2")
    counted["cards"] = taps.count

    page.click("[data-mode=counts]")
    taps = Taps(page)
    taps("[data-field=carte0]")
    page.keyboard.type("21")
    taps.count += 2
    taps(
        "[data-pen='1']",
        *(f"#counts-panel [data-c='{card}']" for card in ("5D", "JD", "QD", "KD")),
        "#go[data-act=rest]",
    )
    taps("[data-best='6H']", "[data-best='6C']", "[data-best='7S']", "[data-best='6S']")
    expect(page.locator("#go")).to_contain_text("c'è tutto")
    taps("#go[data-act=read]", "#agree")
    expect(page.locator(".where")).to_contain_text("Mano 3")
    counted["counts"] = taps.count

    page.click("[data-mode=points]")
    taps = Taps(page)
    taps("[data-flag=carte]", "[data-flag=denari]", "[data-flag=settebello]")
    taps("[data-flag=primiera]", "[data-flag=primiera]", "#go[data-act=read]", "#agree")
    expect(page.locator(".where")).to_contain_text("Mano 4")
    counted["points"] = taps.count
    assert counted["cards"] <= 25
    assert counted["counts"] <= 15
    assert counted["points"] <= 10


def test_a_match_begins_with_three_taps_on_names(phone: Pages, server: Server) -> None:
    page = phone.page
    taps = Taps(page)
    phone.open(f"/clubs/{server.demo['club']}/matches/new/")
    names = page.locator(".chip").all_inner_texts()
    assert len(names) >= 4
    taps(".chips .chip:nth-child(2)", ".chips .chip:nth-child(4)")
    expect(page.locator(".picks-radio label:visible span")).to_have_text([names[1], names[3]])
    taps(".chips .chip:nth-child(4)", ".chips .chip:nth-child(3)", "main button.main")
    page.wait_for_url("**/entry/")
    phone.ready()
    expect(page.locator(".where")).to_contain_text(f"dà {names[1]}")
    assert taps.count == 5


def test_the_first_load_is_small_and_asks_no_other_host(context: BrowserContext, server: Server) -> None:
    starting = Pages(context.new_page(), server.url)
    code = started(starting, server)
    page = context.new_page()
    sizes: dict[str, int] = {}

    def joined(route: Route) -> None:
        route.fulfill(
            content_type="text/javascript",
            body=join_modules("js/entry.js", lambda path: (SCRIPTS.parent / path).read_text("utf-8")),
        )

    page.route("**/static/js/entry.js", joined)
    page.on("response", lambda response: sizes.__setitem__(response.url, len(gzip.compress(response.body(), 9))))
    phone = Pages(page, server.url)
    phone.open(f"/m/{code}/entry/")
    page.wait_for_load_state("networkidle")
    assert all(url.startswith(server.url) for url in sizes)
    assert len(sizes) < 10
    assert sum(sizes.values()) <= FIRST_LOAD
    phone.tap(X_CARDS)
    expect(page.locator("[data-pen='0'] .plus")).to_have_text("+8")
