"""Say the service's refusals to people: a title and what to do for each code, as one long table."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

Words = tuple[StrPromise, StrPromise]

PROBLEMS: Mapping[str, Words] = {
    "bad_request": (
        _("That could not be read"),
        _("Something in the address or the form is not right. Go back and try again."),
    ),
    "not_authenticated": (_("Please log in"), _("This is for people with an account in the club.")),
    "forbidden": (_("Not yours to do"), _("You may see this, but changing it is for the members of the club.")),
    "bad_window": (_("Not these days"), _("A season ends on or after the day it starts, and lasts ten years at most.")),
    "season_closed": (_("The season is over"), _("Its last table is final and stays as it is.")),
    "season_not_begun": (
        _("It has not begun"),
        _("A season is closed once it has begun; before that, change its days."),
    ),
    "bad_points": (_("Not these points"), _("A better place gives as many points as a worse one, or more.")),
    "club_not_public": (_("A closed club"), _("Only a club that everybody may see joins a circuit.")),
    "not_asked": (_("Not asked yet"), _("The directors of the circuit ask a club first; then the club agrees.")),
    "organiser_stays": (_("The organiser stays"), _("The club that runs a circuit cannot leave it.")),
    "club_not_in": (_("Not in the circuit"), _("Only a club of the circuit holds its events.")),
    "no_reasons": (_("Nothing to explain"), _("A table of points changes by its evenings and events alone.")),
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
    "unknown_op": (_("No such operation"), _("The engine has no operation of that name.")),
    "unknown_operation": (_("No such operation"), _("The service has no operation of that name.")),
    "bad_players": (_("Not for so many"), _("These rules are not played by so many or so few.")),
    "same_player_twice": (_("The same person twice"), _("Somebody sits at the table twice.")),
    "unknown_player": (_("No such player"), _("The club has no such player.")),
    "two_accounts": (_("Two people"), _("Both players have an account of their own: they are two people.")),
    "bad_name": (_("Not a name"), _("A name has 1 to 60 characters that can be read.")),
    "name_taken": (_("The name is taken"), _("Somebody or something else has this name already.")),
    "card_unreadable": (_("Not a card"), _("These words are no name of a card.")),
    "card_not_in_pack": (_("Not in this pack"), _("This pack does not have that card.")),
    "card_ambiguous": (_("Which card?"), _("These words can mean more than one card.")),
    "redeal": (_("Dealt again"), _("With this opening table the cards are dealt again.")),
    "dealer_wins_match": (_("Won by the table"), _("This opening table wins the match for the dealer's side.")),
    "out_of_turn": (_("Out of turn"), _("Another seat is to play.")),
    "card_not_held": (_("Not in hand"), _("Who plays this card does not hold it.")),
    "must_capture": (_("It has to take"), _("This card can take, so it must.")),
    "illegal_capture": (_("Not a capture"), _("This card cannot take those.")),
    "late_declaration": (_("Too late to declare"), _("A buona is declared at one's first turn of a deal.")),
    "unfinished": (_("Not to the end"), _("The plays stop before the hand is over.")),
    "extra_play": (_("One play too many"), _("The hand was over before this play.")),
    "unknown_mode": (_("No such way to count"), _("A hand is entered by cards, counts, points or plays.")),
    "missing_field": (_("Something is missing"), _("A field that has to be there is not.")),
    "wrong_type": (_("The wrong kind of value"), _("A field holds a value of another kind.")),
    "bad_number": (_("Which hand?"), _("Hands are numbered from 1 on.")),
    "bad_side": (_("No such side"), _("This match has no such side.")),
    "too_many_rest": (_("The rest goes once"), _("Only one side can have the rest of the cards.")),
    "open_side": (_("One side is still to come"), _("The hand counts when every side is there.")),
    "bad_sum": (_("It does not add up"), _("The figures of the sides do not make a whole pack.")),
    "impossible_count": (_("That cannot be"), _("No hand ends with this figure.")),
    "inconsistent": (_("Two things that exclude each other"), _("Two of the figures contradict each other.")),
    "not_a_denaro": (_("Not one of the denari"), _("Only cards of the suit of denari belong here.")),
    "both_sides": (_("Only one can have it"), _("Two sides claim what only one can have.")),
    "nobody": (_("Somebody must have it"), _("No side has what one of them must have.")),
    "not_the_dealer": (_("Only the dealer's side"), _("Only the side that deals can have this.")),
    "decides_nothing": (_("It decides nothing"), _("This table neither wins nor loses the match.")),
    "broken_chain": (_("The record was changed"), _("A line does not carry the digest of the one before.")),
    "wrong_total": (_("A figure differs"), _("A recorded figure differs from the recomputed one.")),
    "unknown_version": (_("Of another version"), _("The record is in a form this service does not read.")),
    "bad_id": (_("Not an id"), _("The address holds something that is no id.")),
    "bad_idempotency_key": (_("Not a key"), _("The header Idempotency-Key is not of the right form.")),
    "idempotency_key_reused": (
        _("The key was used before"),
        _("This Idempotency-Key came with other content before."),
    ),
    "bad_parameter": (_("A value that does not fit"), _("A parameter of the address has a value it cannot have.")),
    "bad_token": (_("The token does not count"), _("The token is not known, expired or revoked.")),
    "hand_id_taken": (_("The hand's id is taken"), _("Another match has a hand with this id.")),
    "number_taken": (_("The number is taken"), _("The match has another hand of this number.")),
    "match_state": (_("Not in this state"), _("The match is not in a state in which that can be done.")),
    "hands_missing": (_("Hands are missing"), _("Enter the hands that are not here yet, then end the match.")),
    "hand_incomplete": (
        _("A hand is not complete"),
        _("Complete the hand of which something is not known, or take it out if it was not played to its end."),
    ),
    "no_hand_counted": (_("Nothing to count"), _("No hand has been counted: give the match up instead.")),
    "may_not_change": (_("Not yours to change"), _("Entering a hand is not yet the right to change it.")),
    "may_not_undo": (_("Not yours to undo"), _("Only who did it can undo it.")),
    "undo_too_late": (_("Too late to undo"), _("Correct the hand instead, with a reason.")),
    "reason_required": (_("Why?"), _("A later change needs a reason.")),
    "not_json": (_("Not JSON"), _("What was sent cannot be read as JSON.")),
    "not_an_object": (_("Not an object"), _("A JSON object is expected here.")),
    "not_acceptable": (_("Only JSON is written here"), _("The service answers JSON only.")),
    "too_deep": (_("Too deep"), _("What was sent is nested too deep.")),
    "too_many_operations": (_("Too many at once"), _("Send fewer operations in one request.")),
    "expired": (_("Too late"), _("This is no longer valid.")),
    "unknown_code": (_("No such code"), _("No table has this code. Look at the card again.")),
    "unknown_scope": (_("No such right"), _("A token cannot carry a right of that name.")),
    "scope_exceeded": (_("More than you have"), _("A token cannot carry more rights than its maker has.")),
    "unknown_time_zone": (_("No such time zone"), _("Write it as Europe/Rome.")),
    "unknown_report": (_("No such report"), _("The hand has no report with this id.")),
    "redeal_id_taken": (_("The redeal's id is taken"), _("Another redeal has this id.")),
    "last_owner": (_("The last owner"), _("A club keeps at least one owner.")),
    "invited_already": (_("Invited already"), _("This person has an invitation already.")),
    "invalid": (_("Something is not right"), _("A field holds what it cannot hold.")),
    "https_required": (_("Secure connection only"), _("The API answers over https alone.")),
    "error": (_("That did not work"), _("Go back and try again.")),
    "bad_character": (_("A character that does not fit"), _("A name has no hidden, control or turning characters.")),
    "blank": (_("A name is missing"), _("A name needs at least one character.")),
    "too_long": (_("Too long a name"), _("A name has at most 60 characters.")),
    "min_length": (_("Too short"), _("Something in what was sent is too short.")),
    "max_length": (_("Too long"), _("Something in what was sent is too long.")),
    "required": (_("Something is missing"), _("A field that is needed was not sent.")),
    "bad_seat_body": (_("Not a seat"), _("A seat names a player or gives a name, one of them.")),
    "bonus_would_move": (
        _("The bonus would change sides"),
        _("With another dealer the bonus of this hand goes to the other side; say so if it should."),
    ),
    "number_fixed": (_("Another hand's number"), _("A correction keeps the number of its hand.")),
    "no_redeal": (_("No redeal"), _("These opening cards call for no new deal.")),
    "third_redeal": (_("The third redeal"), _("The third in a row ends the match: enter it as a hand of its own.")),
}


def problem_title(code: str) -> str:
    """Return a refusal's title in the reader's language."""
    return str(PROBLEMS[code][0]) if code in PROBLEMS else gettext("That did not work")


def problem_advice(code: str, detail: str = "") -> str:
    """Return what to do about a refusal; the service's own words where the table has none."""
    return str(PROBLEMS[code][1]) if code in PROBLEMS else detail or gettext("Go back and try again.")


def known(code: str) -> bool:
    """Tell whether a code is one the service can answer with."""
    return code in PROBLEMS
