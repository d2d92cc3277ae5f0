"""Let others see how far a long replay is: in the shared cache, for it is no part of the transaction it tells of."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.core.cache import cache
from django.utils import timezone

logger = logging.getLogger("players.progress")
SECONDS = 120
"""A replay that has said nothing for so long has died."""


def watched(ladder_id: int) -> Callable[[int, int], None]:
    """Return who keeps the progress of a ladder's replay for `progress_of`."""

    def told(done: int, total: int) -> None:
        try:
            cache.set(f"replay-{ladder_id}", (done, total, timezone.now().isoformat()), SECONDS)
        except Exception as exc:
            # A cache that is away stops no replay.
            logger.warning("the progress of ladder %s is not kept: %s", ladder_id, exc)

    return told


def forget(ladder_id: int) -> None:
    """Say that a replay is over."""
    try:
        cache.delete(f"replay-{ladder_id}")
    except Exception as exc:
        logger.warning("the progress of ladder %s is not forgotten: %s", ladder_id, exc)
