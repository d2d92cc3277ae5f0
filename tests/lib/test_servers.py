"""The private servers of a test run: found, started, killed, started again, ended."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from tests.servers import Interrupted, Postgres, Redis, ServerError, Stop, running
from tests.servers.account import server_account, working_folder
from tests.servers.addresses import folder_remove
from tests.servers.locate import postgres_bin, redis_program

pytestmark = pytest.mark.smoke
WHEEL = os.environ.get("SERVERS") == "wheel"


@pytest.fixture
def folder() -> Iterator[Path]:
    made = working_folder(server_account())
    yield made
    folder_remove(made)


@pytest.fixture
def postgres(folder: Path) -> Iterator[Postgres]:
    account = server_account()
    programs = postgres_bin(account, wheel=WHEEL, folder=folder, stop=Stop())
    server = Postgres(programs, folder / "pg", account=account, durable=True, stop=Stop())
    server.start()
    yield server
    server.stop()


def test_a_row_that_was_committed_survives_a_killed_server(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute("CREATE TABLE hand (points integer)")
        connection.execute("INSERT INTO hand VALUES (31)")
    port = postgres.port
    postgres.kill()
    postgres.start()
    assert postgres.port == port
    with psycopg.connect(postgres.url("postgres")) as connection:
        assert connection.execute("SELECT points FROM hand").fetchone() == (31,)


def test_the_private_cluster_speaks_utf8_and_lowers_letters_with_accents(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url("postgres")) as connection:
        assert connection.execute("SHOW server_encoding").fetchone() == ("UTF8",)
        assert connection.execute("SELECT lower('CIRÙLLA')").fetchone() == ("cirùlla",)
        assert int(connection.execute("SHOW max_connections").fetchone()[0]) == 200
        assert int(connection.execute("SHOW server_version_num").fetchone()[0]) >= 150_000


def test_a_redis_that_was_killed_comes_back_empty_on_the_same_port(folder: Path) -> None:
    account = server_account()
    program = redis_program(account, wheel=WHEEL, folder=folder, stop=Stop())
    server = Redis(program, folder / "redis", account=account, stop=Stop())
    server.start()
    try:
        redis.Redis.from_url(server.url()).set("hand", "31")
        port = server.port
        server.kill()
        server.start()
        assert server.port == port
        assert redis.Redis.from_url(server.url()).get("hand") is None
    finally:
        server.stop()


def test_nothing_is_left_after_the_servers_were_used() -> None:
    with running({"SERVERS": "wheel"} if WHEEL else {}, stop=Stop()) as addresses:
        psycopg.connect(addresses.database).close()
        assert addresses.folder.is_dir()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(addresses.database, connect_timeout=2)
    with pytest.raises(redis.ConnectionError):
        redis.Redis.from_url(addresses.broker).ping()
    assert not addresses.folder.exists()


def test_a_signal_that_came_before_the_start_starts_nothing() -> None:
    stop = Stop()
    stop.signum = 15
    with pytest.raises(Interrupted), running({}, stop=stop):
        pytest.fail("the servers were given out")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        pytest.param({"SERVERS": "docker"}, "SERVERS may be empty or wheel, not 'docker'.", id="unknown way"),
        pytest.param(
            {"TEST_DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"},
            "TEST_DATABASE_URL is set, but no database answers there",
            id="silent database",
        ),
        pytest.param(
            {"TEST_REDIS_URL": "redis://127.0.0.1:1/0"},
            "TEST_REDIS_URL is set, but no Redis answers there",
            id="silent redis",
        ),
    ],
)
def test_a_server_that_cannot_be_used_is_told_in_one_sentence(settings: dict[str, str], sentence: str) -> None:
    with pytest.raises(ServerError) as refusal, running(settings, stop=Stop()):
        pytest.fail("the servers were given out")
    assert str(refusal.value).startswith(sentence)
