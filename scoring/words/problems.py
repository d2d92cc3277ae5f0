"""Say the service's refusals to people: a title and what to do for each code."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from scoring.engine.errors import CODES as ERRORS

Words = tuple[StrPromise, StrPromise]

PROBLEMS: Mapping[str, Words] = {
    "bad_request": (
        _("That could not be read"),
        _("Something in the address or the form is not right. Go back and try again."),
    ),
    "not_authenticated": (_("Please log in"), _("This is for people with an account in the club.")),
    "forbidden": (_("Not yours to do"), _("You may see this, but changing it is for the members of the club.")),
    "csrf_failed": (
        _("The page was open too long"),
        _("Load it again and repeat; what you entered on this phone is still there."),
    ),
    "not_found": (_("Nothing here"), _("Nothing stands at this address, or nothing you may see. Check the link.")),
    "method_not_allowed": (_("That cannot be done here"), _("This address does not take that kind of request.")),
    "too_large": (_("Too much at once"), _("What was sent is larger than this service reads.")),
    "unsupported_media_type": (_("Only JSON is read here"), _("Send the header Content-Type: application/json.")),
    "too_many_requests": (_("One moment"), _("That was asked too often. Wait a little and try again.")),
    "server_error": (_("Something broke here"), _("The fault is ours. Nothing you entered is lost on your phone.")),
    "try_again": (_("The service is busy"), _("Nothing was stored. Send the same again in a moment.")),
    "precondition_required": (
        _("Which version?"),
        _("A change has to say which version it changes: the header If-Match."),
    ),
    "version_stale": (
        _("Somebody was faster"),
        _("This was changed meanwhile. Look at it as it is now, then change it."),
    ),
    "hand_conflict": (
        _("Two different counts"),
        _(
            "Another phone has already sent this hand with another count. "
            "Both are kept; the first one counts until you agree."
        ),
    ),
    "match_finished": (
        _("The match is over"),
        _("This hand came after the end. It is kept as a report and changes nothing."),
    ),
    "missing_card": (_("Cards are missing"), _("All 40 cards must lie with somebody.")),
    "duplicate_card": (_("A card twice"), _("The same card is named in two places.")),
    "unknown_card": (_("No such card"), _("The pack has ace to seven, jack, queen and king; no eight, nine or ten.")),
    "too_many_scope": (_("Too many scope"), _("So many scope cannot be made in one hand.")),
    "too_many_buone": (_("Too many buone"), _("So many buone cannot be declared in one hand.")),
    "not_a_buona": (_("Not a buona"), _("These three cards make neither a barsega nor a decino.")),
    "not_three_cards": (_("Three cards"), _("A buona is made of exactly three cards.")),
    "matta_not_held": (_("No matta there"), _("The matta is not among these cards.")),
    "dealer_table_not_taken": (
        _("The dealer's table"),
        _("The cards of the opening table must lie with the dealer's side."),
    ),
    "no_dealer_bonus": (_("No bonus"), _("These opening cards give the dealer nothing.")),
    "bad_seat": (_("Wrong dealer"), _("Somebody else deals this hand.")),
    "wrong_dealer": (_("Wrong dealer"), _("Somebody else deals this hand.")),
    "unknown_ruleset": (_("No such rules"), _("There are no rules of that name.")),
    "unknown_option": (_("No such option"), _("The rules have no option of that name.")),
    "bad_option_value": (_("Not a value of this option"), _("The option does not take that value.")),
    "conflicting_options": (_("Rules that do not fit"), _("Two of these options cannot hold together.")),
    "unknown_field": (_("An unknown field"), _("The body has a field this address does not know.")),
    "unknown_parameter": (_("An unknown parameter"), _("The address has a parameter that is not known here.")),
}


def problem_title(code: str) -> str:
    """Return a refusal's title in the reader's language."""
    return str(PROBLEMS[code][0]) if code in PROBLEMS else gettext("That did not work")


def problem_advice(code: str, detail: str = "") -> str:
    """Return what to do about a refusal; the service's own words where the table has none."""
    return str(PROBLEMS[code][1]) if code in PROBLEMS else detail or gettext("Go back and try again.")


def known(code: str) -> bool:
    """Tell whether a code is one the service can answer with."""
    return code in PROBLEMS or code in ERRORS
