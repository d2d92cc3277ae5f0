"""Names of people and clubs: clean them, compare them."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError

MAX_LENGTH = 60
# Characters that hide or turn text: zero-width ones and the directional controls of Unicode (UAX 9).
HIDDEN = frozenset(
    "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\u00ad\u061c"
)


def clean_name(raw: str) -> str:
    """Return `raw` in NFC with blanks folded to single spaces.

    Raises ValidationError (code `blank`, `too_long`, `bad_character`) for an empty name, one of
    more than 60 characters, or one with control, bidirectional or zero-width characters.
    """
    name = unicodedata.normalize("NFC", raw)
    for char in name:
        if char in HIDDEN or (
            unicodedata.category(char) in {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"} and char not in "\t\n"
        ):
            raise ValidationError(f"The character U+{ord(char):04X} cannot stand in a name.", code="bad_character")
    name = " ".join(name.split())
    if not name:
        raise ValidationError("A name needs at least one character.", code="blank")
    if len(name) > MAX_LENGTH:
        raise ValidationError(f"A name has at most {MAX_LENGTH} characters.", code="too_long")
    return name


def name_key(name: str) -> str:
    """Return the form under which two names count as the same: NFKC, case folded."""
    return unicodedata.normalize("NFKC", name).casefold()
