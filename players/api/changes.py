"""Answer what makes a thing and what changes one: the same for all that has a row, an address and a version."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import versioned
from cirulla.lib.errors import VersionStale
from cirulla.lib.etag import etag, require_match
from cirulla.lib.idempotency import once
from players.principals import Principal


class Versioned(Protocol):
    """A thing with a version that rises with each change."""

    @property
    def version(self) -> Any:
        """Return it, an integer from 1."""


Thing = TypeVar("Thing", bound=Versioned)
Row = Mapping[str, Any]


def created(request: Request, who: Principal, make: Callable[[], Row]) -> Response:
    """Make a thing once for the request's Idempotency-Key and answer its row: 201, with its address and tag."""

    def work() -> Response:
        row = make()
        return Response(row, status=201, headers={"Location": row["url"], "ETag": etag(row["version"])})

    return once(request, who.ref, work)


def changed(
    request: Request,
    read: Callable[[], Thing],
    row: Callable[[Thing], dict[str, Any]],
    change: Callable[[int], Thing | None],
) -> Response:
    """Change the thing that `read` gives, at the version that If-Match names, and answer its row.

    `change` is told the version and returns None when another was faster. Raises PreconditionMissing and
    VersionStale with the row as it is.
    """
    thing = read()
    require_match(request, thing.version, row(thing))
    now = change(thing.version)
    if now is None:
        raise VersionStale(row(read()))
    return versioned(request, row(now), now.version)
