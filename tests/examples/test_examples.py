"""The examples work as they stand: the client, also over a bad line, the bot with its sheet, the curl lines."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.fixtures.server import Server

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / "examples" / "python"
HAND = {
    "number": 1,
    "dealer_seat": 0,
    "mode": "points",
    "sides": [{"carte": 1, "settebello": 1, "scope": 2}, {"denari": 1, "primiera": 1, "scope": 1}],
}

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def client_module():
    return runpy.run_path(str(PYTHON / "cirulla_client.py"))


def new_club(api, name: str) -> str:
    return api.post("clubs", {"name": name})["id"]


def test_the_client_makes_a_club_records_a_hand_and_reads_it_back(client_module, server: Server):
    with client_module["Cirulla"](server.url, server.demo["token"]) as api:
        club = new_club(api, "Circolo del cliente")
        match = api.post("matches", {"club": club, "seats": [{"name": "Bacci"}, {"name": "Nena"}]})
        recorded = api.record(match["id"], HAND, hand_id="5f0c6b1e-3f56-4f0e-9d0a-0a9be2f5c3b1")
        assert [side["total"] for side in recorded["score"]["sides"]] == [4, 3]
        assert api.record(match["id"], HAND, hand_id=recorded["id"]) == recorded, "sent twice, there once"
        assert api.get(f"matches/{match['id']}")["totals"] == [4, 3]
        assert [row["id"] for row in api.walk("matches", club=club, limit=1)] == [match["id"]]
        renamed = api.change(f"clubs/{club}", 1, {"name": "Circolo nuovo"})
        assert (renamed["name"], renamed["version"]) == ("Circolo nuovo", 2)
        with pytest.raises(client_module["Refused"]) as refused:
            api.change(f"clubs/{club}", 1, {"name": "Circolo vecchio"})
        assert (refused.value.status, refused.value.code) == (412, "version_stale")


class BadLine(httpx.BaseTransport):
    """Lose the answer to every first sending of a request that changes something, and be busy once for the others."""

    def __init__(self) -> None:
        self.inner = httpx.HTTPTransport()
        self.seen: list[tuple[str, str]] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        mark = (request.method, str(request.url))
        first = mark not in self.seen
        self.seen.append(mark)
        if first and request.method == "GET":
            return httpx.Response(503, headers={"Retry-After": "0"}, request=request)
        answer = self.inner.handle_request(request)
        if first:
            answer.read()
            raise httpx.ReadError("the answer got lost", request=request)
        return answer


def test_a_bad_line_doubles_nothing(client_module, server: Server):
    line = BadLine()
    with client_module["Cirulla"](server.url, server.demo["token"], transport=line) as api:
        club = new_club(api, "Circolo in cantina")
        match = api.post("matches", {"club": club, "seats": [{"name": "Tito"}, {"name": "Carla"}]})
        api.record(match["id"], HAND)
        assert len(list(api.walk("matches", club=club))) == 1
        assert api.get(f"matches/{match['id']}")["hands_count"] == 1
    assert len(line.seen) > len(set(line.seen)), "the line was bad indeed"


def bot(server: Server, club: str, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "match_from_csv.py", server.url, club, *(more or ("sheet.csv",))],
        cwd=PYTHON,
        env={**os.environ, "CIRULLA_TOKEN": server.demo["token"]},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_stranger_s_program_reads_the_season_and_posts_a_match_from_a_sheet(client_module, server: Server):
    done = bot(server, server.demo["club"])
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert len([line for line in lines if re.match(r" +\d+  \S", line)]) == 5, "the five who won most"
    assert [line for line in lines if line.startswith("hand ")] == ["hand 1: 4 : 3", "hand 2: 3 : 9", "hand 3: 4 : 6"]
    assert lines[-1].endswith(": 11 : 18")
    again = bot(server, server.demo["club"])
    assert again.stdout.splitlines()[-1] == lines[-1], "run twice, it is the same match"


def test_a_sheet_that_does_not_add_up_is_refused_with_the_place(server: Server, tmp_path):
    sheet = tmp_path / "wrong.csv"
    sheet.write_text("Bacci,Nena\nsettebello carte,settebello carte\n", encoding="utf-8")
    done = bot(server, server.demo["club"], str(sheet))
    assert done.returncode == 1
    assert "/sides/" in done.stdout


@pytest.mark.proof
def test_every_block_of_the_curl_page_runs_and_says_what_it_promises(server: Server, tmp_path):
    for program in ("bash", "curl", "jq"):
        assert shutil.which(program), f"The curl page needs {program} (Debian: apt install bash curl jq)."
    text = (ROOT / "examples" / "curl.md").read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"```sh\n(.*?)```", text, re.S) if not block.startswith("export")]
    script = "set -euo pipefail\n" + "\n".join(blocks)
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "BASE": server.url, "TOKEN": server.demo["token"]},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.splitlines()
    assert "201" in said
    assert "200" in said
    assert said[said.index("201") : said.index("201") + 2] == ["201", "200"]
    assert "428" in said
    assert '[422,"duplicate_card","/sides/0/captured/1"]' in said
    assert said[-1] == "304"
