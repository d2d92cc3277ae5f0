"""What can be done to a match: abandon, end, reopen, mend who sits where, substitute, log a redeal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from cirulla.lib.errors import Conflict, FieldError, Forbidden, PreconditionMissing, Unprocessable, VersionStale
from cirulla.lib.etag import etag, matches
from cirulla.lib.retry import is_duplicate, retrying
from players.models import Player
from players.policies import TABLE
from players.principals import Principal
from scoring.engine import EngineError, answer
from scoring.match_fold import MatchFold, expected_dealer, not_to_be_cut
from scoring.models import Match, Redeal, Seat, Substitution
from scoring.services.desk import Desk
from scoring.services.rules import refusal_of
from scoring.states import match_next

Then = Callable[[], Any]
"""What the answer shows, read in the transaction: an answer that cannot be given means that nothing was done."""


def match_abandon(
    *, match_id: UUID, by: Principal, if_match: str | None, reason: str, then: Then = lambda: None
) -> Any:
    """End a match that will not be played out: it has no winner and counts for nothing.

    Returns what `then` reads before the commit. Raises Conflict `match_state` when it is over already,
    Unprocessable `reason_required`.
    """

    def work() -> Any:
        with transaction.atomic(durable=True):
            desk = _changing(match_id, by, if_match, reason)
            status = match_next(desk.match.status, "abandon")
            Match.objects.filter(pk=match_id).update(status=status, time_called=False)
            desk.log("abandon", None, {}, reason)
            desk.touch()
            return then()

    return retrying(work)


def match_end(*, match_id: UUID, by: Principal, if_match: str | None, reason: str, then: Then = lambda: None) -> Any:
    """End an open match because time is up: who leads has won, a level one is drawn (RATINGS 1).

    It stays ended so whatever is corrected, unless its hands end it themselves, until it is reopened. Returns what
    `then` reads before the commit. Raises Conflict `match_state` when it is not open, Unprocessable
    `reason_required`, `hands_missing`, `hand_incomplete`, `no_hand_counted`.
    """

    def work() -> Any:
        with transaction.atomic(durable=True):
            desk = _changing(match_id, by, if_match, reason)
            match_next(desk.match.status, "end")
            desk.match = replace(desk.match, time_called=True)
            fold = desk.fold(desk.facts())
            _check_cut(desk, fold)
            Match.objects.filter(pk=match_id).update(time_called=True)
            desk.log("end", None, {"totals": fold.totals, "winner": fold.winner}, reason)
            desk.write(fold)
            return then()

    return retrying(work)


def match_reopen(*, match_id: UUID, by: Principal, if_match: str | None, reason: str, then: Then = lambda: None) -> Any:
    """Open a match again that was abandoned or that time has ended, and return what `then` reads.

    One that its hands have ended opens by correcting a hand: Conflict `match_state`.
    """

    def work() -> Any:
        with transaction.atomic(durable=True):
            desk = _changing(match_id, by, if_match, reason)
            if desk.match.time_called:
                _time_goes_on(desk, reason)
            else:
                if desk.match.status == "finished":
                    raise _ended_by_hands()
                status = match_next(desk.match.status, "reopen")
                Match.objects.filter(pk=match_id).update(status=status)
                desk.log("reopen", None, {}, reason)
                desk.touch()
            return then()

    return retrying(work)


def _time_goes_on(desk: Desk, reason: str) -> None:
    """Take back that time was called; the hands then say how the match stands."""
    desk.match = replace(desk.match, time_called=False)
    fold = desk.fold(desk.facts())
    if fold.status == "finished":
        raise _ended_by_hands()
    Match.objects.filter(pk=desk.match.id).update(time_called=False)
    desk.log("reopen", None, {}, reason)
    desk.write(fold)


def seats_correct(
    *,
    match_id: UUID,
    players: Sequence[UUID],
    by: Principal,
    if_match: str | None,
    reason: str,
    then: Then = lambda: None,
) -> Any:
    """Mend who sat where, for the whole match: hands name seats, so no hand changes, and all that follows is redone.

    `players` is in seat order and names as many people as there are seats. Returns what `then` reads before the
    commit. Raises Unprocessable `unknown_player`, `same_player_twice`, `bad_seat` with pointers.
    """

    def work() -> Any:
        with transaction.atomic(durable=True):
            desk = _changing(match_id, by, if_match, reason)
            seats = list(Seat.objects.filter(match_id=match_id).order_by("number"))
            _check_people(desk, players, len(seats))
            before = [seat.player_id for seat in seats]
            # Two people may swap: the unique constraint looks at each row, so the old ones go first.
            Seat.objects.filter(match_id=match_id).delete()
            Seat.objects.bulk_create(
                Seat(match_id=match_id, number=seat.number, side=seat.side, player_id=player)
                for seat, player in zip(seats, players, strict=True)
            )
            desk.log("seats", None, {"before": list(map(str, before)), "after": list(map(str, players))}, reason)
            desk.touch()
            return then()

    return retrying(work)


def substitute(
    *,
    match_id: UUID,
    seat: int,
    player_id: UUID,
    from_hand: int,
    by: Principal,
    if_match: str | None,
    then: Then = lambda: None,
) -> Any:
    """Let somebody take over a seat from a hand on. The result stays the seat's; the match is no longer rated.

    Returns what `then` reads before the commit. Raises Unprocessable `unknown_player`,
    `same_player_twice`, `bad_seat`, `bad_number`.
    """

    def work() -> Any:
        with transaction.atomic(durable=True):
            desk = _versioned(match_id, by, if_match)
            if desk.match.status != "open":
                raise Conflict("match_state", "Only in an open match somebody takes over a seat.")
            if not 0 <= seat < desk.match.seats_count:
                raise _refuse("/seat", "bad_seat", f"A seat is from 0 to {desk.match.seats_count - 1}.")
            if from_hand < 1 or any(row.facts.number >= from_hand for row in desk.rows):
                raise _refuse("/from_hand", "bad_number", "Somebody takes over from a hand that is still to be played.")
            if not _of_club(desk).filter(pk=player_id).exists():
                raise _refuse("/player", "unknown_player", "The club has no such player.")
            if player_id in _sitting(match_id):
                raise _refuse("/player", "same_player_twice", "This player sits at the table already.")
            Substitution.objects.update_or_create(
                match_id=match_id, seat=seat, from_hand=from_hand, defaults={"player_id": player_id}
            )
            Match.objects.filter(pk=match_id).update(rated=False)
            desk.log("substitute", None, {"seat": seat, "player": str(player_id), "from_hand": from_hand})
            desk.touch()
            return then()

    return retrying(work)


def redeal_log(*, match_id: UUID, redeal_id: UUID, table: Sequence[str], by: Principal) -> int:
    """Log a deal that was no hand; return how many redeals in a row this dealer has now.

    Nothing is scored and the same dealer deals again (RULES 2.5). The same id again changes nothing.
    Raises Unprocessable with the engine's code, or `no_redeal` when this table calls for none, and Conflict
    `match_finished` or `redeal_id_taken`.
    """

    def work() -> int:
        with transaction.atomic(durable=True):
            desk = Desk.open(match_id, by)
            if Redeal.objects.filter(pk=redeal_id, match_id=match_id).exists():
                return _in_a_row(desk)
            if desk.match.status != "open":
                raise Conflict("match_finished", "This match is over.")
            before = _in_a_row(desk)
            _check_redeal(desk, table, before)
            number = _next_number(desk)
            Redeal.objects.create(
                id=redeal_id,
                match_id=match_id,
                number=number,
                dealer_seat=_dealer(desk, number),
                table=list(table),
                principal=by.ref,
                created_at=desk.at,
            )
            desk.touch()
            return before + 1

    try:
        return retrying(work)
    except IntegrityError as exc:
        if not is_duplicate(exc):
            raise
        raise Conflict("redeal_id_taken", "Another match has a redeal with this id; make a new one.") from None


def _check_redeal(desk: Desk, table: Sequence[str], before: int) -> None:
    case = {"ruleset": desk.match.rules.to_dict(), "table": list(table), "redeals_before": before}
    try:
        outcome = answer("table", case)["outcome"]
    except EngineError as exc:
        raise refusal_of(exc) from None
    if outcome == "dealer_loses_match":
        raise _refuse(
            "/table", "third_redeal", "This is the third redeal in a row: record it as a hand in mode `opening`."
        )
    if outcome != "redeal":
        raise _refuse("/table", "no_redeal", "Under the match's rules this table calls for no redeal.")


def _next_number(desk: Desk) -> int:
    return max((row.facts.number for row in desk.rows), default=0) + 1


def _dealer(desk: Desk, number: int) -> int:
    return expected_dealer(desk.facts(), number, desk.match.first_dealer, desk.match.seats_count)


def _in_a_row(desk: Desk) -> int:
    number = _next_number(desk)
    return Redeal.objects.filter(match_id=desk.match.id, number=number, dealer_seat=_dealer(desk, number)).count()


def _changing(match_id: UUID, by: Principal, if_match: str | None, reason: str) -> Desk:
    desk = Desk.open(match_id, by)
    if not desk.may_change:
        raise Forbidden("Only scorers, directors and owners change a match.", code="may_not_change")
    _check_version(desk, if_match)
    if not reason:
        raise _refuse("/reason", "reason_required", "This needs a reason that others can read later.")
    return desk


def _versioned(match_id: UUID, by: Principal, if_match: str | None) -> Desk:
    desk = Desk.open(match_id, by)
    if desk.role == TABLE:
        raise Forbidden("A phone at the table records hands; who sits there is the club's business.")
    _check_version(desk, if_match)
    return desk


def _check_version(desk: Desk, if_match: str | None) -> None:
    version = desk.match.version
    if if_match is None:
        raise PreconditionMissing({"version": version}, {"ETag": etag(version)})
    if not matches(if_match, version):
        raise VersionStale({"version": version, "status": desk.match.status}, {"ETag": etag(version)})


def _ended_by_hands() -> Conflict:
    detail = "A match that its hands have ended opens by correcting a hand."
    return Conflict("match_state", detail, extra={"state": "finished", "possible": ["unfinish"]})


_NOT_YET = {
    "hands_missing": ("/missing", "Hands are missing ({}): enter them first."),
    "hand_incomplete": ("/hands", "Not everything is known of hand {}: complete it, or void it if it was broken off."),
    "no_hand_counted": ("/hands_count", "No hand has been counted: abandon the match instead."),
}
"""Where and in which words time cannot end a match, by the codes of `match_fold.not_to_be_cut`."""


def _check_cut(desk: Desk, fold: MatchFold) -> None:
    if why := not_to_be_cut(fold, desk.facts()):
        pointer, words = _NOT_YET[why.code]
        detail = words.format(", ".join(map(str, why.numbers)))
        raise _refuse(pointer, why.code, detail, numbers=list(why.numbers))


def _check_people(desk: Desk, players: Sequence[UUID], seats: int) -> None:
    if len(players) != seats:
        raise _refuse("/players", "bad_seat", f"This match has {seats} seats.")
    if len(set(players)) != seats:
        raise _refuse("/players", "same_player_twice", "Each seat has another player.")
    known = set(_of_club(desk).filter(pk__in=players).values_list("pk", flat=True)) | _sitting(desk.match.id)
    for index, player in enumerate(players):
        if player not in known:
            raise _refuse(f"/players/{index}", "unknown_player", "The club has no such player.")


def _of_club(desk: Desk) -> QuerySet[Player]:
    people = Player.objects.filter(merged_into__isnull=True)
    return people.filter(club_id=desk.match.club_id) if desk.match.club_id else people.none()


def _sitting(match_id: UUID) -> set[UUID]:
    seated = Seat.objects.filter(match_id=match_id).values_list("player_id", flat=True)
    later = Substitution.objects.filter(match_id=match_id).values_list("player_id", flat=True)
    return {*seated, *later}


def _refuse(pointer: str, code: str, detail: str, **extra: Any) -> Unprocessable:
    return Unprocessable(code, detail, errors=[FieldError(pointer, code, detail)], extra=extra)
