"""A client of Cirulla's API in one file: copy it, it needs httpx alone.

    from cirulla_client import Cirulla

    club = Cirulla("https://club.example", token="cir_pat_...")
    for match in club.walk("matches", club=club_id, status="finished"):
        print(match["session_day"], match["totals"])

A request whose answer got lost is sent again: hands carry an id of your own, other POSTs an
Idempotency-Key, so nothing is ever there twice. `Refused` tells why the service said no.
"""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

import httpx

ATTEMPTS = 6
LONGEST_WAIT = 60.0
# The service, or the way to it, is busy: the same request may be sent again.
AGAIN = frozenset({429, 502, 503, 504})


class Refused(Exception):  # noqa: N818 - an answer, not a mistake
    """The service said no. `code` is stable; `errors` point into what was sent (`/sides/0/captured/3`)."""

    def __init__(self, response: httpx.Response) -> None:
        try:
            self.problem: dict[str, Any] = response.json()
        except ValueError:
            self.problem = {}
        self.status = response.status_code
        self.code: str = self.problem.get("code", "unknown")
        self.errors: list[dict[str, str]] = self.problem.get("errors", [])
        super().__init__(f"{self.status} {self.code}: {self.problem.get('detail', response.reason_phrase)}")


class Cirulla:
    """The API at one address, for one token; without a token only what is public can be read."""

    def __init__(
        self, base_url: str, token: str | None = None, *, transport: httpx.BaseTransport | None = None
    ) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(
            base_url=f"{base_url.rstrip('/')}/api/v1/", headers=headers, timeout=20.0, transport=transport
        )
        self._etags: dict[str, tuple[str, Any]] = {}

    def get(self, path: str, **query: Any) -> Any:
        """Read a resource. What has not changed since the last time is not sent again."""
        url = str(self._http.build_request("GET", path, params=query).url)
        etag, known = self._etags.get(url, ("", None))
        answer = self._send("GET", path, params=query, headers={"If-None-Match": etag} if etag else {})
        if answer.status_code == 304:
            return known
        if "ETag" in answer.headers:
            self._etags[url] = (answer.headers["ETag"], answer.json())
        return answer.json()

    def walk(self, path: str, **query: Any) -> Iterator[dict[str, Any]]:
        """Give every row of a list, page after page."""
        page = self.get(path, **{"limit": 200, **query})
        while True:
            yield from page["results"]
            if not page["next"]:
                return
            page = self._send("GET", page["next"]).json()

    def post(self, path: str, body: Mapping[str, Any], *, key: str | None = None) -> Any:
        """Make something, once, however often the request has to be sent."""
        headers = {"Idempotency-Key": key or str(uuid.uuid4())}
        return self._send("POST", path, json=body, headers=headers).json()

    def change(self, path: str, version: int, body: Mapping[str, Any]) -> Any:
        """Change a resource that is still at `version`. Raises Refused `version_stale` when it is not."""
        return self._send("PATCH", path, json=body, headers={"If-Match": f'"v{version}"'}).json()

    def record(self, match: str, hand: Mapping[str, Any], *, hand_id: str | None = None) -> Any:
        """Record a counted hand. Keep `hand_id` if you may have to repeat this another day."""
        return self._send("PUT", f"matches/{match}/hands/{hand_id or uuid.uuid4()}", json=hand).json()

    def preview(self, match: str, hand: Mapping[str, Any]) -> Any:
        """Say what a hand would be worth; nothing is stored."""
        return self._send("POST", f"matches/{match}/hands/preview", json=hand).json()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Cirulla:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send a request until it is answered; every one here may be sent again. Raises Refused, httpx.HTTPError."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                answer = self._http.request(method, path, **more)
            except httpx.TransportError:
                if attempt == ATTEMPTS:
                    raise
                time.sleep(_wait(attempt, None))
                continue
            if answer.status_code in AGAIN and attempt < ATTEMPTS:
                time.sleep(_wait(attempt, answer.headers.get("Retry-After")))
                continue
            if answer.is_error:
                raise Refused(answer)
            return answer
        raise AssertionError("unreachable")


def _wait(attempt: int, asked: str | None) -> float:
    """Return how many seconds to wait: what the service asked for, else twice as long each time, never all at once."""
    if asked and asked.isdigit():
        return min(float(asked), LONGEST_WAIT)
    return min(0.2 * 2**attempt, LONGEST_WAIT) * random.uniform(0.5, 1.0)  # noqa: S311 - spreads callers, no secret
