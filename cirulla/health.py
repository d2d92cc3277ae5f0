"""Two questions an operator's machine asks: is the process alive, and can it work."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cirulla.lib.permissions import declare
from players.access import anyone


@declare(anyone)
@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 while the process lives."""
    return JsonResponse({"status": "ok"})


@declare(anyone)
@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when the database answers and every migration is applied, else 503 with the reason."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return JsonResponse({"status": "no_database"}, status=503, headers={"Retry-After": "2"})
    if waiting:
        return JsonResponse({"status": "migrations_waiting", "count": len(waiting)}, status=503)
    return JsonResponse({"status": "ready"})
