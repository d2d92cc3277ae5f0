"""Every route and method, for everybody, at everything: who gets in, who may not, and who may not even know.

The routes come from the URL map; `NEEDS` says what each asks for. A new route fails here until it stands there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.db import transaction

from cirulla.lib import counters
from cirulla.lib.permissions import Route, routes
from tests.access.world import PRINCIPALS, TARGETS, World, world_make
from tests.worked_hand import plain

pytestmark = pytest.mark.db

ROLES = {"member": 2, "scorer": 3, "director": 4, "owner": 5}
"""What a route can ask for, beside: `anyone`; `account` (any); `know` of the club; `see` what hangs on it;
`table`: record here; `mine`: the account's own thing."""

NEEDS = {
    "schema": {"GET": "anyone"},
    "docs": {"GET": "anyone"},
    "api-changelog": {"GET": "anyone"},
    "api-engine": {"POST": "anyone"},
    "api-join": {"POST": "anyone"},
    "api-clubs": {"GET": "anyone", "POST": "account"},
    "api-club": {"GET": "know", "PATCH": "director"},
    "api-audit": {"GET": "owner"},
    "api-audit-csv": {"GET": "owner"},
    "api-members": {"GET": "director"},
    "api-member": {"GET": "director", "PATCH": "owner", "DELETE": "owner"},
    "api-invitations": {"GET": "director", "POST": "director"},
    "api-invitation": {"DELETE": "director"},
    "api-my-invitations": {"GET": "account"},
    "api-my-invitation": {"POST": "mine", "DELETE": "mine"},
    "api-players": {"GET": "anyone", "POST": "record"},
    "api-player": {"GET": "see", "PATCH": "director"},
    "api-player-merge": {"POST": "director"},
    "api-player-stats": {"GET": "see"},
    "api-player-figures": {"GET": "see"},
    "api-player-figures-csv": {"GET": "see"},
    "api-player-lines": {"GET": "see"},
    "api-player-lines-csv": {"GET": "see"},
    "api-partners": {"GET": "see"},
    "api-partners-csv": {"GET": "see"},
    "api-opponents": {"GET": "see"},
    "api-opponents-csv": {"GET": "see"},
    "api-player-awards": {"GET": "see"},
    "api-player-ratings": {"GET": "see"},
    "api-player-ratings-csv": {"GET": "see"},
    "api-pair-csv": {"GET": "see"},
    "api-head-to-head-csv": {"GET": "see"},
    "api-club-figures-csv": {"GET": "see"},
    "api-rankings-csv": {"GET": "see"},
    "api-snapshot-csv": {"GET": "see"},
    "api-circuit-table-csv": {"GET": "see"},
    "api-circuit-qualified-csv": {"GET": "see"},
    "api-pair": {"GET": "see"},
    "api-head-to-head": {"GET": "see"},
    "api-club-figures": {"GET": "see"},
    "api-club-table": {"GET": "see"},
    "api-club-table-csv": {"GET": "see"},
    "api-club-records": {"GET": "see"},
    "api-club-records-csv": {"GET": "see"},
    "api-club-awards": {"GET": "see"},
    "api-rankings": {"GET": "see"},
    "api-snapshots": {"GET": "anyone"},
    "api-snapshot": {"GET": "see"},
    "api-snapshot-changes": {"GET": "see"},
    "api-seasons": {"GET": "anyone", "POST": "director"},
    "api-season": {"GET": "see", "PATCH": "director"},
    "api-season-close": {"POST": "director"},
    "api-circuits": {"GET": "anyone", "POST": "director"},
    "api-circuit": {"GET": "see", "PATCH": "director"},
    "api-circuit-clubs": {"GET": "see"},
    "api-circuit-club": {"PUT": "director", "DELETE": "director"},
    "api-circuit-table": {"GET": "see"},
    "api-circuit-qualified": {"GET": "see"},
    "api-circuit-events": {"GET": "see", "POST": "director"},
    "api-circuit-event": {"GET": "see", "PUT": "director", "DELETE": "director"},
    "api-tokens": {"GET": "account", "POST": "account"},
    "api-token": {"DELETE": "mine"},
    "api-me": {"GET": "account"},
    "api-rulesets": {"GET": "see", "POST": "director"},
    "api-ruleset": {"GET": "see", "PATCH": "director"},
    "api-matches": {"GET": "anyone", "POST": "record"},
    "api-match": {"GET": "see"},
    "api-hands": {"GET": "see"},
    "api-hand-preview": {"POST": "see"},
    "api-hand": {"GET": "see", "PUT": "table"},
    "api-hand-impact": {"POST": "scorer"},
    "api-hand-under": {"GET": "see"},
    "api-verbale": {"GET": "see"},
    "api-match-under": {"GET": "see"},
    "api-hand-act": {"POST": "table"},
    "api-match-seats": {"PUT": "scorer"},
    "api-match-substitute": {"POST": "record"},
    "api-redeals": {"POST": "table"},
    "api-match-disputes": {"GET": "see"},
    "api-reports": {"GET": "see"},
    "api-match-log": {"GET": "see"},
    "api-join-code": {"GET": "member", "POST": "member"},
    "api-join-code-end": {"DELETE": "member"},
    "api-phones": {"GET": "member"},
    "api-phone": {"DELETE": "member"},
    "api-match-act": {"POST": "scorer"},
    "api-sync": {"POST": "signed"},
}
"""`record` is `member` on a route that a phone's scope opens: the phone is refused inside, not at the door.
`signed` lets in whoever may record somewhere; the operations inside are judged one by one."""

