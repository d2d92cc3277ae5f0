"""One table of a club with two phones that write to it, and a start line at the lock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, connections

from cirulla.lib.errors import Refusal
from players.models import Membership, User
from players.principals import SCOPES, Principal
from players.services.clubs import club_create
from scoring.models import Match
from scoring.services.hands import hand_record
from scoring.services.matches import match_start


@dataclass(frozen=True, slots=True)
class Told:
    """What one phone was told: status, code of a refusal, the answer's bytes."""

    status: int
    code: str = ""
    answer: bytes = b""


@dataclass(frozen=True, slots=True)
class Table:
    """An open match, Gina who owns the club and Bacci who is a member."""

    match: UUID
    gina: Principal
    bacci: Principal

    def put(self, who: Principal, body: dict[str, Any], hand: UUID | None = None, if_match: str | None = None) -> Told:
        """Record a hand as the endpoint does, under a new UUID unless one is given."""
        try:
            done = hand_record(match_id=self.match, hand_id=hand or uuid4(), body=body, by=who, if_match=if_match)
        except Refusal as refusal:
            return Told(refusal.status, refusal.code)
        return Told(done.status, "", done.answer)

    @property
    def row(self) -> Match:
        """Return the match as it is now."""
        return Match.objects.get(pk=self.match)


def someone(email: str) -> Principal:
    user = User.objects.create_user(email)
    return Principal(f"user:{user.pk}", user.pk, frozenset(SCOPES))


@pytest.fixture
def table(transactional_db: None) -> Table:
    gina, bacci = someone("gina@example.org"), someone("bacci@example.org")
    club = club_create(by=gina, name="Circolo di Prova")
    Membership.objects.create(club=club, user_id=bacci.account, role="member")
    match = match_start(by=gina, club_id=club.pk, ruleset="sbiro", seats=[{"name": "Bacci"}, {"name": "Nena"}])
    return Table(match.pk, gina, bacci)


class StartLine:
    """Hold each thread before its first statement that takes the lock, until all are there.

    On SQLite the lock is taken by BEGIN, for which a process's threads stand in line: there they start together.
    """

    def __init__(self, threads: int) -> None:
        self._barrier = threading.Barrier(threads, timeout=30)
        self._passed = threading.local()

    def wait(self) -> None:
        """Wait for the others."""
        self._barrier.wait()

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if "FOR NO KEY UPDATE" in sql and not getattr(self._passed, "done", False):
            self._passed.done = True
            self.wait()
        return execute(sql, params, many, context)


def at_once(*calls: Callable[[], Any]) -> Sequence[Any]:
    """Make every call in a thread of its own, all through the start line at the same moment; return what each gave."""
    line = StartLine(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            if connection.vendor == "sqlite":
                line.wait()
            with connection.execute_wrapper(line):
                return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(run, call) for call in calls]]
