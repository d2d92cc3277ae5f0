"""Last night's backup while phones hold today's hands, and clocks that are wrong."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import psycopg
import pytest
import time_machine

from cirulla.lib.ids import uuid7
from scoring.append_only import MESSAGE
from scoring.models import Hand, HandRevision
from tests.concurrency.conftest import Table
from tests.concurrency.conftest import table as table
from tests.faults.site import Site
from tests.fixtures.programs import run_to_end
from tests.worked_hand import plain

pytestmark = pytest.mark.proof

NOW = datetime(2026, 3, 2, 21, 0, tzinfo=UTC)


def dumped_and_restored(site: Site, name: str) -> None:
    """Copy the club's database into a new one, as the backup and its restore do."""
    url = urlsplit(site.direct)
    where = ["-h", "127.0.0.1", "-p", str(url.port), "-U", "postgres"]
    dump = subprocess.run([site.bin / "pg_dump", *where, "-Fc", "club"], capture_output=True, check=True).stdout
    site.postgres.database_make(name)
    subprocess.run([site.bin / "pg_restore", *where, "-d", name, "--exit-on-error"], input=dump, check=True)


def test_after_the_restore_of_a_backup_the_phones_send_everything_again_and_nothing_is_missing_or_double(
    site: Site,
) -> None:
    match = site.open_match(f"Uno {uuid4().hex[:8]}", f"Due {uuid4().hex[:8]}")
    kept = [(str(uuid4()), plain(number, (number - 1) % 2)) for number in range(1, 7)]
    yesterday, today = kept[:3], kept[3:]
    answers = {hand: site.put(match, hand, body) for hand, body in yesterday}
    name = f"restored_{uuid4().hex[:8]}"
    dumped_and_restored(site, name)
    for hand, body in today:
        answers[hand] = site.put(match, hand, body)
    before = site.send("GET", f"matches/{match}").json()
    site.server_kill()
    site.server_start(database=name)
    try:
        seen = site.send("GET", f"matches/{match}")
        assert seen.json()["version"] < before["version"]
        again = {hand: site.put(match, hand, body) for hand, body in kept}
        assert [one.status_code for one in again.values()] == [200] * 3 + [201] * 3
        for hand, _ in yesterday:
            first = answers[hand].json()
            assert again[hand].json() == first
        after = site.send("GET", f"matches/{match}").json()
        assert {**after, "url": ""} == {**before, "url": ""}
        hands = site.send("GET", f"matches/{match}/hands").json()["results"]
        assert [hand["id"] for hand in hands] == [hand for hand, _ in kept]
        run_to_end(["manage.py", "rebuild"], env=site.env(direct=True, database=name))
        run_to_end(["manage.py", "rebuild", "--check"], env=site.env(direct=True, database=name))
        with (
            psycopg.connect(site.postgres.url(name)) as restored,
            pytest.raises(psycopg.IntegrityError, match=MESSAGE),
        ):
            restored.execute("UPDATE scoring_handrevision SET digest = 'x'")
    finally:
        site.server_kill()
        site.server_start()


def test_hands_of_a_phone_whose_clock_is_years_off_stand_in_the_order_of_their_numbers(site: Site) -> None:
    match = site.open_match(f"Uno {uuid4().hex[:8]}", f"Due {uuid4().hex[:8]}")
    ids = {}
    for number, moved in ((3, -3), (1, 3), (2, 0)):
        with time_machine.travel(datetime.now(UTC) + timedelta(days=365 * moved), tick=False):
            ids[number] = uuid7()
        assert site.put(match, ids[number], plain(number, (number - 1) % 2)).status_code == 201
    listed = site.send("GET", f"matches/{match}/hands").json()["results"]
    assert [(hand["number"], UUID(hand["id"])) for hand in listed] == sorted(ids.items())
    recorded = [datetime.fromisoformat(hand["recorded_at"]) for hand in listed]
    assert all(abs(at - datetime.now(UTC)) < timedelta(minutes=10) for at in recorded), "by the server's clock alone"


@pytest.mark.db
def test_a_server_clock_that_steps_back_changes_no_order_and_makes_no_id_twice(table: Table) -> None:
    ids = []
    with time_machine.travel(NOW, tick=False) as clock:
        for number in range(1, 7):
            if number == 4:
                clock.shift(timedelta(minutes=-5))
            hand = uuid7()
            ids.append(hand)
            assert table.put(table.gina, plain(number, (number - 1) % 2), hand).status == 201
            clock.shift(timedelta(seconds=20))
    assert list(Hand.objects.values_list("id", flat=True)) == ids
    assert len(set(ids)) == len(set(HandRevision.objects.values_list("id", flat=True))) == 6
    assert (table.row.totals, table.row.version, table.row.next_dealer) == ([48, 30], 7, 0)
