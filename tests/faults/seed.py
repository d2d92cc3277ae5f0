"""Make two people of a club with a token each: `python -m tests.faults.seed`; prints JSON."""

from __future__ import annotations

import json
import os
import sys

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cirulla.settings")
    django.setup()
    from players.models import Membership, User
    from players.principals import SCOPES, Principal
    from players.services.clubs import club_create
    from players.services.tokens import token_create

    said = {}
    for name in ("gina", "bacci"):
        user = User.objects.create_user(f"{name}@example.org", "briscola-e-denari")
        who = Principal(f"user:{user.pk}", user.pk, frozenset(SCOPES))
        if name == "gina":
            club = club_create(by=who, name="Circolo di Prova")
        else:
            Membership.objects.create(club=club, user=user, role="member")
        said[name] = token_create(by=who, name="phone", scopes=SCOPES)[1]
    json.dump({**said, "club": str(club.pk)}, sys.stdout)


if __name__ == "__main__":
    main()
