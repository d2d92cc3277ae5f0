"""The entry page of two, of pairs and of three fits a small phone: all forty cards and the buttons at a glance."""

from __future__ import annotations

import pytest

from tests.fixtures.server import Server
from tests.web.driver import Pages
from tests.web.every_page import SPLIT

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


@pytest.mark.parametrize("language", ["it", "en", "lij"])
@pytest.mark.parametrize("table", TABLES)
def test_counts_and_points_are_seen_to_their_last_line(phone: Pages, server: Server, table: str, language: str) -> None:
    page = phone.page
    page.context.add_cookies([{"name": "django_language", "value": language, "url": server.url}])
    phone.start_match(server.demo["club"], TABLES[table], first_dealer=1)
    phone.tap(["7D"])
    foot = page.locator(".foot")
    for mode in ("counts", "points"):
        page.click(f"[data-mode={mode}]")
        last = page.locator(f"#{mode}-panel > :last-child").bounding_box()
        below = foot.bounding_box()
        assert last
        assert below
        assert last["y"] + last["height"] <= below["y"]


def test_the_names_of_three_are_whole_where_scope_are_marked(phone: Pages, server: Server) -> None:
    page = phone.page
    phone.start_match(server.demo["club"], TABLES["three"], first_dealer=1)
    phone.marks()
    assert page.evaluate(SPLIT) == []
    wide = page.locator(".marks .add:visible").evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert min(wide) >= 90


@pytest.mark.parametrize("table", TABLES)
def test_a_scoreboard_is_whole_on_a_phone_that_is_turned(phone: Pages, server: Server, table: str) -> None:
    page = phone.page
    code = phone.start_match(server.demo["club"], TABLES[table], first_dealer=1)
    for size in ({"width": 640, "height": 360}, {"width": 360, "height": 640}):
        page.set_viewport_size(size)
        phone.open(f"/m/{code}/board/")
        tall = page.locator(".half").evaluate_all("all => all.map(one => one.scrollHeight - one.clientHeight)")
        assert tall == [0, 0]
        below = page.locator(".half").last.locator(".below").bounding_box()
        assert below
        assert below["y"] + below["height"] <= size["height"]
