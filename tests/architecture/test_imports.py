"""The directions of the imports (ARCHITECTURE 3) hold."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import PACKAGES, ROOT, product_modules

PURE = ("scoring.engine", "players.ratings", "tournaments.draw", "tournaments.standings")
FRAMEWORKS = ("django", "rest_framework", "celery", "psycopg", "redis", "structlog")


def test_every_import_contract_is_kept() -> None:
    program = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([program, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", PURE)
def test_a_pure_part_loads_no_framework(module: str) -> None:
    program = f"import sys, {module}; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert {name.partition(".")[0] for name in loaded.split()} & {*FRAMEWORKS, "cirulla"} == set()


@pytest.mark.parametrize("package", PACKAGES[1:])
def test_the_front_door_of_an_app_is_empty(package: str) -> None:
    assert (ROOT / package / "__init__.py").read_text(encoding="utf-8").strip() == ""


def imported_names(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_no_module_listens_to_signals() -> None:
    listening = {
        str(path): sorted(found)
        for path in product_modules()
        if (
            found := {
                name
                for name in imported_names(path)
                if name.startswith("django.dispatch") or "signals" in name.split(".")
            }
        )
    }
    assert listening == {}


def test_no_rule_asks_for_the_name_of_a_preset() -> None:
    asking = [
        f"{path}:{node.lineno}"
        for path in product_modules()
        if path.parts[:2] == ("scoring", "engine")
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare)
        and any(isinstance(part, ast.Attribute) and part.attr == "preset" for part in (node.left, *node.comparators))
    ]
    assert asking == []
