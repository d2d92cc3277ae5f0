"""Pages of clubs and people."""

from __future__ import annotations

from django.urls import URLPattern, path

from players import account_views, views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("clubs/<uuid:club_id>/", views.club, name="club"),
    path("clubs/<uuid:club_id>/ranking/", views.ranking, name="ranking"),
    path("players/<uuid:player_id>/", views.player, name="player"),
    path("accounts/tokens/", account_views.own_tokens, name="own-tokens"),
    path("accounts/clubs/", account_views.own_clubs, name="own-clubs"),
    path("preferences/", views.preferences, name="preferences"),
]
