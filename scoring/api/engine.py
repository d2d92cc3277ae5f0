"""The engine over HTTP: the operations of CONTRACT 1, no account needed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cirulla.lib.api import ApiView, json_body
from cirulla.lib.errors import NotFound
from cirulla.lib.throttle import address, count
from players.api.access import anyone
from scoring.engine import OPERATIONS, EngineError, answer
from scoring.services.rules import refusal_of


class EngineOperation(ApiView):
    """One operation on one case."""

    policy = anyone

    @extend_schema(
        operation_id="engine",
        parameters=[OpenApiParameter("op", str, OpenApiParameter.PATH, enum=sorted(OPERATIONS))],
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT},
        tags=["engine"],
    )
    def post(self, request: Request, op: str) -> Response:
        """Answer a case of the engine: the body is the case without `id` and `op`."""
        headers = count("engine", address(request._request), settings.ENGINE_RATE_PER_MINUTE)
        if op not in OPERATIONS:
            raise NotFound(f"The operations are {', '.join(sorted(OPERATIONS))}.")
        try:
            body: dict[str, Any] = answer(op, json_body(request))
        except EngineError as exc:
            raise refusal_of(exc) from None
        return Response(body, headers=headers)
