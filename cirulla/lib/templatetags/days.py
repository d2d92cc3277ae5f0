"""Write days in templates."""

from __future__ import annotations

from datetime import date

from django import template

from cirulla.lib.days import day_words

register = template.Library()


@register.filter(expects_localtime=True)
def day(value: date | None, form: str = "j F Y") -> str:
    """Return a day in the reader's language, nothing for none."""
    return day_words(value, form) if value else ""
