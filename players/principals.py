"""Who asks: an account by session or by token, a phone at one table, or nobody."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

SCOPES = ("club:read", "club:write", "hands:write", "tokens:write")
TABLE_SCOPES = frozenset({"hands:write"})


@dataclass(frozen=True, slots=True)
class TableGrant:
    """What a join code gave a phone: the one match it may write to, and the seat of who holds it (None: nobody's)."""

    token_id: UUID
    match_id: UUID
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Principal:
    """The one who acts, as services, the log and the policies know him.

    `ref` is stable and safe to store: `user:<uuid>`, `token:<uuid>`, `table:<uuid>` or `anonymous`.
    `device` is the phone's own word for itself, at most 64 characters. `table` may stand beside an
    account: somebody logged in elsewhere who has joined a table.
    """

    ref: str = "anonymous"
    user_id: UUID | None = None
    scopes: frozenset[str] = field(default_factory=frozenset)
    device: str = ""
    table: TableGrant | None = None

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

    def sits_at(self, match_id: UUID) -> bool:
        """Tell whether a join code has let this phone in at a match."""
        return self.table is not None and self.table.match_id == match_id


ANONYMOUS = Principal()
