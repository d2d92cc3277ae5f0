"""Read the record for what is derived from it: ladders and counted figures (ARCHITECTURE 6).

The functions are `players.record.Record`: the tasks and commands hand this module to the services
of the players app. The number of queries does not depend on the number of rows, `rated_matches`
apart, which asks twice for every 2,000 matches.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any
from uuid import UUID

import orjson
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from players.models import Player
from players.record import CATEGORIES, Played, RatedMatch
from scoring.engine import Ruleset, read_ruleset
from scoring.models import Hand, Match, Seat

PAGE = 2000
ROUND = "000"  # the place of the tournament's round in a key; matches outside tournaments have none


@dataclass(frozen=True, slots=True)
class MatchPeople:
    """Whom a match concerns: its club, if it has one, and the players of its seats with whom they have become."""

    club_id: UUID | None
    players: tuple[UUID, ...]


def match_people(match_id: UUID) -> MatchPeople | None:
    """Return whom a match concerns, None for an unknown match."""
    club = Match.objects.filter(pk=match_id).values_list("club_id", flat=True)[:1]
    if not (found := list(club)):
        return None
    became = _became(dict(Seat.objects.filter(match=match_id).values_list("player_id", "player__merged_into")))
    return MatchPeople(found[0], tuple({*became, *became.values()}))


def match_key(session_day: date, match_id: UUID) -> str:
    """Return the sortable place of a match among those of its club: session day, round, id (RATINGS 3)."""
    return f"{session_day.isoformat()}/{ROUND}/{match_id}"


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
        last_id, last_day = rows[-1][:2]
        after = Q(session_day__gt=last_day) | Q(session_day=last_day, id__gt=last_id)


def played_in(match_id: UUID) -> list[Played]:
    """Return what a match adds to its players' figures, merged ones followed; nothing unless it is finished."""
    return _played(Seat.objects.filter(match=match_id))


def played_by(player_ids: Sequence[UUID]) -> list[Played]:
    """Return what every finished match, rated or not, adds to these players.

    Hands count unless they are void, lie after the end, or something in them is unknown; of a disputed
    one its first version counts. Who was merged into a player counts as that player.
    """
    return _played(Seat.objects.filter(player__in=[*player_ids, *_merged_into(player_ids)]))


def _played(seats: QuerySet[Seat]) -> list[Played]:
    theirs = seats.filter(match__status=Match.Status.FINISHED)
    counts: dict[UUID, list[_Count]] = defaultdict(list)
    columns = ("match_id", "player_id", "player__merged_into", "side", "match__winner", "match__session_day")
    rows = list(theirs.values_list(*columns))
    became = _became({player: into for _, player, into, *_ in rows})
    for match_id, player, _, side, winner, day in rows:
        person = became[player]
        if all(count.player != person for count in counts[match_id]):
            counts[match_id].append(_Count(match_id, person, side, day, won=winner == side))
    hands = Hand.objects.filter(match__in=theirs.values("match"), totals__isnull=False)
    hands = hands.exclude(state__in=[Hand.State.VOID, Hand.State.OPEN]).order_by()
    figures = ("match_id", "number", _text("match__after_end"), _text("totals"), _text("score"))
    for match_id, number, after_end, totals, score in hands.values_list(*figures).iterator(PAGE):
        if number not in orjson.loads(after_end):
            told = (orjson.loads(totals), orjson.loads(score)["sides"] if score else None)
            for count in counts[match_id]:
                count.add_hand(*told)
    return [count.played() for match_counts in counts.values() for count in match_counts]


def _text(column: str) -> Cast:
    """Return a JSON column as it is stored: thousands of hands are read at a time, and orjson is the faster reader."""
    return Cast(column, TextField())


def _rated() -> QuerySet[Match]:
    return Match.objects.filter(status=Match.Status.FINISHED, rated=True, club__isnull=False, hands_count__gt=0)


def _with_people(rows: Sequence[tuple[Any, ...]]) -> Iterator[RatedMatch]:
    seats: dict[UUID, list[tuple[int, UUID]]] = defaultdict(list)
    found = Seat.objects.filter(match__in=[row[0] for row in rows]).order_by("match", "number")
    seated = list(found.values_list("match_id", "side", "player_id", "player__merged_into"))
    became = _became({player: into for _, _, player, into in seated})
    for match_id, side, player, _ in seated:
        seats[match_id].append((side, became[player]))
    for row in rows:
        if len({player for _, player in seats[row[0]]}) == len(seats[row[0]]):
            yield _rated_match(row, seats[row[0]])


