"""Fuzzed by schemathesis on a live server, as three principals: no 5xx, no answer that the document does not allow."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.fixtures.server import Server

HERE = Path(__file__).resolve().parent
SECONDS = 75
pytestmark = [pytest.mark.proof, pytest.mark.e2e]


@pytest.fixture(scope="module")
def tokens(server: Server) -> dict[str, str]:
    """Return a token of each: nobody, a phone at a table, the owner."""
    own = {"Authorization": f"Bearer {server.demo['token']}"}
    api = httpx.Client(base_url=f"{server.url}/api/v1/", headers=own, timeout=30)
    seats = [{"name": "Schema"}, {"name": "Thesis"}]
    match = api.post("matches", json={"club": server.demo["club"], "seats": seats}).json()["id"]
    code = api.post(f"matches/{match}/join-code", json={}).json()["code"]
    phone = api.post("join", json={"code": code, "seat": 0}).json()["token"]
    return {"nobody": "", "phone": phone, "owner": server.demo["token"]}


@pytest.mark.parametrize("who", ["nobody", "phone", "owner"])
def test_nothing_breaks_and_every_answer_is_as_described(server: Server, tokens, who):
    headers = ["-H", f"Authorization: Bearer {tokens[who]}"] if tokens[who] else []
    done = subprocess.run(
        [
            str(Path(sys.executable).parent / "schemathesis"),
            *("--config-file", str(HERE / "schemathesis.toml")),
            *("run", f"{server.url}/api/v1/schema/"),
            *headers,
            *("--checks", "all", "--phases", "examples,coverage,fuzzing", "--max-examples", "8"),
            # Another's word is taken for it: revoking the token in use ends the run.
            *("--exclude-operation-id", "tokens_revoke", "--max-time", str(SECONDS), "--continue-on-failure"),
            *("--seed", "51", "--warnings", "off"),
        ],
        cwd=HERE.parent.parent,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS * 4,
        check=False,
    )
    said = done.stdout + done.stderr
    generated = re.search(r"([\d,]+) generated", said)
    assert generated, said[-3000:]
    print(f"{who}: {generated.group(1)} requests")
    found = re.findall(r"^\s*❌ (ST\d+ .*)$|^\s*🚫 (.*)$", said, re.M)
    assert found == [], said[-6000:]
    assert int(generated.group(1).replace(",", "")) > 300
