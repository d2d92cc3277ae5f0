"""Sentences of libraries that this service says in its own words: the catalogue's translation goes before theirs."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

ACCOUNTS = (
    _("Account Inactive"),
    _("This account is inactive."),
    _("Already have an account? Then please %(link)ssign in%(end_link)s."),
    _("Sign In"),
    _("Sign Up"),
    _("Two-Factor Authentication"),
    _("Security Keys"),
    _("No security keys have been added."),
    _("Confirm Access"),
    _("Please reauthenticate to safeguard your account."),
    _("Request Code"),
    _("Other sign-in options"),
    _("Alternative options"),
    _("Change Email"),
    _("Current email"),
    _("Change to"),
    _("Sign in with a passkey"),
    _("Send me a sign-in code"),
    _("Password Reset"),
    _("Reset My Password"),
    _("Change Password"),
    _("Authenticator App"),
    _("An authenticator app is not active."),
    _("You will receive a special code for a password-free sign-in."),
    _("If you have not created an account yet, then please %(link)ssign up%(end_link)s first."),
    _("Please contact us if you have any trouble resetting your password."),
)
"""The account pages of django-allauth."""
