"""Give a list that was computed, not queried, to programs page by page."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from rest_framework.request import Request

from cirulla.lib.api import DEFAULT_LIMIT, MAX_LIMIT, RefusingQuery


def sequence_page(
    request: Request, rows: Sequence[Mapping[str, Any]], name: str, query: RefusingQuery
) -> dict[str, Any]:
    """Return one page of `rows` in their order; the cursor names the row beside the page by its unique `name`.

    The answer is `{"results", "next", "previous"}`. Raises BadRequest `bad_parameter` for a cursor that names no row
    of the list: it was not made here, or the row has gone since.
    """
    limit = query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT)
    start = 0
    if raw := query.text("cursor"):
        places = {str(row[name]): place for place, row in enumerate(rows)}
        place = places.get(_named(raw))
        if place is None:
            raise query.bad("cursor", "This cursor names no row of the list.")
        start = place
    end = start + limit
    before = max(0, start - limit)
    return {
        "results": list(rows[start:end]),
        "next": _url(request, rows[end][name]) if end < len(rows) else None,
        "previous": _url(request, rows[before][name]) if start else None,
    }


def _named(raw: str) -> str:
    try:
        return base64.urlsafe_b64decode(raw.encode()).decode()
    except ValueError:
        return ""


def _url(request: Request, value: object) -> str:
    cursor = base64.urlsafe_b64encode(str(value).encode()).decode()
    params = {**{name: request.GET[name] for name in request.GET}, "cursor": cursor}
    return request.build_absolute_uri(f"{request.path}?{urlencode(params)}")
