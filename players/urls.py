"""Pages of clubs and people."""

from __future__ import annotations

from django.urls import URLPattern, path

from players import account_views, figure_views, people_views, running_views, standing_views, views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("clubs/<uuid:club_id>/", views.club, name="club"),
    path("clubs/<uuid:club_id>/ranking/", views.ranking, name="ranking"),
    path("clubs/<uuid:club_id>/figures/", figure_views.club_figures, name="club-figures"),
    path("clubs/<uuid:club_id>/records/", figure_views.club_records, name="club-records"),
    path("clubs/<uuid:club_id>/ranking/<str:board>/", standing_views.board, name="ranking-board"),
    path("clubs/<uuid:club_id>/players/", people_views.club_players, name="club-players"),
    path("clubs/<uuid:club_id>/seasons/", standing_views.club_seasons, name="club-seasons"),
    path("clubs/<uuid:club_id>/seasons/new/", running_views.season_new, name="season-new"),
    path("clubs/<uuid:club_id>/circuits/new/", running_views.circuit_new, name="circuit-new"),
    path("seasons/<uuid:season_id>/", standing_views.season, name="season"),
    path("seasons/<uuid:season_id>/edit/", running_views.season_edit, name="season-edit"),
    path("seasons/<uuid:season_id>/close/", running_views.season_close, name="season-close"),
    path("circuits/<uuid:circuit_id>/", standing_views.circuit, name="circuit"),
    path("circuits/<uuid:circuit_id>/edit/", running_views.circuit_edit, name="circuit-edit"),
    path("circuits/<uuid:circuit_id>/run/", running_views.circuit_run, name="circuit-run"),
    path("circuits/<uuid:circuit_id>/events/new/", running_views.event_new, name="circuit-event-new"),
    path("circuit-events/<uuid:event_id>/", running_views.event, name="circuit-event"),
    path("players/<uuid:player_id>/", views.player, name="player"),
    path("players/<uuid:player_id>/merge/", people_views.player_merge, name="player-merge"),
    path("players/<uuid:player_id>/with/<uuid:other_id>/", figure_views.pair, name="pair"),
    path("players/<uuid:player_id>/against/<uuid:other_id>/", figure_views.head_to_head, name="head-to-head"),
    path("accounts/tokens/", account_views.own_tokens, name="own-tokens"),
    path("accounts/clubs/", account_views.own_clubs, name="own-clubs"),
    path("accounts/delete/", account_views.own_end, name="own-end"),
    path("preferences/", views.preferences, name="preferences"),
]
