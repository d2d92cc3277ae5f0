"""Read the record for what is derived from it: ladders and counted figures (ARCHITECTURE 6).

The functions are `players.record.Record`: the tasks and commands hand this module to the services
of the players app. The number of queries does not depend on the number of rows, `rated_matches`
apart, which asks twice for every 2,000 matches.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson
from django.db.models import Q, QuerySet
from django.db.models.functions import Cast

from players.figures import Played
from players.record import RatedMatch
from scoring.models import Match, Seat
from scoring.selectors.columns import as_text, match_key, read_rules
from scoring.selectors.persons import became, merged_into
from scoring.selectors.played import played

PAGE = 2000


@dataclass(frozen=True, slots=True)
class MatchPeople:
    """Whom a match concerns: its club, if it has one, and the players of its seats with whom they have become."""

    club_id: UUID | None
    players: tuple[UUID, ...]


def match_people(match_id: UUID) -> MatchPeople | None:
    """Return whom a match concerns, None for an unknown match."""
    seats = Seat.objects.filter(match=match_id).values_list("match__club_id", "player_id", "player__merged_into")
    if not (found := list(seats)):
        return None
    people = became({player: into for _, player, into in found})
    return MatchPeople(found[0][0], tuple({*people, *people.values()}))


def rated_match(match_id: UUID) -> RatedMatch | None:
    """Return a match if it counts for its club's ladder now, else None."""
    rows = list(_rated().filter(pk=match_id).values_list(*_match_columns()))
    return next(_with_people(rows), None)


def rated_matches(club_id: UUID, from_key: str = "") -> Iterator[RatedMatch]:
    """Yield a club's rated matches in the order of their keys, from `from_key` on, that one too.

    A match whose seats have become one person by a merge is left out: nobody plays with himself.
    """
    stream = _rated().filter(club=club_id).order_by("session_day", "id").values_list(*_match_columns())
    after = Q()
    if from_key:
        day, _, match_id = from_key.split("/")
        after = Q(session_day__gt=day) | Q(session_day=day, id__gte=match_id)
    while rows := list(stream.filter(after)[:PAGE]):
        yield from _with_people(rows)
        if len(rows) < PAGE:
            return
        last_id, last_day = rows[-1][:2]
        after = Q(session_day__gt=last_day) | Q(session_day=last_day, id__gt=last_id)


def played_in(match_id: UUID) -> list[Played]:
    """Return what a match adds to its players' figures, merged ones followed; nothing unless it is finished."""
    return played(Seat.objects.filter(match=match_id))


def matches_of(player_ids: Sequence[UUID]) -> list[UUID]:
    """Return the ids of all finished matches of these players and of whoever was merged into one of them."""
    seats = Seat.objects.filter(player__in=[*player_ids, *merged_into(player_ids)])
    finished = seats.filter(match__status=Match.Status.FINISHED).order_by()
    return list(finished.values_list("match_id", flat=True).distinct())


def played_among(match_ids: Sequence[UUID]) -> list[Played]:
    """Return what these matches, rated or not, add to everybody in them; who was merged counts as who he became.

    Hands count unless they are void, lie after the end, or something in them is unknown; of a disputed
    one its first version counts.
    """
    return played(Seat.objects.filter(match__in=match_ids))


def _rated() -> QuerySet[Match]:
    return Match.objects.filter(status=Match.Status.FINISHED, rated=True, club__isnull=False, hands_count__gt=0)


def _with_people(rows: Sequence[tuple[Any, ...]]) -> Iterator[RatedMatch]:
    seats: dict[UUID, list[tuple[int, str]]] = defaultdict(list)
    found = Seat.objects.filter(match__in=[row[0] for row in rows]).order_by("match", "number")
    seated = list(found.values_list("match_id", "side", "player_id", "player__merged_into"))
    people = became({player: into for _, _, player, into in seated})
    names = {player: str(into) for player, into in people.items()}
    for match_id, side, player, _ in seated:
        seats[match_id].append((side, names[player]))
    for row in rows:
        if len({player for _, player in seats[row[0]]}) == len(seats[row[0]]):
            yield _rated_match(row, seats[row[0]])


def _match_columns() -> tuple[str | Cast, ...]:
    plain = ("id", "session_day", "sides_count", "winner", "hands_count", "cut")
    return (*plain, as_text("totals"), as_text("games"), as_text("after_end"), as_text("ruleset"))


def _rated_match(row: tuple[Any, ...], seats: Sequence[tuple[int, str]]) -> RatedMatch:
    match_id, day, sides_count, winner, hands_count, cut, totals, games, after_end, ruleset = row
    rules = read_rules(ruleset)
    scores: Sequence[Any]
    if winner is not None and sides_count == 2:
        scores = [0, 0]  # the winner settles both places
    elif rules.best_of > 1:
        wins = Counter(game["winner"] for game in orjson.loads(games))
        won = [wins[side] for side in range(sides_count)]
        scores = list(zip(won, orjson.loads(totals), strict=True)) if cut else won
    else:
        scores = orjson.loads(totals)
    return RatedMatch(
        match_id=match_id,
        key=match_key(day, match_id),
        played_on=day,
        sides=tuple(tuple([player for at, player in seats if at == side]) for side in range(sides_count)),
        places=places(winner, scores),
        target_score=rules.target_score,
        hands=hands_count - len(orjson.loads(after_end)) if cut or rules.single_hand else None,
    )


def places(winner: int | None, scores: Sequence[Any]) -> tuple[int, ...]:
    """Return each side's place: the winner's 1, the others by score, equal scores sharing the better place.

    Without a winner (a draw by RULES 9.3) all go by score.

    >>> places(1, [30, 51, 30]), places(None, [51, 51, 20])
    ((2, 1, 2), (1, 1, 3))
    """

    if len(scores) == 2 and winner is not None:
        return (1, 2) if winner == 0 else (2, 1)

    def ahead(side: int, other: int) -> bool:
        return other == winner or (side != winner and scores[other] > scores[side])

    sides = range(len(scores))
    return tuple(1 + sum(ahead(side, other) for other in sides if other != side) for side in sides)
