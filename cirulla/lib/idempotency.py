"""Idempotency-Key on POSTs that create: the first answer is stored in the transaction of its effect.

Source: draft-ietf-httpapi-idempotency-key-header-07; the key may come with or without its quotes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import orjson
from django.db import IntegrityError, transaction
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import bytes_response
from cirulla.lib.errors import BadRequest, Refusal, Unprocessable
from cirulla.lib.media import dump
from cirulla.lib.models import IdempotencyRecord

_STORED_HEADERS = ("ETag", "Location")


def fingerprint(request: Request) -> str:
    """Return the SHA-256 of the body in canonical form."""
    return hashlib.sha256(orjson.dumps(request.data, option=orjson.OPT_SORT_KEYS)).hexdigest()


def read_key(header: str) -> str:
    """Return the key in a header. Raises BadRequest `bad_idempotency_key`."""
    key = header.strip().strip('"')
    if not 1 <= len(key) <= 255 or not key.isprintable():
        raise BadRequest("bad_idempotency_key", "Idempotency-Key must have 1 to 255 printable characters.")
    return key


def once(request: Request, principal: str, work: Callable[[], Response]) -> Response:
    """Run `work` once for this key; a repeated request gets the stored answer, byte for byte.

    Without the header `work` just runs. A 4xx or 5xx is not stored, so a retry runs anew. Raises
    BadRequest `bad_idempotency_key` and Unprocessable `idempotency_key_reused` (other body).
    """
    header = request.headers.get("Idempotency-Key")
    if header is None:
        with transaction.atomic():
            return work()
    key = read_key(header)
    scope = {"principal": principal, "method": request.method, "path": request.path[:300], "key": key}
    mark = fingerprint(request)
    if known := IdempotencyRecord.objects.filter(**scope).first():
        return _stored(known, mark)
    try:
        with transaction.atomic():
            response = work()
            body = response.data if isinstance(response.data, bytes) else dump(response.data)
            headers = {name: response[name] for name in _STORED_HEADERS if name in response.headers}
            IdempotencyRecord.objects.create(
                **scope, fingerprint=mark, status=response.status_code, headers=headers, body=body
            )
    except (IntegrityError, Refusal):
        # Two at once: the first got through, the other met what it had made and gets its answer.
        if known := IdempotencyRecord.objects.filter(**scope).first():
            return _stored(known, mark)
        raise
    return response


def once_outside(request: Request, work: Callable[[], Response]) -> Response:
    """Run `work`, which opens a transaction of its own and is idempotent by the client's id; only read the key.

    The key and the effect cannot share a transaction here, and need not: repeating the work changes nothing.
    """
    header = request.headers.get("Idempotency-Key")
    if header is not None:
        read_key(header)
    return work()


def _stored(record: IdempotencyRecord, mark: str) -> Response:
    if record.fingerprint != mark:
        raise Unprocessable("idempotency_key_reused", "This Idempotency-Key was used with another body.")
    return bytes_response(bytes(record.body), record.status, record.headers)  # type: ignore[return-value]
