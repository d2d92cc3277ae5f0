"""Take pictures of every page: `.venv/bin/python -m tests.web.screens`.

Starts a server of its own with a demo club, looks at each page as two phones and a desk do, in both themes, and stops
it again. All pictures go to var/screens; the few that show the most go to docs/screens too.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django
import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.fixtures.browser import FLAGS, chromium_path
from tests.fixtures.programs import run_to_end
from tests.fixtures.server import server_environment, server_start
from tests.servers.process import free_port
from tests.web.driver import Pages
from tests.worked_hand import TABLE, X_CARDS

ROOT = Path(__file__).resolve().parents[2]
EVERYTHING = ROOT / "var" / "screens"
CHOSEN = ROOT / "docs" / "screens"
SIZES = {"360": (360, 640), "412": (412, 915), "1280": (1280, 800)}
THEMES = ("light", "dark")
BEST = {
    "entry-360-light", "entry-360-dark", "entry-1280-light", "sheet-360-light", "readback-360-light",
    "match-360-light", "match-1280-dark", "match-board-412-light", "match-board-360-dark", "ranking-360-light",
    "ranking-1280-dark", "club-360-light", "player-412-light", "player-1280-light", "account_login-360-light",
    "home-360-dark",
}  # fmt: skip
"""The pictures kept beside the documents."""
EVENINGS = (("2026-10-02", "Bar Sport"), ("2026-10-16", "Circolo del Molo"), ("2026-11-06", "Osteria della Lanterna"))


@contextmanager
def served() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the address of a server with a demo club, and what its demo.json says."""
    with tempfile.TemporaryDirectory() as folder:
        var = Path(folder)
        env = server_environment(var, free_port(), f"sqlite:///{var / 'cirulla.sqlite3'}")
        for words in (["migrate", "--no-input", "--verbosity", "0"], ["catalogues"], ["demo"]):
            run_to_end(["manage.py", *words], env=env)
        program = server_start(env, var)
        try:
            yield env["BASE_URL"], json.loads((var / "demo.json").read_text(encoding="utf-8"))
        finally:
            program.end()


class Album:
    """Keep pictures of one browser, small ones: one pixel a point."""

    def __init__(self, browser: Browser, url: str, demo: dict[str, Any]) -> None:
        self.browser = browser
        self.url = url
        self.demo = demo
        self.state: Any = None

    def pages(self, size: str, theme: str, *, visitor: bool = False) -> Pages:
        """Return the pages on a device of a size, logged in as the demo owner."""
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            locale="it-IT",
            storage_state=None if visitor else self.state,
            reduced_motion="reduce",
        )
        pages = Pages(context.new_page(), self.url)
        if self.state is None and not visitor:
            pages.log_in(self.demo["email"], self.demo["password"])
            self.state = context.storage_state()
        return pages

    def keep(self, page: Page, name: str) -> None:
        """Take a picture of what is seen now."""
        page.mouse.move(0, 0)
        page.wait_for_timeout(300)
        taken = page.screenshot(path=EVERYTHING / f"{name}.png")
        if name in BEST:
            (CHOSEN / f"{name}.png").write_bytes(taken)


def a_circuit(url: str, demo: dict[str, Any]) -> None:
    """Make a circuit of three evenings with their places, so that its pages have something to show."""
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {demo['token']}"}, timeout=30) as client:

        def post(path: str, **body: Any) -> Any:
            return client.post(f"/api/v1/{path}", json=body).raise_for_status().json()

        players = client.get("/api/v1/players", params={"club": demo["club"]}).raise_for_status().json()["results"][:6]
        circuit = post("circuits", club=demo["club"], name="Giro dei bar", place_points=[10, 7, 5, 3, 2, 1])
        for turn, (day, name) in enumerate(EVENINGS):
            event = post(f"circuits/{circuit['id']}/events", club=demo["club"], name=name, played_on=day)
            turned = [*players[turn:], *players[:turn]]
            places = [{"player": player["id"], "place": place} for place, player in enumerate(turned, 1)]
            seen = {"If-Match": f'"v{event["version"]}"'}
            path = f"/api/v1/circuit-events/{event['id']}"
            client.put(path, json={"places": places}, headers=seen).raise_for_status()


