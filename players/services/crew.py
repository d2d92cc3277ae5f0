"""Do many independent shares of work, one after the other or in several processes with a database connection each."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from typing import Any, TypeVar

from django.db import connections

Share = TypeVar("Share")
Done = TypeVar("Done")

SELDOM = (200_000, 50, 100)
"""When rings of objects are looked for: shares make rows by the thousand, in which there are hardly any."""
_given: list[Callable[[Any], Any]] = []
"""What a process of a crew has to do with its shares."""


def in_shares(work: Callable[[Share], Done], shares: Sequence[Share], jobs: int) -> Iterator[Done]:
    """Yield what `work` makes of each share, in their order; `jobs` above 1 are so many processes beside this one.

    They are forked and know what this process knows; its connections are closed first, for no two processes may use
    one. What goes to them and comes back has to be picklable, `work` itself need not be.
    """
    often = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        if jobs < 2 or len(shares) < 2:
            yield from map(work, shares)
            return
        connections.close_all()
        with ProcessPoolExecutor(jobs, get_context("fork"), initializer=_begin, initargs=(work,)) as pool:
            yield from pool.map(_do, shares)
    finally:
        gc.set_threshold(*often)


def _begin(work: Callable[[Any], Any]) -> None:
    _given.append(work)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the one that forked it is gone, however it went."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


def _do(share: Any) -> Any:
    return _given[0](share)
