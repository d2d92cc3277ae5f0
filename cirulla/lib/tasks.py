"""Tasks of the outbox: the relay on a worker, and the frame around every task that follows from a row."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from celery import shared_task
from django.db import transaction

from cirulla.lib import outbox

logger = logging.getLogger("cirulla.tasks")
LATE_SECONDS = 600.0


@shared_task(name="lib.outbox_relay")
def outbox_relay() -> None:
    """Claim what is due and hand it to the broker. Safe to run twice and at the same time."""
    while deliveries := outbox.claim():
        for delivery in deliveries:
            outbox.attempt(outbox.deliver, delivery)


@shared_task(name="lib.heartbeat")
def heartbeat() -> None:
    """Say that beat and a worker live, and how far behind they are: an error when work has waited for long."""
    behind = outbox.behind()
    late = behind.dead or behind.oldest > LATE_SECONDS
    logger.log(
        logging.ERROR if late else logging.DEBUG,
        "%s rows of the outbox wait, the oldest for %.0f s; %s are given up",
        behind.pending,
        behind.oldest,
        behind.dead,
    )


def outbox_task(name: str) -> Callable[[Callable[[str], None]], Any]:
    """Make a Celery task of a function that leaves something true for a key.

    The function takes the key alone, recomputes from the record and may run twice, late and out of
    order. Its work and the mark on the rows commit together; when it fails the rows are put off.
    """

    def wrap(work: Callable[[str], None]) -> Any:
        @shared_task(name=name, bind=True)
        def task(self: Any, key: str, ids: list[int]) -> None:
            if (self.request.delivery_info or {}).get("redelivered") and not outbox.again(ids):
                return
            try:
                with transaction.atomic():
                    work(key)
                    outbox.done(ids)
            except Exception as exc:
                logger.exception("%s failed for %s", name, key)
                outbox.failed(ids, exc)
                raise

        return task

    return wrap
