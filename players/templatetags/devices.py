"""Name a browser and its device in words people know."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext

register = template.Library()

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
DEVICES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)
"""What a browser calls itself, and what people call it; the first that fits counts."""


@register.filter
def device(user_agent: str) -> str:
    """Return `Chrome, Android` for what a browser sends; an unknown one is said to be unknown.

    >>> device("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    found = [next((name for sign, name in table if sign in user_agent), "") for table in (BROWSERS, DEVICES)]
    return ", ".join(name for name in found if name) or gettext("An unknown device")