def _match_columns() -> tuple[str | Cast, ...]:
    plain = ("id", "session_day", "sides_count", "winner", "hands_count")
    return (*plain, _text("totals"), _text("games"), _text("after_end"), _text("ruleset"))


def _rated_match(row: tuple[Any, ...], seats: Sequence[tuple[int, UUID]]) -> RatedMatch:
    match_id, day, sides_count, winner, hands_count, totals, games, after_end, ruleset = row
    rules = _rules(ruleset)
    if winner is not None and sides_count == 2:
        scores = [0, 0]  # the winner settles both places
    elif rules.best_of > 1:
        wins = Counter(game["winner"] for game in orjson.loads(games))
        scores = [wins[side] for side in range(sides_count)]
    else:
        scores = orjson.loads(totals)
    return RatedMatch(
        match_id=match_id,
        key=match_key(day, match_id),
        played_on=day,
        sides=tuple(tuple([player for at, player in seats if at == side]) for side in range(sides_count)),
        places=places(winner, scores),
        target_score=rules.target_score,
        hands=hands_count - len(orjson.loads(after_end)) if rules.single_hand else None,
    )


@lru_cache(maxsize=256)
def _rules(text: str) -> Ruleset:
    return read_ruleset(orjson.loads(text))


def places(winner: int | None, scores: Sequence[int]) -> tuple[int, ...]:
    """Return each side's place: the winner's 1, the others by score, equal scores sharing the better place.

    Without a winner (a draw by RULES 9.3) all go by score.

    >>> places(1, [30, 51, 30]), places(None, [51, 51, 20])
    ((2, 1, 2), (1, 1, 3))
    """

    def ahead(side: int, other: int) -> bool:
        return other == winner or (side != winner and scores[other] > scores[side])

    sides = range(len(scores))
    return tuple(1 + sum(ahead(side, other) for other in sides if other != side) for side in sides)


def _became(players: Mapping[UUID, UUID | None]) -> dict[UUID, UUID]:
    """Return who each of `players` is now, given whom each was merged into (None: still himself)."""
    links = {player: into for player, into in players.items() if into is not None}
    further = set(links.values()) - players.keys()
    while further:
        found = _links(Player.objects.filter(pk__in=further))
        links.update(found)
        further = set(found.values()) - links.keys()
    return {player: _end_of(player, links) for player in players}


def _merged_into(players: Iterable[UUID]) -> set[UUID]:
    """Return everybody who has become one of `players`, at first or at last hand."""
    found: set[UUID] = set()
    heads = set(players)
    while heads:
        heads = _links(Player.objects.filter(merged_into__in=heads)).keys() - found
        found |= heads
    return found


def _links(players: QuerySet[Player]) -> dict[UUID, UUID]:
    rows = players.filter(merged_into__isnull=False).values_list("pk", "merged_into_id")
    return {player: into for player, into in rows if into is not None}


def _end_of(player: UUID, links: Mapping[UUID, UUID]) -> UUID:
    seen = {player}
    while (following := links.get(player)) is not None and following not in seen:
        seen.add(following)
        player = following
    return player


class _Count:
    """Adds up what one match adds to one player's figures."""

    def __init__(self, match_id: UUID, player: UUID, side: int, day: date, *, won: bool) -> None:
        self.player = player
        self._side = side
        self._head = (match_id, player, day, won)
        self._hands = self._for = self._against = self._told = 0
        self._categories = dict.fromkeys(CATEGORIES, 0)

    def add_hand(self, totals: Sequence[int], sides: Sequence[Mapping[str, Any]] | None) -> None:
        self._hands += 1
        self._for += totals[self._side]
        self._against += sum(totals) - totals[self._side]
        mine = sides[self._side] if sides is not None else None
        # Turned cards that a paper sheet does not tell apart may be scope, buone or the dealer's bonus.
        if mine is not None and "marked" not in mine:
            self._told += 1
            for category in CATEGORIES:
                self._categories[category] += mine[category]

    def played(self) -> Played:
        figures = (self._hands, self._for, self._against, self._told)
        return Played(*self._head, *figures, *self._categories.values())
