"""Pages of matches."""

from __future__ import annotations

from django.urls import URLPattern, path

from scoring import act_views, board_views, entry_views, table_views, views

urlpatterns: list[URLPattern] = [
    path("clubs/<uuid:club_id>/matches/new/", views.match_new, name="match-new"),
    path("m/<slug:code>/", views.match, name="match"),
    path("m/<slug:code>/live/", views.match_live, name="match-live"),
    path("m/<slug:code>/board/", board_views.match_board, name="match-board"),
    path("m/<slug:code>/entry/", entry_views.entry, name="entry"),
    path("m/<slug:code>/act/<slug:act>/", act_views.match_act, name="match-act"),
    path("m/<slug:code>/join/", table_views.join_code, name="join-code"),
    path("j/", table_views.join, name="join"),
    path("j/<slug:code>/", table_views.join_scanned, name="join-scanned"),
    path("J/<slug:code>/", table_views.join_scanned),
    path("problems/<slug:code>/", views.problem, name="problem"),
]
