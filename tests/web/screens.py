"""Take the pictures of docs/screens: `.venv/bin/python -m tests.web.screens`.

Starts a server of its own with a demo club, looks at the pages as a phone and as a desk does, and stops it again.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.fixtures.browser import FLAGS, chromium_path
from tests.fixtures.programs import run_to_end
from tests.fixtures.server import server_environment, server_start
from tests.servers.process import free_port
from tests.web.driver import Pages
from tests.worked_hand import TABLE, X_CARDS

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screens"
PHONE = {"width": 360, "height": 640}
DESK = {"width": 1280, "height": 800}


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
    """Keep pictures of one browser in docs/screens, small ones: one pixel a point."""

    def __init__(self, browser: Browser, url: str, demo: dict[str, Any]) -> None:
        self.browser = browser
        self.url = url
        self.demo = demo
        self.state: Any = None

    def pages(self, size: dict[str, int], theme: str) -> Pages:
        """Return the pages on a device of a size, logged in as the demo owner."""
        context = self.browser.new_context(
            viewport=size, color_scheme=theme, locale="it-IT", storage_state=self.state, reduced_motion="reduce"
        )
        pages = Pages(context.new_page(), self.url)
        if self.state is None:
            pages.log_in(self.demo["email"], self.demo["password"])
            self.state = context.storage_state()
        return pages

    def keep(self, page: Page, name: str) -> None:
        """Take a picture of what is seen now."""
        page.mouse.move(0, 0)
        page.wait_for_timeout(300)
        page.screenshot(path=FOLDER / f"{name}.png")


def half_counted(pages: Pages) -> None:
    pages.tap(X_CARDS[:16])
    pages.page.click("[data-pen='1']")
    pages.tap(["AH", "3H", "KD", "QD", "JD", "KS", "7S"])
    pages.page.click("[data-pen='0']")
    pages.marks()
    pages.scopa(0, times=2)
    pages.scopa(1)


def whole(pages: Pages) -> None:
    pages.close()
    pages.tap([card for card in X_CARDS if pages.owners()[card] == "0"])
    pages.rest()
    pages.marks()
    pages.buona(0, ["AS", "2S", "4S"], "Barsega")
    pages.buona(1, ["JD", "JH", "JS"], "Decino")
    pages.table(1, TABLE, "2")
    pages.close()


def take(album: Album) -> None:
    """Take all pictures: the phone in the light, its grid in the dark, two pages at a desk."""
    club = album.demo["club"]
    for theme in ("dark", "light"):
        phone = album.pages(PHONE, theme)
        code = phone.start_match(club, ["Gina Risso", "Tito Bruzzone"], first_dealer=1)
        half_counted(phone)
        phone.close()
        expect(phone.page.locator("[data-pen='0'] .plus")).not_to_have_text("")
        album.keep(phone.page, f"entry-360-{theme}")
        phone.marks()
    album.keep(phone.page, "sheet-360-light")
    whole(phone)
    phone.read_back()
    album.keep(phone.page, "readback-360-light")
    phone.agree()
    expect(phone.page.locator(".toast")).to_be_visible()
    paths = {"match": f"/m/{code}/", "ranking": f"/clubs/{club}/ranking/", "club": f"/clubs/{club}/"}
    for name, path in paths.items():
        phone.open(path)
        album.keep(phone.page, f"{name}-360-light")
    for name, theme in (("match", "dark"), ("ranking", "light")):
        desk = album.pages(DESK, theme)
        desk.open(paths[name])
        album.keep(desk.page, f"{name}-1280-{theme}")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with served() as (url, demo), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(playwright.chromium.executable_path),
            args=[*FLAGS, "--force-color-profile=srgb"],
        )
        take(Album(browser, url, demo))
        browser.close()


if __name__ == "__main__":
    main()
