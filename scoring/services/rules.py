"""Read rulesets for services: from a preset, an object of options, or a club's own ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from cirulla.lib.errors import BadRequest, Conflict, FieldError, Refusal, Unprocessable
from players.services.clubs import read_name
from scoring.engine import UNREADABLE, EngineError, read_ruleset
from scoring.engine import Ruleset as Rules
from scoring.models import Ruleset


def refusal_of(error: EngineError, prefix: str = "") -> Refusal:
    """Return the service's refusal for the engine's: same code, 400 when unreadable, else 422."""
    errors = [FieldError(prefix + pointer, code, detail) for pointer, code, detail in error.errors]
    kind = BadRequest if error.code in UNREADABLE else Unprocessable
    return kind(error.code, error.detail, errors=errors, extra=error.more)


def rules_read(value: object, *, club_id: UUID | None, pointer: str = "/ruleset") -> Rules:
    """Return the rules that `value` names: a preset, an object of options, or the id of the club's ruleset.

    Raises Unprocessable with the engine's code (`unknown_ruleset`, `unknown_option`,
    `bad_option_value`, `conflicting_options`) and a pointer.
    """
    if isinstance(value, str) and (own := _own(value, club_id)) is not None:
        value = {"preset": own.preset, **own.overrides}
    try:
        return read_ruleset(value)
    except EngineError as exc:
        prefix = "" if pointer == "/ruleset" else pointer
        raise refusal_of(exc, prefix) from None


def _own(value: str, club_id: UUID | None) -> Ruleset | None:
    try:
        key = UUID(value)
    except ValueError:
        return None
    return Ruleset.objects.filter(pk=key, club_id=club_id).first() if club_id else None


def ruleset_create(*, club_id: UUID, name: str, preset: str, overrides: Mapping[str, Any]) -> Ruleset:
    """Add a house ruleset to a club.

    Raises Unprocessable with the engine's code for options that cannot be, Conflict `name_taken`.
    """
    rules_read({"preset": preset, **overrides}, club_id=None)
    try:
        with transaction.atomic():
            return Ruleset.objects.create(
                club_id=club_id, name=read_name(name), preset=preset, overrides=dict(overrides)
            )
    except IntegrityError:
        raise _name_taken() from None


def ruleset_change(*, ruleset: Ruleset, version: int, changes: Mapping[str, Any]) -> Ruleset | None:
    """Change a house ruleset still at `version`; matches that have started keep the rules they started with."""
    fields = dict(changes)
    if "name" in fields:
        fields["name"] = read_name(fields["name"])
    rules_read(
        {"preset": fields.get("preset", ruleset.preset), **fields.get("overrides", ruleset.overrides)}, club_id=None
    )
    try:
        with transaction.atomic():
            done = Ruleset.objects.filter(pk=ruleset.pk, version=version).update(**fields, version=F("version") + 1)
            return Ruleset.objects.get(pk=ruleset.pk) if done else None
    except IntegrityError:
        raise _name_taken() from None


def _name_taken() -> Conflict:
    detail = "The club already has a ruleset of this name."
    return Conflict("name_taken", detail, errors=[FieldError("/name", "name_taken", detail)])
