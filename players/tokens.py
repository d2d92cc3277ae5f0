"""Personal tokens: make one, read one.

A token is `cir_pat_`, 43 random characters and a checksum of 6, so that a scanner (or a
typing mistake) is told without asking the database.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib

PREFIX = "cir_pat_"
_ALPHABET = string.digits + string.ascii_letters
_SHAPE = re.compile(rf"{PREFIX}[0-9A-Za-z]{{43}}[0-9A-Za-z]{{6}}")


def _checksum(body: str) -> str:
    value, letters = zlib.crc32(body.encode()), ""
    for _ in range(6):
        value, digit = divmod(value, len(_ALPHABET))
        letters = _ALPHABET[digit] + letters
    return letters


def new_token() -> str:
    """Return a new secret of about 256 bits."""
    body = PREFIX + "".join(secrets.choice(_ALPHABET) for _ in range(43))
    return body + _checksum(body)


def well_formed(text: str) -> bool:
    """Tell whether `text` looks like a token and its checksum is right."""
    return bool(_SHAPE.fullmatch(text)) and secrets.compare_digest(_checksum(text[:-6]), text[-6:])


def token_digest(text: str) -> str:
    """Return what is stored of a token: its SHA-256, 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()