QUERY = {
    "api-rankings": "club={club_id}",
    "api-rankings-csv": "club={club_id}",
    "api-rulesets": "club={club_id}",
    "api-match-under": "ruleset=sbiro",
}


def body_of(name: str, method: str, ids: dict[str, str]) -> dict:
    """Return a body that the route would accept, so that only the right to send it decides."""
    return {
        "api-engine": {"sides": 2, "hands": []},
        "api-join": {"code": ids["join"], "seat": None},
        "api-clubs": {"name": "Circolo nuovo"},
        "api-club": {"name": "Circolo altro"},
        "api-member": {"role": "owner"},
        "api-invitations": {"email": "new@example.org", "role": "member"},
        "api-players": {"club": ids["club_id"], "name": "Tito"},
        "api-player": {"name": "Tito"},
        "api-player-merge": {"into": ids["other_id"]},
        "api-tokens": {"name": "x", "scopes": ["hands:write"]},
        "api-seasons": {"club": ids["club_id"], "name": "Inverno", "starts_on": "2026-12-21", "ends_on": "2027-03-20"},
        "api-season": {"name": "Inverno"},
        "api-circuits": {"club": ids["club_id"], "name": "Riviera"},
        "api-circuit": {"best_of": 3},
        "api-circuit-events": {"club": ids["club_id"], "name": "Pegli", "played_on": "2026-12-05"},
        "api-circuit-event": {"places": [{"player": ids["player_id"], "place": 1}]},
        "api-rulesets": {"club": ids["club_id"], "name": "Altre", "preset": "sbiro", "overrides": {}},
        "api-ruleset": {"name": "Altre"},
        "api-matches": {"club": ids["club_id"], "seats": [{"name": "A"}, {"name": "B"}]},
        "api-hand-preview": plain(3, 1),
        "api-hand": plain(),
        "api-hand-impact": {"void": True},
        "api-hand-act": {},
        "api-match-act": {"reason": "late"},
        "api-match-seats": {"players": [ids["player_id"], ids["player_id"]], "reason": "wrong"},
        "api-match-substitute": {"seat": 0, "player": ids["player_id"], "from_hand": 9},
        "api-redeals": {"id": str(uuid4()), "table": ["AD", "2D", "3D", "4D"]},
        "api-sync": {"operations": []},
    }.get(name, {})


def address(route: Route, ids: dict[str, str]) -> str:
    """Fill in an address."""
    named = dict(ids)
    if route.name == "api-phone":
        named["token_id"] = ids["phone_id"]
    named |= {"act": "confirm" if "hand_id" in route.pattern else "abandon", "op": "match"}
    path = "/" + re.sub(r"<\w+:(\w+)>", lambda found: named[found.group(1)], route.pattern)
    query = QUERY.get(route.name, "").format(**ids)
    return f"{path}?{query}" if query else path


def endpoints() -> list[tuple[Route, str]]:
    return [(route, method) for route in routes() if route.pattern.startswith("api/v1/") for method in route.methods]


def expected(need: str, who: str, target: str) -> set[int] | str:
    """Return `in` for somebody who gets in, else the statuses that may tell him that he does not."""
    private, own = target == "private", target in {"own", "void"}
    role = {"owner": 5, "scorer": 3, "member": 2}.get(who, 0) if own else 0
    unseen = {404} if private else {403}
    if need == "anyone" or need == "know":
        return "in"
    if need == "see":
        return {404} if private else "in"
    if who == "anonymous":
        return {401}
    if need in {"account", "mine", "signed"}:
        return "in" if need == "signed" or who != "table" else {403}
    if need == "table":
        return "in" if own and (role >= 2 or who == "table") else unseen
    if need == "record":
        if who == "table":
            return {403, 404}
        return "in" if role >= 2 else unseen
    if who == "table":
        return {403, 404}
    return "in" if role >= ROLES[need] else unseen


@contextmanager
def undone() -> Iterator[None]:
    """Let something happen and take it back; a savepoint, for services insist on the outermost transaction."""
    before = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)


