"""API addresses of rulesets, matches, hands and the engine."""

from __future__ import annotations

from django.urls import path

from scoring.api import engine, views

urlpatterns = [
    path("rulesets", views.RulesetList.as_view(), name="api-rulesets"),
    path("rulesets/<uuid:ruleset_id>", views.RulesetDetail.as_view(), name="api-ruleset"),
    path("matches", views.MatchList.as_view(), name="api-matches"),
    path("matches/<uuid:match_id>", views.MatchDetail.as_view(), name="api-match"),
    path("matches/<uuid:match_id>/hands", views.HandList.as_view(), name="api-hands"),
    path("matches/<uuid:match_id>/hands/preview", views.HandPreview.as_view(), name="api-hand-preview"),
    path("matches/<uuid:match_id>/hands/<uuid:hand_id>", views.HandDetail.as_view(), name="api-hand"),
    path("engine/<str:op>", engine.EngineOperation.as_view(), name="api-engine"),
]
