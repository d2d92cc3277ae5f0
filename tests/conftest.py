"""What every test may use: fixtures of real programs, hypothesis profiles, the order of the run."""

from __future__ import annotations

import os
from collections.abc import Sequence

import hypothesis
import pytest

pytest_plugins = ["tests.fixtures.browser", "tests.fixtures.server", "tests.fixtures.worker"]

hypothesis.settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile("proof", hypothesis.settings.get_profile("ci"), max_examples=1000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_configure(config: pytest.Config) -> None:
    """Name the marks of the test tools themselves."""
    config.addinivalue_line("markers", "smoke: shows that the servers of a run work; with `worker` the smoke set of CI")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browser tests last: Playwright leaves its event loop in the thread, and there Django refuses to query."""
    items.sort(key=lambda item: item.get_closest_marker("web") is not None)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Let Django empty the tables between tests on SQLite too.

    Its flush uses DELETE there, which the triggers of append-only tables refuse (PostgreSQL's TRUNCATE does not
    ask them): they are taken away for the flush and made again.
    """
    from django.db import connection

    from scoring import append_only

    if connection.vendor != "sqlite":
        return
    flush = connection.ops.execute_sql_flush

    def flush_without_triggers(statements: Sequence[str]) -> None:
        append_only.drop(connection)
        try:
            flush(statements)
        finally:
            append_only.create(connection)

    connection.ops.execute_sql_flush = flush_without_triggers
