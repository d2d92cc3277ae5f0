"""Versions as strong ETags: conditional reads and conditional changes (RFC 9110, section 13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from cirulla.lib.errors import PreconditionMissing, VersionStale


def etag(version: int | str) -> str:
    """Return the strong ETag of a version.

    >>> etag(7)
    '"v7"'
    """
    return f'"v{version}"'


def _listed(header: str) -> list[str]:
    return [item.strip() for item in header.split(",") if item.strip()]


def not_modified(request: HttpRequest, version: int | str) -> bool:
    """Tell whether If-None-Match names this version, so that 304 is the whole answer (weak comparison)."""
    header = request.headers.get("If-None-Match", "")
    wanted = [item.removeprefix("W/") for item in _listed(header)]
    return "*" in wanted or etag(version) in wanted


def matches(header: str, version: int | str) -> bool:
    """Tell whether the header If-Match names this version (strong comparison: a weak tag never matches)."""
    return "*" in _listed(header) or etag(version) in _listed(header)


def require_match(request: HttpRequest, version: int | str, current: Mapping[str, Any] | None = None) -> None:
    """Let a change through only if If-Match names the current version.

    Raises PreconditionMissing (428) without the header and VersionStale (412) with an old one; both
    carry the current representation.
    """
    header = request.headers.get("If-Match")
    if header is None:
        raise PreconditionMissing(current, {"ETag": etag(version)})
    if not matches(header, version):
        raise VersionStale(current, {"ETag": etag(version)})
