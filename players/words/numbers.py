"""Write numbers as the reader's language does."""

from __future__ import annotations

from django.utils.formats import number_format


def decimal(value: float, places: int = 1) -> str:
    """Return a number as the reader's language writes it."""
    return number_format(round(value, places), places)


def signed(value: float, places: int = 1) -> str:
    """Return a number with its sign, a real minus; 0 has none."""
    shown = decimal(abs(value), places)
    if not round(value, places):
        return shown
    return f"+{shown}" if value > 0 else f"\u2212{shown}"


def percent(value: float) -> str:
    """Return a share of 1 in whole per cent."""
    return f"{round(value * 100)}%"
