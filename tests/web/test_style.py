"""The look, as far as figures can tell: both themes whole, every contrast as the design promises it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHEET = (ROOT / "cirulla" / "static" / "css" / "cirulla.css").read_text("utf-8")
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
# Text needs 4.5, drawings and outlines 3 (WCAG 2.2, 1.4.3 and 1.4.11).
PAIRS = [
    ("ink", "paper", 4.5), ("ink", "sheet", 4.5), ("ink", "press", 4.5), ("ink-2", "paper", 4.5),
    ("ink-2", "sheet", 4.5), ("ink-2", "press", 4.5), ("felt", "paper", 4.5), ("felt", "sheet", 4.5),
    ("felt", "felt-tint", 4.5), ("on-main", "main", 4.5), ("on-felt", "felt-fill", 4.5), ("wine", "paper", 4.5),
    ("wine", "wine-tint", 4.5), ("ink", "wine-tint", 4.5), ("ink", "felt-tint", 4.5), ("noi-ink", "noi-tint", 4.5),
    ("ink", "noi-tint", 4.5), ("loro-ink", "loro-tint", 4.5), ("loro-ink", "loro-tint-2", 4.5),
    ("ink", "loro-tint-2", 4.5), ("terzo-ink", "terzo-tint", 4.5), ("ink", "terzo-tint-2", 4.5),
    ("on-noi", "noi", 4.5), ("on-loro", "loro", 4.5), ("on-terzo", "terzo", 4.5), ("line", "paper", 3.0),
    ("line", "sheet", 3.0), ("noi", "paper", 3.0), ("loro", "paper", 3.0), ("terzo", "paper", 3.0),
    ("suit-red", "paper", 3.0), ("suit-red", "noi-tint", 3.0), ("suit-red", "loro-tint-2", 3.0),
]  # fmt: skip


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", block))


def block(start: str) -> str:
    return SHEET[SHEET.index(start) :].split("}", 1)[0]


THEMES = {
    "light": tokens(block(":root {")),
    "dark": {**tokens(block(":root {")), **tokens(block(':root[data-theme="dark"]'))},
}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_dark_theme_is_the_same_by_the_phones_wish_and_by_the_readers() -> None:
    assert tokens(block(':root:not([data-theme="light"])')) == tokens(block(':root[data-theme="dark"]'))


def test_the_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("over", "under", "least"), PAIRS, ids=[f"{over}-on-{under}" for over, under, _ in PAIRS])
def test_every_colour_can_be_read_on_its_ground(theme: str, over: str, under: str, least: float) -> None:
    assert contrast(THEMES[theme][over], THEMES[theme][under]) >= least


def test_no_template_has_a_script_or_a_style_of_its_own() -> None:
    guilty = [
        path.name
        for path in TEMPLATES
        if re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)|javascript:", path.read_text("utf-8"))
    ]
    assert guilty == []


def test_no_template_or_style_names_another_host() -> None:
    texts = {path.name: path.read_text("utf-8") for path in TEMPLATES} | {"cirulla.css": SHEET}
    assert [name for name, text in texts.items() if re.search(r"https?://|@import|url\((?!#)", text)] == []


def test_no_page_takes_escaping_away_from_a_name() -> None:
    # Help texts of the framework's own forms are its own markup; nothing a person typed ever is.
    assert [path.name for path in TEMPLATES if "|safe" in path.read_text("utf-8")] == ["fields.html"]
