"""Read the colours of the one style sheet and say how well each can be read on its ground (WCAG 2.2, 1.4.3, 1.4.11).

The sheet is the source: nothing is written down twice. `PAIRS` names which colour stands on which.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SHEET = Path(__file__).parent / "static" / "css" / "cirulla.css"
THEMES = ("light", "dark")
TEXT, DRAWING = 4.5, 3.0
"""The least contrast of text on its ground, and of a drawing or an outline."""

_GROUNDS: Mapping[str, tuple[str, ...]] = {
    "ink": (
        "paper",
        "sheet",
        "press",
        "felt-tint",
        "wine-tint",
        "noi-tint",
        "loro-tint",
        "loro-tint-2",
        "terzo-tint-2",
    ),
    "ink-2": ("paper", "sheet", "press"),
    "felt": ("paper", "sheet", "felt-tint"),
    "wine": ("paper", "sheet", "wine-tint"),
    "paper": ("ink", "ink-2"),
    "on-main": ("main",),
    "on-felt": ("felt-fill",),
    "noi-ink": ("noi-tint", "paper"),
    "loro-ink": ("loro-tint", "loro-tint-2", "paper"),
    "terzo-ink": ("terzo-tint", "terzo-tint-2", "paper"),
    "on-noi": ("noi",),
    "on-loro": ("loro",),
    "on-terzo": ("terzo",),
}
_DRAWN: Mapping[str, tuple[str, ...]] = {
    "line": ("paper", "sheet"),
    "main": ("paper",),
    "felt-fill": ("paper",),
    "felt": ("press",),
    "noi": ("paper", "noi-tint"),
    "loro": ("paper", "loro-tint"),
    "terzo": ("paper", "terzo-tint"),
    **dict.fromkeys(
        ("suit-red", "suit-ink", "suit-ochre", "suit-green"),
        ("paper", "sheet", "press", "noi-tint", "loro-tint", "loro-tint-2", "terzo-tint-2"),
    ),
}
PAIRS: tuple[tuple[str, str, float], ...] = (
    *((over, under, TEXT) for over, grounds in _GROUNDS.items() for under in grounds),
    *((over, under, DRAWING) for over, grounds in _DRAWN.items() for under in grounds),
)
"""Which colour stands on which, and the least contrast that needs."""


@dataclass(frozen=True, slots=True)
class PairLine:
    """Hold one pair as the page of the style lists it; `light` and `dark` are contrasts, 1 to 21."""

    over: str
    under: str
    least: float
    light: float
    dark: float


def theme_tokens(theme: str, sheet: str | None = None) -> dict[str, str]:
    """Return the colours of a theme, `light` or `dark`, by name without dashes, as #rrggbb."""
    text = SHEET.read_text("utf-8") if sheet is None else sheet
    found = _tokens(text, ":root {")
    if theme == "dark":
        found |= _tokens(text, ':root[data-theme="dark"] {')
    return found


def _tokens(text: str, start: str) -> dict[str, str]:
    block = text[text.index(start) :].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", block))


def luminance(colour: str) -> float:
    """Return the relative luminance of #rrggbb, 0 to 1.

    >>> luminance("#000000"), luminance("#ffffff")
    (0.0, 1.0)
    """
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours #rrggbb, 1 to 21, in either order."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def pair_lines() -> list[PairLine]:
    """Return every pair with its contrasts in both themes."""
    light, dark = (theme_tokens(theme) for theme in THEMES)
    return [
        PairLine(over, under, least, contrast(light[over], light[under]), contrast(dark[over], dark[under]))
        for over, under, least in PAIRS
    ]
