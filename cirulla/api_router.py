"""Addresses of the API, version 1."""

from __future__ import annotations

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from cirulla.api_changelog import ApiChangelog
from players.api.views import RankingList

urlpatterns = [
    # Addresses are tried one by one: what is asked most comes first.
    path("rankings", RankingList.as_view(), name="api-rankings"),
    path("", include("scoring.api.urls")),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("changelog", ApiChangelog.as_view(), name="api-changelog"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="docs"),
    path("", include("players.api.urls")),
]
