"""Let the database refuse the n-th statement of every write service, n = 1, 2, 3 ... until there is no n-th.

After each: what is stored is what was stored before, the answer is 503 (or the work was tried again and done), never
500, and the same request sent again succeeds. On PostgreSQL the errors are real ones, raised by the server.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection

from cirulla.lib.models import Outbox
from players.models import ApiToken
from scoring.engine import read_ruleset
from scoring.match_fold import HandFacts, match_fold
from scoring.models import Hand, HandRevision, Match
from tests.api.conftest import Api, client_of
from tests.concurrency.conftest import Table
from tests.concurrency.conftest import table as table
from tests.worked_hand import body, plain

pytestmark = [pytest.mark.proof, pytest.mark.db]

STATES = {"disk full": "53100", "read only": "25006", "deadlock": "40P01", "lock timeout": "55P03"}
SQLITE_WORDS = {
    "53100": "database or disk is full",
    "25006": "attempt to write a readonly database",
    "40P01": "database is locked",
    "55P03": "database is locked",
}
MOST = 80
TO_8 = {"preset": "sbiro", "target_score": 8}


@dataclass
class Refusing:
    """An execute wrapper under which the statement number `nth` fails with `state`, once or every time round."""

    nth: int
    state: str
    always: bool
    seen: int = 0
    raised: int = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.seen += 1
        if self.seen == self.nth or (self.always and self.raised and "FROM scoring_match" in sql):
            self.raised += 1
            if connection.vendor == "postgresql":
                refusal = f"DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '{self.state}'; END $$"
                return execute(refusal, None, many, context)
            with connection.wrap_database_errors:
                raise sqlite3.OperationalError(SQLITE_WORDS[self.state])
        return execute(sql, params, many, context)


@dataclass
class Scene:
    """What a request is sent to: an open match with a hand, and what the requests need to know of it."""

    table: Table
    api: Api
    bacci: Api
    match: str = ""
    hand: str = ""
    more: dict[str, Any] = field(default_factory=dict)

    def fresh(self, ruleset: Any = "sbiro") -> Scene:
        """Open another match with one hand of Gina's in it."""
        names = [f"Uno {uuid4().hex[:6]}", f"Due {uuid4().hex[:6]}"]
        seats = [{"name": name} for name in names]
        told = self.api.post("matches", {"club": str(self.club), "ruleset": ruleset, "seats": seats})
        assert told.status_code == 201, told.content
        self.match, self.hand = told.json()["id"], str(uuid4())
        self.more = {"seats": [seat["player"] for seat in told.json()["seats"]]}
        return self

    @property
    def club(self) -> Any:
        return self.table.row.club_id

    def first(self, entry: dict[str, Any] | None = None) -> None:
        """Record the first hand."""
        assert self.put(entry or plain(), self.hand).status_code == 201

    def put(self, entry: dict[str, Any], hand: str, who: Api | None = None, **headers: str) -> Any:
        return (who or self.api).put(f"matches/{self.match}/hands/{hand}", entry, **headers)

    def act(self, name: str, version: int, **said: Any) -> Any:
        return self.api.post(f"matches/{self.match}/hands/{self.hand}/{name}", said, If_Match=f'"v{version}"')

    def version(self) -> str:
        return f'"v{Match.objects.get(pk=self.match).version}"'


Request = Callable[[], Any]


def new_hand(scene: Scene) -> Request:
    hand = str(uuid4())
    return lambda: scene.put(plain(), hand)


def worked_hand(scene: Scene) -> Request:
    hand = str(uuid4())
    return lambda: scene.put(body() | {"dealer_off_turn": True}, hand)


def correction(scene: Scene) -> Request:
    scene.first()
    return lambda: scene.put(plain(scope=(1, 0)), scene.hand, If_Match='"v1"')


def rival(scene: Scene) -> Request:
    scene.first()
    hand = str(uuid4())
    return lambda: scene.put(plain(scope=(0, 3)), hand, scene.bacci)


def confirming_twin(scene: Scene) -> Request:
    scene.first()
    hand = str(uuid4())
    return lambda: scene.put(plain(), hand, scene.bacci)


def other_half(scene: Scene) -> Request:
    whole = plain()
    cards = {**whole, "sides": [whole["sides"][0], None]}
    scene.first(cards)
    rest = [r + s for r in "A234567JQK" for s in "HDCS" if r + s not in whole["sides"][0]["captured"]]
    hand = str(uuid4())
    return lambda: scene.put({**whole, "sides": [None, {"captured": rest, "scope": 0}]}, hand, scene.bacci)


def late_hand(scene: Scene) -> Request:
    scene.fresh(TO_8).first()
    hand = str(uuid4())
    return lambda: scene.put(plain(2, 1), hand)


