"""Measure the entry page on a slow phone: from the tap to the drawn point, and a typical hand in each way of counting.

    python -m benchmarks.entry_phone

Chromium at 360 x 640 with its CPU slowed four times: a tap is timed from the event to the frame after the points were
written. Beside it stands the time for which the page's thread works on a tap, times four, which other programs on the
machine hardly change. Taps are counted for the worked hand of the tests, from the empty page to *agreed*, in the way of
counting that was chosen before and stays chosen.

The seconds are those of a person by the keystroke-level model (Card, Moran and Newell, "The keystroke-level model for
user performance time with interactive systems", CACM 23:7, 1980): 0.28 s a tap, 1.35 s of thought before each unit of
taps that belong together. The browser waits for them, the clock runs from the first thought to the page's answer. What
people do with the cards on the table is not in it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from playwright.sync_api import CDPSession, Page, ViewportSize, expect, sync_playwright

from tests.fixtures.browser import FLAGS, chromium_path
from tests.web.driver import PACK, Pages
from tests.web.screens import served
from tests.worked_hand import X_CARDS

PHONE = ViewportSize(width=360, height=640)
SLOWED = 4
TAP_SECONDS = 0.28
THOUGHT_SECONDS = 1.35
THEIRS = [card for card in PACK if card not in X_CARDS]
# Runs in the page: every click notes how long it took until the frame in which its points are seen.
CLOCK = """
window.waits = [];
addEventListener("click", (event) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => window.waits.push(performance.now() - event.timeStamp);
  channel.port2.postMessage(null);
}), { capture: true });
"""
TAPPED = """async (selectors) => {
  for (const selector of selectors) {
    document.querySelector(selector).click();
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
  }
}"""


def by_cards(pages: Pages) -> Iterator[str]:
    """Yield what is tapped: the smaller pile, then the rest."""
    yield "[data-pen='1']"
    yield from (f".grid [data-c='{card}']" for card in THEIRS)
    yield "#go[data-act=rest]"


def by_counts(pages: Pages) -> Iterator[str]:
    """Yield what is tapped; the number of cards is two keys of the phone's own keyboard."""
    yield "[data-field=carte0]"
    for key in "21":
        pages.page.keyboard.type(key)
        yield ""
    yield "[data-pen='1']"
    yield from (f"#counts-panel [data-c='{card}']" for card in THEIRS if card[1] == "D")
    yield "#go[data-act=rest]"
    yield from (f"[data-best='{card}']" for card in ("6H", "6C", "7S", "6S"))


def by_points(pages: Pages) -> Iterator[str]:
    """Yield what is tapped on the sheet of points."""
    yield from (f"[data-flag={flag}]" for flag in ("carte", "denari", "settebello", "primiera"))


WAYS: dict[str, Callable[[Pages], Iterator[str]]] = {"cards": by_cards, "counts": by_counts, "points": by_points}


def hand(pages: Pages, way: str) -> int:
    """Enter a hand to *agreed* and return how many taps it took."""
    page, count = pages.page, 0
    for selector in WAYS[way](pages):
        count += 1
        if selector:
            page.click(selector)
    before = page.inner_text(".where b")
    page.click("#go[data-act=read]")
    page.click("#agree")
    expect(page.locator(".where b")).not_to_have_text(before)
    return count + 2


def unit_of(selector: str) -> str:
    """Return what taps that follow each other without a thought have in common: the kind of thing that is tapped."""
    return selector.split("=")[0].split(" ")[0]


def by_a_person(page: Page, selectors: Iterable[str]) -> None:
    """Tap one after the other in a person's time; an empty selector is a key that was pressed already.

    The person's time runs while the page works: only what the page is late for is added to it.
    """
    unit, last = "", time.monotonic()
    for selector in selectors:
        thought = bool(selector) and unit_of(selector) != unit
        due = last + TAP_SECONDS + thought * THOUGHT_SECONDS
        page.wait_for_timeout(1000 * max(0.0, due - time.monotonic()))
        last = time.monotonic()
        if selector:
            unit = unit_of(selector)
            page.click(selector)


