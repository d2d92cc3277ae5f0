"""The account that owns the demo club, and the file that tells a newcomer how to log in (CONTRACT 2)."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction

from players.models import ApiToken, User
from players.principals import SCOPES, Principal
from players.services.tokens import token_create
from players.tokens import token_digest

EMAIL = "demo@castelletto.example"


@dataclass(frozen=True, slots=True)
class Owner:
    """Who owns the demo club: as services know him, and what he logs in with."""

    principal: Principal
    password: str
    token: str


def demo_file() -> Path:
    """Return where address and log-in are written: `var/demo.json`."""
    path: Path = settings.VAR_DIR / "demo.json"
    return path


@transaction.atomic
def owner_ensure() -> Owner:
    """Return the demo's owner. Password and token are drawn once and kept in the file.

    When the file and the database do not belong together, both are drawn anew.
    """
    user = User.objects.filter(email=EMAIL).first()
    known = _read(demo_file())
    if user is not None and _good_for(user, known):
        return Owner(_principal(user), known["password"], known["token"])
    password = secrets.token_urlsafe(9)
    if user is None:
        user = User.objects.create_user(EMAIL, password)
        EmailAddress.objects.create(user=user, email=EMAIL, verified=True, primary=True)
    else:
        user.set_password(password)
        user.save(update_fields=["password"])
    _, token = token_create(by=_principal(user), name="Demo", scopes=SCOPES)
    return Owner(_principal(user), password, token)


def demo_write(owner: Owner, club_id: UUID) -> None:
    """Write address, log-in, token and club to the file, readable by its owner alone."""
    host = os.environ.get("HOST", "127.0.0.1")
    host = "127.0.0.1" if host in {"", "0.0.0.0"} else host  # noqa: S104 - compared, not bound
    content = {
        "base_url": f"http://{host}:{os.environ.get('PORT', '8000')}",
        "email": EMAIL,
        "password": owner.password,
        "token": owner.token,
        "club": str(club_id),
    }
    path = demo_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".tmp")
    fresh.touch(mode=0o600)
    fresh.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    fresh.replace(path)


def _read(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _good_for(user: User, known: dict[str, Any]) -> bool:
    password, token = known.get("password"), known.get("token")
    if known.get("email") != user.email or not (isinstance(password, str) and isinstance(token, str)):
        return False
    return ApiToken.objects.filter(user=user, digest=token_digest(token), revoked_at__isnull=True).exists()


def _principal(user: User) -> Principal:
    return Principal(f"user:{user.pk}", user.pk, frozenset(SCOPES), "demo")
