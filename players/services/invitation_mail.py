"""Write to somebody who was invited to a club. The letter holds no secret: only the address's owner can take it up."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.core.mail import send_mail
from django.utils import timezone, translation
from django.utils.translation import gettext

from players.models import Invitation


def invitation_mail(invitation_id: UUID) -> None:
    """Send the letter of an invitation that still waits, in the club's language. May be sent twice, never too late."""
    made = Invitation.objects.select_related("club").filter(pk=invitation_id, closed_at__isnull=True).first()
    if made is None or made.expires_at <= timezone.now():
        return
    with translation.override(made.club.language):
        subject = gettext("An invitation to %(club)s") % {"club": made.club.name}
        body = gettext(
            "%(club)s keeps its score with Cirulla and invites you.\n\n"
            "Log in with this address, or make an account with it, and take the invitation up here:\n"
            "%(link)s\n\nIf you expected nothing of the kind, do nothing."
        ) % {"club": made.club.name, "link": f"{settings.BASE_URL}/accounts/clubs/"}
    send_mail(subject, body, None, [made.email])
