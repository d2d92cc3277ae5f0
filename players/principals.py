"""Who asks: an account by session or by token, or nobody."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

SCOPES = ("club:read", "club:write", "hands:write", "tokens:write")


@dataclass(frozen=True, slots=True)
class Principal:
    """The one who acts, as services, the log and the policies know him.

    `ref` is stable and safe to store: `user:<uuid>`, `token:<uuid>` or `anonymous`. `device` is the
    phone's own word for itself, at most 64 characters.
    """

    ref: str = "anonymous"
    user_id: UUID | None = None
    scopes: frozenset[str] = field(default_factory=frozenset)
    device: str = ""

    @property
    def known(self) -> bool:
        """Tell whether this is an account."""
        return self.user_id is not None

    @property
    def account(self) -> UUID:
        """Return the account's id; only for callers whose policy let no visitor through."""
        assert self.user_id is not None
        return self.user_id

    def has(self, scope: str) -> bool:
        """Tell whether the token (or the session, which has all) carries a scope."""
        return scope in self.scopes


ANONYMOUS = Principal()
