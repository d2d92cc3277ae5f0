"""A match's page shows its hands whatever was done to them: each act raises a hand's version, not its revision."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from tests.worked_hand import plain

pytestmark = pytest.mark.db


@pytest.mark.parametrize("act", ["confirm", "dispute"])
def test_the_page_of_a_match_stays_when_a_hand_is_confirmed_or_disputed(api, open_match, act):
    match = open_match()
    url = f"matches/{match['id']}/hands/{uuid4()}"
    api.put(url, plain())
    assert api.post(f"{url}/{act}", {"reason": "<b>no</b>"}, If_Match='"v1"').status_code == 200
    for path in (f"/m/{match['code']}/", f"/m/{match['code']}/live/"):
        answer = Client().get(path)
        assert answer.status_code == 200
        assert "<b>no</b>" not in answer.content.decode()
