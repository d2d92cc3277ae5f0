"""API addresses of rulesets, matches, hands and the engine."""

from __future__ import annotations

from django.urls import path

from scoring.api import acts, engine, recount, tables, views

urlpatterns = [
    path("rulesets", views.RulesetList.as_view(), name="api-rulesets"),
    path("rulesets/<uuid:ruleset_id>", views.RulesetDetail.as_view(), name="api-ruleset"),
    path("matches", views.MatchList.as_view(), name="api-matches"),
    path("matches/<uuid:match_id>", views.MatchDetail.as_view(), name="api-match"),
    path("matches/<uuid:match_id>/hands", views.HandList.as_view(), name="api-hands"),
    path("matches/<uuid:match_id>/hands/preview", views.HandPreview.as_view(), name="api-hand-preview"),
    path("matches/<uuid:match_id>/hands/<uuid:hand_id>", views.HandDetail.as_view(), name="api-hand"),
    path("matches/<uuid:match_id>/hands/<uuid:hand_id>/impact", acts.HandImpact.as_view(), name="api-hand-impact"),
    path("matches/<uuid:match_id>/hands/<uuid:hand_id>/under", recount.HandUnder.as_view(), name="api-hand-under"),
    path("matches/<uuid:match_id>/verbale", recount.Verbale.as_view(), name="api-verbale"),
    path("matches/<uuid:match_id>/under", recount.MatchUnder.as_view(), name="api-match-under"),
    path("matches/<uuid:match_id>/hands/<uuid:hand_id>/<str:act>", acts.HandAct.as_view(), name="api-hand-act"),
    path("matches/<uuid:match_id>/seats", acts.MatchSeats.as_view(), name="api-match-seats"),
    path("matches/<uuid:match_id>/substitutions", acts.MatchSubstitute.as_view(), name="api-match-substitute"),
    path("matches/<uuid:match_id>/redeals", acts.Redeals.as_view(), name="api-redeals"),
    path("matches/<uuid:match_id>/disputes", views.MatchDisputes.as_view(), name="api-match-disputes"),
    path("matches/<uuid:match_id>/reports", views.HandReports.as_view(), name="api-reports"),
    path("matches/<uuid:match_id>/log", views.MatchEvents.as_view(), name="api-match-log"),
    path("matches/<uuid:match_id>/join-code", tables.JoinCodes.as_view(), name="api-join-code"),
    path("matches/<uuid:match_id>/join-code/<uuid:code_id>", tables.JoinCodeDetail.as_view(), name="api-join-code-end"),
    path("matches/<uuid:match_id>/phones", tables.PhoneList.as_view(), name="api-phones"),
    path("matches/<uuid:match_id>/phones/<uuid:token_id>", tables.PhoneDetail.as_view(), name="api-phone"),
    path("join", tables.Join.as_view(), name="api-join"),
    path("matches/<uuid:match_id>/<str:act>", acts.MatchAct.as_view(), name="api-match-act"),
    path("sync", acts.Sync.as_view(), name="api-sync"),
    path("engine/<str:op>", engine.EngineOperation.as_view(), name="api-engine"),
]
