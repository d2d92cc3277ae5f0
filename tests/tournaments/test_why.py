"""Every reason a draw can give has its sentence, is given somewhere, and is told in the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tournaments.draw import REASONS, SENTENCES
from tournaments.draw.why import plain_number, why

ROOT = Path(__file__).parent.parent.parent
DRAWS = "".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "tournaments" / "draw").glob("*.py") if path.stem != "why"
)
DOCS = (ROOT / "docs" / "draws.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", SENTENCES)
def test_a_reason_is_given_and_documented(key):
    assert f'"{key}"' in DRAWS
    assert f"`{key}`" in DOCS


@pytest.mark.parametrize("reason", REASONS)
def test_a_refusal_is_given_and_documented(reason):
    assert f'"{reason}"' in DRAWS.replace(REASONS[reason], "")
    assert f"`{reason}`" in DOCS


def test_no_draw_gives_a_reason_that_has_no_sentence():
    assert set(re.findall(r'\bwhy\(\s*"(\w+)"', DRAWS)) <= set(SENTENCES)


def test_a_reason_without_its_values_shows_at_once():
    with pytest.raises(KeyError):
        why("lot", a="ann")


@pytest.mark.parametrize(("score", "text"), [(12.0, "12"), (12.16, "12.16"), (0, "0"), (100.0, "100"), (1.5, "1.5")])
def test_scores_are_written_as_people_write_them(score, text):
    assert plain_number(score) == text
