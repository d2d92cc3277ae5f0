"""The main job: a hand counted at the table is tapped in, explained, and ends in the club's ranking."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.fixtures.server import Server
from tests.web.driver import Pages
from tests.worked_hand import TABLE, X_CARDS

pytestmark = [pytest.mark.web, pytest.mark.e2e]

BARSEGA = ["AS", "2S", "4S"]
DECINO = ["JD", "JH", "JS"]
DENARI = ["AD", "2D", "3D", "4D", "5D", "6D", "7D", "JD", "QD", "KD"]


def worked_hand(phone: Pages) -> None:
    phone.tap(X_CARDS)
    phone.rest()
    phone.marks()
    phone.scopa(0, times=2)
    phone.scopa(1)
    phone.buona(0, BARSEGA, "Barsega 3")
    phone.buona(1, DECINO, "Decino 10")
    phone.table(1, TABLE, "2")
    phone.close()


def test_a_hand_is_tapped_in_read_back_saved_and_explained(phone: Pages, server: Server) -> None:
    code = phone.start_match(server.demo["club"], ["Ada Prova", "Beppe Prova"], first_dealer=1)
    worked_hand(phone)
    page = phone.page
    expect(page.locator("[data-pen='0'] .plus")).to_have_text("+13")
    expect(page.locator("[data-pen='1'] .plus")).to_have_text("+18")
    phone.read_back()
    expect(page.locator("[data-said='0']")).to_have_text(
        re.compile(
            r"21 carte, 6 quadri, il settebello, la primiera \(81 a 72\), piccola 4, 2 scope e barsega.3: 13 punti\."
        )
    )
    expect(page.locator("[data-said='1']")).to_contain_text("18 punti.")
    phone.agree()
    expect(page.locator(".toast")).to_contain_text("Mano 1 salvata: 13 a 18.")
    expect(page.locator(".where")).to_contain_text("Mano 2")
    assert set(phone.owners().values()) == {"0"}

    phone.open(f"/m/{code}/")
    expect(page.locator(".scoretee .big")).to_have_text(["13", "18"])
    lines = page.locator("#hand-1 .lines").nth(0).locator("> div")
    told = {
        lines.nth(at).locator("dt").inner_text(): lines.nth(at).locator(".pt").inner_text()
        for at in range(lines.count())
    }
    assert told == {
        "Carte": "1",
        "Quadri": "1",
        "Settebello": "1",
        "Primiera": "1",
        "Scope": "2",
        "Barsega": "3",
        "Piccola": "4",
        "In tutto": "13",
    }
    other = page.locator("#hand-1 .lines").nth(1)
    expect(other.locator("dt")).to_have_text(
        ["Primiera", "Scope", "Decino", "Tavola del mazziere", "Grande", "In tutto"]
    )
    expect(other.locator(".pt")).to_have_text(["0", "1", "10", "2", "5", "18"])


def test_under_other_rules_the_winner_changes_and_the_page_says_so(phone: Pages, server: Server) -> None:
    code = phone.start_match(server.demo["club"], ["Ada Prova", "Beppe Prova"], first_dealer=1)
    worked_hand(phone)
    phone.read_back()
    phone.agree()
    expect(phone.page.locator(".toast")).to_be_visible()
    phone.open(f"/m/{code}/")
    rows = phone.page.locator(".elsewhere-list li")
    told = dict(
        zip(rows.locator("span:first-child").all_inner_texts(), rows.locator(".num").all_inner_texts(), strict=True)
    )
    assert told["La Spezia"] == "11 : 10"
    assert told["Aula 2"] == "12 : 18"
    expect(phone.page.locator(".elsewhere-list .turn")).to_have_text(re.compile("La Spezia"))
    expect(phone.page.locator("#hand-1 .elsewhere strong")).to_have_text("La Spezia: 11 a 10, la mano si rovescia.")


def test_a_finished_match_moves_the_ranking(phone: Pages, server: Server) -> None:
    page = phone.page
    club = server.demo["club"]
    phone.open(f"/clubs/{club}/ranking/")
    names = [name for name in page.locator(".rk .name b").all_inner_texts() if "Prova" not in name][:2]

    def figures() -> dict[str, str]:
        phone.open(f"/clubs/{club}/ranking/")
        rows = page.locator(".rk")
        return dict(zip(rows.locator(".name b").all_inner_texts(), rows.locator(".rt").all_inner_texts(), strict=True))

    before = figures()
    phone.start_match(club, names)
    # All ten denari win the match at once (RULES 8.7): one hand is enough.
    phone.tap(DENARI)
    phone.rest()
    phone.read_back()
    phone.agree()
    page.wait_for_url(re.compile(r"/m/\w+/$"))
    expect(page.locator(".won")).to_have_text("ha vinto")
    for _ in range(40):
        after = figures()
        if after[names[0]] != before[names[0]]:
            break
        page.wait_for_timeout(250)
    assert {name for name in names if after[name] != before[name]} == set(names)


@pytest.mark.parametrize("ruleset", ["aula2", "laspezia"])
def test_the_house_rules_of_the_match_decide_the_points(phone: Pages, server: Server, ruleset: str) -> None:
    expected = {"aula2": ["+12", "+18"], "laspezia": ["+11", "+10"]}[ruleset]
    phone.start_match(server.demo["club"], ["Ada Prova", "Beppe Prova"], ruleset=ruleset, first_dealer=1)
    phone.tap(X_CARDS)
    phone.rest()
    phone.marks()
    phone.scopa(0, times=2)
    phone.scopa(1)
    phone.buona(0, BARSEGA, "Barsega")
    phone.buona(1, DECINO, "Decino")
    phone.table(1, TABLE, "2")
    phone.close()
    for side, points in enumerate(expected):
        expect(phone.page.locator(f"[data-pen='{side}'] .plus")).to_have_text(points)