def last_hand(scene: Scene) -> Request:
    scene.fresh(TO_8)
    return lambda: scene.put(plain(), scene.hand)


def hand_act(name: str, *, before: str = "", **said: Any) -> Callable[[Scene], Request]:
    def made(scene: Scene) -> Request:
        scene.first()
        version = 1
        if before:
            assert scene.act(before, 1, reason="before").status_code == 200
            version = 2
        return lambda: scene.act(name, version, **said)

    return made


def resolve_by_report(scene: Scene) -> Request:
    scene.first()
    report = str(uuid4())
    scene.put(plain(scope=(0, 3)), report, scene.bacci)
    return lambda: scene.act("resolve", 2, reason="counted again", report=report)


def match_act(name: str, *, before: str = "", counted: bool = False) -> Callable[[Scene], Request]:
    def made(scene: Scene) -> Request:
        if counted:
            scene.first()
        if before:
            told = scene.api.post(f"matches/{scene.match}/{before}", {"reason": "before"}, If_Match=scene.version())
            assert told.status_code == 200, told.content
        tag = scene.version()
        return lambda: scene.api.post(f"matches/{scene.match}/{name}", {"reason": "a power cut"}, If_Match=tag)

    return made


def seats(scene: Scene) -> Request:
    tag, people = scene.version(), scene.more["seats"][::-1]
    return lambda: scene.api.put(f"matches/{scene.match}/seats", {"players": people, "reason": "swapped"}, If_Match=tag)


def substitute(scene: Scene) -> Request:
    other = scene.api.post("players", {"club": str(scene.club), "name": f"Riserva {uuid4().hex[:6]}"}).json()["id"]
    tag = scene.version()
    return lambda: scene.api.post(
        f"matches/{scene.match}/substitutions", {"seat": 0, "player": other, "from_hand": 2}, If_Match=tag
    )


def redeal(scene: Scene) -> Request:
    said = {"id": str(uuid4()), "table": ["AH", "AD", "5C", "6S"]}
    return lambda: scene.api.post(f"matches/{scene.match}/redeals", said)


def queue(scene: Scene) -> Request:
    operations = [
        {"op_id": str(n), "op": "hand", "match": scene.match, "hand": str(uuid4()), "body": plain(n, (n - 1) % 2)}
        for n in (1, 2, 3)
    ]
    return lambda: scene.api.post("sync", {"operations": operations})


def keyed(path: str, body_of: Callable[[Scene], dict[str, Any]]) -> Callable[[Scene], Request]:
    def made(scene: Scene) -> Request:
        said, key = body_of(scene), str(uuid4())
        return lambda: scene.api.post(path, said, Idempotency_Key=key)

    return made


def changed(path: str, made_by: Callable[[Scene], dict[str, Any]], change: Callable[[], dict[str, Any]]) -> Any:
    def made(scene: Scene) -> Request:
        told = scene.api.post(path, made_by(scene))
        assert told.status_code == 201, told.content
        said, url = change(), f"{path}/{told.json()['id']}"
        return lambda: scene.api.patch(url, said, If_Match=told["ETag"])

    return made


def named(scene: Scene) -> dict[str, Any]:
    return {"club": str(scene.club), "name": f"Nome {uuid4().hex[:8]}"}


def house_rules(scene: Scene) -> dict[str, Any]:
    return {**named(scene), "preset": "sbiro", "overrides": {"target_score": 31}}


def new_club(scene: Scene) -> dict[str, Any]:
    return {"name": f"Circolo {uuid4().hex[:8]}", "time_zone": "Europe/Rome", "language": "it"}


def new_match(scene: Scene) -> dict[str, Any]:
    return {"club": str(scene.club), "seats": [{"name": f"A {uuid4().hex[:6]}"}, {"name": f"B {uuid4().hex[:6]}"}]}


def new_name() -> dict[str, Any]:
    return {"name": f"Altro {uuid4().hex[:8]}"}


SERVICES: dict[str, Callable[[Scene], Request]] = {
    "record a hand": new_hand,
    "record the worked hand": worked_hand,
    "record the last hand": last_hand,
    "correct a hand": correction,
    "send a rival": rival,
    "send the same hand": confirming_twin,
    "send the other half": other_half,
    "send a late hand": late_hand,
    "confirm": hand_act("confirm"),
    "dispute": hand_act("dispute", reason="no"),
    "resolve for the first": hand_act("resolve", before="dispute", reason="counted"),
    "resolve for the report": resolve_by_report,
    "void": hand_act("void", reason="another table's"),
    "restore": hand_act("restore", before="void", reason="ours after all"),
    "undo": hand_act("undo"),
    "abandon": match_act("abandon"),
    "reopen": match_act("reopen", before="abandon"),
    "end by time": match_act("end", counted=True),
    "play on": match_act("reopen", before="end", counted=True),
    "mend the seats": seats,
    "substitute": substitute,
    "log a redeal": redeal,
    "send a queue": queue,
    "start a match": keyed("matches", new_match),
    "make a club": keyed("clubs", new_club),
    "make a player": keyed("players", named),
    "make a ruleset": keyed("rulesets", house_rules),
    "make a token": keyed("tokens", lambda scene: {"name": "phone", "scopes": ["hands:write"]}),
    "rename a player": changed("players", named, new_name),
    "change a ruleset": changed("rulesets", house_rules, new_name),
    "change a club": changed("clubs", new_club, new_name),
}


