"""CSV that a spreadsheet shows and never runs."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.http import StreamingHttpResponse

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")


def cell(value: Any) -> str:
    """Return a value as a cell. Text that a spreadsheet would take for a formula gets an apostrophe before it.

    Numbers stay numbers, also negative ones. Source: OWASP, CSV injection.

    >>> cell("=HYPERLINK(1)"), cell(-3), cell(None), cell("Nena")
    ("'=HYPERLINK(1)", '-3', '', 'Nena')
    """
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    text = str(value).replace("\x00", "")
    return f"'{text}" if text.lstrip().startswith(DANGEROUS) or text.startswith(DANGEROUS) else text


class _Line:
    """Give back what csv writes, so that it can be streamed."""

    def write(self, text: str) -> str:
        return text


def csv_lines(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Write the header and a line for each row, every cell quoted, so that no separator in a name opens a new one."""
    writer = csv.writer(_Line(), quoting=csv.QUOTE_ALL)
    yield writer.writerow(columns)
    for row in rows:
        yield writer.writerow([cell(row.get(name)) for name in columns])


def csv_response(name: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> StreamingHttpResponse:
    """Answer rows as a file to keep: UTF-8 with the mark that spreadsheets look for."""

    def lines() -> Iterator[str]:
        yield "\ufeff"
        yield from csv_lines(columns, rows)

    return StreamingHttpResponse(
        lines(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"},
    )
