"""Nobody sets what is not his to set: every read-only field of every answer is refused when it is sent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.access.world import world_make

pytestmark = pytest.mark.db
SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs" / "openapi.json").read_text(encoding="utf-8"))

# Beside what answers show: what the rows behind them hold.
HIDDEN = {
    "user",
    "user_id",
    "owner",
    "is_staff",
    "is_superuser",
    "created_by",
    "club_id",
    "digest",
    "name_key",
    "state",
}

CHANGES = {
    "/api/v1/clubs/{club_id}": ("club_id", "name"),
    "/api/v1/clubs/{club_id}/members/{member_id}": ("member_id", "role"),
    "/api/v1/players/{player_id}": ("player_id", "name"),
    "/api/v1/rulesets/{ruleset_id}": ("ruleset_id", "name"),
}
MAKES = {
    "/api/v1/clubs": {"name": "Nuovo"},
    "/api/v1/clubs/{club_id}/invitations": {"email": "x@example.org"},
    "/api/v1/players": {"club": "{club_id}", "name": "Tito"},
    "/api/v1/rulesets": {"club": "{club_id}", "name": "Altre", "preset": "sbiro", "overrides": {}},
    "/api/v1/matches": {"club": "{club_id}", "seats": [{"name": "A"}, {"name": "B"}]},
    "/api/v1/tokens": {"name": "x", "scopes": ["club:read"]},
}


def properties(reference: dict) -> set[str]:
    """Return the names of a schema's properties."""
    schema = SCHEMA["components"]["schemas"][reference["$ref"].rsplit("/", 1)[1]]
    return set(schema["properties"])


def fields(path: str, method: str) -> tuple[set[str], set[str]]:
    """Return the fields that an operation takes, and those that its answer shows."""
    operation = SCHEMA["paths"][path][method]
    taken = properties(operation["requestBody"]["content"]["application/json"]["schema"])
    answer = next(operation["responses"][status] for status in ("200", "201") if status in operation["responses"])
    return taken, properties(answer["content"]["application/json"]["schema"])


@pytest.fixture
def world(db):
    return world_make()


@pytest.mark.parametrize("path", CHANGES)
def test_a_change_takes_no_field_that_is_only_shown(world, path):
    own = world.places["own"]
    taken, shown = fields(path, "patch")
    url = path.format(**own.ids)
    before = own.owner.get(url).json()
    good = {"role": "owner"} if "role" in taken else {"name": "Nome nuovo"}
    for name in sorted((shown | HIDDEN) - taken):
        answer = own.owner.patch(url, {**good, name: before.get(name, "x")}, If_Match="*")
        assert (answer.status_code, answer.json()["code"]) == (400, "unknown_field"), name
        assert answer.json()["errors"][0]["pointer"] == f"/{name}"
    assert own.owner.get(url).json() == before


@pytest.mark.parametrize("path", MAKES)
def test_nothing_is_made_with_a_field_that_is_only_shown(world, path):
    own = world.places["own"]
    taken, shown = fields(path, "post")
    body = {key: value.format(**own.ids) if isinstance(value, str) else value for key, value in MAKES[path].items()}
    for name in sorted((shown | HIDDEN) - taken):
        answer = own.owner.post(path.format(**own.ids), {**body, name: "x"})
        assert (answer.status_code, answer.json()["code"]) == (400, "unknown_field"), (name, answer.content)


def test_no_serializer_takes_all_the_fields_of_a_row():
    root = Path(__file__).resolve().parents[2]
    found = [
        path.name
        for package in ("players", "scoring", "tournaments")
        for path in (root / package).rglob("api/*.py")
        if "__all__" in path.read_text(encoding="utf-8").replace("__all__ = [", "")
        or "ModelSerializer" in path.read_text()
    ]
    assert found == []


def test_a_hand_takes_neither_points_nor_a_state(world):
    from tests.worked_hand import plain

    own = world.places["own"]
    url = f"matches/{own.ids['match_id']}/hands/00000000-0000-7000-8000-00000000000a"
    for name, value in {
        "score": {},
        "state": "confirmed",
        "version": 9,
        "totals": [99, 0],
        "confirmed_by": ["me"],
    }.items():
        answer = own.owner.put(url, plain(2, 1) | {name: value})
        assert answer.status_code == 400, (name, answer.content)
