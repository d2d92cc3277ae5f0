"""Hostile names: markup, turned text, formulas and emoji are shown as they are, and nothing runs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser

from cirulla.lib.names import HIDDEN, clean_name
from cirulla.lib.sheets import cell, csv_lines
from tests.fixtures.server import Server

NAMES = (
    "<img src=x onerror=alert(1)>",
    '"><svg/onload=alert(2)>',
    "</script><script>alert(3)</script>",
    "{{7*7}}{% now 'Y' %}",
    "javascript:alert(4)",
    '=HYPERLINK("http://evil.example")',
    "+cmd|' /C calc'!A0",
    "@SUM(1+1)",
    "' OR 1=1 --",
    "Nena 🃏🇮🇹 𝕹𝖊𝖓𝖆",
    "مرحبا שלום",
    "A" * 60,
)
REFUSED = ("a\u202eb", "a\u200bb", "a\u2066b", "a\x00b", "a\x1b[31mb", "\ufeffa", "a\u061cb", "a\u2028b", "\U000e0041a")


@pytest.mark.parametrize("name", REFUSED, ids=[f"U+{max(map(ord, name)):04X}" for name in REFUSED])
def test_a_name_with_a_character_that_hides_or_turns_text_is_refused(name):
    from django.core.exceptions import ValidationError

    with pytest.raises(ValidationError):
        clean_name(name)


@given(st.text(max_size=80))
def test_a_name_that_is_let_in_is_in_one_form_short_and_without_hidden_characters(text):
    import unicodedata

    from django.core.exceptions import ValidationError

    try:
        name = clean_name(text)
    except ValidationError:
        return
    assert 1 <= len(name) <= 60
    assert name == unicodedata.normalize("NFC", name) == clean_name(name)
    assert not [char for char in name if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}]
    assert not HIDDEN & set(name)


@given(st.text(max_size=40))
def test_no_cell_begins_as_a_formula_and_the_text_can_be_had_back(text):
    shown = cell(text)
    assert not shown.lstrip().startswith(("=", "+", "-", "@"))
    assert shown in {text.replace("\x00", ""), "'" + text.replace("\x00", "")}


@given(st.lists(st.text(alphabet=st.characters(blacklist_characters="\x00\r\n"), max_size=20), min_size=2, max_size=2))
def test_no_name_opens_a_cell_or_a_line_of_its_own(values):
    text = "".join(csv_lines(("a", "b"), [dict(zip("ab", values, strict=True))]))
    rows = list(csv.reader(io.StringIO(text)))
    assert len(rows) == 2
    assert [value.removeprefix("'") for value in rows[1]] == [cell(value).removeprefix("'") for value in values]


def test_numbers_below_nothing_stay_numbers():
    assert (cell(-3), cell(2.5), cell(None)) == ("-3", "2.5", "")


@pytest.fixture(scope="module")
def hostile(server: Server) -> dict[str, str]:
    """Put every name wherever a name can be; return the addresses to look at."""
    api = httpx.Client(
        base_url=f"{server.url}/api/v1/", headers={"Authorization": f"Bearer {server.demo['token']}"}, timeout=30
    )

    def made(path: str, body: dict, method: str = "POST") -> dict:
        answer = api.request(method, path, json=body)
        assert answer.status_code in {200, 201}, answer.text
        return answer.json()

    club = made("clubs", {"name": NAMES[0]})["id"]
    made("tokens", {"name": NAMES[1], "scopes": ["club:read"]})
    made("rulesets", {"club": club, "name": NAMES[2], "preset": "sbiro", "overrides": {}})
    match: dict = {}
    for first, second in zip(NAMES[::2], NAMES[1::2], strict=True):
        match = made("matches", {"club": club, "seats": [{"name": first}, {"name": second}]})
    hand = {
        "number": 1,
        "dealer_seat": 0,
        "mode": "points",
        "sides": [{"carte": 1, "settebello": 1, "scope": 2}, {"denari": 1, "primiera": 1, "scope": 1}],
    }
    url = f"matches/{match['id']}"
    recorded = made(f"{url}/hands/{uuid4()}", hand, "PUT")
    api.post(f"{url}/hands/{recorded['id']}/dispute", json={"reason": NAMES[0]}, headers={"If-Match": '"v1"'})
    code = made(f"{url}/join-code", {})["code"].replace("-", "")
    made("join", {"code": code, "seat": 0})
    every = api.get("players", params={"club": club, "limit": 200}).json()["results"]
    assert {row["name"] for row in every} == set(NAMES), "all of them are names"
    players = {f"player {number}": f"/players/{row['id']}/" for number, row in enumerate(every)}
    return {
        "home": "/",
        "club": f"/clubs/{club}/",
        "ranking": f"/clubs/{club}/ranking/",
        "new match": f"/clubs/{club}/matches/new/",
        "match": f"/m/{match['code']}/",
        "entry": f"/m/{match['code']}/entry/",
        "join code": f"/m/{match['code']}/join/",
        "seats": f"/j/{code}/",
        "own tokens": "/accounts/tokens/",
        "own clubs": "/accounts/clubs/",
        **players,
    }


@pytest.fixture
def heard(browser: Browser, logged_in: dict) -> Iterator[tuple]:
    """Give a page of the demo owner, and what must not be heard on it."""
    context = browser.new_context(storage_state=logged_in, locale="it-IT")
    page = context.new_page()
    wrong: list[str] = []
    page.on("dialog", lambda dialog: (wrong.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.on("request", lambda request: "evil.example" in request.url and wrong.append(request.url))
    yield page, wrong
    context.close()


@pytest.mark.web
@pytest.mark.e2e
@pytest.mark.proof
def test_on_every_page_nothing_runs_and_the_name_is_what_it_is(hostile, heard, server: Server):
    page, wrong = heard
    seen = ""
    for kind, path in hostile.items():
        page.goto(server.url + path)
        page.wait_for_timeout(150)
        assert wrong == [], kind
        assert page.locator("main img:not(.qr), main script:not([type='application/json'])").count() == 0, kind
        assert page.locator("[onerror], [onload], svg[onload]").count() == 0, kind
        seen += page.locator("body").inner_text()
    for name in NAMES:
        assert re.sub(r"\s+", "", name) in re.sub(r"\s+", "", seen), f"{name!r} is shown as it is"


@pytest.mark.e2e
@pytest.mark.proof
def test_in_every_export_a_name_or_a_reason_runs_nothing(hostile, server: Server):
    club = hostile["club"].split("/")[2]
    answer = httpx.get(
        f"{server.url}/api/v1/clubs/{club}/audit.csv", headers={"Authorization": f"Bearer {server.demo['token']}"}
    )
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) > 5
    assert not [one for row in rows for one in row if one[:1] in tuple("=+-@\t\r")]
    assert NAMES[0] in {one for row in rows for one in row}, "the reason stands there as it was given"
