"""The people of tests/api, here too, and counters that no test before has raised."""

from __future__ import annotations

import pytest

from cirulla.lib import counters
from tests.api.conftest import api, bacci_api, carla_api, club, gina, nobody, open_match, record

__all__ = ["api", "bacci_api", "carla_api", "club", "fresh_counters", "gina", "nobody", "open_match", "record"]


@pytest.fixture(autouse=True)
def fresh_counters():
    counters.counters.cache_clear()
