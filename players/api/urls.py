"""API addresses of clubs, people, tokens and rankings."""

from __future__ import annotations

from django.urls import include, path

from players.api import audit, members, views

urlpatterns = [
    path("", include("players.api.figure_urls")),
    path("", include("players.api.standing_urls")),
    path("clubs", views.ClubList.as_view(), name="api-clubs"),
    path("clubs/<uuid:club_id>", views.ClubDetail.as_view(), name="api-club"),
    path("clubs/<uuid:club_id>/audit", audit.ClubAudit.as_view(), name="api-audit"),
    path("clubs/<uuid:club_id>/audit.csv", audit.ClubAuditFile.as_view(), name="api-audit-csv"),
    path("clubs/<uuid:club_id>/members", members.MemberList.as_view(), name="api-members"),
    path("clubs/<uuid:club_id>/members/<int:member_id>", members.MemberDetail.as_view(), name="api-member"),
    path("clubs/<uuid:club_id>/invitations", members.InvitationList.as_view(), name="api-invitations"),
    path(
        "clubs/<uuid:club_id>/invitations/<uuid:invitation_id>",
        members.InvitationDetail.as_view(),
        name="api-invitation",
    ),
    path("me/invitations", members.MyInvitations.as_view(), name="api-my-invitations"),
    path("me/invitations/<uuid:invitation_id>", members.MyInvitation.as_view(), name="api-my-invitation"),
    path("players", views.PlayerList.as_view(), name="api-players"),
    path("players/<uuid:player_id>", views.PlayerDetail.as_view(), name="api-player"),
    path("players/<uuid:player_id>/merge", views.PlayerMerge.as_view(), name="api-player-merge"),
    path("players/<uuid:player_id>/stats", views.PlayerStatsDetail.as_view(), name="api-player-stats"),
    path("tokens", views.TokenList.as_view(), name="api-tokens"),
    path("tokens/<uuid:token_id>", views.TokenDetail.as_view(), name="api-token"),
    path("me", views.Me.as_view(), name="api-me"),
]
