"""Pages as the server makes them: who sees what, what is refused and how, names that bite, how many queries."""

from __future__ import annotations

import json
import re
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Club, Membership, Player, User
from players.principals import SCOPES, Principal
from players.services.clubs import club_create
from scoring.models import Match
from scoring.services.hands import hand_record
from scoring.services.matches import match_start
from tests.worked_hand import body

pytestmark = [pytest.mark.db, pytest.mark.django_db]

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    '\'=HYPERLINK("http://evil.example")',
    "Gina {{ 7 }} & </textarea>",
    "😀𝕲𝖎𝖓𝖆" * 6,
]


def account(email: str) -> tuple[User, Principal, Client]:
    user = User.objects.create_user(email, "a-long-password")
    client = Client()
    client.force_login(user)
    return user, Principal(f"user:{user.pk}", user.pk, frozenset(SCOPES)), client


@pytest.fixture
def gina():
    """Gina owns the club."""
    return account("gina@example.org")


@pytest.fixture
def bacci(club: Club):
    """Bacci is a member."""
    found = account("bacci@example.org")
    Membership.objects.create(club=club, user=found[0], role="member")
    return found


@pytest.fixture
def carla():
    """Carla belongs to no club."""
    return account("carla@example.org")


@pytest.fixture
def club(gina) -> Club:
    return club_create(by=gina[1], name="Circolo di Prova")


def started(club: Club, by: Principal, *names: str, ruleset: object = "sbiro", dealer: int = 1) -> Match:
    return match_start(
        by=by, club_id=club.pk, ruleset=ruleset, seats=[{"name": name} for name in names], first_dealer=dealer
    )


def counted(match: Match, by: Principal, **more: object) -> None:
    hand_record(match_id=match.pk, hand_id=uuid4(), body=body(**more), by=by)
    match.refresh_from_db()


@pytest.fixture
def match(club: Club, gina) -> Match:
    made = started(club, gina[1], "Ada", "Beppe")
    counted(made, gina[1])
    return made


def pages_of(club: Club, match: Match) -> list[str]:
    player = Player.objects.filter(club=club).first()
    assert player is not None
    return [
        reverse("club", args=[club.pk]),
        reverse("ranking", args=[club.pk]),
        reverse("player", args=[player.pk]),
        reverse("match", args=[match.code]),
        reverse("match-live", args=[match.code]),
    ]


def test_anybody_sees_the_pages_of_a_public_club(club: Club, match: Match) -> None:
    for path in pages_of(club, match):
        assert Client().get(path).status_code == 200, path


def test_a_stranger_knows_nothing_of_a_private_club(club: Club, match: Match, carla, bacci) -> None:
    Club.objects.filter(pk=club.pk).update(visibility=Club.Visibility.MEMBERS)
    for path in pages_of(club, match):
        assert Client().get(path).status_code == 404, path
        assert carla[2].get(path).status_code == 404, path
        assert bacci[2].get(path).status_code == 200, path
    assert club.name not in carla[2].get("/").content.decode()


def test_only_members_open_the_grid_and_start_matches(club: Club, match: Match, carla, bacci) -> None:
    for path in (reverse("entry", args=[match.code]), reverse("match-new", args=[club.pk])):
        assert Client().get(path).headers["Location"].startswith("/accounts/login/")
        assert carla[2].get(path).status_code == 403
        assert bacci[2].get(path).status_code == 200


def test_the_grid_of_a_finished_match_leads_to_its_page(club: Club, gina) -> None:
    made = started(club, gina[1], "Ada", "Beppe", ruleset={"preset": "sbiro", "target_score": 10})
    counted(made, gina[1])
    assert made.status == "finished"
    answer = gina[2].get(reverse("entry", args=[made.code]))
    assert answer.headers["Location"] == reverse("match", args=[made.code])


def test_the_live_part_is_sent_only_when_the_version_has_changed(match: Match, gina) -> None:
    path = reverse("match-live", args=[match.code])
    assert Client().get(f"{path}?v={match.version}").status_code == 204
    fresh = Client().get(f"{path}?v={match.version - 1}")
    assert fresh.status_code == 200
    assert f"?v={match.version}" in fresh.content.decode()


def test_the_readers_own_side_is_us(club: Club, match: Match, bacci) -> None:
    Player.objects.filter(club=club, name="Beppe").update(user=bacci[0])
    page = bacci[2].get(reverse("entry", args=[match.code])).content.decode()
    sheet = json.loads(re.search(r'<script id="entry-data"[^>]*>(.*?)</script>', page)[1])
    assert sheet["order"] == [1, 0]
    assert [side["label"] for side in sheet["sides"]] == ["Loro", "Noi"]


