"""The look, as far as figures can tell: both themes whole, every contrast as the design promises it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from cirulla.palette import PAIRS, TEXT, contrast, theme_tokens

ROOT = Path(__file__).resolve().parents[2]
SHEETS = [path.read_text("utf-8") for path in sorted((ROOT / "cirulla" / "static" / "css").glob("*.css"))]
SHEET = next(text for text in SHEETS if ":root {" in text)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", block))


def block(start: str) -> str:
    return SHEET[SHEET.index(start) :].split("}", 1)[0]


THEMES = {
    "light": tokens(block(":root {")),
    "dark": {**tokens(block(":root {")), **tokens(block(':root[data-theme="dark"]'))},
}


# Worked out by hand from WCAG's formula, or published with the design.
KNOWN = [
    ("light", "ink", "paper", 13.5), ("dark", "ink", "paper", 14.1), ("light", "noi-ink", "noi-tint", 7.6),
    ("dark", "loro-ink", "loro-tint-2", 6.4), ("light", "line", "paper", 3.3), ("dark", "on-felt", "felt-fill", 5.2),
    ("light", "on-loro", "loro", 5.4), ("dark", "on-noi", "noi", 8.0), ("light", "felt", "paper", 6.9),
]  # fmt: skip


def rules() -> list[tuple[str, str]]:
    """Return every rule of the sheet that styles something, as selector and declarations."""
    found = []
    for sheet in SHEETS:
        plain = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
        found += re.findall(r"([^{}]+)\{([^{}]*)\}", plain.split("@media (forced-colors", 1)[0])
    return [(selector.strip(), body) for selector, body in found if ":root" not in selector]


def written_pairs() -> set[tuple[str, str, str]]:
    """Return what the sheet itself writes on what: selector, colour, ground (bars beside the text left out)."""
    pairs = set()
    for selector, body in rules():
        over = re.search(r"(?<![\w-])color:\s*var\(--([\w-]+)\)", body)
        ground = re.search(r"(?<![\w-])background(?:-color)?:\s*([^;]+)", body)
        if over and ground:
            plain = re.fullmatch(r"var\(--([\w-]+)\)", ground[1].strip())
            tints = re.findall(r"var\(--((?:[\w]+-tint[\w-]*)|press)\)", ground[1])
            pairs |= {(selector, over[1], under) for under in ([plain[1]] if plain else tints)}
    return pairs


def test_the_dark_theme_is_the_same_by_the_phones_wish_and_by_the_readers() -> None:
    assert tokens(block(':root:not([data-theme="light"])')) == tokens(block(':root[data-theme="dark"]'))


def test_the_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize(("theme", "over", "under", "known"), KNOWN)
def test_a_contrast_is_the_published_one(theme: str, over: str, under: str, known: float) -> None:
    assert contrast(THEMES[theme][over], THEMES[theme][under]) == pytest.approx(known, abs=0.06)


def test_the_page_of_the_style_reads_the_colours_of_the_sheet() -> None:
    assert {theme: theme_tokens(theme) for theme in THEMES} == THEMES


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("over", "under", "least"), PAIRS, ids=[f"{over}-on-{under}" for over, under, _ in PAIRS])
def test_every_colour_can_be_read_on_its_ground(theme: str, over: str, under: str, least: float) -> None:
    assert contrast(THEMES[theme][over], THEMES[theme][under]) >= least


def test_whatever_the_sheet_writes_on_something_is_one_of_the_pairs() -> None:
    known = {(over, under) for over, under, least in PAIRS if least == TEXT}
    written = written_pairs()
    assert len(written) > 15
    assert {pair for pair in written if pair[1:] not in known} == set()


def test_the_sheet_asks_for_no_colour_that_is_not_there() -> None:
    defined = set(re.findall(r"--([\w-]+):", SHEET))
    assert set(re.findall(r"var\(--([\w-]+)\)", " ".join(SHEETS))) <= defined
    # Beside the tokens there is white under a code that a camera reads, and nothing else.
    assert {colour for _, body in rules() for colour in re.findall(r"#[0-9a-f]{3,6}\b", body)} <= {"#fff"}


@pytest.mark.django_db
@pytest.mark.db
def test_the_page_of_the_style_is_there_in_debug_alone(client: Client, settings) -> None:
    settings.DEBUG = False
    assert client.get("/style/").status_code == 404
    settings.DEBUG = True
    page = client.get("/style/").content.decode()
    assert all(f"--{name}<" in page for name in THEMES["light"])


def test_the_browser_around_a_page_has_the_colour_of_its_paper() -> None:
    skeleton = (ROOT / "templates" / "_skeleton.html").read_text("utf-8")
    assert re.findall(r'theme-color" content="(#[0-9a-f]{6})"', skeleton) == [THEMES[name]["paper"] for name in THEMES]


def test_no_template_has_a_script_or_a_style_of_its_own() -> None:
    guilty = [
        path.name
        for path in TEMPLATES
        if re.search(
            r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)|javascript:",
            re.sub(r"\{%.*?%\}", "", path.read_text("utf-8")),
        )
    ]
    assert guilty == []


def test_no_template_or_style_names_another_host() -> None:
    texts = {path.name: path.read_text("utf-8") for path in TEMPLATES} | {"the sheets": " ".join(SHEETS)}
    assert [name for name, text in texts.items() if re.search(r"https?://|@import|url\((?!#)", text)] == []


def test_no_page_takes_escaping_away_from_a_name() -> None:
    # Help texts of the framework's own forms are its own markup; nothing a person typed ever is.
    assert [path.name for path in TEMPLATES if "|safe" in path.read_text("utf-8")] == ["fields.html"]
