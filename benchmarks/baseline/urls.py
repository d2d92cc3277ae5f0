"""Addresses of the baseline."""

from __future__ import annotations

from django.urls import path

from benchmarks.baseline import api

urlpatterns = [
    path("api/v1/matches", api.MatchList.as_view()),
    path("api/v1/rankings", api.RankingList.as_view()),
    path("api/v1/matches/<uuid:match_id>/hands", api.HandList.as_view()),
    path("api/v1/matches/<uuid:match_id>/hands/<uuid:hand_id>", api.HandCreate.as_view()),
]
