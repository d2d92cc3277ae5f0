"""Three clubs with the same things in each, and everybody who might ask for them.

`own` is public and has an owner, a scorer and a member; `foreign` is public and nobody's of them;
`private` shows itself to its members alone. The director directs a club elsewhere, the phone has
joined the open match of `own`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from players.models import Club, Invitation, Membership, RankingSnapshot, User
from players.principals import SCOPES, Principal
from players.services.boards import ladder_of_club
from players.services.clubs import club_create
from players.services.tokens import token_create
from scoring.api.act_bodies import SYNC_OPERATIONS
from tests.api.conftest import Api, person
from tests.worked_hand import plain

PRINCIPALS = ("anonymous", "table", "member", "scorer", "director", "owner")
TARGETS = ("own", "foreign", "private", "void")
assert SYNC_OPERATIONS == ["hand", "confirm", "redeal"], "the matrix sends each kind of operation"


@dataclass(frozen=True)
class Place:
    """A club and one of each thing in it, by the names that addresses use."""

    club: Club
    ids: dict[str, str]
    owner: Api
    match: dict[str, Any]


@dataclass(frozen=True)
class World:
    """The places, and a client of everybody."""

    places: dict[str, Place]
    who: dict[str, Api]
    users: dict[str, User]


def client_for(principal: Principal) -> Api:
    return Api(Client(raise_request_exception=False), token_create(by=principal, name="matrix", scopes=SCOPES)[1])


def place(name: str, visibility: str) -> Place:
    """Make a club with a match, two hands and a void one, a ruleset, a code, a phone, an invitation."""
    user, who = person(f"owner-of-{name}@example.org")
    club = club_create(by=who, name=f"Circolo {name}", visibility=visibility)
    api = client_for(who)
    match = api.post("matches", {"club": str(club.pk), "seats": [{"name": "Bacci"}, {"name": "Nena"}]}).json()
    hands = f"matches/{match['id']}/hands"
    first, void = uuid4(), uuid4()
    assert api.put(f"{hands}/{first}", plain()).status_code == 201
    assert api.put(f"{hands}/{void}", plain(2, 1)).status_code == 201
    assert api.post(f"{hands}/{void}/void", {"reason": "x"}, If_Match='"v1"').status_code == 200
    code = api.post(f"matches/{match['id']}/join-code", {}).json()
    phone = api.post("join", {"code": code["code"], "seat": 0}).json()
    ruleset = api.post("rulesets", {"club": str(club.pk), "name": "Nostre", "preset": "sbiro", "overrides": {}}).json()
    invited = Invitation.objects.create(
        club=club,
        email=f"guest-of-{name}@example.org",
        role="member",
        expires_at=timezone.now() + timezone.timedelta(1),
    )
    token = api.post("tokens", {"name": "x", "scopes": ["club:read"]}).json()
    season = {"club": str(club.pk), "name": "Autunno", "starts_on": "2026-09-21", "ends_on": "2026-12-20"}
    season = api.post("seasons", season).json()
    circuit = api.post("circuits", {"club": str(club.pk), "name": "Città"}).json()
    event = {"club": str(club.pk), "name": "Boccadasse", "played_on": "2026-07-17"}
    event = api.post(f"circuits/{circuit['id']}/events", event).json()
    snapshot = RankingSnapshot.objects.create(
        ladder=ladder_of_club(club.pk), board="all", number=1, run=1, as_of=timezone.now().date(), matches=0, rows=[]
    )
    ids = {
        "club_id": str(club.pk),
        "match_id": match["id"],
        "hand_id": str(first),
        "void_id": str(void),
        "player_id": match["seats"][0]["player"],
        "other_id": match["seats"][1]["player"],
        "ruleset_id": ruleset["id"],
        "member_id": str(Membership.objects.get(club=club, user=user).pk),
        "invitation_id": str(invited.pk),
        "board": "all",
        "season_id": season["id"],
        "circuit_id": circuit["id"],
        "event_id": event["id"],
        "snapshot_id": str(snapshot.pk),
        "code_id": code["id"],
        "phone_id": phone["id"],
        "token_id": token["id"],
        "code": match["code"],
        "join": code["code"],
    }
    return Place(club, ids, api, api.get(f"matches/{match['id']}").json())


def world_make() -> World:
    """Make the three places and the six who ask."""
    places = {
        "own": place("own", "public"),
        "foreign": place("foreign", "public"),
        "private": place("private", "members"),
    }
    places["void"] = places["own"]
    own = places["own"]
    joined = Api(Client(), None).post("join", {"code": own.ids["join"], "seat": 1})
    users, who = {}, {"anonymous": Api(Client(raise_request_exception=False), None)}
    who["table"] = Api(Client(raise_request_exception=False), joined.json()["token"])
    for role in ("member", "scorer"):
        users[role], principal = person(f"{role}@example.org")
        Membership.objects.create(club=own.club, user=users[role], role=role)
        who[role] = client_for(principal)
    users["director"], principal = person("director@example.org")
    elsewhere = club_create(by=person("chief@example.org")[1], name="Circolo altrove")
    Membership.objects.create(club=elsewhere, user=users["director"], role="director")
    who["director"] = client_for(principal)
    users["owner"] = User.objects.get(email="owner-of-own@example.org")
    who["owner"] = own.owner
    return World(places, who, users)
