"""The verbale of a match: everything needed to count it again without the service (CONTRACT 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from scoring.engine import EntryScore, Ruleset, read_entry, read_ruleset, score_entry, verbale
from scoring.match_fold import facts_of, series_of
from scoring.models import Hand, HandRevision, Match, MatchEvent, Redeal
from scoring.selectors.sides import seat_sides

_TAKEN_OUT = ("void", "undo")
_CLOCK = ("end", "reopen", "abandon")


def match_verbale(match: Match) -> list[dict[str, Any]]:
    """Return the chained lines of a match: the match, what happened in the order of time, the result.

    Six queries. Seats are ids of players, there is no name in it. The answer grows with the match and
    the lines before stay what they were, but for the result at the end.
    """
    rules = read_ruleset(match.ruleset)
    sides = seat_sides(match.seats_count)
    seats = [str(seat.player_id) for seat in match.seats.all()]
    head = verbale.match_record(
        str(match.pk), rules, seats, sides, match.first_dealer, created_at=_text(match.created_at)
    )
    hands = {hand.pk: hand for hand in Hand.objects.filter(match=match)}
    happened = sorted(_happened(match, rules, sides, hands), key=lambda item: item[:2])
    official = [facts_of(hand) for hand in hands.values() if hand.state != Hand.State.VOID]
    state = series_of(official, rules, match.sides_count, time_called=match.time_called)
    result = verbale.result_record(state)
    return verbale.chained([head, *(line for _, _, line in happened), result])


def _happened(
    match: Match, rules: Ruleset, sides: tuple[int, ...], hands: dict[Any, Hand]
) -> Iterator[tuple[datetime, int, dict[str, Any]]]:
    """Yield what was done with its time and, within one moment, its order."""
    revisions = HandRevision.objects.filter(hand__in=hands).order_by("hand_id", "version")
    count: Counter[Any] = Counter()
    newest: dict[tuple[Any, int], HandRevision] = {}
    for revision in revisions:
        count[revision.hand_id] += 1
        newest[revision.hand_id, revision.version] = revision
        yield revision.recorded_at, 1, _hand_line(revision, count[revision.hand_id], rules, sides)
    for event in MatchEvent.objects.filter(match=match, kind__in=(*_TAKEN_OUT, "restore")):
        hand = hands[event.hand_id]
        if event.kind == "restore":
            count[hand.pk] += 1
            yield event.created_at, 1, _hand_line(newest[hand.pk, hand.revision], count[hand.pk], rules, sides)
        elif "back_to" not in event.facts:
            yield (
                event.created_at,
                0,
                verbale.void_record(str(hand.pk), hand.number, by=event.principal, reason=event.reason),
            )
    yield from _clock(match)
    for redeal in Redeal.objects.filter(match=match):
        yield redeal.created_at, 0, verbale.redeal_record(redeal.number, redeal.dealer_seat, table=redeal.table)


def _clock(match: Match) -> Iterator[tuple[datetime, int, dict[str, Any]]]:
    """Yield when time was called, and when that was taken back: by reopening, or by giving the match up."""
    called = False
    for event in MatchEvent.objects.filter(match=match, kind__in=_CLOCK):
        if called != (event.kind == "end"):
            called = not called
            record = verbale.end_record if called else verbale.reopen_record
            yield event.created_at, 2, record(by=event.principal, reason=event.reason, at=_text(event.created_at))


def _hand_line(revision: HandRevision, number: int, rules: Ruleset, sides: tuple[int, ...]) -> dict[str, Any]:
    entry = read_entry(revision.entry, sides)
    score: EntryScore = score_entry(entry, rules)
    return verbale.hand_record(
        str(revision.hand_id),
        number,
        entry,
        score,
        by=revision.principal,
        reason=revision.reason,
        recorded_at=_text(revision.recorded_at),
    )


def _text(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")
