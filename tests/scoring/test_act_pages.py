"""The pages that end a match by time, give it up, or open it again."""

from __future__ import annotations

import pytest
from django.test import Client

from players.models import User
from scoring.models import Match, MatchEvent
from tests import factories
from tests.api.conftest import api, bacci_api, club, gina, open_match, record
from tests.worked_hand import plain

__all__ = ["api", "bacci_api", "club", "gina", "open_match", "record"]

pytestmark = pytest.mark.db


def browser(email: str) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(User.objects.get(email=email), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def ginas(gina) -> Client:
    return browser("gina@example.org")


@pytest.fixture
def played(open_match, record):
    """A match at 8 to 5 after one hand."""
    match = open_match()
    record(match, plain())
    return match


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_the_page_says_what_will_be_before_time_ends_a_match(ginas, played):
    shown = text(ginas.get(f"/m/{played['code']}/act/end/"))
    assert "Bacci leads 8 to 5 and wins." in shown
    assert "Hands that are not complete do not count." in shown
    assert Match.objects.get().status == "open"


def test_two_on_a_side_win_together_and_level_sides_draw(ginas, open_match, record):
    four = open_match("Bacci", "Nena", "Parodi", "Tito")
    record(four, plain())
    assert "Bacci and Parodi lead 8 to 5: they win." in text(ginas.get(f"/m/{four['code']}/act/end/"))
    level = open_match("Rosa", "Gino")
    record(level, plain(scope=(0, 3)))
    assert "It stands 8 : 8: the match is drawn." in text(ginas.get(f"/m/{level['code']}/act/end/"))


def test_with_three_sides_the_points_of_both_others_are_told(ginas, club):
    three = factories.match(*([player] for player in factories.players(club, 3)))
    factories.hand(three, 1, [4, 9, 2])
    shown = text(ginas.get(f"/m/{three.code}/act/end/"))
    assert "leads 9 to 4 and 2 and wins." in shown


def test_of_a_series_the_page_tells_who_leads_by_games(ginas, open_match, record):
    series = open_match(ruleset={"preset": "sbiro", "target_score": 8, "best_of": 3})
    record(series, plain())
    assert "Bacci leads by games (1) and wins." in text(ginas.get(f"/m/{series['code']}/act/end/"))


def test_the_button_ends_the_match_and_its_page_says_that_time_did(ginas, played):
    done = ginas.post(f"/m/{played['code']}/act/end/", {"version": "2", "reason": "Time is up"})
    assert (done.status_code, done["Location"]) == (302, f"/m/{played['code']}/")
    shown = text(ginas.get(f"/m/{played['code']}/"))
    assert "Time ended this match after 1 hand: it counts as it stood." in shown
    assert "has won" in shown
    assert "When time was called: Bacci," in shown
    assert "Who wins?" not in shown
    assert MatchEvent.objects.get().reason == "Time is up"


def test_who_looks_at_an_older_version_is_told_and_nothing_is_done(ginas, played, record):
    record(played, plain(2, 1, (0, 4)))
    told = ginas.post(f"/m/{played['code']}/act/end/", {"version": "2", "reason": "Time is up"})
    assert told.status_code == 412
    assert "This was changed meanwhile." in text(told)
    assert "It stands" not in text(told)
    assert "Bacci leads 16 to 14 and wins." in text(told)
    assert Match.objects.get().status == "open"


def test_without_a_reason_it_is_asked_for(ginas, played):
    told = ginas.post(f"/m/{played['code']}/act/end/", {"version": "2", "reason": "  "})
    assert told.status_code == 422
    assert "A later change needs a reason." in text(told)


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        pytest.param([], "No hand has been counted", id="no hand"),
        pytest.param([plain(2, 1)], "Not yet here: hand 1.", id="one missing"),
        pytest.param(
            [plain() | {"sides": [plain()["sides"][0], None]}], "Not everything is known of hand 1", id="half a hand"
        ),
    ],
)
def test_what_time_cannot_end_yet_has_no_button_and_says_why(ginas, open_match, record, hands, words):
    match = open_match()
    for hand in hands:
        record(match, hand)
    shown = text(ginas.get(f"/m/{match['code']}/act/end/"))
    assert words in shown
    assert "End the match</button>" not in shown
    assert ginas.post(f"/m/{match['code']}/act/end/", {"version": "9", "reason": "x"}).status_code in {412, 422}
    assert Match.objects.get().status == "open"


def test_a_match_is_given_up_and_played_on_by_pages(ginas, played):
    page = f"/m/{played['code']}/"
    assert "counts for nothing" in text(ginas.get(f"{page}act/abandon/"))
    ginas.post(f"{page}act/abandon/", {"version": "2", "reason": "too late for a bella"})
    assert Match.objects.get().status == "abandoned"
    shown = text(ginas.get(page))
    assert f'href="{page}act/reopen/"' in shown
    assert f'href="{page}act/end/"' not in shown
    assert "This match has been given up." in text(ginas.get(f"{page}act/end/"))
    ginas.post(f"{page}act/reopen/", {"version": "3", "reason": "we had time"})
    assert Match.objects.get().status == "open"
    assert "This match is being played." in text(ginas.get(f"{page}act/reopen/"))


def test_members_see_no_such_buttons_and_are_refused(played, bacci_api):
    bacci = browser("bacci@example.org")
    assert f"/m/{played['code']}/act/end/" not in text(bacci.get(f"/m/{played['code']}/"))
    assert bacci.get(f"/m/{played['code']}/act/end/").status_code == 403
    assert bacci.post(f"/m/{played['code']}/act/end/", {"version": "2", "reason": "x"}).status_code == 403
