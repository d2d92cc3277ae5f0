"""Write days in words: Italian and Ligurian months begin small in a sentence, English ones never do."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache

from django.utils.formats import date_format
from django.utils.translation import get_language


def day_words(day: date | datetime, form: str = "j F Y") -> str:
    """Return a day, or a moment of it, in the reader's language; `form` is as Django's `date` has it.

    >>> from django.utils.translation import override
    >>> with override("it"):
    ...     day_words(date(2026, 3, 2))
    '2 marzo 2026'
    """
    return _told(day, form, get_language() or "")


@lru_cache(maxsize=4096)
def _told(day: date | datetime, form: str, language: str) -> str:
    told = date_format(day, form)
    return told if language.startswith("en") else told.lower()
