"""The entry page of two, of pairs and of three fits a small phone: all forty cards and the buttons at a glance."""

from __future__ import annotations

import pytest

from tests.fixtures.server import Server
from tests.web.driver import Pages

pytestmark = pytest.mark.web

TABLES = {
    "two": ["Aldo Prova", "Bice Prova"],
    "pairs": ["Aldo Prova", "Bice Prova", "Ciro Prova", "Dora Prova"],
    "three": ["Aldo Prova", "Massimiliano Prova", "Ciro Prova"],
}


@pytest.mark.parametrize("pack", ["french", "italian"])
@pytest.mark.parametrize("table", TABLES)
def test_the_whole_grid_and_the_footer_are_seen_without_scrolling(
    phone: Pages, server: Server, table: str, pack: str
) -> None:
    page = phone.page
    page.context.add_cookies([{"name": "pack", "value": pack, "url": server.url}])
    phone.start_match(server.demo["club"], TABLES[table], first_dealer=1)
    phone.tap(["7D"])
    page.click("[data-pen='1']")
    phone.tap(["KS"])
    assert page.evaluate("document.documentElement.scrollHeight") <= 640
    foot = page.locator(".foot").bounding_box()
    assert foot
    assert foot["y"] + foot["height"] <= 640
    for card in ("AH", "AS", "KH", "KS"):
        cell = page.locator(f".grid [data-c='{card}']").bounding_box()
        assert cell
        assert cell["height"] >= 44
        assert cell["y"] + cell["height"] <= foot["y"]
