"""`manage.py ratings_backtest` tells how well a club's matches would have been foretold."""

from __future__ import annotations

import io
import re
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from tests import factories
from tests.factories import MONDAY, played

pytestmark = [pytest.mark.db, pytest.mark.django_db]


def told(club, *words):
    out = io.StringIO()
    call_command("ratings_backtest", str(club.pk), *words, stdout=out)
    return out.getvalue()


def test_every_method_has_its_line_and_the_better_ones_less_loss():
    club = factories.ClubFactory()
    strong, weak = factories.players(club, 2)
    for number in range(60):
        played([strong], [weak], day=MONDAY + timedelta(number), winner=0 if number % 6 else 1)
    text = told(club, "--bins")
    losses = {
        line.split()[0]: float(line.split()[1]) for line in text.splitlines() if re.match(r"[a-z_0-9]+ +0\.", line)
    }
    assert losses.keys() == {"team_glicko", "elo_k8", "elo_k32", "openskill", "coin"}
    assert losses["coin"] == 0.69315
    assert losses["team_glicko"] < losses["coin"]
    assert text.startswith("60 rated matches; skills differ by about 130 points.")
    assert "said 5" in text


def test_a_club_without_matches_has_nothing_to_foretell():
    with pytest.raises(CommandError, match="no rated match"):
        told(factories.ClubFactory())


def test_a_club_that_is_not_there_is_told_so():
    with pytest.raises(CommandError, match="no club"):
        call_command("ratings_backtest", "0192f3a4-0000-7000-8000-000000000000")
