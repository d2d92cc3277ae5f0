"""Every code that the service can answer with has a page for people: the `type` of a problem leads to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from cirulla.lib.problems import CODES
from scoring.engine.errors import CODES as ENGINE_CODES

pytestmark = pytest.mark.db
ROOT = Path(__file__).resolve().parents[2]
FAMILY = {"Refusal", "BadRequest", "Unprocessable", "Conflict"}
OWN_FIRST = {"_refuse": 1, "problem_response": 1, "error_page": 2}
"""Functions that take a code, and at which place."""


def codes_of(source: str) -> Iterator[str]:
    """Return the codes that a module's refusals carry: written first, as `code=`, or for the parent's __init__."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        place = 0 if name in FAMILY else OWN_FIRST.get(name)
        parent = name == "__init__" and node.args
        if parent:
            place = 0
        if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Constant):
            yield str(node.args[place].value)
        if name in FAMILY | {"Forbidden", "AuthenticationFailed", "ValidationError"}:
            for word in node.keywords:
                if word.arg == "code" and isinstance(word.value, ast.Constant):
                    yield str(word.value.value)


def all_codes() -> set[str]:
    found = set(CODES.values()) | set(ENGINE_CODES)
    for package in ("cirulla", "players", "scoring", "tournaments"):
        for path in (ROOT / package).rglob("*.py"):
            found |= {code for code in codes_of(path.read_text(encoding="utf-8")) if code.isidentifier()}
    return found | {"invalid", "required", "wrong_type", "min_length", "max_length", "not_json"}


def test_the_search_finds_the_codes_of_every_layer():
    assert {"hand_conflict", "missing_card", "unknown_code", "last_owner", "scope_exceeded", "bad_token"} <= all_codes()


def test_every_code_has_a_page():
    client = Client()
    missing = [code for code in sorted(all_codes()) if client.get(f"/problems/{code}/").status_code != 200]
    assert missing == []


def test_a_code_that_is_none_has_no_page():
    assert Client().get("/problems/no_such_code/").status_code == 404
