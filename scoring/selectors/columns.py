"""Columns of a match as what is derived from it reads them."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from uuid import UUID

import orjson
from django.db.models import TextField
from django.db.models.functions import Cast

from scoring.engine import Ruleset, read_ruleset

ROUND = "000"  # the place of the tournament's round in a key; matches outside tournaments have none


def match_key(session_day: date, match_id: UUID) -> str:
    """Return the sortable place of a match among those of its club: session day, round, id (RATINGS 3)."""
    return f"{session_day.isoformat()}/{ROUND}/{match_id}"


def as_text(column: str) -> Cast:
    """Return a JSON column as it is stored: thousands of hands are read at a time, and orjson is the faster reader."""
    return Cast(column, TextField())


@lru_cache(maxsize=256)
def read_rules(text: str) -> Ruleset:
    """Return the ruleset that a match's column holds as text."""
    return read_ruleset(orjson.loads(text))
