"""The installation that the faults happen to: one for all, made whole again after each test."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tests.faults.site import Site, a_site


@pytest.fixture(scope="session")
def the_site() -> Iterator[Site]:
    logging.getLogger("httpx").setLevel(logging.WARNING)
    with a_site() as site:
        yield site


@pytest.fixture
def site(the_site: Site) -> Iterator[Site]:
    """Give the installation with all lines good and the service up; the worker is the test's to start."""
    yield the_site
    for proxy in (the_site.line, the_site.to_postgres, the_site.to_redis):
        proxy.heal()
    the_site.worker_kill()
    the_site.beat_kill()
    if the_site.server is None or the_site.server.status is not None:
        the_site.server_start()
