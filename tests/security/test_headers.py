"""Headers, cookies and pages of a club server: a snapshot, and nothing that names another host."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.db

CSP = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}
EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
PAGES = ["/", "/accounts/login/", "/j/", "/problems/not_found/", "/nothing/here/", "/changelog/", "/club"]
ENDPOINTS = ["/api/v1/clubs", "/api/v1/me", "/api/v1/nothing", "/healthz"]


@pytest.fixture
def paths(club, open_match):
    """Addresses of ten routes and more, some with data behind them."""
    match = open_match()
    pages = [path for path in PAGES if path != "/club"] + [f"/clubs/{club.pk}/", f"/m/{match['code']}/"]
    return pages, [*ENDPOINTS, f"/api/v1/matches/{match['id']}"]


def test_every_route_has_the_headers(paths):
    pages, endpoints = paths
    for path in (*pages, *endpoints):
        answer = Client().get(path)
        assert {name: answer.get(name) for name in EVERYWHERE} == EVERYWHERE, path
        assert set(answer["Content-Security-Policy"].split("; ")) == CSP, path
        assert "camera=(self)" in answer["Permissions-Policy"]
        assert "geolocation=()" in answer["Permissions-Policy"]
        assert answer["X-Request-Id"]
    for path in pages:
        answer = Client().get(path)
        assert "no-" in answer["Cache-Control"], path
        assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
        assert answer["Content-Type"] == "text/html; charset=utf-8"
        assert "Cookie" in answer["Vary"]


def test_the_policy_has_no_way_round():
    assert not [line for line in CSP if "unsafe" in line or "*" in line or "http" in line]


def test_no_page_names_another_host_and_none_has_a_script_or_style_in_it(paths):
    for path in paths[0]:
        text = Client().get(path).content.decode()
        loaded = re.findall(r"""(?:src|href|action|srcset|data)=["']([^"']+)""", text)
        assert [url for url in loaded if re.match(r"(?:[a-z]+:)?//", url)] == [], path
        assert not re.search(r"\son[a-z]+=", text), path
        assert not re.search(r"\sstyle=", text), path
        scripts = re.findall(r"<script([^>]*)>", text)
        assert all("src=" in script or "application/json" in script for script in scripts), path
        assert "<style" not in text, path


def test_a_signed_in_page_is_kept_by_nobody_else(gina, club):
    from players.models import User

    client = Client()
    client.force_login(User.objects.get(pk=gina.user_id), backend="django.contrib.auth.backends.ModelBackend")
    for path in ("/", f"/clubs/{club.pk}/", "/accounts/tokens/", "/api/v1/me"):
        assert "private" in client.get(path)["Cache-Control"], path


def test_pages_of_other_sites_read_what_is_public_and_nothing_else(api, nobody, club):
    public = nobody.get("clubs", Origin="https://elsewhere.example")
    assert public["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in public["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in public
    assert "Access-Control-Allow-Origin" not in api.get("clubs", Origin="https://elsewhere.example")
    assert "Access-Control-Allow-Origin" not in nobody.post("clubs", {"name": "x"}, Origin="https://elsewhere.example")
    client = Client()
    client.cookies["session"] = "x"
    assert "Access-Control-Allow-Origin" not in client.get("/api/v1/clubs")
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET"}
    yes = nobody("OPTIONS", "clubs", **{name.replace("-", "_"): value for name, value in asked.items()})
    assert (yes.status_code, yes["Access-Control-Allow-Methods"]) == (204, "GET, HEAD")
    assert "Authorization" not in yes["Access-Control-Allow-Headers"]
    asked["Access-Control-Request-Method"] = "PUT"
    no = nobody("OPTIONS", "clubs", **{name.replace("-", "_"): value for name, value in asked.items()})
    assert "Access-Control-Allow-Origin" not in no
    assert "Access-Control-Allow-Origin" not in nobody.client.get("/", headers={"Origin": "https://elsewhere.example"})


def test_the_api_of_a_club_server_refuses_plain_http_and_pages_lead_to_https(nobody, settings):
    settings.SECURE_SSL_REDIRECT = True
    refused = nobody.get("clubs")
    assert (refused.status_code, refused.json()["code"]) == (403, "https_required")
    assert Client().get("/", secure=True).status_code == 200
    assert Client().get("/api/v1/clubs", secure=True).status_code == 200


def test_a_forged_header_of_a_proxy_makes_nothing_secure(nobody, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert nobody.get("clubs", X_Forwarded_Proto="https").status_code == 403
