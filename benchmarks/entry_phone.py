"""Measure the entry page on a slow phone: from the tap to the drawn point, and a typical hand in each way of counting.

    python -m benchmarks.entry_phone

Chromium at 360 x 640 with its CPU slowed four times: a tap is timed from the event to the frame after the points were
written. Beside it stands the time for which the page's thread works on a tap, times four, which other programs on the
machine hardly change. Taps are counted for the worked hand of the tests, from the empty page to *agreed*, in the way of
counting that was chosen before and stays chosen.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import CDPSession, Page, ViewportSize, expect, sync_playwright

from tests.fixtures.browser import FLAGS, chromium_path
from tests.web.driver import PACK, Pages
from tests.web.screens import served
from tests.worked_hand import X_CARDS

PHONE = ViewportSize(width=360, height=640)
SLOWED = 4
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
        browser.close()
    return rows


def row(figure: str, value: float, target: str) -> dict[str, Any]:
    return {"figure": figure, "value": value, "target": target, "ratio": None}


if __name__ == "__main__":
    for one in measure():
        print(f"{one['figure']:<45} {one['value']:>8} {one['target']:>8}")
