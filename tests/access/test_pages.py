"""Every page, for everybody, at everything: who sees it, who is sent away, and who may not even know.

`PAGES` says what each asks for, in the words of the table of endpoints. A new page fails here until it stands there.
"""

from __future__ import annotations

import re

import pytest

from cirulla.lib import counters
from cirulla.lib.permissions import Route, routes
from tests.access.test_matrix import ROLES
from tests.access.world import PRINCIPALS, World, world_make

pytestmark = pytest.mark.db


@pytest.fixture
def world(db) -> World:
    counters.counters.cache_clear()
    return world_make()


PAGES = {
    "home": "anyone",
    "changelog": "anyone",
    "style": "debug",
    "healthz": "anyone",
    "readyz": "anyone",
    "problem": "anyone",
    "preferences": "anyone",
    "set_language": "anyone",
    "join": "anyone",
    "join-scanned": "anyone",
    "": "anyone",
    "club": "see",
    "ranking": "see",
    "ranking-board": "see",
    "season": "see",
    "circuit": "see",
    "club-players": "see",
    "player-merge": "director",
    "club-seasons": "see",
    "season-new": "director",
    "season-edit": "director",
    "season-close": "director",
    "circuit-new": "director",
    "circuit-edit": "director",
    "circuit-run": "director",
    "circuit-event-new": "director",
    "circuit-event": "director",
    "player": "see",
    "pair": "see",
    "head-to-head": "see",
    "club-figures": "see",
    "club-records": "see",
    "match": "see",
    "match-live": "see",
    "match-board": "see",
    "match-act": "scorer",
    "own-tokens": "account",
    "own-clubs": "account",
    "own-end": "account",
    "match-new": "member",
    "entry": "member",
    "join-code": "member",
}


def own_pages() -> list[Route]:
    borrowed = ("admin/", "accounts/", "api/")
    return [
        route
        for route in routes()
        if not route.pattern.startswith(borrowed) or route.name in {"own-tokens", "own-clubs", "own-end"}
    ]


def test_every_page_stands_in_the_table():
    assert {route.name for route in own_pages()} == set(PAGES)


def test_pages_show_everybody_what_the_api_shows_him(world):
    wrong = []
    for route in own_pages():
        for who in PRINCIPALS:
            for target in ("own", "foreign", "private"):
                client = world.who[who].client.__class__(raise_request_exception=False)
                if who in world.users:
                    client.force_login(world.users[who], backend="django.contrib.auth.backends.ModelBackend")
                if who == "table":
                    client.cookies["table"] = world.who["table"].token
                ids = dict(world.places[target].ids) | (
                    {"code": "not_found"} if route.name == "problem" else {"act": "end"}
                )
                path = "/" + re.sub(r"<\w+:(\w+)>", lambda found, ids=ids: ids[found.group(1)], route.pattern)
                status = client.get(path).status_code
                if not page_good(PAGES[route.name], route.name, who, target, status):
                    wrong.append(f"{path} ({route.name}) by {who} at {target}: {status}")
    assert wrong == []


def page_good(need: str, name: str, who: str, target: str, status: int) -> bool:
    if need == "anyone":
        return status in {200, 302, 405}
    if need == "debug":
        return status == 404
    seen = target != "private"
    if need == "see":
        return status == (200 if seen else 404)
    if who == "anonymous" or (who == "table" and need != "member"):
        return status == 302
    if need == "account":
        return status == 200
    if who == "table":
        return status == (
            200 if name == "entry" and target == "own" else 302 if name != "entry" else 403 if seen else 404
        )
    enough = target == "own" and {"member": 2, "scorer": 3, "owner": 5}.get(who, 0) >= ROLES[need]
    return status == 200 if enough else status == (403 if seen else 404)
