"""Find one address of every kind of page by following links, and measure a page in the browser as a reader meets it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from typing import Any
from urllib.parse import urldefrag, urlsplit
from uuid import uuid4

import httpx
from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from cirulla.lib.permissions import routes
from tests.worked_hand import body

NO_PAGES = {
    "healthz", "readyz", "preferences", "set_language", "match-live", "join-scanned", "",
    "style", "account_inactive", "account_email_verification_sent", "account_confirm_email",
    "account_reset_password_from_key", "account_reset_password_from_key_done", "account_signup_by_passkey",
    "account_confirm_login_code", "mfa_authenticate", "mfa_trust", "mfa_view_recovery_codes",
    "mfa_download_recovery_codes", "mfa_login_webauthn", "mfa_reauthenticate_webauthn", "mfa_signup_webauthn",
    "mfa_remove_webauthn", "mfa_edit_webauthn", "mfa_deactivate_totp", "mfa_generate_recovery_codes",
    "account_reauthenticate", "mfa_reauthenticate", "account_login", "account_signup", "account_reset_password",
    "account_request_login_code", "account_reset_password_done", "account_set_password", "schema", "docs",
    "account_request_reauthentication_code", "account_confirm_reauthentication_code", "account_email",
    "mfa_activate_totp", "mfa_list_webauthn", "mfa_add_webauthn",
}  # fmt: skip
"""Addresses that show no page, none to somebody who is logged in, or one that only comes with a mailed or secret code.
Those of a visitor are in `OUTSIDE`, those that want a fresh log-in in `FRESH`."""

HOSTILE = ("<img src=x onerror=alert(1)> Prova", '😀 "><svg/onload=alert(2)> Prova')

UNBROKEN = "Abcdefghijklmnopqrstuvwxyz" * 2
"""A name without a place to break it."""

OUTSIDE = (
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/login/code/",
    "/accounts/inactive/",
    "/accounts/confirm-email/",
    "/j/",
    "/not-there/",
)
FRESH = (
    "/accounts/2fa/totp/activate/",
    "/accounts/2fa/webauthn/",
    "/accounts/2fa/webauthn/add/",
    "/accounts/2fa/",
    "/accounts/email/",
)
"""Pages that ask who one is once more when the log-in is not fresh."""
BEYOND_LINKS = (
    "/changelog/",
    "/j/",
    "/problems/too_many_scope/",
    "/accounts/reauthenticate/",
    "/accounts/password/set/",
)
"""Pages that a program, a camera or a refusal leads to."""


def evening_in_play(base_url: str, demo: dict[str, Any]) -> str:
    """Make a season, a circuit, an event, and a match with a hand of two whose names bite; return the match's code."""
    with httpx.Client(base_url=base_url, headers={"Authorization": f"Bearer {demo['token']}"}, timeout=30) as client:
        season = {"name": "Stagione di prova", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
        client.post("/api/v1/seasons", json={"club": demo["club"], **season}).raise_for_status()
        wanted = {"club": demo["club"], "name": "Giro di prova"}
        circuit = client.post("/api/v1/circuits", json=wanted).raise_for_status().json()
        event = {"club": demo["club"], "name": "Gara di prova", "played_on": "2026-06-24"}
        client.post(f"/api/v1/circuits/{circuit['id']}/events", json=event).raise_for_status()
        seats = [{"name": name} for name in HOSTILE]
        wanted = {"club": demo["club"], "seats": seats, "first_dealer": 1}
        match = client.post("/api/v1/matches", json=wanted).raise_for_status().json()
        client.put(f"/api/v1/matches/{match['id']}/hands/{uuid4()}", json=body()).raise_for_status()
        client.post("/api/v1/players", json={"club": demo["club"], "name": UNBROKEN}).raise_for_status()
        return str(match["code"])


def page_names() -> list[str]:
    """Return the names of all pages that somebody who is logged in can see."""
    names = {
        route.name
        for route in routes()
        if not route.pattern.startswith(("api/", "admin/")) and route.name not in NO_PAGES
    }
    return sorted(names)


def crawled(page: Page, base_url: str, begin: Iterable[str]) -> dict[str, str]:
    """Follow the links from some addresses on; return the first address found of each route."""
    found: dict[str, str] = {}
    waiting = deque([*begin, *BEYOND_LINKS])
    host = urlsplit(base_url).netloc
    while waiting:
        path = waiting.popleft()
        try:
            name = resolve(urlsplit(path).path).url_name or ""
        except Resolver404:
            continue
        if name in found or path.startswith(("/api/", "/admin/")):
            continue
        answer = page.goto(base_url + path)
        if answer is None or answer.status != 200 or urlsplit(page.url).path != urlsplit(path).path:
            continue
        found[name] = path
        links = page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
        for link in links:
            parts = urlsplit(urldefrag(link).url)
            if parts.netloc == host and not re.search(r"\.(csv|json|ics|pdf)$", parts.path):
                waiting.append(parts.path + (f"?{parts.query}" if parts.query and "next=" not in parts.query else ""))
    return found


CLIPPED = """() => [...document.querySelectorAll("body *")].filter(one => {
  if (one.closest("svg, .sr, [hidden], .scroll, .run, select, textarea, input") || !one.checkVisibility()) return false;
  const style = getComputedStyle(one);
  const cuts = style.overflowX !== "visible" || style.overflowY !== "visible";
  const wide = one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0;
  const own = [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
  if (!(cuts || (own && style.display !== "inline")) || !wide) return false;
  if (cuts) return style.overflowX !== "visible";
  const box = one.getBoundingClientRect();
  return box.left + one.scrollWidth > innerWidth + 1;
}).map(one => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 60)}`)"""
"""Texts that are cut off: wider than the element that hides its overflow, or than the screen."""

SMALL = """() => {
const FREE = ".skip, [type=hidden], p a, dd a, li small a, .lede a, .hint a";
return [...document.querySelectorAll("button, input, select, summary, textarea, a")].filter(one => {
  if (!one.checkVisibility() || one.closest(".sr, svg") || one.matches(FREE)) return false;
  let target = one;
  if (one.matches("[type=checkbox], [type=radio]")) target = one.closest("label") ?? one;
  const { width, height } = target.getBoundingClientRect();
  const alone = one.tagName !== "A" || getComputedStyle(one).display !== "inline";
  return alone && width > 1 && (width < 43.5 || height < 43.5);
}).map(one => {
  const { width, height } = one.getBoundingClientRect();
  const text = one.textContent.trim().slice(0, 40);
  return `${one.tagName}.${one.className} ${Math.round(width)} x ${Math.round(height)}: ${text}`;
}); }"""
"""Targets smaller than 44 by 44 (links inside a sentence are free, WCAG 2.5.8)."""

SHIFTS = """() => { window.moved = 0; new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value;
}).observe({ type: "layout-shift", buffered: true }); }"""
"""Add up how far things jump while a page comes in."""

SPLIT = """() => {
const split = [];
for (const one of document.querySelectorAll("body *")) one.style.hyphens = "manual";
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let text = texts.nextNode(); text; text = texts.nextNode()) {
  const holder = text.parentElement;
  if (text.data.includes("<") || !holder.checkVisibility() || holder.closest(".sr, svg, select, .token")) continue;
  for (const word of text.data.matchAll(/[\\p{L}\\p{M}’']{2,}/gu)) {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    const lines = new Set([...range.getClientRects()].filter(box => box.width > 0).map(box => Math.round(box.top)));
    if (lines.size > 1 && word[0].length <= 28) split.push(word[0]);
  }
}
return split; }"""
"""Words that go on in the next line without a hyphen; names with markup in them and those that fit no line are free."""
