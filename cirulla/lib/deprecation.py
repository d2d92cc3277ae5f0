"""Say in headers that an address of the API will end, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.http import http_date


@dataclass(frozen=True, slots=True)
class Deprecation:
    """An address that is deprecated `since` a time, ends at `sunset` (None: not yet known), and why: `link`.

    Both times carry a time zone. Sources: RFC 9745 (Deprecation), RFC 8594 (Sunset).
    """

    since: datetime
    sunset: datetime | None
    link: str

    def headers(self) -> dict[str, str]:
        """Return the headers of every answer of the address.

        >>> since, sunset = datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 7, 1, tzinfo=UTC)
        >>> Deprecation(since, sunset, "/api/changelog/").headers()["Deprecation"]
        '@1798761600'
        """
        said = {
            "Deprecation": f"@{int(self.since.timestamp())}",
            "Link": f'<{self.link}>; rel="deprecation"; type="text/html"',
        }
        if self.sunset is not None:
            said["Sunset"] = http_date(self.sunset.astimezone(UTC).timestamp())
        return said
