"""Three people of one club, and a client for each: Gina owns it, Bacci is a member, Carla must see nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import orjson
import pytest
from django.test import Client

from players.models import Club, Membership, User
from players.principals import SCOPES, Principal
from players.services.clubs import club_create
from players.services.tokens import token_create


@dataclass
class Api:
    """A client that speaks JSON with one person's token."""

    client: Client
    token: str | None

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request; `If_Match="..."` becomes the header If-Match."""
        extra = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            extra.setdefault("Authorization", f"Bearer {self.token}")
        url = path if path.startswith("/") else f"/api/v1/{path}"
        if body is None:
            return self.client.generic(method, url, headers=extra)
        return self.client.generic(method, url, orjson.dumps(body), content_type="application/json", headers=extra)

    def get(self, path: str, **headers: str) -> Any:
        return self("GET", path, **headers)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        return self("POST", path, body, **headers)

    def put(self, path: str, body: Any, **headers: str) -> Any:
        return self("PUT", path, body, **headers)

    def patch(self, path: str, body: Any, **headers: str) -> Any:
        return self("PATCH", path, body, **headers)


def person(email: str) -> tuple[User, Principal]:
    user = User.objects.create_user(email)
    return user, Principal(f"user:{user.pk}", user.pk, frozenset(SCOPES))


def client_of(who: Principal, scopes: tuple[str, ...] = SCOPES) -> Api:
    _, text = token_create(by=who, name="test", scopes=scopes)
    return Api(Client(raise_request_exception=False), text)


@pytest.fixture
def gina(db: None) -> Principal:
    return person("gina@example.org")[1]


@pytest.fixture
def club(gina: Principal) -> Club:
    return club_create(by=gina, name="Circolo di Prova")


@pytest.fixture
def api(gina: Principal, club: Club) -> Api:
    """Gina's client: she owns the club."""
    return client_of(gina)


@pytest.fixture
def bacci_api(club: Club) -> Api:
    """Bacci's client: he is a member."""
    user, who = person("bacci@example.org")
    Membership.objects.create(club=club, user=user, role="member")
    return client_of(who)


@pytest.fixture
def carla_api(db: None) -> Api:
    """Carla's client: she belongs to no club."""
    return client_of(person("carla@example.org")[1])


@pytest.fixture
def nobody(db: None) -> Api:
    return Api(Client(raise_request_exception=False), None)


@pytest.fixture
def open_match(api: Api, club: Club) -> Callable[..., dict[str, Any]]:
    """Open a match between people by name and return it as the API answers."""

    def make(*names: str, ruleset: Any = "sbiro", first_dealer: int = 0, **more: Any) -> dict[str, Any]:
        seats = [{"name": name} for name in names or ("Bacci", "Nena")]
        answer = api.post(
            "matches",
            {"club": str(club.pk), "ruleset": ruleset, "seats": seats, "first_dealer": first_dealer, **more},
        )
        assert answer.status_code == 201, answer.content
        body: dict[str, Any] = answer.json()
        return body

    return make


@pytest.fixture
def record(api: Api) -> Callable[..., Any]:
    """Send a hand with Gina's token, under a new UUID unless one is given."""

    def send(match: dict[str, Any], body: dict[str, Any], hand: Any = None, **headers: str) -> Any:
        return api.put(f"matches/{match['id']}/hands/{hand or uuid4()}", body, **headers)

    return send
