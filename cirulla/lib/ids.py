"""Identifiers: UUIDs that sort by time, and short codes people can read aloud."""

from __future__ import annotations

import os
import secrets
import time
from datetime import datetime
from uuid import UUID

# RFC 8628, section 6.1: no vowels, so no words; no letters that look like others.
CODE_ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"


def uuid7(at: datetime | None = None) -> UUID:
    """Return a version 7 UUID: 48 bits of Unix milliseconds, of now or of `at`, then random bits.

    Source: RFC 9562, section 5.7.
    """
    millis = time.time_ns() // 1_000_000 if at is None else int(at.timestamp() * 1000)
    value = (millis & ((1 << 48) - 1)) << 80 | int.from_bytes(os.urandom(10), "big")
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return UUID(int=value)


def public_code(length: int = 8) -> str:
    """Return a random code of `length` letters, about 4.3 bits each."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))
