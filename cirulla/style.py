"""The page that shows the style: every colour, size and component, for who builds pages. In DEBUG only."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cirulla.lib.permissions import declare
from cirulla.palette import pair_lines, theme_tokens
from players.access import anyone

CELLS = (
    ("7H", 0, ""),
    ("7H", 1, "N"),
    ("7H", 2, "L"),
    ("7H", 3, "T"),
    ("7H", 4, "Q"),
    ("7H", 5, "C"),
    ("AC", 2, "L"),
    ("7D", 1, "N"),
    ("QH", 2, "L"),
    ("KS", 1, "N"),
)
"""Cards, the place of their owner (0: nobody's) and his letter."""


@declare(anyone)
@require_safe
def style_page(request: HttpRequest) -> HttpResponse:
    """Show all of the style; there is no such page on a club's server."""
    if not settings.DEBUG:
        raise Http404
    context: dict[str, Any] = {
        "tokens": theme_tokens("light"),
        "pairs": pair_lines(),
        "cells": [
            {"rank": card[0], "suit": card[1], "owner": owner, "letter": letter} for card, owner, letter in CELLS
        ],
    }
    return render(request, "style.html", context)
