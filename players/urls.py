"""Pages of clubs and people."""

from __future__ import annotations

from django.urls import URLPattern, path

from players import account_views, figure_views, standing_views, views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("clubs/<uuid:club_id>/", views.club, name="club"),
    path("clubs/<uuid:club_id>/ranking/", views.ranking, name="ranking"),
    path("clubs/<uuid:club_id>/figures/", figure_views.club_figures, name="club-figures"),
    path("clubs/<uuid:club_id>/records/", figure_views.club_records, name="club-records"),
    path("clubs/<uuid:club_id>/ranking/<str:board>/", standing_views.board, name="ranking-board"),
    path("seasons/<uuid:season_id>/", standing_views.season, name="season"),
    path("circuits/<uuid:circuit_id>/", standing_views.circuit, name="circuit"),
    path("players/<uuid:player_id>/", views.player, name="player"),
    path("players/<uuid:player_id>/with/<uuid:other_id>/", figure_views.pair, name="pair"),
    path("players/<uuid:player_id>/against/<uuid:other_id>/", figure_views.head_to_head, name="head-to-head"),
    path("accounts/tokens/", account_views.own_tokens, name="own-tokens"),
    path("accounts/clubs/", account_views.own_clubs, name="own-clubs"),
    path("preferences/", views.preferences, name="preferences"),
]
