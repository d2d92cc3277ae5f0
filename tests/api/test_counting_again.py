"""The verbale, other house rules, and the command that runs the engine over everything stored."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from scoring.models import Hand
from tests.worked_hand import TOTALS, body, plain

pytestmark = pytest.mark.db


def verified(text):
    """Run the engine's own command on a verbale, in a process that knows no database."""
    done = subprocess.run(
        [sys.executable, "-m", "scoring.engine", "verify"], input=text, capture_output=True, text=True
    )
    return done.returncode, done.stdout


@pytest.fixture
def eventful(open_match, record, api):
    """Return a match with a correction, a void, a restore, an undo and a redeal behind it."""
    match, first, second, third = open_match(ruleset="luzzati", first_dealer=1), uuid4(), uuid4(), uuid4()
    url = f"matches/{match['id']}"
    api.post(f"{url}/redeals", {"id": str(uuid4()), "table": ["AH", "AD", "5C", "6S"]})
    one = record(match, body(), first)
    record(match, plain(2, 0), second)
    record(
        match, body() | {"sides": [body()["sides"][0] | {"scope": 3}, body()["sides"][1]]}, first, If_Match=one["ETag"]
    )
    api.post(f"{url}/hands/{second}/void", {"reason": "played twice"}, If_Match='"v1"')
    api.post(f"{url}/hands/{second}/restore", {"reason": "it was right"}, If_Match='"v2"')
    changed = record(match, plain(3, 1), third)
    record(match, plain(3, 1, (2, 0)), third, If_Match=changed["ETag"])
    api.post(f"{url}/hands/{third}/undo", {}, If_Match='"v2"')
    return match


def test_the_verbale_is_verified_without_the_service(eventful, api):
    url = f"matches/{eventful['id']}/verbale"
    told = api.get(url)
    assert told["Content-Type"] == "application/json"
    status, said = verified(told.content.decode())
    assert status == 0, said
    assert verified(api.get(url, Accept="text/plain").content.decode())[0] == 0
    lines = json.loads(told.content)["lines"]
    assert [line["kind"] for line in lines].count("redeal") == 1
    assert lines[-1]["games"][0]["totals"] == api.get(f"matches/{eventful['id']}").json()["totals"]
    assert "Bacci" not in told.content.decode()
    assert api.get(url, If_None_Match=told["ETag"]).status_code == 304


@pytest.mark.parametrize(
    "old_new", [('"scope":3', '"scope":4'), ('"reason":"', '"reason":"not '), ('"number":2', '"number":4')]
)
def test_a_changed_verbale_is_found_out(eventful, api, old_new):
    text = api.get(f"matches/{eventful['id']}/verbale").content.decode()
    assert old_new[0] in text
    status, said = verified(text.replace(*old_new))
    assert status == 1
    assert "broken_chain" in said


def test_the_same_cards_have_another_winner_under_other_rules(open_match, record, api):
    match, hand = open_match(ruleset={"preset": "sbiro", "target_score": 10}, first_dealer=1), uuid4()
    record(match, body(), hand)
    under = {row["preset"]: row for row in api.get(f"matches/{match['id']}/hands/{hand}/under").json()["results"]}
    for preset, totals in TOTALS.items():
        assert tuple(side["total"] for side in under[preset]["score"]["sides"]) == totals
    assert (under["sbiro"]["leader"], under["laspezia"]["leader"]) == (1, 0)
    whole = api.get(f"matches/{match['id']}/under?ruleset=laspezia").json()
    assert whole["hands"] == [{"number": 1, "totals": [11, 10]}]
    assert whole["status"] == "open", "La Spezia plays to 51"
    assert api.get(f"matches/{match['id']}/under?ruleset=nonesuch").status_code == 422
    assert api.get(f"matches/{match['id']}/under").status_code == 400


def test_a_sheet_of_points_cannot_be_told_under_other_rules(open_match, record, api):
    side = {"carte": 1, "denari": 1, "settebello": 1, "primiera": 1, "piccola": 0, "grande": 0, "scope": 1, "buone": 0}
    other = dict.fromkeys(side, 0)
    match = open_match()
    sent = record(match, {"number": 1, "dealer_seat": 0, "mode": "points", "sides": [side, other]})
    assert sent.status_code == 201, sent.content
    assert api.get(f"matches/{match['id']}/under?ruleset=laspezia").json()["hands"][0]["totals"] is None


def test_rescore_finds_nothing_and_then_the_one_figure_that_was_changed(eventful):
    out = StringIO()
    call_command("rescore", "--check", stdout=out)
    assert "Every stored figure" in out.getvalue()
    Hand.objects.filter(number=2).update(totals=[80, 0])
    out = StringIO()
    with pytest.raises(CommandError, match="differ"):
        call_command("rescore", "--check", stdout=out)
    assert "totals: stored [80, 0]" in out.getvalue()


def test_a_preview_asks_about_what_hardly_ever_happens(open_match, api):
    match = open_match()
    usual = api.post(f"matches/{match['id']}/hands/preview", plain(scope=(1, 0))).json()
    rare = api.post(f"matches/{match['id']}/hands/preview", plain(scope=(11, 0))).json()
    assert usual["doubts"] == []
    assert [doubt["pointer"] for doubt in rare["doubts"]] != []
    assert all(doubt["chance"] < 0.001 for doubt in rare["doubts"])
