"""Private PostgreSQL and Redis servers for the tests: found or unpacked, started on free ports, ended by process id."""

from tests.servers.addresses import Addresses, running
from tests.servers.postgres import Postgres
from tests.servers.process import Interrupted, Job, ServerError, Stop
from tests.servers.redis import Redis

__all__ = ["Addresses", "Interrupted", "Job", "Postgres", "Redis", "ServerError", "Stop", "running"]
