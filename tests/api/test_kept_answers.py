"""Answers that the process keeps: never older than the match, never for one who may not see it."""

from __future__ import annotations

import threading

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cirulla.lib.kept import KeptAnswers, KeptThings
from players.models import Club
from tests.worked_hand import plain

pytestmark = pytest.mark.db


def hands(answer) -> list[tuple[int, str]]:
    return [(row["number"], row["state"]) for row in answer.json()["results"]]


def test_a_hand_is_in_the_list_as_soon_as_it_is_recorded(api, open_match, record):
    match = open_match()
    url = f"matches/{match['id']}/hands"
    assert hands(api.get(url)) == []
    record(match, plain())
    assert hands(api.get(url)) == [(1, "recorded")]
    record(match, plain(2, 1))
    assert hands(api.get(url)) == [(1, "recorded"), (2, "recorded")]


def test_a_confirmation_is_in_the_list_as_soon_as_it_is_given(api, bacci_api, open_match, record):
    match = open_match()
    url = f"matches/{match['id']}/hands"
    record(match, plain())
    assert hands(api.get(url)) == [(1, "recorded")]
    bacci_api.put(f"{url}/00000000-0000-7000-8000-000000000009", plain())
    assert hands(api.get(url)) == [(1, "confirmed")]


def test_match_and_list_of_matches_follow_a_hand(api, club, open_match, record):
    match = open_match()
    for totals in ([0, 0], [8, 5]):
        if totals != [0, 0]:
            record(match, plain())
        assert api.get(f"matches/{match['id']}").json()["totals"] == totals
        assert api.get(f"matches?club={club.pk}").json()["results"][0]["totals"] == totals


def test_what_is_kept_is_shown_to_nobody_who_may_not_see_the_match(api, carla_api, nobody, club, open_match, record):
    Club.objects.filter(pk=club.pk).update(visibility="hidden")
    match = open_match()
    record(match, plain())
    for url in (f"matches/{match['id']}", f"matches/{match['id']}/hands", f"rankings?club={club.pk}"):
        assert api.get(url).status_code == 200
        assert (carla_api.get(url).status_code, nobody.get(url).status_code) == (404, 404), url
    assert carla_api.get(f"matches?club={club.pk}").json()["results"] == []


def test_a_club_that_goes_private_is_closed_with_the_next_request(api, nobody, club, open_match):
    match = open_match()
    for visibility, status in (("public", 200), ("members", 404), ("public", 200)):
        Club.objects.filter(pk=club.pk).update(visibility=visibility)
        assert nobody.get(f"matches/{match['id']}").status_code == status, visibility
        assert nobody.get(f"rankings?club={club.pk}").status_code == status, visibility


def test_a_list_read_again_costs_the_token_and_the_versions(api, club, open_match):
    for index in range(4):
        open_match(f"A{index}", f"B{index}")
    first = api.get(f"matches?club={club.pk}")
    with CaptureQueriesContext(connection) as made:
        again = api.get(f"matches?club={club.pk}")
    assert again.content == first.content
    assert len(made) == 2, [one["sql"] for one in made]


def test_what_was_not_asked_for_longest_is_forgotten_first():
    kept = KeptAnswers(10)
    kept.put("a", b"12345")
    kept.put("b", b"12345")
    assert kept.get("a") == b"12345"
    kept.put("c", b"12")
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (b"12345", None, b"12")


def test_of_things_the_last_asked_for_are_kept():
    kept = KeptThings(2)
    for name in "ab":
        kept.put(name, (name,))
    assert kept.get("a") == ("a",)
    kept.put("c", ("c",))
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (("a",), None, ("c",))


def test_an_answer_larger_than_everything_is_not_kept():
    kept = KeptAnswers(10)
    kept.put("a", b"x" * 11)
    assert kept.get("a") is None
    kept.put("b", b"x" * 10)
    assert kept.get("b") == b"x" * 10


def test_the_bytes_held_are_counted_right_when_threads_put_at_once():
    kept = KeptAnswers(1_000)

    def put(name: str) -> None:
        for number in range(300):
            kept.put((name, number % 7), b"x" * (number % 50))

    threads = [threading.Thread(target=put, args=[name]) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kept._held == sum(map(len, kept._answers.values())) <= 1_000
