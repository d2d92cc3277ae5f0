"""Names of people and clubs: clean them, compare them."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError

MAX_LENGTH = 60
# Letters by their class, blank to the eye: with them two names look the same. What hides or turns text otherwise
# (zero-width characters, the directional controls of UAX 9) is of the classes that are refused anyway.
HIDDEN = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean_name(raw: str) -> str:
    """Return `raw` in NFC with blanks folded to single spaces.

    Raises ValidationError (code `blank`, `too_long`, `bad_character`) for an empty name, one of
    more than 60 characters, or one with control, bidirectional or zero-width characters.
    """
    name = unicodedata.normalize("NFC", raw)
    for char in name:
        if char in HIDDEN or (unicodedata.category(char) in REFUSED and char not in "\t\n"):
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
