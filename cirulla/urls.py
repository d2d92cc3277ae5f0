"""Addresses of the whole service."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from cirulla import health
from cirulla.api_changelog import changelog_page
from cirulla.style import style_page

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("api/v1/", include("cirulla.api_router")),
    path("changelog/", changelog_page, name="changelog"),
    path("style/", style_page, name="style"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("players.urls")),
    path("", include("scoring.urls")),
]

handler400 = "cirulla.errors.bad_request"
handler403 = "cirulla.errors.permission_denied"
handler404 = "cirulla.errors.page_not_found"
handler500 = "cirulla.errors.server_error"
