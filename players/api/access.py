"""The route policies of players.access, under the name that endpoints know."""

from __future__ import annotations

from players.access import account_scope, anyone, known, scope

__all__ = ["account_scope", "anyone", "known", "scope"]
