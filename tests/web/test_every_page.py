"""Every page, found by its links: axe in both themes at 320 px, type twice as large, targets, jumps, longer languages.

A page that nothing leads to fails here, and so does one that is new and not usable.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.fixtures.programs import run_to_end
from tests.fixtures.server import Server, server_start
from tests.servers.process import free_port
from tests.web.conftest import Watch
from tests.web.driver import Pages
from tests.web.every_page import CLIPPED, FRESH, OUTSIDE, SHIFTS, SMALL, SPLIT, crawled, evening_in_play, page_names
from tests.web.test_access import NARROW, RULES, found_by_axe, judged

pytestmark = pytest.mark.web

LONGEST_SHIFT = 0.05
WIDTHS = (320, 360)


@pytest.fixture(scope="module")
def addresses(browser: Browser, server: Server, logged_in: dict) -> dict[str, str]:
    """Return an address of every page; there is a match in play with a hand."""
    context = browser.new_context(storage_state=logged_in, locale="it-IT")
    code = evening_in_play(server.url, server.demo)
    found = crawled(context.new_page(), server.url, [f"/clubs/{server.demo['club']}/ranking/", f"/m/{code}/", "/"])
    context.close()
    return found


@pytest.fixture
def narrow(browser: Browser, logged_in: dict) -> Iterator[BrowserContext]:
    """Give a narrow phone that belongs to the demo owner."""
    context = browser.new_context(
        viewport=NARROW, color_scheme="light", storage_state=logged_in, locale="it-IT", reduced_motion="reduce"
    )
    context.set_default_timeout(15_000)
    yield context
    context.close()


def overflow(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


def test_links_lead_to_every_page(addresses: dict[str, str]) -> None:
    assert [name for name in page_names() if name not in addresses] == []


@pytest.mark.parametrize("name", page_names())
def test_a_page_can_be_used_by_everybody(narrow: BrowserContext, addresses, server: Server, name: str) -> None:
    page = narrow.new_page()
    page.add_init_script(f"({SHIFTS})()")
    watch = Watch(page, server.url)
    page.on("dialog", lambda dialog: watch.wrong.append(f"a name was run: {dialog.message}"))
    Pages(page, server.url).open(addresses[name])
    assert page.evaluate("window.moved") <= LONGEST_SHIFT
    assert judged(page) == []
    assert page.evaluate(SMALL) == []
    assert (overflow(page), page.evaluate(CLIPPED)) == (0, [])
    # Type twice as large on a narrow phone is the same as half its width.
    page.set_viewport_size({"width": 160, "height": 640})
    assert overflow(page) == 0
    assert watch.wrong == []


@pytest.mark.parametrize("path", OUTSIDE)
def test_a_visitors_page_can_be_used_by_everybody(browser: Browser, server: Server, path: str) -> None:
    context = browser.new_context(viewport=NARROW, locale="it-IT", reduced_motion="reduce")
    page = context.new_page()
    page.goto(server.url + path)
    assert judged(page) == []
    assert page.evaluate(SMALL) == []
    assert (overflow(page), page.evaluate(CLIPPED)) == (0, [])
    context.close()


def test_pages_that_ask_for_a_fresh_log_in_can_be_used_by_everybody(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=NARROW, locale="it-IT", reduced_motion="reduce")
    pages = Pages(context.new_page(), server.url)
    pages.log_in(server.demo["email"], server.demo["password"])
    pages.open(FRESH[0])
    if pages.page.url != server.url + FRESH[0]:
        pages.page.fill("[name=password]", server.demo["password"])
        pages.page.click("main button[type=submit]:not([form])")
        pages.page.wait_for_url(server.url + FRESH[0])
    for path in FRESH:
        pages.open(path)
        assert pages.page.url == server.url + path
        assert (path, judged(pages.page), pages.page.evaluate(SMALL)) == (path, [], [])
        assert (path, overflow(pages.page), pages.page.evaluate(CLIPPED)) == (path, 0, [])
    context.close()


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_name_and_no_word_is_broken(
    narrow: BrowserContext, addresses, server: Server, width: int, language: str
) -> None:
    narrow.add_cookies([{"name": "django_language", "value": language, "url": server.url}])
    page = narrow.new_page()
    page.set_viewport_size({"width": width, "height": 640})
    broken = {}
    for name, path in addresses.items():
        page.goto(server.url + path)
        if words := page.evaluate(SPLIT):
            broken[name] = words
    assert broken == {}


def test_what_ends_a_match_stands_in_one_row(narrow: BrowserContext, addresses, server: Server) -> None:
    page = narrow.new_page()
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(server.url + addresses["match"])
    acts = page.locator(".row > .btn.quiet").evaluate_all("acts => acts.map(one => one.getBoundingClientRect().top)")
    assert len(acts) == 2
    assert acts[0] == acts[1]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_stays_readable_in_a_theme_that_the_reader_has_chosen(
    narrow: BrowserContext, addresses, server: Server, theme: str
) -> None:
    # The phone wishes the other one.
    narrow.add_cookies([{"name": "theme", "value": theme, "url": server.url}])
    page = narrow.new_page()
    page.emulate_media(color_scheme="dark" if theme == "light" else "light", reduced_motion="reduce")
    page.goto(server.url + addresses["match"])
    assert found_by_axe(page, {"runOnly": ["color-contrast"]}) == []
    expect(page.locator("html")).to_have_attribute("data-theme", theme)


def test_in_forced_colours_the_sides_are_told_by_patterns(narrow: BrowserContext, addresses, server: Server) -> None:
    page = narrow.new_page()
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    page.goto(server.url + addresses["match"])
    left, right = (page.locator(f".barrow .bar{place}").first for place in (1, 2))
    told = [one.evaluate("one => getComputedStyle(one).backgroundImage") for one in (left, right)]
    assert told[0] == "none"
    assert "repeating-linear-gradient" in told[1]
    # The colours are the reader's own there, and axe does not know them.
    assert found_by_axe(page, RULES | {"rules": {"color-contrast": {"enabled": False}}}) == []


def test_who_asked_for_less_motion_sees_none(narrow: BrowserContext, addresses, server: Server) -> None:
    page = narrow.new_page()
    page.goto(server.url + addresses["entry"])
    page.wait_for_selector("html[data-ready]")
    moving = page.eval_on_selector_all(
        "body *",
        "all => all.filter(one => { const style = getComputedStyle(one); "
        'return style.transitionDuration.split(", ").some(time => time !== "0s") || style.animationName !== "none"; })'
        ".map(one => one.className)",
    )
    assert moving == []


def test_the_focus_is_never_under_the_footer_of_the_entry(narrow: BrowserContext, addresses, server: Server) -> None:
    page = narrow.new_page()
    page.set_viewport_size({"width": 360, "height": 480})
    page.goto(server.url + addresses["entry"])
    page.wait_for_selector("html[data-ready]")
    hidden = []
    for _ in range(60):
        page.keyboard.press("Tab")
        hidden += page.evaluate(
            """() => {
              const one = document.activeElement;
              if (!one || one === document.body || one.closest(".skip")) return [];
              const box = one.getBoundingClientRect();
              const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
              return over && (one.contains(over) || over.contains(one)) ? [] : [one.outerHTML.slice(0, 90)];
            }"""
        )
    assert hidden == []


@pytest.fixture(scope="module")
def longer(server: Server) -> Iterator[str]:
    """Give the address of a second server on the same data whose sentences are longer by two fifths."""
    port = free_port()
    env = server.env | {"PORT": str(port), "BASE_URL": f"http://127.0.0.1:{port}", "PSEUDO_LOCALE": "1"}
    run_to_end(["manage.py", "catalogues", "--pseudo"], env=env)
    program = server_start(env, server.var)
    yield env["BASE_URL"]
    program.end()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_language_of_longer_words_breaks_no_page(
    browser: Browser, logged_in: dict, server: Server, longer: str, addresses, width: int
) -> None:
    cookies = [cookie for cookie in logged_in["cookies"] if cookie["name"] == "session"]
    context = browser.new_context(viewport={"width": width, "height": 640}, locale="it-IT")
    context.add_cookies([{"name": one["name"], "value": one["value"], "url": longer} for one in cookies])
    page = context.new_page()
    broken = {}
    for name, path in addresses.items():
        page.goto(longer + path)
        found = [*page.evaluate(CLIPPED), *([f"{overflow(page)} px too wide"] if overflow(page) > 0 else [])]
        if found:
            broken[name] = found
    page.goto(longer + "/")
    heading = page.locator("h1").inner_text()
    context.close()
    assert broken == {}
    assert len(heading) > len("Chi gioca stasera?") * 1.3
