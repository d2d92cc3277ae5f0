"""The people of tests/api, here too, and counters that no test before has raised."""

from __future__ import annotations

from tests.access.conftest import api, bacci_api, carla_api, club, fresh_counters, gina, nobody, open_match, record
from tests.web.conftest import logged_in

__all__ = [
    "api",
    "bacci_api",
    "carla_api",
    "club",
    "fresh_counters",
    "gina",
    "logged_in",
    "nobody",
    "open_match",
    "record",
]
