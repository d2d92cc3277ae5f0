"""Every setting that the environment can change is told in `.env.example`."""

from __future__ import annotations

import ast
import re

from tests.architecture.tree import ROOT, product_modules

READERS = {"text", "flag", "number", "words"}
# Read by the tools of this folder, not by the service.
OF_THE_TOOLS = {"TEST_DATABASE_URL", "TEST_REDIS_URL", "SERVERS", "CHROMIUM", "HYPOTHESIS_PROFILE"}
# Names a module to Django's own programs.
OF_DJANGO = {"DJANGO_SETTINGS_MODULE"}


def reads_environment(called: ast.expr) -> bool:
    """Tell whether a call is one of cirulla.env's readers or `os.environ.get`."""
    if not isinstance(called, ast.Attribute):
        return getattr(called, "id", "") in READERS
    return called.attr in READERS or (called.attr == "get" and ast.unparse(called.value) == "os.environ")


def variables_read() -> set[str]:
    found = set()
    for path in product_modules():
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
                continue
            value = node.args[0].value
            if reads_environment(node.func) and isinstance(value, str) and re.fullmatch(r"[A-Z][A-Z_]{3,}", value):
                found.add(value)
    return found - OF_DJANGO


def test_the_example_lists_exactly_the_variables_that_are_read() -> None:
    listed = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE))
    assert listed == variables_read() | OF_THE_TOOLS
