"""`kill -9` of the service at every place of the write path."""

from __future__ import annotations

import signal
from uuid import uuid4

import httpx
import pytest

from tests.faults.site import Site, in_background, wait_for
from tests.worked_hand import plain

pytestmark = pytest.mark.proof


def test_killed_before_the_commit_nothing_is_stored_and_the_retry_stores_it_once(site: Site) -> None:
    match, hand = site.open_match(), uuid4()
    wire = site.to_postgres.trip(b"COMMIT", hand_on=False)
    (lost,) = in_background(lambda: site.put_lost(match, hand))
    assert wire.tripped.wait(30)
    site.server_kill()
    site.to_postgres.heal()
    lost.result()
    assert site.rows(match) == (0, 0, 0, 1)
    site.server_start()
    assert site.put(match, hand).status_code == 201
    assert site.rows(match) == (1, 1, 1, 2)


def test_killed_while_it_waits_for_the_lock_nothing_is_stored(site: Site) -> None:
    match, hand = site.open_match(), uuid4()
    with site.match_held(match):
        (lost,) = in_background(lambda: site.put_lost(match, hand))
        wait_for(site.waiting_backends)
        site.server_kill()
        lost.result()
    wait_for(lambda: not site.waiting_backends())
    assert site.rows(match) == (0, 0, 0, 1)
    site.server_start()
    assert site.put(match, hand).status_code == 201


def test_killed_after_the_commit_and_before_the_answer_the_retry_gets_the_stored_answer(site: Site) -> None:
    match, hand = site.open_match(), uuid4()
    wire = site.to_postgres.trip(b"COMMIT", hand_on=True)
    (lost,) = in_background(lambda: site.put_lost(match, hand))
    assert wire.tripped.wait(30)
    site.server_kill()
    site.to_postgres.heal()
    lost.result()
    assert site.rows(match) == (1, 1, 1, 2)
    stored = site.value("SELECT answer FROM scoring_handrevision WHERE hand_id = %s", hand)
    site.server_start()
    again = site.put(match, hand)
    assert (again.status_code, again.text) == (200, stored)
    assert site.rows(match) == (1, 1, 1, 2)


def test_killed_before_it_could_wake_the_relay_the_sweep_finds_the_row_within_a_minute(site: Site) -> None:
    match, hand = site.open_match(), uuid4()
    site.to_redis.toxics.deaf = True
    site.to_redis.cut()
    assert site.put(match, hand).status_code == 201
    site.server_kill()
    site.to_redis.heal()
    assert not site.settled(match)
    site.worker_start(beat=True)
    wait_for(lambda: site.settled(match), 60, told=site.state)


def test_asked_to_end_under_load_it_loses_no_acknowledged_hand(site: Site) -> None:
    matches = [site.open_match(f"Uno {n} {uuid4().hex[:4]}", f"Due {n} {uuid4().hex[:4]}") for n in range(4)]
    hands = [(match, str(uuid4()), plain(number, (number - 1) % 2)) for number in range(1, 7) for match in matches]
    assert site.server is not None

    def phone(share: list[tuple[str, str, dict[str, object]]]) -> list[str]:
        told = []
        for match, hand, body in share:
            try:
                if site.put(match, hand, body).status_code in {200, 201}:
                    told.append(hand)
            except httpx.HTTPError:
                continue
        return told

    phones = in_background(*(lambda n=n: phone(hands[n::6]) for n in range(6)))
    wait_for(lambda: site.value("SELECT count(*) FROM scoring_hand WHERE match_id = ANY(%s::uuid[])", matches) >= 6)
    site.server.end(signal.SIGTERM)
    acknowledged = {hand for one in phones for hand in one.result()}
    stored = {str(hand) for (hand,) in site.query("SELECT id FROM scoring_hand")}
    assert acknowledged
    assert acknowledged <= stored
    site.server_start()
    told = [site.put(match, hand, body).status_code for match, hand, body in hands]
    assert set(told) <= {200, 201}
    for match in matches:
        assert site.rows(match) == (6, 6, 6, 7)