def seconds_of_a_hand(pages: Pages, way: str) -> float:
    """Return the seconds from the first thought to the answer that the hand is saved."""
    started = time.monotonic()
    by_a_person(pages.page, chain(WAYS[way](pages), ["#go[data-act=read]", "#agree"]))
    expect(pages.page.locator(".toast")).to_contain_text("salvata")
    return time.monotonic() - started


def seconds_of_a_new_match(pages: Pages, club: str) -> float:
    """Return the seconds from the first page to the grid of a new match of two who played lately."""
    pages.open("/")
    started = time.monotonic()
    to_the_form = [f"main a[href='/clubs/{club}/']", f"main a[href='/clubs/{club}/matches/new/']"]
    by_a_person(pages.page, [*to_the_form, ".chip:nth-child(2)", ".chip:nth-child(3)", "main button.main"])
    pages.page.wait_for_url("**/entry/")
    pages.ready()
    return time.monotonic() - started


def clocked(page: Page) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return session


def thread_time(pages: Pages, session: CDPSession, way: str) -> float:
    """Return the milliseconds of its thread that a tap costs the page, and undo the taps."""
    selectors = [
        selector
        for selector in WAYS[way](pages)
        if selector.startswith(("#counts", ".grid", "[data-best", "[data-flag"))
    ]
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    before = worked(session)
    pages.page.evaluate(TAPPED, selectors)
    spent = (worked(session) - before) / len(selectors)
    pages.page.evaluate(TAPPED, ["#undo"] * 60)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    return spent


def worked(session: CDPSession) -> float:
    """Return the milliseconds that the page's thread has worked so far."""
    told = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return 1000 * float(told["TaskDuration"])


def measure() -> list[dict[str, Any]]:
    """Return rows of figure, value, target, ratio for the common table of `make bench`."""
    rows = []
    with served() as (url, demo), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(playwright.chromium.executable_path), args=FLAGS
        )
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="it-IT")
        pages = Pages(context.new_page(), url)
        pages.page.add_init_script(CLOCK)
        pages.log_in(demo["email"], demo["password"])
        pages.start_match(demo["club"], ["Ada Misura", "Beppe Misura"])
        session = clocked(pages.page)
        most = {"cards": 25, "counts": 15, "points": 10}
        for way in WAYS:
            pages.page.click(f"[data-mode={way}]")
            spent = thread_time(pages, session, way)
            pages.page.evaluate("window.waits = []")
            taps = hand(pages, way)
            waits = sorted(pages.page.evaluate("window.waits"))
            rows.append(row(f"taps, {way}", taps, f"<= {most[way]}"))
            rows.append(row(f"tap to drawn point, {way}, median ms", round(statistics.median(waits), 1), "<= 50"))
            rows.append(row(f"tap to drawn point, {way}, slowest ms", round(waits[-1], 1), ""))
            rows.append(row(f"the page's thread, {way}, ms a tap x {SLOWED}", round(SLOWED * spent, 1), "<= 50"))
        for way in WAYS:
            pages.start_match(demo["club"], ["Ada Misura", "Beppe Misura"])
            pages.page.click(f"[data-mode={way}]")
            rows.append(row(f"a hand by a person, {way}, s", round(seconds_of_a_hand(pages, way), 1), ""))
        seconds = seconds_of_a_new_match(pages, demo["club"])
        rows.append(row("a new match from the first page by a person, s", round(seconds, 1), "<= 20"))
        browser.close()
    return rows


def row(figure: str, value: float, target: str) -> dict[str, Any]:
    return {"figure": figure, "value": value, "target": target, "ratio": None}


if __name__ == "__main__":
    for one in measure():
        print(f"{one['figure']:<45} {one['value']:>8} {one['target']:>8}")
