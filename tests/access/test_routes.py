"""Every address of the service says who may use it; one that does not is closed."""

from __future__ import annotations

import logging

import pytest
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import path
from rest_framework.response import Response

from cirulla import gate
from cirulla.lib.api import ApiView
from cirulla.lib.permissions import routes
from players.access import known

pytestmark = pytest.mark.db


def page_without_policy(request):
    return HttpResponse("secret")


class EndpointWithoutPolicy(ApiView):
    def get(self, request):
        return Response({"secret": 1})


class EndpointThatForgotAMethod(ApiView):
    policy = {"GET": known}

    def get(self, request):
        return Response({})

    def post(self, request):
        return Response({"secret": 1})


urlpatterns = [
    path("bare/", page_without_policy),
    path("api/v1/bare", EndpointWithoutPolicy.as_view()),
    path("api/v1/forgot", EndpointThatForgotAMethod.as_view()),
]


def test_every_route_declares_a_policy_for_each_of_its_methods():
    found = [(route.pattern, route.methods) for route in routes()]
    assert len(found) > 80, "the walk saw the whole service"
    assert [route.pattern for route in gate.undeclared()] == []


def test_a_policy_borrowed_for_a_library_s_pages_covers_no_page_of_our_own():
    own = [
        route.pattern
        for route in routes()
        if route.view.__module__.split(".")[0] in {"players", "scoring", "tournaments", "cirulla"}
        and getattr(route.endpoint, "policy", None) is None
    ]
    assert own == []


@override_settings(ROOT_URLCONF="tests.access.test_routes")
def test_a_route_that_declares_none_is_closed_and_named(api, caplog):
    assert {route.pattern for route in gate.undeclared()} == {"bare/", "api/v1/bare", "api/v1/forgot"}
    with caplog.at_level(logging.ERROR, "cirulla.gate"):
        page = Client().get("/bare/")
    assert b"secret" not in page.content
    assert page.status_code in {302, 404}
    assert "bare/" in caplog.text
    assert api.get("bare").status_code == 403
    assert api.get("forgot").status_code == 200
    assert api.post("forgot", {}).status_code == 403


def test_the_check_before_the_start_names_it(settings):
    from cirulla.checks import routes_have_policies

    assert routes_have_policies(None) == []
    settings.ROOT_URLCONF = "tests.access.test_routes"
    assert {error.id for error in routes_have_policies(None)} == {"cirulla.E003"}
