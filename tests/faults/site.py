"""A whole club server of its own: PostgreSQL, Redis, the service, a worker, and a proxy on every line between them."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import psycopg
import redis

from cirulla.lib.outbox import LEASE
from tests.faults.proxy import Proxy
from tests.fixtures.programs import Program, run_to_end
from tests.fixtures.worker import QUEUES
from tests.servers import Postgres, Redis, Stop
from tests.servers.account import server_account, working_folder
from tests.servers.addresses import folder_remove
from tests.servers.locate import postgres_bin, redis_program
from tests.servers.process import free_port
from tests.worked_hand import plain

THREADS = 16
LEASED = LEASE.total_seconds() + 30
"""Seconds after which a consequence is there whatever a broker or a worker lost: its row has fallen due again."""


class Site:
    """One installation, in which every line is a proxy: `line` to the service, `to_postgres` and `to_redis` from it.

    `server_*` and `worker_*` start and end its processes; `kill` is `kill -9`.
    """

    def __init__(self, folder: Path) -> None:
        account, stop = server_account(), Stop()
        self._folder = folder
        self.bin = postgres_bin(account, wheel=False, folder=folder, stop=stop)
        self.account = account
        self.postgres = Postgres(self.bin, folder / "pg", account=account, durable=True, stop=stop)
        redis_at = redis_program(account, wheel=False, folder=folder, stop=stop)
        self.redis = Redis(redis_at, folder / "redis", account=account, stop=stop)
        self.var = folder / "var"
        self.var.mkdir()
        self.server: Program | None = None
        self.worker: Program | None = None
        self.beat: Program | None = None

    def start(self) -> None:
        """Start the servers, make the tables and two people, and serve."""
        self.postgres.start()
        self.redis.start()
        self.direct = self.postgres.database_make("club")
        self.to_postgres, self.to_redis = Proxy(self.postgres.port), Proxy(self.redis.port)
        self.port = free_port()
        self.line = Proxy(self.port)
        run_to_end(["manage.py", "migrate", "--no-input", "--verbosity", "0"], env=self.env(direct=True))
        said = json.loads(run_to_end(["-m", "tests.faults.seed"], env=self.env(direct=True)))
        self.gina, self.bacci, self.club = said["gina"], said["bacci"], said["club"]
        self.server_start()

    def end(self) -> None:
        """End everything."""
        for program in (self.server, self.worker, self.beat):
            if program is not None:
                program.kill()
        for proxy in (self.line, self.to_postgres, self.to_redis):
            proxy.close()
        self.redis.stop()
        self.postgres.stop()

    def env(self, *, direct: bool = False, database: str = "club") -> dict[str, str]:
        """Return the settings of this installation."""
        postgres = self.postgres.port if direct else self.to_postgres.port
        broker = self.redis.url() if direct else f"redis://127.0.0.1:{self.to_redis.port}/0"
        return {
            "DATABASE_URL": f"postgres://postgres@127.0.0.1:{postgres}/{database}",
            "CELERY_BROKER_URL": broker,
            "REDIS_URL": broker,
            "CELERY_KEY_PREFIX": "",
            "CIRULLA_VAR": str(self.var),
            "EMBEDDED": "1",
            "DJANGO_SETTINGS_MODULE": "tests.faults.hasty_settings",
        }

    def server_start(self, *, database: str = "club") -> None:
        """Serve as a club server does: no relay of its own, the outbox goes through the broker."""
        words = [
            "-m",
            "waitress",
            f"--listen=127.0.0.1:{self.port}",
            f"--threads={THREADS}",
            "cirulla.wsgi:application",
        ]
        self.server = Program(words, env=self.env(database=database), log=self.var / "server.log")

        def ready() -> bool:
            with contextlib.suppress(httpx.HTTPError):
                return httpx.get(f"http://127.0.0.1:{self.port}/readyz", timeout=5).status_code == 200
            return False

        self.server.wait_until(ready)

    def server_kill(self) -> None:
        """Kill the service where it stands."""
        assert self.server is not None
        self.server.kill()

    def worker_start(self, *, queues: str = QUEUES, beat: bool = False) -> None:
        """Start a worker, with `beat` the clock of its sweep too, and return when it takes tasks."""
        quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        words = ["worker", "-Q", queues, "-c", "1", "-l", "INFO", *quiet]
        self.worker = self._celery(words, f"worker-{uuid4()}.log")
        if beat and self.beat is None:
            self.beat = self._celery(["beat", "--schedule", str(self.var / f"beat-{uuid4()}")], "beat.log")
        self.worker.wait_until(lambda: " ready." in self.worker_said())

    def _celery(self, words: Sequence[str], log: str) -> Program:
        return Program(["-m", "celery", "-A", "cirulla", *words], env=self.env(), log=self.var / log)

    def worker_said(self) -> str:
        """Return what the worker has logged."""
        assert self.worker is not None
        return self.worker.output(100_000)

    def state(self) -> str:
        """Return what the worker has logged, what the broker holds and which rows wait: why something does not come."""
        broker = redis.Redis.from_url(self.redis.url())
        held = {key.decode(): (broker.type(key).decode(), broker.ttl(key)) for key in broker.scan_iter()}
        taken = broker.hgetall("unacked")
        rows = self.query(
            "SELECT id, topic, key, attempts, next_try_at, last_error FROM lib_outbox"
            " WHERE done_at IS NULL AND dead_at IS NULL ORDER BY id"
        )
        return f"{self.worker_said()}\nbroker: {held}\ntaken: {taken}\nrows: {rows}"

    def worker_kill(self) -> None:
        """Kill the worker with its children."""
        if self.worker is not None:
            self.worker.kill()
            self.worker = None

    def beat_kill(self) -> None:
        """Kill the clock of the sweep."""
        if self.beat is not None:
            self.beat.kill()
            self.beat = None

    def query(self, sql: str, *params: Any) -> list[tuple[Any, ...]]:
        """Ask the database directly."""
        with psycopg.connect(self.direct, autocommit=True) as connection:
            return connection.execute(sql, params).fetchall()  # type: ignore[arg-type]

    def change(self, sql: str, *params: Any) -> None:
        """Change something in the database directly."""
        with psycopg.connect(self.direct, autocommit=True) as connection:
            connection.execute(sql, params)  # type: ignore[arg-type]

    def value(self, sql: str, *params: Any) -> Any:
        """Return the one value that a question to the database has."""
        return self.query(sql, *params)[0][0]

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        seconds: float = 30.0,
        **headers: str,
    ) -> httpx.Response:
        """Send one request on a connection of its own, through the line. Raises httpx.HTTPError when the line fails."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"Authorization": f"Bearer {token or self.gina}", "Connection": "close", **given}
        url = f"http://127.0.0.1:{self.line.port}/api/v1/{path}"
        return httpx.request(method, url, json=body, headers=sent, timeout=seconds)

    def open_match(self, *names: str, ruleset: Any = "sbiro") -> str:
        """Open a match and return its id."""
        seats = [{"name": name} for name in names or ("Bacci", "Nena")]
        answer = self.send("POST", "matches", {"club": self.club, "ruleset": ruleset, "seats": seats})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def put(
        self, match: str, hand: UUID | str, body: dict[str, Any] | None = None, *, token: str | None = None, **how: Any
    ) -> httpx.Response:
        """Send a hand."""
        return self.send("PUT", f"matches/{match}/hands/{hand}", body or plain(), token=token, **how)

    def put_lost(self, match: str, hand: UUID | str, body: dict[str, Any] | None = None, **how: Any) -> None:
        """Send a hand whose answer must not arrive."""
        try:
            answer = self.put(match, hand, body, **how)
        except httpx.HTTPError:
            return
        raise AssertionError(f"an answer came through: {answer.status_code} {answer.text}")

    def rows(self, match: str) -> tuple[int, int, int, int]:
        """Return how many hands, revisions and outbox rows a match has, and its version."""
        return self.query(
            "SELECT (SELECT count(*) FROM scoring_hand WHERE match_id = m.id),"
            " (SELECT count(*) FROM scoring_handrevision r JOIN scoring_hand h ON h.id = r.hand_id"
            "   WHERE h.match_id = m.id),"
            " (SELECT count(*) FROM lib_outbox WHERE key = m.id::text), m.version FROM scoring_match m WHERE id = %s",
            match,
        )[0]  # type: ignore[return-value]

    @contextlib.contextmanager
    def match_held(self, match: str) -> Iterator[psycopg.Connection[Any]]:
        """Hold the lock of a match; whoever writes to it waits until this ends."""
        with psycopg.connect(self.direct) as connection:
            connection.execute("SELECT 1 FROM scoring_match WHERE id = %s FOR NO KEY UPDATE", [match])
            yield connection

    def waiting_backends(self) -> list[int]:
        """Return the process ids of the database's backends that wait for a lock."""
        return [
            pid
            for (pid,) in self.query(
                "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'cirulla'"
            )
        ]

    def settled(self, match: str) -> bool:
        """Tell whether everything that follows from a match has been done."""
        return not self.value(
            "SELECT count(*) FROM lib_outbox WHERE key = %s AND done_at IS NULL AND dead_at IS NULL", match
        )


def wait_for(condition: Callable[[], Any], seconds: float = 30.0, *, told: Callable[[], str] = str) -> Any:
    """Wait until `condition` gives something true and return it; fail with what `told` says after `seconds`."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, f"not within {seconds:.0f} s. {told()}"
        time.sleep(0.02)
    return found


def in_background(*works: Callable[[], Any]) -> Sequence[Future[Any]]:
    """Start every work in a thread of its own."""
    pool = ThreadPoolExecutor(len(works))
    futures = [pool.submit(work) for work in works]
    pool.shutdown(wait=False)
    return futures


@contextlib.contextmanager
def a_site() -> Iterator[Site]:
    """Give a running installation in a folder of its own."""
    folder = working_folder(server_account())
    site = Site(folder)
    try:
        site.start()
        yield site
    finally:
        site.end()
        folder_remove(folder)
