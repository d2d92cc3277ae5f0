"""The two servers of a test run together, from the environment or private."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psycopg
import redis

from tests.servers.account import server_account, working_folder
from tests.servers.locate import postgres_bin, redis_program
from tests.servers.postgres import Postgres
from tests.servers.process import ServerError, Stop
from tests.servers.redis import Redis


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the servers of a run are: a PostgreSQL database, a Redis database, their folder, and what they are."""

    database: str
    broker: str
    folder: Path
    described: str


@contextlib.contextmanager
def running(environment: Mapping[str, str], *, stop: Stop, durable: bool = False) -> Iterator[Addresses]:
    """Give the addresses of PostgreSQL and Redis; private ones are started now and ended afterwards.

    `TEST_DATABASE_URL` and `TEST_REDIS_URL` in `environment` name servers that are there already;
    `SERVERS=wheel` takes the private ones from wheels. `durable` lets PostgreSQL flush to the disk.
    Raises ServerError with a sentence, Interrupted when a signal comes.
    """
    wanted = environment.get("SERVERS", "")
    if wanted not in {"", "wheel"}:
        raise ServerError(f"SERVERS may be empty or wheel, not {wanted!r}.")
    wheel = wanted == "wheel"
    database = "" if wheel else environment.get("TEST_DATABASE_URL", "")
    broker = "" if wheel else environment.get("TEST_REDIS_URL", "")
    account = server_account()
    folder = working_folder(account)
    with contextlib.ExitStack() as stack:
        stack.callback(folder_remove, folder)
        if database:
            _postgres_check(database)
        else:
            programs = postgres_bin(account, wheel=wheel, folder=folder, stop=stop)
            postgres = Postgres(programs, folder / "pg", account=account, durable=durable, stop=stop)
            stack.callback(postgres.stop)
            postgres.start()
            database = postgres.database_make()
        if broker:
            _redis_check(broker)
        else:
            program = redis_program(account, wheel=wheel, folder=folder, stop=stop)
            server = Redis(program, folder / "redis", account=account, stop=stop)
            stack.callback(server.stop)
            server.start()
            broker = server.url()
        yield Addresses(database=database, broker=broker, folder=folder, described=_describe(database, broker))


def _postgres_check(url: str) -> None:
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as error:
        raise ServerError(f"TEST_DATABASE_URL is set, but no database answers there: {error}".strip()) from error


def _redis_check(url: str) -> None:
    try:
        redis.Redis.from_url(url, socket_connect_timeout=5).ping()
    except (redis.RedisError, ValueError) as error:
        raise ServerError(f"TEST_REDIS_URL is set, but no Redis answers there: {error}.") from error


def _describe(database: str, broker: str) -> str:
    with psycopg.connect(database) as connection:
        postgres = str(connection.execute("SHOW server_version").fetchone()[0]).split()[0]
    client = redis.Redis.from_url(broker)
    version = client.info("server")["redis_version"]
    client.close()
    return f"PostgreSQL {postgres} on port {_port(database)}, Redis {version} on port {_port(broker)}"


def _port(url: str) -> str:
    return url.rpartition(":")[2].partition("/")[0]


def folder_remove(folder: Path) -> None:
    """Remove `folder` and all in it."""
    # A server's last child may still write while the tree is being removed.
    for _ in range(3):
        shutil.rmtree(folder, ignore_errors=True)
