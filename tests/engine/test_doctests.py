"""The examples in the engine's docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import scoring.engine

MODULES = sorted(module.name for module in pkgutil.iter_modules(scoring.engine.__path__) if module.name != "__main__")


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"scoring.engine.{name}")).failed == 0
