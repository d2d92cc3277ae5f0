"""The entry page as people use it: a whole match by taps, by keys, without signal and with doubts."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.engine.golden import GOLDEN
from tests.fixtures.server import Server
from tests.web.driver import PACK, Pages
from tests.worked_hand import TABLE, X_CARDS

pytestmark = pytest.mark.web

NAMES = ["Aldo Prova", "Bice Prova"]


def started(phone: Pages, server: Server, ruleset: str = "sbiro", first_dealer: int = 0) -> str:
    return phone.start_match(server.demo["club"], NAMES, ruleset, first_dealer)


def live(page: Page, slot: str) -> list[str]:
    return page.locator(f"[data-slot={slot}] b").all_inner_texts()


def test_a_whole_match_is_played_by_taps(phone: Pages, server: Server) -> None:
    page = phone.page
    code = started(phone, server)
    for number, dealing in ((1, "Aldo"), (2, "Bice")):
        expect(page.locator(".where")).to_contain_text(re.compile(f"Mano {number}.*{dealing}", re.DOTALL))
        phone.tap(X_CARDS)
        phone.rest()
        phone.marks()
        phone.buona(1, ["JD", "JH", "JS"], "Decino 10")
        phone.buona(1, ["6H", "6D", "6C"], "Decino 10")
        phone.scopa(1, times=2)
        phone.close()
        phone.read_back()
        if number == 2:
            expect(page.locator("#read-win")).to_have_text("Loro: con questa mano la partita è vinta.")
        phone.agree()
    page.wait_for_url(f"**/m/{code}/")
    expect(page.locator(".scoretee .big")).to_have_text(["16", "54"])


def test_points_are_counted_on_the_phone_without_any_signal(context: BrowserContext, server: Server) -> None:
    phone = Pages(context.new_page(), server.url)
    page = phone.page
    started(phone, server, first_dealer=1)
    page.route("**/api/v1/**", lambda route: route.abort())
    phone.tap(["AD", "2D", "3D"])
    assert live(page, "piccola") == ["3", ""]
    phone.tap(["4D", "5D", "6D", "7D"])
    assert [live(page, slot)[0] for slot in ("piccola", "denari", "settebello")] == ["6", "1", "1"]
    phone.marks()
    phone.buona(0, ["AS", "2S", "4S"], "Barsega 3")
    phone.table(1, TABLE, "2")
    phone.close()
    assert live(page, "buone") == ["3", ""]
    assert live(page, "scope") == ["", "2"]
    phone.rest()
    phone.read_back()
    expect(page.locator("[data-said='1']")).to_contain_text("tavola del mazziere 2")


def test_undo_and_redo_go_back_and_forth_without_limit(phone: Pages, server: Server) -> None:
    page = phone.page
    started(phone, server)
    expect(page.locator("#redo")).to_be_disabled()
    phone.tap(PACK[:6])
    phone.rest()
    whole = phone.owners()
    for _ in range(7):
        page.click("#undo")
    assert set(phone.owners().values()) == {"0"}
    page.reload()
    phone.ready()
    for _ in range(4):
        page.click("#redo")
    for key in ("Control+y", "Control+Shift+z", "Control+y"):
        page.keyboard.press(key)
    assert phone.owners() == whole
    page.click("#undo")
    phone.tap(["KS"])
    expect(page.locator("#redo")).to_be_disabled()


def test_a_long_press_offers_every_owner(phone: Pages, server: Server) -> None:
    page = phone.page
    phone.start_match(server.demo["club"], [*NAMES, "Ciro Prova"])
    box = page.locator(".grid [data-c='5C']").bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    expect(page.locator("#chooser")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#chooser h2")).to_have_text("cinque di fiori")
    page.click("#chooser button:has-text('Ciro')")
    assert phone.owners()["5C"] == "3"
    phone.tap(["5C"])
    assert phone.owners()["5C"] == "1"


def test_the_menu_key_opens_the_same_choice(phone: Pages, server: Server) -> None:
    page = phone.page
    phone.start_match(server.demo["club"], [*NAMES, "Ciro Prova"])
    page.focus(".grid [data-c='5C']")
    page.locator(".grid [data-c='5C']").dispatch_event("contextmenu")
    expect(page.locator("#chooser [aria-pressed=true]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#chooser")).to_be_hidden()
    expect(page.locator(".grid [data-c='5C']")).to_be_focused()
    page.keyboard.press("3")
    assert phone.owners()["5C"] == "3"


def test_a_hand_with_a_scopa_and_a_buona_is_entered_with_keys_alone(phone: Pages, server: Server) -> None:
    page = phone.page
    started(phone, server)
    page.focus(".grid [data-c='AH']")
    for _ in range(9):
        page.keyboard.press("1")
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    page.focus("#go")
    page.keyboard.press("Enter")
    page.focus(".opener")
    page.keyboard.press("Enter")
    expect(page.locator("#marks-h")).to_be_focused()
    page.focus("[data-add=scopa][data-side='0']")
    page.keyboard.press("Enter")
    page.focus("[data-add=buona][data-side='0']")
    page.keyboard.press("Enter")
    for card in ("AH", "2H", "3H"):
        page.focus(f".picker [data-pick='{card}']")
        page.keyboard.press("Space")
    page.focus(".answer button")
    page.keyboard.press("Enter")
    expect(page.locator(".marks")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".opener")).to_be_focused()
    page.focus("#go")
    page.keyboard.press("Enter")
    expect(page.locator("[data-said='0']")).to_contain_text(
        "10 carte, 1 quadro, 1\u00a0scopa e barsega\u00a03: 4 punti."
    )
    page.focus("#agree")
    page.keyboard.press("Enter")
    expect(page.locator(".where")).to_contain_text("Mano 2")


def test_what_hardly_ever_happens_is_asked_about_and_not_refused(phone: Pages, server: Server) -> None:
    page = phone.page
    started(phone, server)
    phone.tap(X_CARDS)
    phone.rest()
    phone.marks()
    phone.scopa(0, times=12)
    phone.close()
    phone.read_back()
    expect(page.locator("#read-doubt")).to_have_text("Noi: 12 scope sono più di quante ne permettono le carte. Sicuri?")
    expect(page.locator("#agree-text")).to_have_text("Sì, concordo")
    phone.agree()
    expect(page.locator(".where")).to_contain_text("Mano 2")


def test_what_cannot_be_is_said_at_once_with_the_card(context: BrowserContext, server: Server) -> None:
    phone = Pages(context.new_page(), server.url)
    page = phone.page
    started(phone, server, first_dealer=1)
    phone.marks()
    phone.table(1, TABLE, "2")
    phone.close()
    phone.tap(["KD"])
    expect(page.locator(".toast")).to_be_hidden()
    phone.tap(["KD"])
    expect(page.locator(".toast")).to_contain_text("re di quadri")
    expect(page.locator(".grid [data-c='KD']")).to_have_class(re.compile("wrong"))
    page.click("#undo")
    expect(page.locator(".grid [data-c='KD']")).not_to_have_class(re.compile("wrong"))


def test_a_redeal_is_logged_and_the_same_dealer_deals_again(phone: Pages, server: Server) -> None:
    page = phone.page
    started(phone, server)
    phone.marks()
    phone.table(0, ["AH", "AS", "4D", "KC"], "A monte")
    expect(page.locator(".toast")).to_contain_text("A monte: si ridà, stesso mazziere.")
    phone.close()
    expect(page.locator(".where")).to_contain_text("Mano 1")
    expect(page.locator(".where")).to_contain_text("dà Aldo")


def test_four_of_a_kind_at_the_deal_end_the_match(phone: Pages, server: Server) -> None:
    page = phone.page
    code = started(phone, server, "luzzati", first_dealer=1)
    phone.marks()
    phone.table(1, ["3H", "3D", "3C", "7H"], "La partita finisce qui")
    expect(page.locator(".log li")).to_contain_text("La partita finisce qui")
    phone.close()
    page.click("#go")
    expect(page.locator("#read-win")).to_have_text("Loro: la tavola d'apertura vince la partita.")
    phone.agree()
    page.wait_for_url(f"**/m/{code}/")
    expect(page.locator(".pairs")).to_contain_text("ha vinto")


def test_the_tenth_denaro_wins_without_counting_the_rest(phone: Pages, server: Server) -> None:
    page = phone.page
    code = started(phone, server)
    phone.tap(PACK[:3])
    phone.marks()
    page.click(".more summary")
    page.click("[data-add=claim][data-side='0']")
    page.click("#go")
    expect(page.locator("#read-win")).to_have_text("Noi: cappotto, la partita è vinta.")
    phone.agree()
    page.wait_for_url(f"**/m/{code}/")


def test_a_saved_hand_is_taken_back_within_the_moment(phone: Pages, server: Server) -> None:
    page = phone.page
    code = started(phone, server)
    phone.tap(X_CARDS)
    phone.rest()
    phone.read_back()
    phone.agree()
    page.click(".toast button:has-text('Annulla')")
    expect(page.locator("#go")).to_contain_text("21 a 19")
    expect(page.locator("[data-pen='0'] .num")).to_have_text("0")
    phone.open(f"/m/{code}/")
    expect(page.locator("details.hand")).to_have_count(0)


def test_a_hand_is_corrected_later_with_a_reason_and_what_it_changes(phone: Pages, server: Server) -> None:
    page = phone.page
    code = started(phone, server)
    phone.tap(X_CARDS)
    phone.rest()
    phone.read_back()
    phone.agree()
    expect(page.locator(".where")).to_contain_text("Mano 2")
    phone.open(f"/m/{code}/entry/?hand=1")
    assert list(phone.owners().values()).count("1") == len(X_CARDS)
    phone.marks()
    phone.scopa(1, times=9)
    phone.close()
    phone.read_back()
    expect(page.locator("#read-title")).to_have_text("Correzione della mano 1")
    expect(page.locator("#read-impact")).to_contain_text("Il punteggio passa da 8 a 5 a 8 a 14.")
    expect(page.locator("[data-sum='1'] .num")).to_have_text("14")
    page.fill("#reason", "Contata male")
    phone.agree()
    page.wait_for_url(f"**/m/{code}/#hand-1")
    expect(page.locator(".scoretee .big")).to_have_text(["8", "14"])


@pytest.mark.parametrize("mode", ["counts", "points"])
def test_a_hand_of_counts_or_points_comes_back_for_correction(phone: Pages, server: Server, mode: str) -> None:
    page = phone.page
    code = started(phone, server)
    phone.tap(X_CARDS)
    phone.rest()
    page.click(f"[data-mode={mode}]")
    phone.read_back()
    phone.agree()
    expect(page.locator(".where")).to_contain_text("Mano 2")
    phone.open(f"/m/{code}/entry/?hand=1")
    expect(page.locator(f"[data-mode={mode}]")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#go")).to_contain_text("c'è tutto")
    phone.read_back()
    expect(page.locator("[data-said='0']")).to_contain_text("8 punti.")


def test_a_hand_told_by_its_plays_is_corrected_by_its_points(phone: Pages, server: Server) -> None:
    page = phone.page
    pairs = [json.loads(line) for line in (GOLDEN / "replay.jsonl").read_text("utf-8").splitlines()]
    # A bonus of the dealer, buone, a piccola and scope of both: 12 to 3.
    case = next(pair["case"] for pair in pairs if [side["total"] for side in pair["answer"]["sides"]] == [12, 3])
    code = started(phone, server, case["ruleset"], first_dealer=case["dealer"])
    match = json.loads(str(page.text_content("#entry-data")))["match"]
    told = {name: case[name] for name in ("table", "claim_dealer_bonus", "deals", "plays")}
    answer = httpx.put(
        f"{server.url}/api/v1/matches/{match}/hands/{uuid4()}",
        json={"number": 1, "dealer_seat": case["dealer"], "mode": "plays", **told},
        headers={"Authorization": f"Bearer {server.demo['token']}"},
    )
    assert answer.status_code == 201, answer.text
    phone.open(f"/m/{code}/entry/?hand=1")
    expect(page.locator("[data-mode=points]")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#points-panel .notice")).to_contain_text("giocata per giocata")
    totals = page.locator(".total .plus")
    expect(totals).to_have_text(["+12", "+3"])
    phone.marks()
    phone.scopa(1)
    phone.close()
    phone.read_back()
    page.fill("#reason", "Una scopa in meno")
    expect(page.locator("#read-impact")).to_contain_text("12 a 3")
    phone.agree()
    page.wait_for_url(f"**/m/{code}/#hand-1")
    expect(page.locator(".scoretee .big")).to_have_text(["12", "4"])


@pytest.mark.parametrize("mode", ["cards", "counts", "points"])
def test_three_players_in_each_way_of_counting(phone: Pages, server: Server, mode: str) -> None:
    page = phone.page
    phone.start_match(server.demo["club"], [*NAMES, "Ciro Prova"])
    if mode == "points":
        page.click("[data-mode=points]")
        page.click("[data-flag=carte]")
        page.click("[data-pen='1']")
        page.click("[data-flag=denari]")
        page.click("[data-flag=settebello]")
        for _ in range(2):
            page.click("[data-flag=primiera]")
        page.select_option("[data-field=piccola0]", "4")
        page.select_option("[data-field=grande1]", "5")
    else:
        phone.tap(PACK[:14])
        page.click("[data-pen='1']")
        phone.tap(PACK[14:27])
        page.click("[data-pen='2']")
        phone.rest()
        page.click(f"[data-mode={mode}]")
    phone.read_back()
    phone.agree()
    expect(page.locator(".toast")).to_contain_text("Mano 1 salvata: 5 a 7 a 0.")
    expect(page.locator(f"[data-mode={mode}]")).to_have_attribute("aria-selected", "true")


def test_five_players_with_their_knocks(phone: Pages, server: Server) -> None:
    page = phone.page
    phone.open(f"/clubs/{server.demo['club']}/matches/new/")
    page.click(".fifth summary")
    for place, name in enumerate(["Aldo", "Bice", "Ciro", "Dora", "Ezio"]):
        page.fill(f"[name=seat_{place}]", name)
    page.select_option("[name=ruleset]", "cirulla_a_5")
    page.click("main button.main")
    page.wait_for_url("**/entry/")
    phone.ready()
    for place in range(4):
        page.click(f"[data-pen='{place}']")
        phone.tap(PACK[8 * place : 8 * place + 8])
    page.click("[data-pen='4']")
    phone.rest()
    phone.marks()
    page.click("[data-add=knock][data-side='3']")
    phone.close()
    phone.read_back()
    expect(page.locator("[data-said='3']")).to_contain_text("1 bussata: 1 punto.")
    phone.agree()
    expect(page.locator(".toast")).to_contain_text("Mano 1 salvata: 0 a 7 a 6 a 1 a 0.")
