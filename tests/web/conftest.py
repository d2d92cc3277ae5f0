"""A phone with the demo owner logged in, on a page that reports whatever goes wrong in it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.fixtures.server import Server
from tests.web.driver import Pages

PHONE = {"width": 360, "height": 640}


class Watch:
    """Collect what must not happen on a page: errors on the console, refused policies, requests to other hosts."""

    def __init__(self, page: Page, base_url: str) -> None:
        self.host = urlsplit(base_url).netloc
        self.wrong: list[str] = []
        page.on("console", lambda message: message.type == "error" and self._said(message.text))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", lambda request: self._requested(request.url))

    def _said(self, text: str) -> None:
        # A hand that cannot be is refused by the service; that the browser notes it is as it should be.
        if "status of 422" not in text and "status of 409" not in text:
            self.wrong.append(text)

    def _requested(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https"} and parts.netloc != self.host:
            self.wrong.append(f"asks another host: {url}")


@pytest.fixture(scope="session")
def logged_in(browser: Browser, server: Server) -> dict:
    """Return the cookies of the demo owner after logging in once."""
    context = browser.new_context(locale="it-IT")
    Pages(context.new_page(), server.url).log_in(server.demo["email"], server.demo["password"])
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def context(browser: Browser, logged_in: dict) -> Iterator[BrowserContext]:
    """Give a phone of 360 by 640 that belongs to the demo owner."""
    phone = browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, locale="it-IT", storage_state=logged_in, color_scheme="light"
    )
    phone.set_default_timeout(15_000)
    yield phone
    phone.close()


@pytest.fixture
def phone(context: BrowserContext, server: Server) -> Iterator[Pages]:
    """Give the service's pages on that phone; the test fails if anything went wrong on one of them."""
    page = context.new_page()
    watch = Watch(page, server.url)
    yield Pages(page, server.url)
    assert watch.wrong == []
