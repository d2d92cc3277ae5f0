"""API addresses of published rankings, seasons and circuits."""

from __future__ import annotations

from django.urls import path

from players.api import circuits, sheets, standings

urlpatterns = [
    path("ranking-snapshots", standings.SnapshotList.as_view(), name="api-snapshots"),
    path("ranking-snapshots/<uuid:snapshot_id>", standings.SnapshotDetail.as_view(), name="api-snapshot"),
    path("ranking-snapshots/<uuid:snapshot_id>.csv", sheets.SnapshotFile.as_view(), name="api-snapshot-csv"),
    path("rankings.csv", sheets.RankingFile.as_view(), name="api-rankings-csv"),
    path(
        "ranking-snapshots/<uuid:snapshot_id>/changes", standings.SnapshotChanges.as_view(), name="api-snapshot-changes"
    ),
    path("seasons", standings.SeasonList.as_view(), name="api-seasons"),
    path("seasons/<uuid:season_id>", standings.SeasonDetail.as_view(), name="api-season"),
    path("seasons/<uuid:season_id>/close", standings.SeasonClose.as_view(), name="api-season-close"),
    path("circuits", circuits.CircuitList.as_view(), name="api-circuits"),
    path("circuits/<uuid:circuit_id>", circuits.CircuitDetail.as_view(), name="api-circuit"),
    path("circuits/<uuid:circuit_id>/clubs", circuits.CircuitClubs.as_view(), name="api-circuit-clubs"),
    path(
        "circuits/<uuid:circuit_id>/clubs/<uuid:club_id>", circuits.CircuitClubDetail.as_view(), name="api-circuit-club"
    ),
    path("circuits/<uuid:circuit_id>/table", circuits.CircuitTable.as_view(), name="api-circuit-table"),
    path("circuits/<uuid:circuit_id>/qualified", circuits.CircuitQualified.as_view(), name="api-circuit-qualified"),
    path("circuits/<uuid:circuit_id>/table.csv", sheets.CircuitTableFile.as_view(), name="api-circuit-table-csv"),
    path(
        "circuits/<uuid:circuit_id>/qualified.csv",
        sheets.CircuitQualifiedFile.as_view(),
        name="api-circuit-qualified-csv",
    ),
    path("circuits/<uuid:circuit_id>/events", circuits.EventList.as_view(), name="api-circuit-events"),
    path("circuit-events/<uuid:event_id>", circuits.EventDetail.as_view(), name="api-circuit-event"),
]
