"""Tokens: make one, read one. Those of people begin with `cir_pat_`, those of phones at a table with `cir_tab_`.

After the prefix come 43 random characters and a checksum of 6, so that a scanner (or a typing
mistake) is told without asking the database.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib

PERSONAL = "cir_pat_"
TABLE = "cir_tab_"
_ALPHABET = string.digits + string.ascii_letters
_SHAPE = re.compile(r"[0-9A-Za-z]{43}[0-9A-Za-z]{6}")


def _checksum(body: str) -> str:
    value, letters = zlib.crc32(body.encode()), ""
    for _ in range(6):
        value, digit = divmod(value, len(_ALPHABET))
        letters = _ALPHABET[digit] + letters
    return letters


def new_token(prefix: str = PERSONAL) -> str:
    """Return a new secret of about 256 bits."""
    body = prefix + "".join(secrets.choice(_ALPHABET) for _ in range(43))
    return body + _checksum(body)


def well_formed(text: str, prefix: str = PERSONAL) -> bool:
    """Tell whether `text` looks like a token of this kind and its checksum is right."""
    if not text.startswith(prefix) or not _SHAPE.fullmatch(text.removeprefix(prefix)):
        return False
    return secrets.compare_digest(_checksum(text[:-6]), text[-6:])


def token_hint(text: str) -> str:
    """Return what a list shows of a token: its beginning and its end."""
    return f"{text[:14]}…{text[-4:]}"


def token_digest(text: str) -> str:
    """Return what is stored of a token: its SHA-256, 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()
