"""docs/rules.md: every rule has a number, code, and tests that are there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scoring.engine.rulesets import OPTIONS, PRESETS

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
TEXT = PAGE.read_text()
LINKS = re.findall(r"\[`(\w+)`\]\(([^)]+)\)", TEXT)
NUMBERS = {1: 3, 2: 5, 3: 5, 4: 4, 5: 7, 6: 4, 7: 3, 8: 10, 9: 6}
"""How many rules each section has."""


@pytest.mark.parametrize("section", NUMBERS)
def test_every_rule_of_a_section_is_there_once(section: int) -> None:
    found = re.findall(rf"^### ({section}\.\d+) ", TEXT, re.MULTILINE)
    assert found == [f"{section}.{number}" for number in range(1, NUMBERS[section] + 1)]


def test_every_rule_names_its_code_and_its_tests() -> None:
    rules = TEXT.split("\n### ")[1:]
    assert len(rules) == sum(NUMBERS.values())
    assert all("Code: [" in rule and "Tests: [" in rule for rule in rules)


@pytest.mark.parametrize(("name", "target"), sorted(set(LINKS)))
def test_a_link_leads_to_what_it_names(name: str, target: str) -> None:
    path = (PAGE.parent / target).resolve()
    assert path.is_file()
    if name.startswith("test_"):
        assert f"\ndef {name}(" in path.read_text()
    else:
        assert path.stem == name


def test_the_tables_of_presets_and_options_are_those_of_the_engine() -> None:
    for name, option in OPTIONS.items():
        assert f"| `{name}` | `{json.dumps(option.default)}` | {option.rule} | {option.about} |" in TEXT
    usual = PRESETS["sbiro"].to_dict()
    for name, rules in PRESETS.items():
        told = rules.to_dict()
        differs = [f"`{key}` {json.dumps(value)}" for key, value in told.items() if value != usual[key]]
        words = ", ".join(different for different in differs if not different.startswith("`preset`"))
        assert f"| `{name}` | {words or 'nothing: it is the default'} |" in TEXT