@pytest.fixture
def scene(table: Table) -> Scene:
    return Scene(table, client_of(table.gina), client_of(table.bacci))


def everything() -> dict[str, list[Any]]:
    """Return all rows of the service's own tables, without the note when a token was last used."""
    stored = {}
    for model in apps.get_models():
        if model._meta.app_label not in {"lib", "players", "scoring"} or not model._meta.managed:
            continue
        names = [one.attname for one in model._meta.concrete_fields]
        if model is ApiToken:
            names.remove("last_used_at")
        stored[model._meta.label] = sorted(map(repr, model.objects.values_list(*names)))
    return stored


def assert_the_record_holds_together(match_id: str) -> None:
    """Check what must be true whatever happened: revisions, numbers, and the fold of the hands on the match."""
    match = Match.objects.get(pk=match_id)
    hands = list(Hand.objects.filter(match=match).exclude(state="void").order_by("number"))
    assert len({hand.number for hand in hands}) == len(hands)
    for hand in Hand.objects.filter(match=match):
        official = HandRevision.objects.get(hand=hand, version=hand.revision)
        assert (official.digest, official.score) == (hand.digest, hand.score)
    fold = match_fold(
        [HandFacts(hand.number, hand.dealer_seat, hand.totals, hand.wins_match, hand.score) for hand in hands],
        read_ruleset(match.ruleset),
        sides=match.sides_count,
        seats=match.seats_count,
        first_dealer=match.first_dealer,
        time_called=match.time_called,
    )
    assert (match.totals, match.hands_count) == (fold.totals, fold.hands_count)
    assert match.status in {fold.status, "abandoned"}
    assert Outbox.objects.filter(key=match_id).count() >= match.version - 1


def succeeded(answer: Any) -> bool:
    """Tell whether the request came to its end: done, or refused for what it is, as rivals and late hands are."""
    if answer.status_code == 200 and b'"results"' in answer.content:
        return all(row["status"] in {200, 201} for row in answer.json()["results"])
    return answer.status_code in {200, 201} or answer.json().get("code") in {"hand_conflict", "match_finished"}


@pytest.mark.parametrize("service", SERVICES)
def test_whichever_statement_fails_nothing_is_half_stored_and_sending_again_succeeds(scene, service):
    for nth in range(1, MOST):
        raised = [one_refusal(scene, service, nth, state) for state in STATES.values()]
        if not any(raised):
            break
    assert 3 < nth < MOST - 1


def one_refusal(scene: Scene, service: str, nth: int, state: str) -> bool:
    """Refuse one statement of one service and check what it leaves; tell whether there was such a statement."""
    scene.fresh()
    request = SERVICES[service](scene)
    before = everything()
    refusing = Refusing(nth, state, always=False)
    with connection.execute_wrapper(refusing):
        answer = request()
    if not succeeded(answer):
        assert refusing.raised, answer.content
        if service == "send a queue" and answer.status_code == 200:
            assert {row["status"] for row in answer.json()["results"]} == {201, 503}, (nth, answer.content)
        else:
            assert answer.status_code == 503, (nth, state, answer.status_code, answer.content)
            assert answer["Retry-After"]
            assert everything() == before, f"statement {nth} left something behind"
        again = request()
        assert succeeded(again), (nth, state, again.content)
    assert_the_record_holds_together(scene.match)
    return bool(refusing.raised)


@pytest.mark.parametrize("state", ["40P01", "55P03", "40001"])
def test_a_collision_that_goes_away_is_not_noticed(scene, state):
    scene.fresh()
    refusing = Refusing(4, state if connection.vendor == "postgresql" else "40P01", always=False)
    with connection.execute_wrapper(refusing):
        answer = scene.put(plain(), scene.hand)
    assert (answer.status_code, refusing.raised) == (201, 1)


def test_a_collision_that_stays_is_503_after_three_attempts(scene):
    scene.fresh()
    refusing = Refusing(4, "40P01", always=True)
    with connection.execute_wrapper(refusing):
        answer = scene.put(plain(), scene.hand)
    assert (answer.status_code, answer.json()["code"], refusing.raised) == (503, "try_again", 3)
    assert not Hand.objects.filter(match_id=scene.match).exists()
