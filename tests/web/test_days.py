"""Days in words begin as the reader's language has them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.utils.translation import override

from cirulla.lib.days import day_words
from cirulla.lib.templatetags.days import day


@pytest.mark.parametrize(
    ("language", "form", "told"),
    [
        pytest.param("en", "j F Y", "2 March 2026", id="an English month is written large"),
        pytest.param("en-gb", "F Y", "March 2026", id="whatever the kind of English"),
        pytest.param("it", "j F Y", "2 marzo 2026", id="an Italian one small"),
        pytest.param("it", "F Y", "marzo 2026", id="at the beginning, too"),
        pytest.param("lij", "j F Y", "2 marzo 2026", id="a Ligurian one as in Italian"),
    ],
)
def test_months_are_written_as_the_language_has_them(language, form, told):
    with override(language):
        assert day_words(date(2026, 3, 2), form) == told
        assert day(datetime(2026, 3, 2, 21, tzinfo=UTC), form) == told


def test_no_day_is_no_word():
    assert day(None) == ""
