"""Read what finished matches add to the figures of their players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from uuid import UUID

import orjson
from django.db.models import F, Q, QuerySet

from players.figures import Played
from scoring.engine import Read, read_facts
from scoring.match_lines import HandRow, MatchRow, lines_of
from scoring.models import Hand, HandRevision, Match, Seat
from scoring.selectors.columns import as_text, match_key, read_rules
from scoring.selectors.persons import became
from scoring.selectors.sides import seat_sides

TOLD_ONE_BY_ONE = ("cards", "counts")
"""Modes of entry that tell declarations one by one (CONTRACT 2)."""


def played(seats: QuerySet[Seat]) -> list[Played]:
    """Return a line for everybody in the finished matches among `seats`; four queries.

    Somebody whom a merge seats against himself counts once, on the side of his first seat.
    """
    theirs = seats.filter(match__status=Match.Status.FINISHED)
    rows = list(theirs.order_by("number").values_list("match_id", "player_id", "player__merged_into", "side", "number"))
    people = became({player: into for _, player, into, *_ in rows})
    wanted: dict[UUID, dict[UUID, tuple[int, int]]] = defaultdict(dict)
    for match_id, player, _, side, number in rows:
        wanted[match_id].setdefault(people[player], (side, number))
    matches = _matches(wanted)
    for match_id, hand in _hands(matches):
        matches[match_id].hands.append(hand)
    return [
        line
        for match_id, seated in wanted.items()
        for line in lines_of(matches[match_id], [(player, *at) for player, at in seated.items()])
    ]


def _matches(ids: Collection[UUID]) -> dict[UUID, MatchRow]:
    columns = ("id", "session_day", "version", "winner", "seats_count", "sides_count")
    rows = Match.objects.filter(pk__in=ids).values_list(*columns, as_text("ruleset"), as_text("after_end"))
    return {
        match_id: MatchRow(
            match_id,
            day,
            match_key(day, match_id),
            version,
            winner,
            seats,
            sides,
            read_rules(ruleset),
            tuple(orjson.loads(after_end)),
        )
        for match_id, day, version, winner, seats, sides, ruleset, after_end in rows
    }


def _hands(matches: Mapping[UUID, MatchRow]) -> Iterator[tuple[UUID, HandRow]]:
    """Yield the hands that count, in the order of their numbers."""
    hands = Hand.objects.filter(match__in=matches).exclude(state__in=[Hand.State.VOID, Hand.State.OPEN])
    hands = hands.filter(Q(totals__isnull=False) | Q(wins_match__isnull=False))
    told = HandRevision.objects.filter(hand__match__in=matches, hand__mode__in=TOLD_ONE_BY_ONE)
    told = told.filter(version=F("hand__revision"))
    entries = dict(told.values_list("hand_id", as_text("entry")))
    columns = ("match_id", "id", "number", "dealer_seat", "wins_match", as_text("totals"), as_text("score"))
    for match_id, hand_id, number, dealer, wins, totals, score in hands.order_by("number").values_list(*columns):
        match = matches[match_id]
        if number in match.after_end:
            continue
        yield (
            match_id,
            HandRow(
                number,
                dealer,
                tuple(orjson.loads(totals)) if totals and totals != "null" else None,
                orjson.loads(score) if score else None,
                wins,
                _read(entries.get(hand_id), seat_sides(match.seats)),
            ),
        )


def _read(entry: str | None, sides: Sequence[int]) -> Read | None:
    return read_facts(orjson.loads(entry), sides) if entry else None
