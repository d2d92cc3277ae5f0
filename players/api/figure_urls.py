"""API addresses of figures; each table has a sheet beside it."""

from __future__ import annotations

from django.urls import path

from players.api import figures, sheets

urlpatterns = [
    path("players/<uuid:player_id>/figures", figures.PlayerFigures.as_view(), name="api-player-figures"),
    path("players/<uuid:player_id>/figures.csv", figures.PlayerFiguresFile.as_view(), name="api-player-figures-csv"),
    path("players/<uuid:player_id>/lines", figures.PlayerLines.as_view(), name="api-player-lines"),
    path("players/<uuid:player_id>/lines.csv", figures.PlayerLinesFile.as_view(), name="api-player-lines-csv"),
    path("players/<uuid:player_id>/partners", figures.PartnerList.as_view(), name="api-partners"),
    path("players/<uuid:player_id>/partners.csv", figures.PartnersFile.as_view(), name="api-partners-csv"),
    path("players/<uuid:player_id>/opponents", figures.OpponentList.as_view(), name="api-opponents"),
    path("players/<uuid:player_id>/opponents.csv", figures.OpponentsFile.as_view(), name="api-opponents-csv"),
    path("players/<uuid:player_id>/ratings", sheets.RatingList.as_view(), name="api-player-ratings"),
    path("players/<uuid:player_id>/ratings.csv", sheets.RatingsFile.as_view(), name="api-player-ratings-csv"),
    path("players/<uuid:player_id>/awards", figures.PlayerAwards.as_view(), name="api-player-awards"),
    path("players/<uuid:player_id>/with/<uuid:other_id>", figures.PairFigures.as_view(), name="api-pair"),
    path("players/<uuid:player_id>/against/<uuid:other_id>", figures.HeadToHead.as_view(), name="api-head-to-head"),
    path("players/<uuid:player_id>/with/<uuid:other_id>.csv", sheets.PairFile.as_view(), name="api-pair-csv"),
    path(
        "players/<uuid:player_id>/against/<uuid:other_id>.csv",
        sheets.HeadToHeadFile.as_view(),
        name="api-head-to-head-csv",
    ),
    path("clubs/<uuid:club_id>/figures.csv", sheets.ClubFiguresFile.as_view(), name="api-club-figures-csv"),
    path("clubs/<uuid:club_id>/figures", figures.ClubFigures.as_view(), name="api-club-figures"),
    path("clubs/<uuid:club_id>/table", figures.ClubTable.as_view(), name="api-club-table"),
    path("clubs/<uuid:club_id>/table.csv", figures.ClubTableFile.as_view(), name="api-club-table-csv"),
    path("clubs/<uuid:club_id>/records", figures.ClubRecords.as_view(), name="api-club-records"),
    path("clubs/<uuid:club_id>/records.csv", figures.ClubRecordsFile.as_view(), name="api-club-records-csv"),
    path("clubs/<uuid:club_id>/awards", figures.ClubAwards.as_view(), name="api-club-awards"),
]