def marks(pages: Pages) -> None:
    """Open the sheet of scope and buone; at a desk it stands open beside the grid."""
    if pages.page.locator(".opener").is_visible():
        pages.marks()


def close(pages: Pages) -> None:
    """Close that sheet where it can be closed."""
    if pages.page.locator(".marks .closer").is_visible():
        pages.close()


def half_counted(pages: Pages) -> None:
    pages.tap(X_CARDS[:16])
    pages.page.click("[data-pen='1']")
    pages.tap(["AH", "3H", "KD", "QD", "JD", "KS", "7S"])
    pages.page.click("[data-pen='0']")
    marks(pages)
    pages.scopa(0, times=2)
    pages.scopa(1)


def whole(pages: Pages) -> None:
    pages.tap([card for card in X_CARDS if pages.owners()[card] == "0"])
    pages.rest()
    marks(pages)
    pages.buona(0, ["AS", "2S", "4S"], "Barsega")
    pages.buona(1, ["JD", "JH", "JS"], "Decino")
    pages.table(1, TABLE, "2")
    close(pages)


def take_entry(album: Album, size: str, theme: str) -> str:
    """Enter a hand and take pictures on the way; return the match's code."""
    pages = album.pages(size, theme)
    pages.start_match(album.demo["club"], ["Gina Risso", "Tito Bruzzone", "Massimiliano Re"])
    pages.tap(X_CARDS[:12])
    album.keep(pages.page, f"entry-three-{size}-{theme}")
    marks(pages)
    album.keep(pages.page, f"sheet-three-{size}-{theme}")
    close(pages)
    code = pages.start_match(album.demo["club"], ["Gina Risso", "Tito Bruzzone"], first_dealer=1)
    album.keep(pages.page, f"entry-begin-{size}-{theme}")
    half_counted(pages)
    album.keep(pages.page, f"sheet-{size}-{theme}")
    close(pages)
    expect(pages.page.locator("[data-pen='0'] .plus")).not_to_have_text("")
    album.keep(pages.page, f"entry-{size}-{theme}")
    whole(pages)
    for mode in ("counts", "points", "cards"):
        pages.page.click(f"[data-mode={mode}]")
        album.keep(pages.page, f"entry-{mode}-{size}-{theme}")
    pages.read_back()
    album.keep(pages.page, f"readback-{size}-{theme}")
    pages.agree()
    expect(pages.page.locator(".toast")).to_be_visible()
    album.keep(pages.page, f"entry-saved-{size}-{theme}")
    pages.page.context.close()
    return code


def take_pages(album: Album, size: str, theme: str, addresses: dict[str, str], outside: Sequence[str]) -> None:
    """Take a picture of every page, as its owner and, those `outside`, as a visitor sees them."""
    pages = album.pages(size, theme)
    for name, path in addresses.items():
        if name != "entry":
            pages.open(path)
            album.keep(pages.page, f"{name}-{size}-{theme}")
    pages.page.context.close()
    stranger = album.pages(size, theme, visitor=True)
    for path in outside:
        stranger.open(path)
        album.keep(
            stranger.page, f"{path.strip('/').replace('accounts/', 'account_').replace('/', '_')}-{size}-{theme}"
        )
    stranger.page.context.close()


def main() -> None:
    """Take all pictures."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cirulla.settings")
    django.setup()
    # The addresses are known once the settings are.
    from tests.web.every_page import OUTSIDE, crawled

    for folder in (EVERYTHING, CHOSEN):
        folder.mkdir(parents=True, exist_ok=True)
    with served() as (url, demo), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(playwright.chromium.executable_path),
            args=[*FLAGS, "--force-color-profile=srgb"],
        )
        a_circuit(url, demo)
        album = Album(browser, url, demo)
        looks = [(size, theme) for size in SIZES for theme in THEMES]
        codes = [take_entry(album, size, theme) for size, theme in looks]
        finder = album.pages("360", "light").page
        addresses = crawled(finder, url, [f"/clubs/{demo['club']}/ranking/", f"/m/{codes[0]}/", "/"])
        for size, theme in looks:
            take_pages(album, size, theme, addresses, OUTSIDE)
        browser.close()


if __name__ == "__main__":
    main()
