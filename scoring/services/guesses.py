"""Stop those who guess join codes, and say that they were there.

Only wrong codes count: a whole club may join from one address in one minute. 20^8 codes, 10 wrong ones a
minute from an address and 100 from all the world leave a guesser no chance (research: 0.01 % a day).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from django.conf import settings

from cirulla.lib.throttle import count, look, spent
from players.principals import ANONYMOUS
from players.services.audit import audit
from scoring.services.tables import UnknownCode

logger = logging.getLogger("cirulla.join")
T = TypeVar("T")
EVERYBODY = "all"


def guarded(address: str, work: Callable[[], T]) -> T:
    """Run `work`, which looks a code up, unless too many wrong ones came from this address or from everywhere.

    Raises TooMany then, TryAgain when nobody can count, and what `work` raises.
    """
    own, all_ = settings.LIMITS["join"], settings.LIMITS["join_all"]
    look("join", address, own, closed=True)
    look("join_all", EVERYBODY, all_, closed=True)
    try:
        return work()
    except UnknownCode:
        count("join", address, own, closed=True)
        count("join_all", EVERYBODY, all_, closed=True)
        if spent("join", address) == own or spent("join_all", EVERYBODY) == all_:
            _report()
        raise


def _report() -> None:
    facts = {"wrong_this_minute": spent("join_all", EVERYBODY)}
    logger.warning("join codes are being guessed: %s wrong ones in this minute", facts["wrong_this_minute"])
    audit("join_codes_guessed", by=ANONYMOUS, facts=facts)
