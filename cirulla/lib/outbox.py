"""The outbox: what must follow from a change, from the row in its transaction to the work done.

Rows are written by services (`add`), claimed by a relay (`claim`), and marked by the task that
has finished the work (`done`, `failed`). A claim is a lease: a row whose work was lost by a broker,
a worker or a crash falls due again by itself.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, F, Min, Q
from django.utils import timezone

from cirulla.lib.models import Outbox
from cirulla.lib.nudge import Nudger

logger = logging.getLogger("cirulla.outbox")
LEASE = timedelta(seconds=150)  # longer than a task may run (CELERY_TASK_TIME_LIMIT)
MAX_ATTEMPTS = 12
BATCH = 200


@dataclass(frozen=True, slots=True)
class Delivery:
    """One piece of work: rows of one topic and key are done together."""

    topic: str
    key: str
    ids: tuple[int, ...]


def add(topic: str, key: object) -> None:
    """Write a row in the caller's transaction and wake the relay after its commit.

    Raises KeyError for a topic that no task follows (settings.OUTBOX_TOPICS).
    """
    settings.OUTBOX_TOPICS[topic]
    Outbox.objects.create(topic=topic, key=str(key))
    transaction.on_commit(nudge, robust=True)


_wake: Callable[[], None] | None = None


def on_nudge(wake: Callable[[], None] | None) -> None:
    """Name what a commit wakes: the relay thread in this process, or (None) a task on the broker."""
    global _wake
    _wake = wake


_nudger = Nudger()


def nudge() -> None:
    """Wake whoever relays, without waiting for it. A failure is of no matter: the sweep finds the row."""
    if _wake is not None:
        _wake()
    elif settings.CELERY_BROKER_URL:
        _nudger.ask()


def claim(limit: int = BATCH) -> list[Delivery]:
    """Lease the rows that are due and return them as deliveries, oldest first.

    Rows with the same topic and key become one delivery. Two relays never hold the same row
    (`SKIP LOCKED`, on SQLite the write lock). Rows whose work was lost every time it was handed out are given up.
    """
    now = timezone.now()
    with transaction.atomic():
        due = Outbox.objects.filter(done_at__isnull=True, dead_at__isnull=True, next_try_at__lte=now).order_by("id")
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        rows = list(due[:limit])
        worn = [row for row in rows if row.attempts >= MAX_ATTEMPTS]
        _bury(worn, now)
        rows = [row for row in rows if row not in worn]
        Outbox.objects.filter(pk__in=[row.pk for row in rows]).update(
            next_try_at=now + LEASE, attempts=F("attempts") + 1
        )
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for row in rows:
        groups[row.topic, row.key].append(row.pk)
    return [Delivery(topic, key, tuple(ids)) for (topic, key), ids in groups.items()]


def release(deliveries: Sequence[Delivery]) -> None:
    """Give back what was claimed and not begun, so that it need not wait for the end of its lease."""
    ids = [row for delivery in deliveries for row in delivery.ids]
    Outbox.objects.filter(pk__in=ids, done_at__isnull=True).update(
        next_try_at=timezone.now(), attempts=F("attempts") - 1
    )


def done(ids: Sequence[int]) -> None:
    """Mark rows whose work has been done."""
    Outbox.objects.filter(pk__in=ids, done_at__isnull=True).update(done_at=timezone.now(), last_error="")


def _bury(rows: Sequence[Outbox], now: datetime) -> None:
    """Give up rows whose work never came back: what kills its worker must not kill workers for ever."""
    for row in rows:
        logger.error("outbox row %s (%s %s) given up, lost %s times", row.pk, row.topic, row.key, row.attempts)
    if rows:
        Outbox.objects.filter(pk__in=[row.pk for row in rows]).update(dead_at=now, last_error="lost with its worker")


def again(ids: Sequence[int]) -> bool:
    """Count one more attempt of work that the broker hands out a second time; tell whether it is still to be done."""
    waiting = Outbox.objects.filter(pk__in=ids, done_at__isnull=True, dead_at__isnull=True)
    _bury(list(waiting.filter(attempts__gte=MAX_ATTEMPTS)), timezone.now())
    return bool(waiting.update(attempts=F("attempts") + 1))


def failed(ids: Sequence[int], error: BaseException) -> None:
    """Put rows off: 2, 4, 8 ... seconds, an hour at most; after 12 attempts they wait for a person."""
    now = timezone.now()
    for row in Outbox.objects.filter(pk__in=ids, done_at__isnull=True):
        dead = row.attempts >= MAX_ATTEMPTS
        wait = timedelta(seconds=min(2 ** min(row.attempts, 12), 3600))
        Outbox.objects.filter(pk=row.pk).update(
            next_try_at=now + wait, dead_at=now if dead else None, last_error=f"{type(error).__name__}: {error}"[:2000]
        )
        if dead:
            logger.error("outbox row %s (%s %s) given up after %s attempts", row.pk, row.topic, row.key, row.attempts)


def attempt(way: Callable[[Delivery], None], delivery: Delivery) -> None:
    """Send a delivery on its way (`deliver`, `run_here`); one that cannot go is put off and holds back no other."""
    try:
        way(delivery)
    except Exception as exc:
        logger.exception("%s %s cannot be handed out", delivery.topic, delivery.key)
        failed(delivery.ids, exc)


def deliver(delivery: Delivery) -> None:
    """Hand a delivery to its task on the broker. The lease stays: the task marks the rows."""
    from cirulla.celery import app

    app.send_task(settings.OUTBOX_TOPICS[delivery.topic], args=[delivery.key, list(delivery.ids)])


def run_here(delivery: Delivery) -> None:
    """Run a delivery's task in this thread: the embedded server has no broker."""
    from cirulla.celery import app

    task: Any = app.tasks[settings.OUTBOX_TOPICS[delivery.topic]]
    task.apply(args=[delivery.key, list(delivery.ids)], throw=False)


def pending() -> int:
    """Return how many rows wait for their work."""
    return Outbox.objects.filter(done_at__isnull=True, dead_at__isnull=True).count()


@dataclass(frozen=True, slots=True)
class Behind:
    """How far the work is behind: rows that wait, the age of the oldest in seconds, rows given up."""

    pending: int
    oldest: float
    dead: int


def behind() -> Behind:
    """Return how far the work is behind, with two queries."""
    waiting = Outbox.objects.filter(done_at__isnull=True, dead_at__isnull=True)
    found = waiting.aggregate(count=Count("id"), first=Min("created_at"))
    age = (timezone.now() - found["first"]).total_seconds() if found["first"] else 0.0
    return Behind(found["count"], age, Outbox.objects.filter(dead_at__isnull=False).count())


def replay_dead() -> int:
    """Make the rows that were given up due again; return how many."""
    return Outbox.objects.filter(Q(dead_at__isnull=False)).update(dead_at=None, attempts=0, next_try_at=timezone.now())


def clean(days: int = 30) -> int:
    """Delete rows done more than `days` ago; return how many."""
    deleted, _ = Outbox.objects.filter(done_at__lt=timezone.now() - timedelta(days=days)).delete()
    return deleted
