"""Fuzzed by schemathesis on a live server, as three principals: no 5xx, no answer that the document does not allow."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.fixtures.server import Server, a_server

HERE = Path(__file__).resolve().parent
pytestmark = pytest.mark.proof


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Give a server of their own to the fuzzers: nobody else finds what they leave behind."""
    with a_server(tmp_path_factory.mktemp("fuzzed") / "var", "fuzzed") as running:
        yield running


@pytest.fixture(scope="module")
def tokens(fuzzed: Server) -> dict[str, str]:
    """Return a token of each: nobody, a phone at a table, the owner."""
    own = {"Authorization": f"Bearer {fuzzed.demo['token']}"}
    api = httpx.Client(base_url=f"{fuzzed.url}/api/v1/", headers=own, timeout=30)
    seats = [{"name": "Schema"}, {"name": "Thesis"}]
    match = api.post("matches", json={"club": fuzzed.demo["club"], "seats": seats}).json()["id"]
    code = api.post(f"matches/{match}/join-code", json={}).json()["code"]
    phone = api.post("join", json={"code": code, "seat": 0}).json()["token"]
    return {"nobody": "", "phone": phone, "owner": fuzzed.demo["token"]}


@pytest.mark.parametrize("who", ["nobody", "phone", "owner"])
def test_nothing_breaks_and_every_answer_is_as_described(fuzzed: Server, tokens, who):
    headers = ["-H", f"Authorization: Bearer {tokens[who]}"] if tokens[who] else []
    done = subprocess.run(
        [
            str(Path(sys.executable).parent / "schemathesis"),
            *("--config-file", str(HERE / "schemathesis.toml")),
            *("run", f"{fuzzed.url}/api/v1/schema/"),
            *headers,
            *("--checks", "all", "--phases", "examples,coverage,fuzzing", "--max-examples", "2"),
            # Another's word is taken for it: revoking the token in use ends the run.
            *("--exclude-operation-id", "tokens_revoke", "--continue-on-failure"),
            *("--seed", "51", "--warnings", "off"),
        ],
        cwd=HERE.parent.parent,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    said = done.stdout + done.stderr
    generated = re.search(r"([\d,]+) generated", said)
    assert generated, said[-3000:]
    print(f"{who}: {generated.group(1)} requests")
    found = re.findall(r"^\s*❌ (ST\d+ .*)$|^\s*🚫 (.*)$", said, re.M)
    assert found == [], said[-30_000:]
    assert int(generated.group(1).replace(",", "")) > 300
