"""Make and change clubs, and the people in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F

from cirulla.lib.errors import Conflict, FieldError, Unprocessable
from cirulla.lib.names import clean_name, name_key
from players.models import Club, Membership, Player
from players.principals import Principal
from players.services.audit import audit

LANGUAGES = ("it", "en")


def read_name(raw: str, pointer: str = "/name") -> str:
    """Return a clean name. Raises Unprocessable `bad_name` with the place and the reason."""
    try:
        return clean_name(raw)
    except ValidationError as exc:
        words = str(exc.message)
        raise Unprocessable("bad_name", words, errors=[FieldError(pointer, str(exc.code), words)]) from None


def read_time_zone(raw: str) -> str:
    """Return a zone of the IANA database. Raises Unprocessable `unknown_time_zone`."""
    if raw in available_timezones():
        return raw
    detail = f"{raw[:60]!r} is not a time zone of the IANA database, such as Europe/Rome."
    raise Unprocessable("unknown_time_zone", detail, errors=[FieldError("/time_zone", "unknown_time_zone", detail)])


@transaction.atomic
def club_create(
    *, by: Principal, name: str, time_zone: str = "Europe/Rome", language: str = "it", visibility: str = "public"
) -> Club:
    """Make a club owned by `by`, whose house rules are the preset `sbiro`.

    Raises Unprocessable `bad_name`, `unknown_time_zone`.
    """
    club = Club.objects.create(
        name=read_name(name),
        time_zone=read_time_zone(time_zone),
        language=language,
        visibility=visibility,
        default_ruleset={"preset": "sbiro"},
    )
    Membership.objects.create(club=club, user_id=by.account, role=Membership.Role.OWNER)
    audit("club_created", by=by, club_id=club.pk, subject=club.pk)
    return club


@transaction.atomic
def club_change(*, by: Principal, club_id: UUID, version: int, changes: Mapping[str, Any]) -> Club | None:
    """Change fields of a club if it is still at `version`; None when it is not.

    `default_ruleset` must have been read by the caller, who knows rules. Raises Unprocessable
    `bad_name`, `unknown_time_zone`.
    """
    fields = dict(changes)
    if "name" in fields:
        fields["name"] = read_name(fields["name"])
    if "time_zone" in fields:
        fields["time_zone"] = read_time_zone(fields["time_zone"])
    changed = Club.objects.filter(pk=club_id, version=version).update(**fields, version=F("version") + 1)
    if not changed:
        return None
    audit("club_changed", by=by, club_id=club_id, subject=club_id, facts={"fields": sorted(changes)})
    return Club.objects.get(pk=club_id)


def player_create(*, club_id: UUID | None, name: str, pointer: str = "/name") -> Player:
    """Add a person, a guest until an account claims them.

    Raises Unprocessable `bad_name` and Conflict `name_taken` with the player who has the name.
    """
    clean = read_name(name, pointer)
    try:
        with transaction.atomic():
            return Player.objects.create(club_id=club_id, name=clean, name_key=name_key(clean))
    except IntegrityError:
        taken = player_named(club_id, clean)
        raise Conflict(
            "name_taken",
            f"The club already has a player called {clean}.",
            errors=[FieldError(pointer, "name_taken", "Another player of the club has this name.")],
            extra={"player": str(taken.pk)} if taken else None,
        ) from None


def player_named(club_id: UUID | None, name: str) -> Player | None:
    """Return the player of a club with this name, however it is written."""
    named = Player.objects.filter(name_key=name_key(name), merged_into__isnull=True)
    return named.filter(club_id=club_id).first() if club_id else None


def player_for_seat(*, club_id: UUID | None, name: str, pointer: str) -> Player:
    """Return the club's player of this name, or add them as a guest."""
    clean = read_name(name, pointer)
    if club_id is not None and (known := player_named(club_id, clean)):
        return known
    try:
        return player_create(club_id=club_id, name=clean, pointer=pointer)
    except Conflict:  # another phone added the same guest in between
        if known := player_named(club_id, clean):
            return known
        raise


@transaction.atomic
def player_rename(*, player_id: UUID, version: int, name: str) -> Player | None:
    """Rename a player who is still at `version`; None when not.

    Raises Unprocessable `bad_name`, Conflict `name_taken`.
    """
    clean = read_name(name)
    try:
        with transaction.atomic():
            changed = Player.objects.filter(pk=player_id, version=version).update(
                name=clean, name_key=name_key(clean), version=F("version") + 1
            )
    except IntegrityError:
        raise Conflict(
            "name_taken",
            f"The club already has a player called {clean}.",
            errors=[FieldError("/name", "name_taken", "Another player of the club has this name.")],
        ) from None
    return Player.objects.get(pk=player_id) if changed else None
