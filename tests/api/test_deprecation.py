"""An address that will end says so in headers, and in the document."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client, override_settings
from django.urls import path
from rest_framework.response import Response

from cirulla.lib.api import ApiView
from cirulla.lib.deprecation import Deprecation
from players.access import anyone

pytestmark = pytest.mark.db


class OldThing(ApiView):
    policy = anyone
    deprecation = Deprecation(
        since=datetime(2027, 1, 1, tzinfo=UTC), sunset=datetime(2027, 7, 1, tzinfo=UTC), link="/changelog/"
    )

    def get(self, request):
        return Response({"old": True})


urlpatterns = [path("api/v1/old", OldThing.as_view())]


@override_settings(ROOT_URLCONF="tests.api.test_deprecation")
def test_the_headers_say_since_when_until_when_and_why():
    answer = Client().get("/api/v1/old")
    assert answer.status_code == 200
    assert answer["Deprecation"] == "@1798761600"
    assert answer["Sunset"] == "Thu, 01 Jul 2027 00:00:00 GMT"
    assert answer["Link"] == '</changelog/>; rel="deprecation"; type="text/html"'


def test_what_stays_says_nothing_of_the_kind(nobody):
    answer = nobody.get("clubs")
    assert "Deprecation" not in answer
    assert "Sunset" not in answer
