"""The OpenAPI document: every operation has an example that is what it says, names for its enums, its headers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
OPERATIONS = {
    operation["operationId"]: (method, path, operation)
    for path, item in SCHEMA["paths"].items()
    for method, operation in item.items()
}


def problems_of(value: Any, schema: dict[str, Any]) -> list[str]:
    """Return what does not hold of a value; references lead into the document."""
    whole = {**schema, "components": SCHEMA["components"]}
    return [f"{list(error.path)}: {error.message[:200]}" for error in Draft202012Validator(whole).iter_errors(value)]


def examples_of(content: dict[str, Any]) -> list[tuple[Any, dict[str, Any]]]:
    return [
        (example["value"], media["schema"])
        for media in content.values()
        for example in media.get("examples", {}).values()
    ]


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_has_an_example_that_its_schema_allows(name):
    _, _, operation = OPERATIONS[name]
    if body := operation.get("requestBody"):
        sent = examples_of(body["content"])
        assert sent, "no example of what to send"
        assert [problem for value, schema in sent for problem in problems_of(value, schema)] == []
    good = {status: answer for status, answer in operation["responses"].items() if status.startswith("2")}
    contents = [answer["content"] for answer in good.values() if answer.get("content")]
    if contents:
        answered = [example for content in contents for example in examples_of(content)]
        assert answered, "no example of the answer"
        assert [problem for value, schema in answered for problem in problems_of(value, schema)] == []


def test_every_operation_says_in_words_what_it_does_and_who_may():
    for name, (_, _, operation) in OPERATIONS.items():
        assert len(operation.get("description", "")) > 10, name
        assert operation["tags"], name
        assert operation["security"], name


def test_what_anybody_may_is_told_apart_from_what_takes_a_token():
    open_to_all = {name for name, (_, _, operation) in OPERATIONS.items() if {} in operation["security"]}
    assert {"clubs_list", "matches_read", "hands_preview", "engine", "join", "changelog"} <= open_to_all
    assert not open_to_all & {"clubs_create", "hands_record", "tokens_list", "audit_list", "me"}
    tables = {name for name, (_, _, operation) in OPERATIONS.items() if {"table": []} in operation["security"]}
    assert "hands_record" in tables
    assert "tokens_create" not in tables


def test_no_enum_has_a_name_that_changes_by_itself():
    names = [name for name, schema in SCHEMA["components"]["schemas"].items() if "enum" in schema]
    assert names
    none = {"BlankEnum", "NullEnum"}  # the generator's own words for "" and null
    assert [name for name in names if re.search(r"Enum$|[0-9A-F][0-9a-f]{2}Enum", name) and name not in none] == []


def test_every_change_describes_the_version_it_needs():
    conditional = {
        name
        for name, (_, _, operation) in OPERATIONS.items()
        if {"$ref": "#/components/parameters/IfMatch"} in operation.get("parameters", [])
    }
    assert conditional >= {
        "clubs_change",
        "players_change",
        "rulesets_change",
        "members_change",
        "members_remove",
        "hands_record",
        "hands_act",
        "matches_act",
        "matches_seats",
        "matches_substitute",
    }
    for name in conditional:
        assert {"412", "428"} <= set(OPERATIONS[name][2]["responses"]), name


def test_every_answer_describes_its_headers():
    for name, (_, _, operation) in OPERATIONS.items():
        for status, answer in operation["responses"].items():
            assert {"X-Request-Id", "RateLimit", "RateLimit-Policy"} <= set(answer["headers"]), (name, status)
        assert "Retry-After" in operation["responses"]["429"]["headers"]


@pytest.mark.db
def test_the_document_and_its_page_ask_no_other_host(nobody):
    page = nobody.client.get("/api/v1/docs/")
    assert page.status_code == 200
    loaded = re.findall(r"""(?:src|href)=["']([^"']+)""", page.content.decode())
    assert [url for url in loaded if re.match(r"(?:[a-z]+:)?//", url)] == []
    assert nobody.client.get("/api/v1/schema/").status_code == 200


@pytest.mark.db
def test_the_changes_of_the_api_are_told_to_programs_and_people(nobody):
    answer = nobody.get("changelog")
    first = answer.json()["results"][0]
    assert set(first) == {"on", "kind", "what"}
    assert nobody.get("changelog", If_None_Match=answer["ETag"]).status_code == 304
    page = nobody.client.get("/changelog/")
    assert page.status_code == 200
    assert "audit.csv" in page.content.decode()
