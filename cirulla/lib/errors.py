"""The one family of refusals that services raise and doors turn into answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong at one place: an RFC 6901 pointer, a stable code, words for people."""

    pointer: str
    code: str
    detail: str

    def as_dict(self) -> dict[str, str]:
        """Return the error as the API shows it."""
        return {"pointer": self.pointer, "code": self.code, "detail": self.detail}


class Refusal(Exception):  # noqa: N818 - the field's word; a refusal is a value with a code
    """Something that cannot be done, with the HTTP status a door answers it with.

    `code` is stable and snake_case, `detail` is for people, `errors` point at fields, `extra` are
    further members of the problem, `headers` go into the answer.
    """

    status = 409

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        status: int | None = None,
        errors: Sequence[FieldError] = (),
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = tuple(errors)
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})
        if status is not None:
            self.status = status


class BadRequest(Refusal):
    """400: the request cannot be read."""

    status = 400


class Unprocessable(Refusal):
    """422: readable, but it cannot be."""

    status = 422


class NotFound(Refusal):
    """404: not there, or nothing the caller may know of."""

    status = 404

    def __init__(self, detail: str = "There is nothing at this address that you may see.") -> None:
        super().__init__("not_found", detail)


class Forbidden(Refusal):
    """403: visible to the caller, but not his to do."""

    status = 403

    def __init__(self, detail: str, code: str = "forbidden") -> None:
        super().__init__(code, detail)


class Conflict(Refusal):
    """409: the state of things does not allow it."""


class PreconditionMissing(Refusal):
    """428: a change needs If-Match (RFC 6585, section 3)."""

    status = 428

    def __init__(self, current: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None) -> None:
        extra = {"current": current} if current is not None else {}
        super().__init__(
            "precondition_required",
            "A change needs the header If-Match with the version you have seen.",
            extra=extra,
            headers=headers,
        )


class VersionStale(Refusal):
    """412: the version named by If-Match is no longer the current one (RFC 9110, section 13)."""

    status = 412

    def __init__(self, current: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None) -> None:
        extra = {"current": current} if current is not None else {}
        super().__init__(
            "version_stale",
            "This has changed since you read it; the current state is in `current`.",
            extra=extra,
            headers=headers,
        )


class TryAgain(Refusal):
    """503: nothing is stored, the same request may be sent again."""

    status = 503

    def __init__(self, detail: str = "The service is busy. Nothing was stored; send the same request again.") -> None:
        super().__init__("try_again", detail, headers={"Retry-After": "2"})