@pytest.fixture
def world(db) -> World:
    counters.counters.cache_clear()
    return world_make()


def judge(world: World, chosen: list[tuple[Route, str, str, str]]) -> Counter[str]:
    """Send each request; return how many of each outcome, or fail with all that were not as they should be."""
    wrong, seen = [], Counter()
    for route, method, who, target in chosen:
        place = world.places[target]
        ids = dict(place.ids)
        if target == "void":
            ids["hand_id"] = ids["void_id"]
        need = NEEDS[route.name][method]
        right = expected(need, who, target)
        body = body_of(route.name, method, ids) if method in {"POST", "PUT", "PATCH"} else None
        with undone():
            answer = world.who[who](method, address(route, ids), body, If_Match="*")
        status = answer.status_code
        seen["in" if right == "in" else str(status)] += 1
        mine = need == "mine" and not (route.name == "api-token" and who == "owner" and target in {"own", "void"})
        if status >= 500:
            good = False
        elif right == "in":
            good = status == 404 if mine else status not in {401, 403, *(() if target == "void" else (404,))}
        else:
            good = status in right
        if not good:
            told = f"{method} {route.pattern} by {who} at {target}: {status}, should be {right}"
            wrong.append(f"{told} {answer.content[:90]!r}")
    assert wrong == []
    return seen


def test_every_endpoint_stands_in_the_table_and_nothing_else_does():
    found = {(route.name, method) for route, method in endpoints()}
    assert {(name, method) for name, methods in NEEDS.items() for method in methods} == found


def test_visitors_and_phones_get_nothing_private(world):
    """The quick part of the matrix, run with everything else; the whole is among the proofs."""
    chosen = [(route, method, who, "private") for route, method in endpoints() for who in ("anonymous", "table")]
    seen = judge(world, chosen)
    assert seen["in"] < len(chosen) / 3


@pytest.mark.proof
def test_the_whole_matrix(world):
    chosen = [(route, method, who, target) for route, method in endpoints() for who in PRINCIPALS for target in TARGETS]
    seen = judge(world, chosen)
    print(f"{len(chosen)} requests: {dict(seen)}")
    assert sum(seen.values()) == len(chosen) > 1200


def elsewhere(value: str) -> str:
    return str(uuid4()) if re.fullmatch(r"[0-9a-f-]{36}", value) else value


def without_instance(answer) -> dict:
    return {name: value for name, value in answer.json().items() if name != "instance"}


def test_what_one_may_not_know_of_looks_like_what_is_not_there(world):
    """Also with the right ETag: a 304 would tell that something is there."""
    private = world.places["private"]
    for route, method in endpoints():
        if method != "GET" or NEEDS[route.name]["GET"] != "see":
            continue
        path = address(route, private.ids)
        etag = private.owner.get(path).get("ETag", '"v1"')
        nothing = address(route, {name: elsewhere(value) for name, value in private.ids.items()})
        for who in ("anonymous", "table", "member", "director"):
            asked = world.who[who].get(path, If_None_Match=etag)
            assert asked.status_code == 404, (who, path)
            assert without_instance(asked) == without_instance(world.who[who].get(nothing)), (who, path)


def test_filters_lists_and_expand_let_nothing_private_through(world):
    ids = world.places["private"].ids
    needles = {value for name, value in ids.items() if name not in {"join", "member_id"}} - {ids["club_id"]}
    paths = [
        "clubs?limit=200",
        "players?limit=200",
        f"players?club={ids['club_id']}",
        "players?name=Bacci",
        "matches?limit=200",
        f"matches?club={ids['club_id']}&expand=players",
        f"matches?player={ids['player_id']}",
        "matches?limit=200&expand=players&ordering=created_at",
        "tokens?limit=200",
        "me/invitations",
    ]
    for who in PRINCIPALS:
        for path in paths:
            text = world.who[who].get(path).content.decode()
            assert not [needle for needle in needles if needle in text], (who, path)


def test_a_phone_s_queue_is_judged_operation_by_operation(world):
    own, private = world.places["own"], world.places["private"]
    operations = [
        {"op_id": "1", "op": "hand", "match": own.ids["match_id"], "hand": str(uuid4()), "body": plain(2, 1)},
        {"op_id": "2", "op": "hand", "match": private.ids["match_id"], "hand": str(uuid4()), "body": plain(2, 1)},
        {
            "op_id": "3",
            "op": "confirm",
            "match": private.ids["match_id"],
            "hand": private.ids["hand_id"],
            "if_match": "*",
        },
        {"op_id": "4", "op": "redeal", "match": private.ids["match_id"], "redeal": str(uuid4()), "table": ["AD"]},
    ]
    answer = world.who["table"].post("sync", {"operations": operations})
    assert [result["status"] for result in answer.json()["results"]] == [201, 404, 404, 404]