def test_names_that_bite_are_shown_as_they_are(club: Club, gina) -> None:
    made = started(club, gina[1], *HOSTILE[:4])
    for path in [*pages_of(club, made), reverse("entry", args=[made.code]), reverse("match-new", args=[club.pk])]:
        page = gina[2].get(path).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "{{ 7 }} & <" not in page
    shown = unescape(gina[2].get(reverse("match", args=[made.code])).content.decode())
    assert all(name in shown for name in HOSTILE[:4])


def test_a_match_starts_with_names_and_unknown_ones_come_in_as_guests(club: Club, gina) -> None:
    form = {"seat_0": "Ada", "seat_1": " Beppe ", "seat_2": "", "seat_3": "", "first_dealer": "1", "ruleset": "house"}
    answer = gina[2].post(reverse("match-new", args=[club.pk]), form)
    made = Match.objects.get(club=club)
    assert answer.headers["Location"] == reverse("entry", args=[made.code])
    assert [seat.player.name for seat in made.seats.order_by("number")] == ["Ada", "Beppe"]
    assert made.next_dealer == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seat_1": ""}, "Chi siede qui?"),
        ({"seat_1": "Ada"}, "Al tavolo qualcuno è seduto due volte"),
        ({"first_dealer": "3"}, "Al tavolo siedono solo in 2."),
        ({"ruleset": "cirullone"}, "Queste regole non si giocano in tanti o in così pochi."),
        ({"seat_1": "x" * 61}, "60"),
    ],
    ids=["nobody", "twice", "dealer", "rules", "long"],
)
def test_a_form_that_cannot_be_says_so_at_the_field_and_keeps_the_rest(
    club: Club, gina, change: dict, said: str
) -> None:
    form = {"seat_0": "Ada", "seat_1": "Beppe", "first_dealer": "0", "ruleset": "sbiro"} | change
    answer = gina[2].post(reverse("match-new", args=[club.pk]), form)
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert said in page
    assert 'value="Ada"' in page
    assert not Match.objects.exists()


def test_a_disputed_and_an_incomplete_hand_say_what_they_are(club: Club, gina) -> None:
    made = started(club, gina[1], "Ada", "Beppe")
    unknown = {"carte": None, "denari": None, "primiera": None, "scope": 1, "buone": []}
    hand_record(
        match_id=made.pk,
        hand_id=uuid4(),
        body={"number": 1, "dealer_seat": 1, "mode": "counts", "sides": [unknown, unknown]},
        by=gina[1],
    )
    page = unescape(gina[2].get(reverse("match", args=[made.code])).content.decode())
    assert "Di questa mano non si sa tutto" in page


def test_pages_take_a_handful_of_queries_whatever_the_number_of_hands(
    club: Club, gina, django_assert_max_num_queries
) -> None:
    made = started(club, gina[1], "Ada", "Beppe")
    for number in range(1, 3):
        body_ = body(number=number, dealer_seat=made.next_dealer) | {"dealer_bonus": None}
        hand_record(match_id=made.pk, hand_id=uuid4(), body=body_, by=gina[1])
        made.refresh_from_db()
    for path, limit in zip(pages_of(club, made), (20, 12, 24, 14, 14), strict=True):
        with django_assert_max_num_queries(limit):
            assert gina[2].get(path).status_code == 200


@pytest.mark.parametrize("code", ["too_many_scope", "not_found", "hand_conflict", "missing_card", "illegal_capture"])
def test_the_type_of_a_problem_is_an_address_that_explains_it(code: str) -> None:
    answer = Client().get(f"/problems/{code}/")
    assert answer.status_code == 200
    assert code in answer.content.decode()


def test_an_unknown_problem_and_an_unknown_page_are_not_found() -> None:
    for path in ("/problems/never_heard/", "/m/NOPE/", "/nowhere/"):
        answer = Client().get(path)
        assert answer.status_code == 404
        assert "Qui non c'è nulla" in unescape(answer.content.decode())


def test_the_error_page_needs_no_database(django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        assert Client().get("/nowhere/").status_code == 404


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_preferences_send_nobody_elsewhere(back: str) -> None:
    answer = Client().post("/preferences/", {"theme": "dark", "next": back})
    assert answer.headers["Location"] == "/"
    assert answer.cookies["theme"].value == "dark"


def test_preferences_keep_only_what_they_know() -> None:
    answer = Client().post("/preferences/", {"theme": "pink", "pack": "italian", "next": "/"})
    assert set(answer.cookies) == {"pack"}


def test_pages_come_with_a_policy_that_forbids_inline_scripts(club: Club, match: Match) -> None:
    policy = Client().get(reverse("match", args=[match.code])).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
