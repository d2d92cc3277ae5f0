"""How callers are recognised, for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """A personal token."""

    target_class = "players.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme's definition."""
        return {"type": "http", "scheme": "bearer", "description": "A personal token: `cir_pat_...`."}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The session of a page."""

    target_class = "players.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme's definition."""
        return {"type": "apiKey", "in": "cookie", "name": "session"}


class TableScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """A phone's token of one table."""

    target_class = "scoring.authentication.TableAuthentication"
    name = "table"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme's definition."""
        words = "A phone's token of one table: `cir_tab_...`, got with a join code at `POST /api/v1/join`."
        return {"type": "http", "scheme": "bearer", "description": words}
